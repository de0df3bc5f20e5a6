#!/bin/sh
# Made by qosc VERSION from router.cfg (platform ios-12) for Linux and iproute2 5.13 or newer. Do not edit: compile again.
#
# Of 104 values of the config: 72 exact, 4 envelope, 14 approx, 14 unknown.
# Meters and shares hold for single packets. apply switches off what joins them (offloads gro, rx-gro-hw, lro, gso, tso) on the interfaces that it is given, and puts a tbf above the classes, which splits what others have joined; meters may have them joined.
# Assumed: writes the three bits of the precedence and keeps the rest of the DS byte (RFC 791); whether a router clears the lower bits of the DSCP depends on its release (FastEthernet0/0 > input > rate-limit > rules[1] > policer > conform and 12 more)
# Assumed: there is no access-list 105; what a router then matches depends on its release. Taken to match none (ATM1/0.108 pvc 4/108 > output > policy-map cdf-wfq > class pre5 > match > class-map pre5 > match > operands[1] > access-list 105)
#
set -eu
export LC_ALL=C

usage() {
    cat >&2 <<'EOT'
Usage: script apply [OPTION ...] PORT=INTERFACE ...   set up the interfaces that stand for these ports
       script clear [--force] INTERFACE ...           put back what stood there before
       script confirm INTERFACE ...                   keep what apply --confirm set up
       script show [--all] INTERFACE ...              show counters by the router's names
Ports:
  FastEthernet0/0
  ATM1/0.108 pvc 4/108
Options of apply:
  --check           say what stands in the way, and change nothing
  --confirm TIME    put back what stood there after this time (90s, 5m, 1h), unless confirmed
  --force           take away what others set up there, too
  --keep-offloads   let the interfaces join packets, where they do (gro, rx-gro-hw, lro, gso, tso)
Option of show:
  --all             show all that tc shows of queues, classes and filters
An interface is told by its name, an alternative name or its MAC address.
EOT
    exit 2
}

say() {
    printf '%s\n' "$1" >&2
}

fail() {
    say "error: $1"
    exit 1
}

check='' confirm='' force='' all='' joins='' watched='' devices='' changed='' scratch='' work='' last=''
keep=''

# Sets device to the name in the kernel of the interface that is called so.
find_interface() {
    case $1 in
        *[!0-9a-fA-F:]*) ;;
        ??:??:??:??:??:??)
            find_address "$1"
            return 0
            ;;
    esac
    case $1 in
        '' | . | .. | */* | *:* | *[[:space:]]*) fail "not the name of an interface: $1" ;;
    esac
    [ "${#1}" -le 127 ] || fail "not the name of an interface: $1"
    found=$(ip -o link show dev "$1" 2>/dev/null) || fail "there is no interface $1"
    device=$(printf '%s\n' "$found" | sed -n '1s/^[0-9]*: \([^:]*\): .*/\1/p')
    case $device in
        '' | "$1" | "$1"@*) device=$1 ;;
        *) device=${device%@*} ;;
    esac
    [ "${#device}" -le 15 ] || fail "not the name of an interface: $1"
}

# The same by its MAC address. What stands on another device (name@other) has often its address.
find_address() {
    known=$(ip -o link show | sed -n "s,^[0-9]*: \\([^:]*\\): .* link/[a-z]* $(printf '%s' "$1" | tr A-F a-f) .*,\\1,p")
    device=$(printf '%s\n' "$known" | sed '/@/d')
    [ -n "$device" ] || device=$(printf '%s\n' "$known" | sed 's/@.*//')
    case $device in
        '') fail "no interface has the address $1" ;;
        *[[:space:]]*) fail "more than one interface has the address $1" ;;
    esac
}

# Switches the offloads that a file names on or off.
switch_offloads() {
    [ -s "$2" ] || return 0
    while read -r each; do
        ethtool -K "$1" "$each" "$3" >/dev/null 2>&1 || say "warning: $1: ethtool does not switch $each $3"
    done < "$2"
}

# A device may hand over many packets as one, which meters and classes count as one. In `joins` are
# the offloads that do so and are to be switched off.
check_offloads() {
    joins=''
    features=$(ethtool -k "$1" 2>/dev/null) || features=''
    if [ -z "$features" ]; then
        say "warning: $1: ethtool does not say whether it joins packets (offloads); meters and shares hold for single ones"
        return 0
    fi
    for each in generic-receive-offload:gro rx-gro-hw:rx-gro-hw large-receive-offload:lro generic-segmentation-offload:gso tcp-segmentation-offload:tso; do
        case $features in
            *"${each%:*}: on [fixed]"*) say "warning: $1 joins packets, and ethtool cannot switch ${each#*:} off; meters and shares hold for single ones" ;;
            *"${each%:*}: on"*) joins="$joins ${each#*:}" ;;
        esac
    done
    # tso is a name for several features. Some may have been off, and stay off when the others are on again.
    single=$(printf '%s\n' "$features" | sed -n -e '/\[fixed\]/d' -e 's/^[[:space:]]*\(tx-tcp[a-z0-9-]*-segmentation\): on.*/\1/p' | tr '\n' ' ')
    case "$joins $single" in
        *" tso "*tx-tcp*) joins="${joins% tso} ${single% }" ;;
    esac
    [ -n "$joins" ] || return 0
    if [ -n "$keep" ]; then
        say "warning: $1 joins packets (offloads:$joins); meters and shares hold for single ones"
        joins=''
    else
        say "$1 joins packets; off until clear:$joins"
    fi
}

# Has a tbf above the classes split what is longer than a frame of this interface, so that they, their
# turns and their queues have single packets, whoever joined them. Its rate is far above that of any
# line: it holds nothing up. With a size table (stab) there is none: the kernel would not count the
# cells of what it splits. Its limit is that of the queue that it has until the classes come.
split_joined() {
    [ -z "$keep" ] || return 0
    mtu=$(ip -o link show dev "$1" | sed -n 's/.* mtu \([0-9][0-9]*\) .*/\1/p')
    [ -n "$mtu" ] || return 0
    sed 's/^\(qdisc add dev [^ ]* \)root handle 1: htb /\1root handle fffe: tbf rate 1tbit burst '"$((mtu + 64))"' limit 1000000\
\1parent fffe:1 handle 1: htb /' "$work/$1.new" > "$work/$1.split"
    mv "$work/$1.split" "$work/$1.new"
}

