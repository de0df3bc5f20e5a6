#!/bin/sh
# Made by qosc VERSION from router.cfg (platform ios-12) for Linux and iproute2 5.13 or newer. Do not edit: compile again.
#
# Of 104 values of the config: 72 exact, 4 envelope, 14 approx, 14 unknown.
# Meters and shares hold for single packets. Where the device joins them (offloads gro, gso, tso), apply warns and names the command that turns that off.
# Assumed: writes the three bits of the precedence and keeps the rest of the DS byte (RFC 791); whether a router clears the lower bits of the DSCP depends on its release (FastEthernet0/0 > input > rate-limit > rules[1] > policer > conform and 12 more)
# Assumed: there is no access-list 105; what a router then matches depends on its release. Taken to match none (ATM1/0.108 pvc 4/108 > output > policy-map cdf-wfq > class pre5 > match > class-map pre5 > match > operands[1] > access-list 105)
#
set -eu

usage() {
    cat >&2 <<'EOT'
Usage: script apply PORT=INTERFACE ...   set up the interfaces that stand for these ports
       script clear INTERFACE ...        take away their queues and filters
       script show  INTERFACE ...        show them with their counters
Ports:
  FastEthernet0/0
  ATM1/0.108 pvc 4/108
An interface is told by its name, an alternative name or its MAC address.
EOT
    exit 2
}

fail() {
    printf '%s\n' "error: $1" >&2
    exit 1
}

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

# A device may hand over many packets as one: meters and classes count it as one packet.
check_offloads() {
    features=$(ethtool -k "$1" 2>/dev/null) || features=
    if [ -z "$features" ]; then
        printf '%s\n' "warning: $1: ethtool does not say whether it joins packets (offloads); meters and shares hold for single ones" >&2
        return 0
    fi
    joins=$(printf '%s\n' "$features" | sed -n \
        -e 's/^generic-receive-offload: on.*/gro off/p' \
        -e 's/^large-receive-offload: on.*/lro off/p' \
        -e 's/^generic-segmentation-offload: on.*/gso off/p' \
        -e 's/^tcp-segmentation-offload: on.*/tso off/p' | tr '\n' ' ')
    [ -z "$joins" ] || printf '%s\n' "warning: $1 joins packets (offloads); meters and shares hold for single ones: ethtool -K $1 ${joins% }" >&2
}

clear_interface() {
    command tc qdisc del dev "$1" clsact 2>/dev/null || :
    command tc qdisc del dev "$1" root 2>/dev/null || :
}

show_interface() {
    tc -s -d qdisc show dev "$1"
    tc -s -d class show dev "$1"
    tc -s -d filter show dev "$1" ingress 2>/dev/null || :
    tc -s -d filter show dev "$1" egress 2>/dev/null || :
}

# Remembers the command that is run, to say which one failed.
run_tc() {
    last="tc $*"
    command tc "$@"
}

last=
touched=
undo() {
    status=$?
    trap - EXIT
    if [ "$status" -ne 0 ]; then
        [ -z "$last" ] || printf '%s\n' "failed: $last" >&2
        set -f
        for dev in $touched; do
            clear_interface "$dev"
        done
        [ -z "$touched" ] || printf '%s\n' "undone on:$touched" >&2
    fi
    exit "$status"
}

# Port FastEthernet0/0
apply_1() {
    dev=$1
    touched="$touched $dev"
    clear_interface "$dev"
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
apply_2() {
    dev=$1
    touched="$touched $dev"
    clear_interface "$dev"
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

# Sets number to that of the function for a port, and device to its interface: PORT=INTERFACE.
take_pair() {
    case $1 in
        FastEthernet0/0=*) number=1 device=${1#FastEthernet0/0=} ;;
        'ATM1/0.108 pvc 4/108'=*) number=2 device=${1#'ATM1/0.108 pvc 4/108'=} ;;
        *)
            [ "$verb" != apply ] || usage
            device=$1
            ;;
    esac
    find_interface "$device"
}

[ "$#" -ge 1 ] || usage
verb=$1
shift
case $verb in
    apply | clear | show) ;;
    *) usage ;;
esac
[ "$#" -ge 1 ] || usage
[ "$(id -u)" -eq 0 ] || fail "this needs root"
command -v tc >/dev/null 2>&1 || fail "there is no tc: install iproute2"
tc() {
    run_tc "$@"
}

case $verb in
    apply)
        # Check all before the first is changed.
        given=
        for pair in "$@"; do
            take_pair "$pair"
            case "$given " in
                *" $device "*) fail "$device is given for two ports" ;;
            esac
            given="$given $device"
        done
        for pair in "$@"; do
            take_pair "$pair"
            check_offloads "$device"
        done
        trap undo EXIT
        trap 'exit 129' HUP
        trap 'exit 130' INT
        trap 'exit 143' TERM
        for pair in "$@"; do
            take_pair "$pair"
            "apply_$number" "$device"
        done
        ;;
    *)
        for pair in "$@"; do
            take_pair "$pair"
            "${verb}_interface" "$device"
        done
        ;;
esac
