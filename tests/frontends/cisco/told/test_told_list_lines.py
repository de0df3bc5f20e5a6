"""Lists, class-maps and maps: what is not understood or not in the model is told at its line."""

from __future__ import annotations

from tests.frontends.cisco.told.rows import Row, Told, each_of, told_of

ROWS: list[Row] = [
    (
        "ios-12",
        ("access-list x permit ip any any",),
        [
            (1, "unknown", "an access list has a number"),
        ],
    ),
    (
        "ios-12",
        ("access-list 99999 permit any",),
        [
            (1, "unknown", "an access list has a number"),
        ],
    ),
    (
        "ios-12",
        (
            "access-list OUT extended permit ip any any",
            "class-map match-all C",
            " match access-group name OUT",
            "policy-map P",
            " class C",
            "  bandwidth 100",
        ),
        [
            (1, "recognised", "only IP access lists are in the model"),
        ],
    ),
    (
        "ios-12",
        (
            "ip access-list extended",
            " permit ip any any",
        ),
        [
            (1, "unknown", "an access list has a name"),
            (2, "recognised", "understood, but not in the model"),
        ],
    ),
    (
        "ios-12",
        (
            "ipv6 access-list standard X",
            " permit any",
        ),
        [
            (1, "recognised", "IPv6 lists of this kind are not in the model"),
            (2, "recognised", "IPv6 lists of this kind are not in the model"),
        ],
    ),
    (
        "eos",
        (
            "ipv6 access-list standard X",
            " permit any",
        ),
        [
            (1, "recognised", "IPv6 lists of this kind are not in the model"),
            (2, "recognised", "IPv6 lists of this kind are not in the model"),
        ],
    ),
    (
        "ios-12",
        ("ip access-list resequence X 10 10",),
        [
            (1, "recognised", "this setting of access lists is not in the model"),
        ],
    ),
    (
        "ios-12",
        (
            "class-map match-all C",
            " match access-group 101",
            "access-list 101 permit tcp any range 100 50 any",
        ),
        [
            (
                3,
                "unknown",
                "the range ends below its beginning: what a router matches then is not public",
            ),
        ],
    ),
    (
        "ios-12",
        (
            "class-map match-all C",
            " match access-group 101",
            "access-list 101 permit tcp any any match-all +ack -ack",
        ),
        [
            (3, "unknown", "a flag cannot be both set and clear"),
        ],
    ),
    (
        "ios-12",
        (
            "ipv6 access-list X",
            " permit ipv6 2001:db8::/129 any",
            "class-map match-all C",
            " match access-group name X",
        ),
        [
            (2, "unknown", "`2001:db8::/129` is not an IPv6 address"),
        ],
    ),
    (
        "ios-12",
        (
            "class-map match-all C",
            " match access-group 101",
            "access-list 101 permit ip any host 10.0.0.256",
        ),
        [
            (3, "unknown", "`10.0.0.256` is not an IPv4 address"),
        ],
    ),
    (
        "ios-12",
        (
            "class-map match-all C",
            " match packet length min 200 max 100",
        ),
        [
            (2, "unknown", "the least length is above the greatest"),
        ],
    ),
    (
        "ios-12",
        ("table-map",),
        [
            (1, "unknown", "the line ends too early"),
        ],
    ),
    (
        "ios-12",
        ("priority-list 1 protocol ip",),
        [
            (1, "unknown", "a queue is missing"),
        ],
    ),
    (
        "ios-12",
        ("priority-list 1 protocol ip urgent",),
        [
            (1, "unknown", "`urgent` is not understood here"),
        ],
    ),
    (
        "ios-12",
        ("priority-list 1 queue-limit",),
        [
            (1, "unknown", "a queue limit is missing"),
        ],
    ),
    (
        "ios-12",
        ("queue-list 1 queue 1 limit",),
        [
            (1, "unknown", "a number is missing"),
        ],
    ),
    (
        "ios-12",
        ("access-list rate-limit 100 5",),
        [
            (1, "unknown", "lists 100 to 199 take a MAC address"),
        ],
    ),
    (
        "ios-12",
        ("access-list rate-limit 5 0000.0000.0001",),
        [
            (1, "unknown", "only lists 100 to 199 take a MAC address"),
        ],
    ),
    (
        "ios-12",
        ("access-list rate-limit",),
        [
            (1, "unknown", "the line ends too early"),
        ],
    ),
    (
        "ios-12",
        (
            "route-map R permit 10",
            " match length 5 3",
            " set ip precedence 5",
            "interface Serial0",
            " ip policy route-map R",
        ),
        [
            (2, "unknown", "the least length is above the greatest"),
        ],
    ),
    (
        "ios-12",
        (
            "class-map match-all C",
            " match ip dscp 64",
            " match vlan 4095",
            " match cos 8",
            " match qos-group 2000",
            " match atm clp 5",
            " match fr-dlci x",
            " match ip rtp 16384 16383",
            " match ip rtp 2000",
            " match mpls experimental topmost 8",
            " match input-interface",
            " match protocol",
            " match source-address mac 1.2.3",
        ),
        [
            (2, "unknown", "a DSCP is a number from 0 to 63 (RFC 2474)"),
            (4, "unknown", "a CoS is a number from 0 to 7 (the field has 3 bits)"),
            (5, "unknown", "a qos-group is a number from 0 to 1023 (the field has 10 bits)"),
            (7, "unknown", "`x` is not understood here"),
            (9, "unknown", "the line ends too early"),
            (10, "unknown", "an EXP is a number from 0 to 7 (the field has 3 bits)"),
            (11, "unknown", "the line ends too early"),
            (12, "unknown", "the line ends too early"),
        ],
    ),
    (
        "ios-12",
        (
            "ip access-list extended A",
            " permit tcp any eq 65536 any",
            " permit 256 any any",
            " permit icmp any any 256",
            " permit ip any any dscp 64",
            " permit ip any any precedence 8",
            " permit ip any any tos 16",
            " permit tcp any any eq nosuch",
            " permit igmp any any 16",
            " permit ip 10.0.0.0/33 any",
            " permit ip any any time-range T",
            " permit tcp any neq 5 6 any established",
            " permit ip any any option any-options",
            " permit ip any any ttl range 5",
            " permit ip any any log",
            " permit udp any lt 0 any",
            " permit tcp any gt 65535 any",
            "class-map C",
            " match access-group name A",
        ),
        [
            (2, "unknown", "a port is a number from 0 to 65535"),
            (3, "unknown", "a protocol is a number from 0 to 255"),
            (4, "unknown", "an ICMP type or code is a number from 0 to 255"),
            (5, "unknown", "a DSCP is a number from 0 to 63 (RFC 2474)"),
            (6, "unknown", "an IP precedence is a number from 0 to 7 (RFC 791)"),
            (7, "unknown", "a TOS is a number from 0 to 15"),
            (8, "unknown", "`nosuch` is not understood here"),
            (9, "unknown", "an IGMP type is a number from 0 to 15"),
            (10, "unknown", "`10.0.0.0/33` is not understood here"),
            (15, "unknown", "`permit` is not understood here"),
        ],
    ),
    (
        "ios-12",
        (
            "queue-list 1 protocol ip 17",
            "queue-list 17 protocol ip 1",
            "queue-list 1 queue 3 byte-count x",
            "queue-list 1 queue 3 limit 40000",
            "queue-list 1 lowest-custom 3",
            "queue-list 1 stun 3 address 1 2",
            "queue-list 1 default 5",
            "priority-list 17 protocol ip high",
            "priority-list 1 queue-limit 1 2 3",
            "priority-list 1 protocol ip high gt 500",
            "priority-list 1 protocol ip high fragments",
            "priority-list 1 protocol ip high tcp nosuch",
            "priority-list 1 protocol appletalk high",
            "interface Serial0",
            " custom-queue-list 1",
            "interface Serial1",
            " priority-group 1",
        ),
        [
            (1, "unknown", "a queue is a number from 0 to 16 (QoS command reference)"),
            (2, "unknown", "a list is a number from 1 to 16 (QoS command reference)"),
            (3, "unknown", "`x` is not understood here"),
            (4, "unknown", "a queue limit is a number from 0 to 32767 (QoS command reference)"),
            (6, "recognised", "queueing of serial tunnels is not in the model"),
            (8, "unknown", "a list is a number from 1 to 16 (QoS command reference)"),
            (12, "unknown", "a port is a number from 0 to 65535 (RFC 793)"),
        ],
    ),
]


@each_of(ROWS)
def test_a_line_is_told_with_its_reason(platform: str, lines: tuple[str, ...], told: Told) -> None:
    assert told_of(platform, lines) == told