# Makes the folders for this run, and sees to it that it ends well. What is set up on an interface
# is remembered in a folder that a restart of the machine takes away with it.
begin() {
    find_rooms
    mkdir -p "$rooms" || fail "$rooms cannot remember what is set up: name another folder in QOSC_STATE"
    if command -v flock >/dev/null 2>&1; then
        exec 9> "$rooms/lock"
        flock -w 20 9 || fail "another run is at work"
    fi
    trap finish EXIT
    heed_signals
    work=$(mktemp -d)
    [ -z "$stale" ] || doubt_rooms
    set -f
}

# Finds the folder of this network namespace, by its number. Linux gives the number of one that is
# gone to another: `stale` says that the folder has the token of one, and this has not.
find_rooms() {
    space=$(readlink /proc/self/ns/net) || space=''
    space=${space#*\[}
    rooms=${QOSC_STATE:-/run/qosc}/${space%\]}
    stale='' still=''
    [ ! -e "$rooms/token" ] || [ "$(cat "$rooms/token")" = "$(token)" ] || stale=1
}

# The token of this network namespace: the cookie of an action of tc that no filter has. It is gone
# when the namespace is.
token() {
    command tc actions get action gact index 1903129443 2>/dev/null | sed -n 's/^[[:space:]]*cookie \([0-9a-f]*\).*/\1/p'
}

# Finds which interfaces are just as a run left them that is remembered, in spite of the token: `still`.
doubt_rooms() {
    gone=''
    for each in "$rooms"/*/; do
        each=${each%/}
        [ -r "$each/who" ] || continue
        still="$still ${each##*/}"
        if [ -s "$each/dump" ] && find_number "${each##*/}" && look "$device" "$work/then" && [ "$(cat "$work/then")" = "$(cat "$each/dump")" ]; then
            continue
        fi
        still=${still% *} gone=1
    done
    [ -z "$gone" ] || say "$rooms remembers interfaces of a network namespace that is gone: they are no longer heeded"
}

# Gives this network namespace a token, and forgets what is of another.
give_token() {
    [ -n "$stale" ] || [ ! -e "$rooms/token" ] || return 0
    if [ -n "$stale" ]; then
        set +f
        for each in "$rooms"/*/; do
            each=${each%/}
            case " $still " in
                *" ${each##*/} "*) ;;
                *) rm -rf "$each" ;;
            esac
        done
        set -f
        rm -f "$rooms/token"
    fi
    cookie=$(token)
    if [ -z "$cookie" ]; then
        cookie=$(tr -d '-' < /proc/sys/kernel/random/uuid) || cookie=''
        command tc actions add action gact pass index 1903129443 cookie "$cookie" 2>/dev/null || cookie=''
    fi
    # Where the kernel gives none, the number alone has to do.
    [ -z "$cookie" ] || printf '%s\n' "$cookie" > "$rooms/token"
    stale='' still=''
}

# Takes the token away again when nothing is remembered any more.
take_token() {
    set +f
    for each in "$rooms"/*/; do
        if [ -e "$each/who" ]; then
            set -f
            return 0
        fi
    done
    set -f
    if [ -e "$rooms/token" ] && [ "$(cat "$rooms/token")" = "$(token)" ]; then
        command tc actions del action gact index 1903129443 2>/dev/null || :
    fi
    rm -f "$rooms/token"
}

heed_signals() {
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
}

# Finds the folder of an interface, `room`, and whether it was made for this very interface, `known`.
# Its number is its own until the machine starts anew; its name and its address may change.
locate() {
    link=$(ip -o link show dev "$1" 2>/dev/null) || return 1
    case ${link%%:*} in
        '' | *[!0-9]*) return 1 ;;
    esac
    room=$rooms/${link%%:*}
    { read -r who < /proc/sys/kernel/random/boot_id; } 2>/dev/null || who=unknown
    known=''
    [ ! -r "$room/who" ] || [ "$(cat "$room/who")" != "$who" ] || known=1
    [ -z "$stale" ] || case " $still " in
        *" ${room##*/} "*) ;;
        *) known='' ;;
    esac
}

# Sets device to the name that the interface of a number has now.
find_number() {
    device=$(ip -o link show 2>/dev/null | sed -n "s/^$1: \([^:]*\): .*/\1/p")
    [ -n "$device" ] || return 1
    if locate "$device" && [ "${room##*/}" = "$1" ]; then
        return 0
    fi
    device=${device%@*}
    locate "$device" && [ "${room##*/}" = "$1" ]
}

# Writes the commands of a file for an interface that may have had another name then.
named() {
    sed "s/^\([a-z]* [a-z]*\) dev [^ ]* /\1 dev $(printf '%s' "$1" | sed 's/[&\\/]/\\&/g') /" "$2"
}

# Asks tc what the lines of a file ask for.
ask() {
    case $(cat "$1") in
        *[\#\'\"\\]*)
            # A batch file cannot hold such a name.
            while read -r line; do
                # shellcheck disable=SC2086  # words are told apart by blanks, and hold none
                command tc -d $line || return 1
            done < "$1"
            ;;
        *) command tc -d -batch "$1" ;;
    esac
}

# Writes into a file what is set up on an interface, at its root and its entry, without counters and
# without the numbers that the kernel gives out by itself.
look() {
    printf '%s\n' "qdisc show dev $1" "class show dev $1" > "$work/ask"
    ask "$work/ask" > "$work/seen" || return 1
    stands "$work/seen"
    if [ -n "$root$entry" ]; then
        printf '%s\n' "filter show dev $1 ingress" "filter show dev $1 egress" "filter show dev $1" > "$work/ask"
        ask "$work/ask" >> "$work/seen" || return 1
    fi
    sed -e 's/ refcnt [0-9]*//' -e 's/ direct_packets_stat [0-9]*//' -e 's/[[:space:]]ref [0-9]* bind [0-9]*//' \
        -e 's/ index [0-9]*//' -e 's/ police 0x[0-9a-f]*/ police/' -e 's/[[:space:]]*$//' \
        -e '/^class sfq /d' -e '/^class fq_codel /d' -e '/^class fq_pie /d' -e '/^class cake /d' \
        "$work/seen" > "$2"
    stands "$2"
}

