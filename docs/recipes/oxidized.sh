#!/bin/sh
# Hook of Oxidized for post_store: adds to a report what a new config does otherwise to packets than
# the one before it, and what is wrong with it. The status is that of qosc check.
set -eu
report=${QOS_REPORT:-/var/log/oxidized-qos.log}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

stored() { git --git-dir="$OX_REPO_NAME" "$@"; }
path=$(stored -c core.quotePath=off ls-tree -r --name-only "$OX_REPO_COMMITREF" |
    grep -Fx -e "$OX_NODE_NAME" -e "${OX_NODE_GROUP:-}/$OX_NODE_NAME" | head -n 1)
if [ -z "$path" ]; then
    echo "$OX_NODE_NAME is not in $OX_REPO_NAME at $OX_REPO_COMMITREF" >&2
    exit 2
fi
stored show "$OX_REPO_COMMITREF:$path" >"$work/new.cfg"
{
    echo "== $path at $OX_REPO_COMMITREF"
    if stored show "$OX_REPO_COMMITREF^:$path" >"$work/old.cfg" 2>/dev/null; then
        qosc diff "$work/old.cfg" "$work/new.cfg" || true
    fi
} >>"$report" 2>&1
qosc check --format concise "$work/new.cfg" >>"$report" 2>&1
