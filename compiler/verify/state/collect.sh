#!/bin/sh
# Writes what traffic control holds on this machine, for qosc verify --state. It changes nothing.
# Run it as root: sh collect.sh > state.txt
LC_ALL=C
PATH=$PATH:/usr/sbin:/sbin
export LC_ALL PATH
set -f

# A part: its name, what it is of, and a program whose output and exit status stand in it. The
# output is in `said`, too.
part() {
    kind=$1 of=$2
    shift 2
    said=$("$@" 2>&1 </dev/null)
    printf '== begin %s %s\n%s\n== end %s\n' "$kind" "$of" "$said" "$?"
}

# The filters that a list names without saying what they do, one by one: Linux 6.1 leaves out what a
# matchall does where it comes last in a message.
unsaid() {
    printf '%s\n' "$3" |
        sed -n -e '/^filter .* matchall chain [0-9]* *$/{' -e '$!N' \
            -e '/^\(filter .* matchall chain [0-9]*\) *\n\1 handle /d' -e P -e D -e '}' |
        sed -n 's/^filter protocol \([^ ]*\) pref \([0-9]*\) matchall chain \([0-9]*\) *$/\1 \2 \3/p' |
        while read -r protocol pref chain; do
            tc -d filter get dev "$1" "$2" protocol "$protocol" pref "$pref" chain "$chain" handle 1 matchall 2>&1 </dev/null
        done
}

# Whether an interface joins packets.
joins() {
    ethtool -k "$1" 2>/dev/null | sed -n '/^[a-z]*-*[a-z]*-*[a-z]*-offload: /p;/^rx-gro-hw: /p'
}

# What apply remembers of the interfaces of this network namespace.
remembered() {
    space=$(readlink /proc/self/ns/net) || return 1
    space=${space#*\[}
    cat /proc/sys/kernel/random/boot_id 2>/dev/null || echo unknown
    # A number that a namespace had which is gone; see find_rooms in a script that compile makes.
    rooms=${QOSC_STATE:-/run/qosc}/${space%\]}
    stale=''
    token=$(tc actions get action gact index 1903129443 2>/dev/null | sed -n 's/^[[:space:]]*cookie \([0-9a-f]*\).*/\1/p')
    [ ! -e "$rooms/token" ] || [ "$(cat "$rooms/token")" = "$token" ] || stale=1
    set +f
    for room in "$rooms"/*/; do
        room=${room%/}
        [ -r "$room/who" ] || continue
        printf 'interface %s\n' "${room##*/}"
        if [ -n "$stale" ]; then
            echo 'who another network namespace'
        else
            sed 's/^/who /' "$room/who"
        fi
        for each in doing unconfirmed; do
            [ ! -e "$room/$each" ] || echo "$each"
        done
        [ ! -r "$room/port" ] || sed 's/^/port /' "$room/port"
    done
    set -f
}

for tool in tc ip sed; do
    command -v "$tool" >/dev/null 2>&1 || {
        echo "error: there is no $tool: install iproute2" >&2
        exit 1
    }
done
printf 'qosc-state 1\n'
part system kernel uname -srm
part system tc tc -V
part system user id -u
part system apply remembered
part system links ip -d -o link show
printf '%s\n' "$said" | sed -n 's/^[0-9]*: \([^:]*\): .*/\1/p' | while read -r device; do
    case $device in
        *@*) ip -o link show dev "$device" >/dev/null 2>&1 </dev/null || device=${device%@*} ;;
    esac
    part qdisc "$device" tc -d qdisc show dev "$device"
    qdiscs=$said
    part class "$device" tc -d class show dev "$device"
    case $qdiscs in
        *'qdisc clsact '* | *'qdisc ingress '*)
            for hook in ingress egress; do
                part "filter-$hook" "$device" tc -d filter show dev "$device" "$hook"
                case $said in
                    *' matchall '*) part "filter-get-$hook" "$device" unsaid "$device" "$hook" "$said" ;;
                esac
            done
            ;;
    esac
    # The filters of each qdisc that may have some.
    printf '%s\n' "$qdiscs" | while read -r word kind handle rest; do
        case $word$handle in
            qdisc0: | qdiscffff:) ;;
            qdisc*:) part "filter-${handle%:}" "$device" tc -d filter show dev "$device" parent "$handle" ;;
        esac
    done
    if command -v ethtool >/dev/null 2>&1; then
        part offloads "$device" joins "$device"
    fi
done
printf '== done\n'