# Finds in what `look` wrote the qdiscs that are not the kernel's own: at the root, `root`, below it,
# `nested`, and at the entry, `entry`; `filtered` is the first filter.
stands() {
    root=$(sed -n -e '/^qdisc [^ ]* 0: /d' -e '/^qdisc [^ ]* [^ ]* root/p' -e '/^qdisc [^ ]* [^ ]* parent :/p' "$1")
    nested=$(sed -n -e '/^qdisc [^ ]* 0: /d' -e '/^qdisc [^ ]* [^ ]* parent ffff:/d' -e '/^qdisc [^ ]* [^ ]* parent /p' "$1")
    entry=$(sed -n -e '/^qdisc clsact /p' -e '/^qdisc ingress /p' "$1")
    filtered=$(sed -n '/^filter /{p;q;}' "$1")
}

# Says in what two accounts of an interface differ: what was known, and what is there.
differ() {
    grep -v -x -F -f "$1" "$2" | sed -e 5q | sed -e 's/^/  there: /' >&2 || :
    grep -v -x -F -f "$2" "$1" | sed -e 5q | sed -e 's/^/  known: /' >&2 || :
}

# Writes the commands that set up again what others have on an interface. Status 1: none would.
again() {
    [ -z "$filtered$nested" ] || return 1
    case $entry in
        'qdisc clsact '*) printf '%s\n' "qdisc add dev $1 clsact" ;;
        'qdisc ingress '*) printf '%s\n' "qdisc add dev $1 ingress" ;;
    esac
    [ -n "$root" ] || return 0
    on=$1
    # shellcheck disable=SC2086  # the words of the line
    set -- $root
    kind=$2
    handle=$3
    [ "$4" = root ] || return 1
    shift 4
    case $kind in
        # Its bands cannot be given.
        pfifo_fast) set -- ;;
        noqueue | pfifo | bfifo | codel | fq_codel | fq | pie | fq_pie | sfq | tbf | cake) ;;
        *) return 1 ;;
    esac
    # tc prints units that it does not read.
    printf '%s\n' "qdisc add dev $on root handle $handle $kind $*" | sed -e 's/ flow_limit \([0-9]*\)p/ flow_limit \1/' \
        -e 's/quantum \([0-9]*\)b/quantum \1/g' -e 's/ limit \([0-9]*\)p/ limit \1/' -e 's/ perturb \([0-9]*\)sec/ perturb \1/' \
        -e 's/ flows \([0-9]*\)\/[0-9]*/ flows \1/'
}

# Whether the commands of `again` do so, seen on the scratch interface.
stands_again() {
    new_scratch
    [ -n "$scratch" ] || return 1
    sed "s/^qdisc add dev [^ ]* /qdisc add dev $scratch /" "$work/$1.back" > "$work/try"
    command tc -batch "$work/try" >/dev/null 2>&1 || return 1
    look "$scratch" "$work/tried" || return 1
    tried=$root
    stands "$work/$1.now"
    [ "$tried" = "$root" ]
}

# The priorities of the VLAN tags that packets leave a VLAN device with: lines FROM:TO, each a value of
# skb->priority and a priority (CoS), sorted. Other packets have 0.
priorities_of() {
    ip -d -o link show dev "$1" 2>/dev/null | sed -n 's/.* egress-qos-map {\([^}]*\)}.*/\1/p' | tr ' ' '\n' | sed '/^$/d' | sort
}

# Whether an interface is a VLAN device that may write its tag into a packet before filters of output
# see it: it does where the device below, when this one was made, left the tag to it (tx-vlan-offload).
tags_early() {
    case $(ip -d -o link show dev "$1" 2>/dev/null) in
        *' vlan protocol '*REORDER_HDR*) return 1 ;;
        *' vlan protocol '*) grep -q '^filter add dev [^ ]* egress ' "$work/$1.plan" ;;
        *) return 1 ;;
    esac
}

# Sets them to the lines of a file.
put_priorities() {
    words=$(priorities_of "$1" | sed 's/:.*/:0/' && cat "$2")
    [ -n "$words" ] || return 0
    # shellcheck disable=SC2086  # a word each
    said=$(ip link set dev "$1" type vlan egress-qos-map $words 2>&1) || {
        say "$said"
        last="ip link set dev $1 type vlan egress-qos-map $(tr '\n' ' ' < "$2")"
        return 1
    }
    [ "$(priorities_of "$1")" = "$(cat "$2")" ] || {
        say "$1 has other priorities for its VLAN tags than it was told"
        return 1
    }
}

# Notes the priorities that an interface is to have.
map_priority() {
    shift
    printf '%s\n' "$@" | sed '/:0$/d' | sort > "$work/$dev.tags"
}

# Writes down what is there now, and finds whether an interface is to have others, `retag`: its own
# again, where this script has none for it.
check_priorities() {
    retag=''
    if [ -e "$work/$1.tags" ]; then
        case $(ip -d -o link show dev "$1") in
            *' vlan protocol '*) ;;
            *)
                say "warning: $1 is no VLAN device: what leaves it gets no tag, and so no priority in it (CoS)"
                rm "$work/$1.tags"
                return 0
                ;;
        esac
    elif [ -n "$known" ] && [ -e "$room/tags" ]; then
        cat "$room/tags" > "$work/$1.tags"
    else
        kept=$(priorities_of "$1" | tr '\n' ' ')
        [ -z "$kept" ] || say "warning: $1 keeps the priorities that others gave its VLAN tags (CoS), by skb->priority: ${kept% }"
        return 0
    fi
    priorities_of "$1" > "$work/$1.tags-now"
    [ "$(cat "$work/$1.tags-now")" = "$(cat "$work/$1.tags")" ] || retag=1
    if [ -n "$known" ] && [ -e "$room/doing" ] && [ -e "$room/tags" ]; then
        cat "$room/tags" > "$work/$1.tags-now"
    fi
}

# The commands of a plan in the order in which they are run: filters are in force before queues are.
ordered() {
    sed -n -e '/^qdisc add dev [^ ]* clsact$/p' "$1"
    sed -n -e '/^filter /p' "$1"
    sed -e '/^qdisc add dev [^ ]* clsact$/d' -e '/^filter /d' "$1"
}

# The commands that take away what `look` found on an interface.
away() {
    case $entry in
        'qdisc clsact '*) printf '%s\n' "qdisc del dev $1 clsact" ;;
        'qdisc ingress '*) printf '%s\n' "qdisc del dev $1 ingress" ;;
    esac
    [ -z "$root" ] || printf '%s\n' "qdisc del dev $1 root"
}

