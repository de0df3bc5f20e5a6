#!/bin/sh
# The main job on real input: the router of a published testbed (examples/infn-fnal-wfq).
set -eu

config=examples/infn-fnal-wfq/router.cfg
out=build/demo
mkdir -p "$out"

bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
    bold=$(printf '\033[1m') plain=$(printf '\033[0m')
fi

say() {
    printf '\n%s$ %s%s\n' "$bold" "$*" "$plain"
    "$@"
}

say qosc check "$config" || [ $? -eq 1 ]
say qosc show "$config"
say qosc compile "$config" --target tc --output "$out/wfq.sh"
say sed -n '/^apply_2() {/,/^}/p' "$out/wfq.sh"
say qosc simulate examples/infn-fnal-wfq/scenario.yaml

printf '\nThe whole script is %s. Next: docs/tutorial.md.\n' "$out/wfq.sh"
