#!/bin/sh
# The main job on real input: the router of a published testbed (examples/infn-fnal-wfq).
set -eu

config=examples/infn-fnal-wfq/router.cfg
out=build/demo
mkdir -p "$out"

say() {
    printf '\n\033[1m$ %s\033[0m\n' "$*"
    "$@"
}

say qosc check "$config" || [ $? -eq 1 ]
say qosc show "$config"
say qosc compile "$config" --target tc --output "$out/wfq.sh"
say cat "$out/wfq.sh"
say qosc simulate examples/infn-fnal-wfq/scenario.yaml