# Runs the commands of a file, all in one go. What tc says of the one that it stopped at comes first.
run() {
    [ -s "$1" ] || return 0
    case $(sed 1q "$1") in
        *[\#\'\"\\]*)
            while read -r line; do
                last="tc $line"
                # shellcheck disable=SC2086  # words are told apart by blanks, and hold none
                command tc $line || return 1
            done < "$1"
            last=''
            return 0
            ;;
    esac
    if said=$(command tc -batch "$1" 2>&1); then
        [ -z "$said" ] || say "$said"
        return 0
    fi
    say "$said"
    number=${said##*:}
    case $number in
        '' | *[!0-9]*) ;;
        *) last="tc $(sed -n "${number}p" "$1")" ;;
    esac
    return 1
}

# An interface to try commands on; none where the kernel has no interfaces of that kind.
new_scratch() {
    no_scratch
    scratch=qosc-try
    ip link add "$scratch" type dummy 2>/dev/null || scratch=''
}

# Takes it away: that of this run, and one that a run left which was killed.
no_scratch() {
    ip link del dev qosc-try 2>/dev/null || :
    scratch=''
}

# Runs the commands on the scratch interface: what tc or the kernel refuses there changes nothing.
try_out() {
    for dev in $todo; do
        new_scratch
        if [ -z "$scratch" ]; then
            say "there is no interface of kind dummy: no command is tried out beforehand"
            return 0
        fi
        sed "s/^\([a-z]* add\) dev [^ ]* /\1 dev $scratch /" "$work/$dev.new" > "$work/try"
        run "$work/try" || {
            [ -z "$last" ] || last="${last%% dev *} dev $dev ${last#* dev * }"
            fail "tried out beforehand; nothing was changed on $dev"
        }
    done
    no_scratch
}

# Checks an interface before anything is changed, and writes down what is to be done and undone:
# `live`, the commands; `back`, what puts back what stands there now; `before`, what stood there
# before the first apply.
prepare() {
    locate "$1" || fail "there is no interface $1"
    look "$1" "$work/$1.now" || fail "tc does not say what is set up on $1"
    if tags_early "$1"; then
        fail "$1 may write its VLAN tag before its filters see a packet, so that they see no IP (reorder_hdr off). Before apply: ip link set dev $1 type vlan reorder_hdr on"
    fi
    ordered "$work/$1.plan" > "$work/$1.new"
    split_joined "$1"
    : > "$work/$1.before"
    : > "$work/$1.back"
    : > "$work/$1.forget"
    check_offloads "$1"
    check_priorities "$1"
    # shellcheck disable=SC2086  # a line each
    [ -z "$joins" ] || printf '%s\n' $joins > "$work/$1.offloads"
    own=''
    if [ -n "$known" ]; then
        if [ -e "$room/unconfirmed" ]; then
            is_watched || fail "$1 waits to be confirmed, and the run that was to put back what stood there is gone: confirm or clear it first"
            fail "$1 waits to be confirmed: confirm or clear it first"
        fi
        if [ -e "$room/doing" ]; then
            say "$1: an earlier run was cut off; what it left is taken away"
            own=1
        elif [ "$(cat "$work/$1.now")" = "$(cat "$room/dump")" ]; then
            own=1
        fi
    fi
    if [ -n "$own" ]; then
        named "$1" "$room/before" > "$work/$1.before"
        if [ -s "$room/commands" ]; then
            named "$1" "$room/commands" > "$work/$1.back"
            rm "$work/$1.forget"
        else
            cat "$work/$1.before" > "$work/$1.back"
        fi
        if [ -z "$force$joins$retag" ] && [ ! -e "$room/doing" ] && [ "$(cat "$work/$1.new")" = "$(named "$1" "$room/commands")" ]; then
            return 0
        fi
    elif [ ! -s "$work/$1.new" ]; then
        return 0
    elif again "$1" > "$work/$1.back" && { [ -z "$root" ] || stands_again "$1"; }; then
        [ -z "$root" ] || say "$1: takes the place of: $root"
        cat "$work/$1.back" > "$work/$1.before"
    else
        : > "$work/$1.back"
        if [ -n "$known" ]; then
            say "$1: what is set up there is not what the last apply left"
            differ "$room/dump" "$work/$1.now"
            named "$1" "$room/before" > "$work/$1.before"
        else
            [ -z "$root" ] || say "$1: others have set up: $root"
            [ -z "$entry" ] || say "$1: others have set up: $entry"
            [ -z "$filtered" ] || say "$1: others have set up: $filtered"
        fi
        [ -n "$force" ] || fail "$1 is left as it is: apply --force takes away what is set up there, and nothing puts it back"
        say "warning: $1: what others have set up is taken away, and nothing puts it back"
        cat "$work/$1.before" > "$work/$1.back"
    fi
    if grep -q '^qdisc mq 0: root' "$work/$1.now" && grep -q '^qdisc add dev [^ ]* root ' "$work/$1.new"; then
        say "$1: one tree takes the place of a queue for each processor (mq): all that leaves goes through it one by one"
    fi
    stands "$work/$1.now"
    away "$1" > "$work/$1.live"
    cat "$work/$1.new" >> "$work/$1.live"
    todo="$todo $1"
}

change() {
    todo=''
    for dev in $devices; do
        prepare "$dev"
    done
    try_out
    if [ -n "$check" ]; then
        say "nothing stands in the way on:$devices"
        return 0
    fi
    for dev in $todo; do
        carry_out "$dev"
    done
    for dev in $todo; do
        remember "$dev"
    done
    for dev in $devices; do
        locate "$dev" || continue
        [ -z "$known" ] || cat "$work/$dev.port" > "$room/port"
    done
    if [ -n "$confirm" ] && [ -n "$todo" ]; then
        watch
    fi
    changed=''
}

