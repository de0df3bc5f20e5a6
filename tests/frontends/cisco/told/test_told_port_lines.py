"""Ports: what is not understood or not in the model is told at its line."""

from __future__ import annotations

from tests.frontends.cisco.told.rows import Row, Told, each_of, told_of

ROWS: list[Row] = [
    (
        "ios-12",
        ("mls qos map policed-dscp to 0",),
        [
            (1, "unknown", "`to` is not understood here"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Serial0",
            " clock rate 64000",
            " bandwidth abc",
        ),
        [
            (3, "unknown", "`abc` is not understood here"),
        ],
    ),
    (
        "ios-12",
        (
            "interface range Fa0/1 - x",
            " service-policy output P",
        ),
        [
            (2, "recognised", "`interface range Fa0/1 - x` before it names no interface"),
        ],
    ),
    (
        "ios-12",
        (
            "interface",
            " bandwidth 10",
        ),
        [
            (2, "recognised", "`interface` before it names no interface"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Serial0/0",
            " frame-relay class",
        ),
        [
            (2, "unknown", "a map-class is missing"),
        ],
    ),
    (
        "ios-12",
        (
            "map-class atm X",
            " ip a",
        ),
        [
            (1, "recognised", "map-classes of this kind are not in the model"),
            (2, "unknown", "not understood"),
        ],
    ),
    (
        "ios-12",
        ("map-class",),
        [
            (1, "unknown", "the line ends too early"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Serial0/0",
            " frame-relay traffic-rate",
        ),
        [
            (2, "recognised", "`frame-relay traffic-rate` is not in the model"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Serial0/0",
            " traffic-shape rate",
        ),
        [
            (2, "unknown", "a rate is missing"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Serial0",
            " priority-group",
        ),
        [
            (2, "unknown", "a list is missing"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Serial0",
            " ip policy route-map",
        ),
        [
            (2, "unknown", "a route-map is missing"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Serial0/0",
            " encapsulation frame-relay",
            " frame-relay traffic-shaping",
            " frame-relay interface-dlci 100",
            "  class M",
            "map-class frame-relay M",
            " frame-relay adaptive-shaping becn",
            " frame-relay mincir 5",
            " frame-relay cir in 5",
        ),
        [
            (
                7,
                "recognised",
                "the rate is taken not to adapt to congestion that the network tells of",
            ),
            (9, "recognised", "incoming packets are not shaped"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Serial0",
            (
                " rate-limit input access-group rate-limit x 8000 8000 8000 conform-action "
                "transmit exceed-action drop"
            ),
        ),
        [
            (2, "unknown", "`x` is not understood here"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Serial0",
            " random-detect flow",
            " random-detect prec-based",
            " hold-queue x in",
        ),
        [
            (2, "recognised", "this form of random-detect is not in the model"),
            (4, "unknown", "`x` is not understood here"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Serial0",
            " ip rtp priority 16384 16383",
        ),
        [
            (2, "unknown", "the first port, the range and the rate in kbit/s are needed"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Serial0",
            " ip rsvp bandwidth 5",
        ),
        [
            (2, "recognised", "`ip rsvp` is not in the model"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Serial0",
            " service-policy type tag P",
        ),
        [
            (2, "recognised", "policies of a type are not in the model"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Serial0",
            " traffic-shape adaptive 5",
            " traffic-shape fecn-adapt",
        ),
        [
            (2, "recognised", "shaping that follows congestion signals is not in the model"),
            (3, "recognised", "shaping that follows congestion signals is not in the model"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Ethernet0",
            " clock rate 64000",
        ),
        [
            (2, "recognised", "only a serial interface gives the line its clock"),
        ],
    ),
    (
        "ios-12",
        (
            "interface Serial0",
            " max-reserved-bandwidth 101",
        ),
        [
            (2, "unknown", "a percentage is from 0 to 100"),
        ],
    ),
    (
        "ios-12",
        (
            "interface ATM0",
            " pvc 1/32",
            "  cbr x",
            "  vbr-nrt 5",
        ),
        [
            (3, "unknown", "`x` is not understood here"),
            (4, "unknown", "the line ends too early"),
        ],
    ),
    (
        "ios-12",
        (
            "interface ATM0",
            " service-policy vc-class V",
            " class-int",
        ),
        [
            (2, "unknown", "`vc-class` is not understood here"),
        ],
    ),
    (
        "eos",
        (
            "interface Ethernet1",
            " tx-queue 3",
            "  bandwidth percent 0",
            " shape rate 100000",
            " qos trust dscp",
        ),
        [
            (
                2,
                "recognised",
                "the Catalyst 4500 has transmit queues 1 to 4: these are another switch's",
            ),
            (3, "unknown", "a percentage is above 0 and at most 100"),
            (
                4,
                "recognised",
                "the Catalyst 4500 has transmit queues 1 to 4: these are another switch's",
            ),
        ],
    ),
    (
        "iosxr",
        (
            "interface tunnel-te2",
            " ipv4 unnumbered Loopback0",
            " autoroute announce",
            " !",
            " priority 0 0",
        ),
        [
            (
                1,
                "recognised",
                (
                    "1 line is written as Cisco IOS XR writes it: its MQC is read as far as it "
                    "is like that of IOS"
                ),
            ),
        ],
    ),
]


@each_of(ROWS)
def test_a_line_is_told_with_its_reason(platform: str, lines: tuple[str, ...], told: Told) -> None:
    assert told_of(platform, lines) == told