# Changes an interface. From here on, a run that ends early puts back what stood there.
carry_out() {
    changed="$changed $1"
    give_token
    locate "$1" || fail "there is no interface $1"
    if [ -z "$known" ]; then
        rm -rf "$room"
        mkdir "$room"
        : > "$room/commands"
        cat "$work/$1.before" > "$room/before"
        : > "$room/doing"
        : > "$room/offloads"
        printf '%s\n' "$who" > "$room/who"
    fi
    : > "$room/doing"
    if [ -e "$work/$1.offloads" ]; then
        cat "$work/$1.offloads" >> "$room/offloads"
        switch_offloads "$1" "$work/$1.offloads" off
    fi
    if [ -e "$work/$1.tags" ]; then
        [ -e "$room/tags" ] || cat "$work/$1.tags-now" > "$room/tags"
        put_priorities "$1" "$work/$1.tags" || exit 1
    fi
    run "$work/$1.live" || exit 1
    look "$1" "$work/$1.dump" || fail "tc does not say what is set up on $1"
}

# What was set up is known from now on.
remember() {
    locate "$1" || fail "there is no interface $1"
    cat "$work/$1.before" > "$room/before"
    cat "$work/$1.dump" > "$room/dump"
    cat "$work/$1.new" > "$room/commands"
    [ -z "$confirm" ] || printf '%s\n' "$$" > "$room/unconfirmed"
    rm -f "$room/doing"
}

# Takes away all that is set up on an interface, and runs the commands of a file.
restore() {
    for each in clsact ingress root; do
        command tc qdisc del dev "$1" "$each" 2>/dev/null || :
    done
    run "$2"
}

# Puts back what stood on the interfaces before this run.
undo() {
    undone='' back=''
    for dev in $changed; do
        if locate "$dev"; then
            # Nothing is remembered after this: all that any run switched off comes on again.
            if [ -e "$work/$dev.forget" ]; then
                switch_offloads "$dev" "$room/offloads" on
            else
                switch_offloads "$dev" "$work/$dev.offloads" on
            fi
        fi
        if [ -e "$work/$dev.tags-now" ] && locate "$dev"; then
            put_priorities "$dev" "$work/$dev.tags-now" || say "$dev: the priorities of its VLAN tags could not be put back"
        fi
        if ! locate "$dev" || ! restore "$dev" "$work/$dev.back" || ! look "$dev" "$work/$dev.then"; then
            say "$dev could not be put back as it was"
            continue
        fi
        if [ "$(cat "$work/$dev.then")" != "$(cat "$work/$dev.now")" ]; then
            say "$dev is not quite as it was"
            differ "$work/$dev.now" "$work/$dev.then"
        fi
        if [ -s "$work/$dev.back" ]; then
            back="$back $dev"
        else
            undone="$undone $dev"
        fi
        if [ -e "$work/$dev.forget" ]; then
            rm -rf "$room"
        else
            cat "$work/$dev.then" > "$room/dump"
            cat "$work/$dev.back" > "$room/commands"
            rm -f "$room/doing" "$room/unconfirmed"
        fi
    done
    take_token
    [ -z "$undone" ] || say "undone on:$undone"
    [ -z "$back" ] || say "put back on:$back"
}

finish() {
    status=$?
    trap '' HUP INT TERM
    trap - EXIT
    set +e
    [ -z "$scratch" ] || no_scratch
    if [ "$status" -ne 0 ]; then
        [ -z "$last" ] || say "failed: $last"
        [ -z "$changed" ] || undo
    fi
    [ -n "$watched" ] || rm -rf "$work"
    exit "$status"
}

# A time such as 90s, 5m or 1h in seconds.
seconds() {
    number=${1%[smh]}
    case $number in
        '' | *[!0-9]* | 0* | ???????*) return 1 ;;
    esac
    case $1 in
        *m) number=$((number * 60)) ;;
        *h) number=$((number * 3600)) ;;
    esac
    printf '%s\n' "$number"
}

# Seconds of a clock that nobody sets.
clock() {
    { read -r ticks _ < /proc/uptime; } 2>/dev/null || ticks=$(date +%s)
    printf '%s\n' "${ticks%%.*}"
}

# Whether the run that is to put back what stood on an interface still waits.
is_watched() {
    case $(cat "/proc/$(cat "$room/watcher" 2>/dev/null || echo none)/stat" 2>/dev/null) in
        '' | *') Z '*) return 1 ;;
    esac
}

# Whether an interface of this run is still to be confirmed. Its name may have changed.
waits() {
    for each in $waiting; do
        [ "$(cat "$rooms/${each%%:*}/unconfirmed" 2>/dev/null)" != "$$" ] || return 0
    done
    return 1
}

# Puts back what stood there on those interfaces that are still to be confirmed, and are there now.
put_back() {
    trap '' TERM
    exec 9> "$rooms/lock"
    flock 9
    whole=$work
    work=$(mktemp -d "$whole/XXXXXX")
    changed=''
    for each in $waiting; do
        number=${each%%:*}
        was=$whole/${each#*:}
        if ! find_number "$number" || [ "$(cat "$room/unconfirmed")" != "$$" ]; then
            continue
        fi
        named "$device" "$was.back" > "$work/$device.back"
        cat "$was.now" > "$work/$device.now"
        for file in offloads forget tags-now; do
            [ ! -e "$was.$file" ] || cat "$was.$file" > "$work/$device.$file"
        done
        # One takes it: this, or the run that confirms.
        if mv "$room/unconfirmed" "$room/doing"; then
            changed="$changed $device"
        fi
    done
    undo
    work=$whole
    exec 9>&-
    trap 'told=1' TERM
}

# Puts back what stood there, in the background and after a while, where it was not confirmed.
watch() {
    waiting=''
    for dev in $todo; do
        locate "$dev" || fail "there is no interface $dev"
        waiting="$waiting ${room##*/}:$dev"
    done
    deadline=$(($(clock) + confirm))
    # No signal comes between the two: either this run puts back what stood there, or the one in the background does.
    trap '' HUP INT TERM
    (
        told=''
        trap 'told=1' TERM
        trap - EXIT
        exec < /dev/null > /dev/null 2>&1 9>&-
        set +e
        # Nobody waits for what is confirmed or cleared. For an interface that is not there, another hour.
        while waits; do
            now=$(clock)
            if [ -n "$told" ] || [ "$now" -ge "$deadline" ]; then
                last_time=$told
                put_back
                if [ -n "$last_time" ] || [ "$now" -ge $((deadline + 3600)) ]; then
                    break
                fi
            fi
            [ -n "$told" ] || sleep 1
        done
        rm -rf "$work"
    ) &
    watcher=$!
    watched=1 changed=''
    for each in $waiting; do
        printf '%s\n' "$watcher" > "$rooms/${each%%:*}/watcher"
    done
    heed_signals
    say "put back in $confirm seconds unless confirmed:$todo"
}

# Keeps what was applied to be confirmed.
confirm_interfaces() {
    for dev in $devices; do
        if ! locate "$dev" || [ -z "$known" ] || [ ! -e "$room/unconfirmed" ]; then
            fail "there is nothing to confirm on $dev"
        fi
    done
    for dev in $devices; do
        locate "$dev" || fail "there is no interface $dev"
        rm "$room/unconfirmed" 2>/dev/null || fail "there is nothing to confirm on $dev any more"
        is_watched || say "$dev: the run that was to put back what stood there was gone; it would have stayed in any case"
    done
}

# Leaves the interfaces as they were before the first apply.
clear_interfaces() {
    no_scratch
    for dev in $devices; do
        locate "$dev" || fail "there is no interface $dev"
        look "$dev" "$work/$dev.now" || fail "tc does not say what is set up on $dev"
        if [ -z "$root$filtered" ] || [ -n "$force" ]; then
            continue
        elif [ -z "$known" ]; then
            fail "no apply on $dev is known: clear --force takes away all that is set up there"
        elif [ ! -e "$room/doing" ] && [ "$(cat "$work/$dev.now")" != "$(cat "$room/dump")" ]; then
            say "$dev: what is set up there is not what the last apply left"
            differ "$room/dump" "$work/$dev.now"
            fail "$dev is left as it is: clear --force takes away all that is set up there"
        fi
    done
    for dev in $devices; do
        locate "$dev" || fail "there is no interface $dev"
        : > "$work/$dev.back"
        if [ -n "$known" ]; then
            : > "$room/doing"
            named "$dev" "$room/before" > "$work/$dev.back"
        elif [ -z "$force" ]; then
            continue
        fi
        if ! restore "$dev" "$work/$dev.back" || ! look "$dev" "$work/$dev.then" ||
            { [ ! -s "$work/$dev.back" ] && [ -n "$root$entry" ]; }; then
            fail "$dev could not be put back as it was"
        fi
        if [ -n "$known" ]; then
            switch_offloads "$dev" "$room/offloads" on
            if [ -e "$room/tags" ]; then
                put_priorities "$dev" "$room/tags" || say "$dev: the priorities of its VLAN tags could not be put back"
            fi
            rm -rf "$room"
        fi
    done
    take_token
}

# What tc shows, as it is.
show_all() {
    command tc -s -d qdisc show dev "$1"
    command tc -s -d class show dev "$1"
    command tc -s -d filter show dev "$1" ingress 2>/dev/null || :
    command tc -s -d filter show dev "$1" egress 2>/dev/null || :
}

# The counters of an interface by the router's names. These stand in comments of this script: a line
# `#= FUNCTION KEY NAME` for each.
show_interface() {
    port='' which=''
    if locate "$1" && [ -n "$known" ] && [ -r "$room/port" ]; then
        port=$(cat "$room/port")
        which=$(take_pair "$port=$1" >/dev/null 2>&1 && printf '%s\n' "$number") || which=''
    fi
    if [ -n "$all" ]; then
        show_all "$1"
        return 0
    elif [ -z "$which" ] || [ ! -r "$0" ] || ! command -v awk >/dev/null 2>&1; then
        say "$1: what its counters are called is not known"
        show_all "$1"
        return 0
    fi
    printf '%s, %s\n' "$1" "$(printf '%s' "$port" | tr -d '[:cntrl:]')"
    {
        sed -n "s/^#= $which /= /p" "$0"
        for each in ingress egress; do
            printf '# %s\n' "$each"
            command tc -s filter show dev "$1" "$each" 2>/dev/null || :
        done
        command tc -s class show dev "$1"
    } | awk '
        function line(way, packets, bytes, dropped, over, what) {
            return sprintf("%-3s %12s %15s %10s %10s  %s\n", way, packets, bytes, dropped, over, what)
        }
        /^= / { order[++count] = $2; names[$2] = substr($0, length($2) + 4); next }
        /^# / { way = $2 == "ingress" ? "in" : "out"; hook = $2; kind = ""; next }
        /^filter / {
            chain = 0
            for (i = 1; i < NF; i++) {
                if ($i == "pref") pref = $(i + 1)
                if ($i == "chain") chain = $(i + 1)
            }
            key = hook "/" chain "/" pref
            kind = ""
            next
        }
        /action order [0-9]+: +police / { kind = "policer"; next }
        /action order / { kind = ""; next }
        /^class (htb|prio) / { way = "out"; key = $3; kind = "class"; next }
        /^class / { kind = ""; next }
        kind != "" && /Sent [0-9]+ bytes [0-9]+ pkt/ {
            what = kind " " key ", not of this script"
            if (key in names) what = names[key]
            else if (!(key in rows)) order[++count] = key
            sub(/.*Sent /, "")
            gsub(/[(),]/, "")
            rows[key] = rows[key] line(way, $3, $1, $6, $8, what)
            kind = ""
        }
        END {
            printf "%s", line("way", "packets", "bytes", "dropped", "overlimits", "what")
            for (i = 1; i <= count; i++)
                if (order[i] in rows) printf "%s", rows[order[i]]
                else printf "%s", line("", "gone", "", "", "", names[order[i]])
        }'
}

# Begins the plan of an interface for a port.
plan() {
    dev=$1
    devices="$devices $dev"
    : > "$work/$dev.plan"
    printf '%s\n' "$port" > "$work/$dev.port"
}

# Puts a command into the plan: all of them are run together.
tc() {
    printf '%s\n' "$*" >> "$work/$dev.plan"
}

# Port FastEthernet0/0
#= 1 ingress/0/1 policer, router.cfg:54: rate-limit input access-group 150 1000000 8000 8000 conform-action set-prec-transmit 7 exceed-action drop /* Robin traffic */
apply_1() {
    plan "$1"
    # router.cfg:42: interface FastEthernet0/0
    tc qdisc add dev "$dev" clsact
    # router.cfg:64: rate-limit input access-group 165 1000000 8000 8000 conform-action set-prec-transmit 5 exceed-action set-prec-transmit 5
    tc filter add dev "$dev" ingress chain 5 pref 1 protocol ip matchall action pedit ex munge ip dsfield set 0xa0 retain 0xe0 pipe action csum ip4h pipe action ok
    # router.cfg:62: rate-limit input access-group 164 1000000 8000 8000 conform-action set-prec-transmit 4 exceed-action set-prec-transmit 4
    tc filter add dev "$dev" ingress chain 4 pref 1 protocol ip matchall action pedit ex munge ip dsfield set 0x80 retain 0xe0 pipe action csum ip4h pipe action ok
    # router.cfg:60: rate-limit input access-group 163 1000000 8000 8000 conform-action set-prec-transmit 3 exceed-action set-prec-transmit 3
    tc filter add dev "$dev" ingress chain 3 pref 1 protocol ip matchall action pedit ex munge ip dsfield set 0x60 retain 0xe0 pipe action csum ip4h pipe action ok
    # router.cfg:58: rate-limit input access-group 162 1000000 8000 8000 conform-action set-prec-transmit 2 exceed-action set-prec-transmit 2
    tc filter add dev "$dev" ingress chain 2 pref 1 protocol ip matchall action pedit ex munge ip dsfield set 0x40 retain 0xe0 pipe action csum ip4h pipe action ok
    # router.cfg:56: rate-limit input access-group 161 1000000 8000 8000 conform-action set-prec-transmit 1 exceed-action set-prec-transmit 1
    tc filter add dev "$dev" ingress chain 1 pref 1 protocol ip matchall action pedit ex munge ip dsfield set 0x20 retain 0xe0 pipe action csum ip4h pipe action ok
    # router.cfg:54: rate-limit input access-group 150 1000000 8000 8000 conform-action set-prec-transmit 7 exceed-action drop /* Robin traffic */
    tc filter add dev "$dev" ingress chain 0 pref 1 protocol ip flower dst_ip 192.190.218.1/32 action police rate 1000000bit burst 8000b mtu 65535 conform-exceed drop/pipe action pedit ex munge ip dsfield set 0xe0 retain 0xe0 pipe action csum ip4h pipe action ok
    # router.cfg:56: rate-limit input access-group 161 1000000 8000 8000 conform-action set-prec-transmit 1 exceed-action set-prec-transmit 1
    tc filter add dev "$dev" ingress chain 0 pref 2 protocol ip flower ip_proto udp dst_port 50001 dst_ip 192.190.218.2/32 action goto chain 1
    tc filter add dev "$dev" ingress chain 0 pref 3 protocol ip flower ip_proto udp dst_ip 192.190.218.2/32 ip_flags frag/nofirstfrag action goto chain 1
    # router.cfg:58: rate-limit input access-group 162 1000000 8000 8000 conform-action set-prec-transmit 2 exceed-action set-prec-transmit 2
    tc filter add dev "$dev" ingress chain 0 pref 4 protocol ip flower ip_proto udp dst_port 50002 dst_ip 192.190.218.2/32 action goto chain 2
    tc filter add dev "$dev" ingress chain 0 pref 5 protocol ip flower ip_proto udp dst_ip 192.190.218.2/32 ip_flags frag/nofirstfrag action goto chain 2
    # router.cfg:60: rate-limit input access-group 163 1000000 8000 8000 conform-action set-prec-transmit 3 exceed-action set-prec-transmit 3
    tc filter add dev "$dev" ingress chain 0 pref 6 protocol ip flower ip_proto udp dst_port 50003 dst_ip 192.190.218.2/32 action goto chain 3
    tc filter add dev "$dev" ingress chain 0 pref 7 protocol ip flower ip_proto udp dst_ip 192.190.218.2/32 ip_flags frag/nofirstfrag action goto chain 3
    # router.cfg:62: rate-limit input access-group 164 1000000 8000 8000 conform-action set-prec-transmit 4 exceed-action set-prec-transmit 4
    tc filter add dev "$dev" ingress chain 0 pref 8 protocol ip flower ip_proto udp dst_port 50004 dst_ip 192.190.218.2/32 action goto chain 4
    tc filter add dev "$dev" ingress chain 0 pref 9 protocol ip flower ip_proto udp dst_ip 192.190.218.2/32 ip_flags frag/nofirstfrag action goto chain 4
    # router.cfg:64: rate-limit input access-group 165 1000000 8000 8000 conform-action set-prec-transmit 5 exceed-action set-prec-transmit 5
    tc filter add dev "$dev" ingress chain 0 pref 10 protocol ip flower ip_proto udp dst_port 50005 dst_ip 192.190.218.2/32 action goto chain 5
    tc filter add dev "$dev" ingress chain 0 pref 11 protocol ip flower ip_proto udp dst_ip 192.190.218.2/32 ip_flags frag/nofirstfrag action goto chain 5
    # router.cfg:66: rate-limit input access-group 166 1000000 8000 8000 conform-action set-prec-transmit 6 exceed-action set-prec-transmit 6
    tc filter add dev "$dev" ingress chain 0 pref 12 protocol ip flower ip_proto tcp dst_ip 192.190.218.2/32 action pedit ex munge ip dsfield set 0xc0 retain 0xe0 pipe action csum ip4h pipe action ok
}

# Port ATM1/0.108 pvc 4/108
#= 2 1:1 the link
#= 2 1:10 class pre7
#= 2 1:11 class pre6
#= 2 1:12 class pre5
#= 2 1:13 class pre4
#= 2 1:14 class pre3
#= 2 1:15 class pre2
#= 2 1:16 class pre1
#= 2 1:17 class class-default
apply_2() {
    plan "$1"
    # router.cfg:76: pvc 4/108
    tc qdisc add dev "$dev" clsact
    tc qdisc add dev "$dev" root handle 1: htb default 17
    # router.cfg:76: pvc 4/108
    # the link
    tc class add dev "$dev" parent 1: classid 1:1 htb rate 2000000bit ceil 2000000bit burst 2014b cburst 2014b prio 0 quantum 1514 overhead 2 linklayer atm
    # router.cfg:3: bandwidth 800
    # class pre7
    tc class add dev "$dev" parent 1:1 classid 1:10 htb rate 800000bit ceil 2000000bit burst 1715b cburst 2014b prio 0 quantum 12112 overhead 2 linklayer atm
    # router.cfg:2: class pre7 /* Robin - high priority - WFQ queue */
    # queue of class pre7
    tc qdisc add dev "$dev" parent 1:10 handle 10: pfifo limit 64
    # router.cfg:5: bandwidth 100
    # class pre6
    tc class add dev "$dev" parent 1:1 classid 1:11 htb rate 100000bit ceil 2000000bit burst 1539b cburst 2014b prio 0 quantum 1514 overhead 2 linklayer atm
    # router.cfg:6: queue-limit 10
    # queue of class pre6
    tc qdisc add dev "$dev" parent 1:11 handle 11: pfifo limit 10
    # router.cfg:8: bandwidth 100
    # class pre5
    tc class add dev "$dev" parent 1:1 classid 1:12 htb rate 100000bit ceil 2000000bit burst 1539b cburst 2014b prio 0 quantum 1514 overhead 2 linklayer atm
    # router.cfg:9: queue-limit 10
    # queue of class pre5
    tc qdisc add dev "$dev" parent 1:12 handle 12: pfifo limit 10
    # router.cfg:11: bandwidth 100
    # class pre4
    tc class add dev "$dev" parent 1:1 classid 1:13 htb rate 100000bit ceil 2000000bit burst 1539b cburst 2014b prio 0 quantum 1514 overhead 2 linklayer atm
    # router.cfg:12: queue-limit 10
    # queue of class pre4
    tc qdisc add dev "$dev" parent 1:13 handle 13: pfifo limit 10
    # router.cfg:14: bandwidth 100
    # class pre3
    tc class add dev "$dev" parent 1:1 classid 1:14 htb rate 100000bit ceil 2000000bit burst 1539b cburst 2014b prio 0 quantum 1514 overhead 2 linklayer atm
    # router.cfg:15: queue-limit 10
    # queue of class pre3
    tc qdisc add dev "$dev" parent 1:14 handle 14: pfifo limit 10
    # router.cfg:17: bandwidth 100
    # class pre2
    tc class add dev "$dev" parent 1:1 classid 1:15 htb rate 100000bit ceil 2000000bit burst 1539b cburst 2014b prio 0 quantum 1514 overhead 2 linklayer atm
    # router.cfg:18: queue-limit 10
    # queue of class pre2
    tc qdisc add dev "$dev" parent 1:15 handle 15: pfifo limit 10
    # router.cfg:20: bandwidth 100
    # class pre1
    tc class add dev "$dev" parent 1:1 classid 1:16 htb rate 100000bit ceil 2000000bit burst 1539b cburst 2014b prio 0 quantum 1514 overhead 2 linklayer atm
    # router.cfg:21: queue-limit 10
    # queue of class pre1
    tc qdisc add dev "$dev" parent 1:16 handle 16: pfifo limit 10
    # router.cfg:25: bandwidth 100
    # class class-default
    tc class add dev "$dev" parent 1:1 classid 1:17 htb rate 100000bit ceil 2000000bit burst 1539b cburst 2014b prio 0 quantum 1514 overhead 2 linklayer atm
    # router.cfg:22: class class-default
    # queue of class class-default
    tc qdisc add dev "$dev" parent 1:17 handle 17: pfifo limit 64
    # router.cfg:2: class pre7 /* Robin - high priority - WFQ queue */
    tc filter add dev "$dev" egress chain 0 pref 1 protocol ip flower ip_tos 0xe0/0xe0 action skbedit priority 1:10 pipe action ok
    # router.cfg:4: class pre6
    tc filter add dev "$dev" egress chain 0 pref 1 protocol ip flower ip_tos 0xc0/0xe0 action skbedit priority 1:11 pipe action ok
    # router.cfg:10: class pre4
    tc filter add dev "$dev" egress chain 0 pref 1 protocol ip flower ip_tos 0x80/0xe0 action skbedit priority 1:13 pipe action ok
    # router.cfg:13: class pre3
    tc filter add dev "$dev" egress chain 0 pref 1 protocol ip flower ip_tos 0x60/0xe0 action skbedit priority 1:14 pipe action ok
    # router.cfg:16: class pre2
    tc filter add dev "$dev" egress chain 0 pref 1 protocol ip flower ip_tos 0x40/0xe0 action skbedit priority 1:15 pipe action ok
    # router.cfg:19: class pre1
    tc filter add dev "$dev" egress chain 0 pref 1 protocol ip flower ip_tos 0x20/0xe0 action skbedit priority 1:16 pipe action ok
    # router.cfg:22: class class-default
    tc filter add dev "$dev" egress chain 0 pref 2 protocol all matchall action skbedit priority 1:17 pipe action ok
}

# Sets port, number to that of its function, and device to its interface: PORT=INTERFACE.
take_pair() {
    case $1 in
        FastEthernet0/0=*) number=1 device=${1#FastEthernet0/0=} ;;
        'ATM1/0.108 pvc 4/108'=*) number=2 device=${1#'ATM1/0.108 pvc 4/108'=} ;;
        *)
            [ "$verb" != apply ] || usage
            device=$1
            ;;
    esac
    port=${1%"=$device"}
    find_interface "$device"
}

[ "$#" -ge 1 ] || usage
verb=$1
shift
case $verb in
    apply | clear | confirm | show) ;;
    *) usage ;;
esac
while [ "$#" -ge 1 ]; do
    case $verb$1 in
        apply--check) check=1 ;;
        apply--keep-offloads) keep=1 ;;
        apply--force | clear--force) force=1 ;;
        show--all) all=1 ;;
        apply--confirm)
            [ "$#" -ge 2 ] || usage
            shift
            confirm=$(seconds "$1") || usage
            ;;
        "$verb--")
            shift
            break
            ;;
        "$verb--"*) usage ;;
        *) break ;;
    esac
    shift
done
[ "$#" -ge 1 ] || usage
[ "$(id -u)" -eq 0 ] || fail "this needs root"
for tool in tc ip; do
    command -v "$tool" >/dev/null 2>&1 || fail "there is no $tool: install iproute2"
done

given=''
for pair in "$@"; do
    take_pair "$pair"
    case "$given " in
        *" $device "*) fail "$device is given for two ports" ;;
    esac
    given="$given $device"
done
case $verb in
    apply)
        begin
        for pair in "$@"; do
            take_pair "$pair"
            "apply_$number" "$device"
        done
        change
        ;;
    clear | confirm)
        begin
        devices=$given
        "${verb}_interfaces"
        ;;
    show)
        set -f
        find_rooms
        for dev in $given; do
            show_interface "$dev"
        done
        ;;
esac
