"""Policies: what is not understood or not in the model is told at its line."""

from __future__ import annotations

from tests.frontends.cisco.told.rows import Row, Told, each_of, told_of

ROWS: list[Row] = [
    (
        "ios-12",
        (
            "policy-map P",
            " class class-default",
            "  police cir 8000 bc 4000000000000 conform-action transmit",
        ),
        [
            (3, "unknown", "a burst is from 0 to 1000000000000 bytes"),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map P",
            " class class-default",
            "  police cir percent 10 bc 10 percent",
        ),
        [
            (3, "unknown", "the line ends too early"),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map P",
            " class class-default",
            "  shape average 100000 cells 5",
        ),
        [
            (3, "unknown", "`cells` is not understood here"),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map P",
            " class class-default",
            "  random-detect dscp-based",
            "  random-detect precedence 1 10 20",
        ),
        [
            (4, "unknown", "the class drops by dscp, not by precedence"),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map type queuing P",
            " class type inspect C",
            "  bandwidth 10",
        ),
        [
            (
                1,
                "recognised",
                (
                    "1 line is written as Cisco NX-OS writes it: its MQC is read as far as it "
                    "is like that of IOS"
                ),
            ),
            (2, "recognised", "classes of a type are not in the model"),
            (3, "recognised", "understood, but not in the model"),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map P",
            " class type inspect C",
            "  drop",
        ),
        [
            (2, "recognised", "classes of a type are not in the model"),
            (3, "recognised", "understood, but not in the model"),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map P",
            " class class-default",
            "  police rate 1000 bps burst 10 percent",
        ),
        [
            (3, "unknown", "the line ends too early"),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map P",
            " class class-default",
            "  police cir percent 10 bc 300 seconds",
        ),
        [
            (3, "unknown", "`seconds` is not understood here"),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map P",
            " class class-default",
            "  police cir 8000 bc 4000000000000",
        ),
        [
            (3, "unknown", "a burst is from 0 to 1000000000000 bytes"),
        ],
    ),
    (
        "ios-15",
        (
            "policy-map P",
            " class class-default",
            "  shape average 100000 account user-defined 5",
        ),
        [
            (3, "recognised", "accounting for layer-2 overhead is not in the model"),
        ],
    ),
    (
        "ios-xr",
        (
            "policy-map P",
            " class class-default",
            "  shape average 100000 5 cells",
        ),
        [
            (3, "unknown", "`cells` is not understood here"),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map P",
            " class class-default",
            "  police flow mask src-only 8000 conform-action transmit",
        ),
        [
            (3, "recognised", "a meter of its own for each flow is not in the model"),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map P",
            " class class-default",
            "  random-detect",
            "  random-detect precedence 1 30 20 10",
            "  random-detect precedence rsvp 10 20 10",
        ),
        [
            (4, "unknown", "the minimum threshold is above the maximum"),
            (5, "recognised", "the WRED curve of RSVP flows is not in the model"),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map P",
            " class class-default",
            "  queue-limit 10 bytes x",
        ),
        [
            (3, "unknown", "`x` is not understood here"),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map P",
            " class class-default",
            "  bandwidth remaining ratio 0",
        ),
        [
            (
                3,
                "unknown",
                (
                    "a bandwidth ratio is a number from 1 to 1000000000 (QoS command "
                    "reference, bandwidth)"
                ),
            ),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map P",
            " class class-default",
            "  set dscp cos table NONE",
        ),
        [
            (3, "recognised", "there is no table-map `NONE` in this text"),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map P",
            " class class-default",
            "  police 8000 conform-action set-dscp-transmit table T",
        ),
        [
            (3, "recognised", "there is no table-map `T` in this text"),
        ],
    ),
    (
        "ios-12",
        (
            "policy-map P",
            " class class-default",
            "  compression header ip rtp",
        ),
        [
            (3, "recognised", "`compression` is not in the model"),
        ],
    ),
    (
        "ios-xr",
        (
            "policy-map P",
            " class class-default",
            "  random-detect default",
            "  random-detect discard-class 1 10 ms 20 ms",
        ),
        [
            (3, "recognised", "the default curve of IOS XR is not in the model"),
        ],
    ),
    (
        "nxos",
        (
            "policy-map type network-qos P",
            " class type network-qos class-default",
            "  mtu 9000",
            "system qos",
            " service-policy type network-qos P",
        ),
        [
            (
                1,
                "recognised",
                (
                    "1 line is written as Cisco NX-OS writes it: its MQC is read as far as it "
                    "is like that of IOS"
                ),
            ),
            (4, "recognised", "there is no switch port in the text"),
            (5, "recognised", "there is no switch port in the text"),
        ],
    ),
    (
        "nxos",
        (
            "policy-map type queuing P",
            " class type queuing c-out-q3",
            "  bandwidth percent 101",
        ),
        [
            (
                1,
                "recognised",
                (
                    "1 line is written as Cisco NX-OS writes it: its MQC is read as far as it "
                    "is like that of IOS"
                ),
            ),
            (3, "unknown", "a percentage is above 0 and at most 100"),
        ],
    ),
    (
        "nxos",
        (
            "policy-map type qos P",
            " class class-default",
            "  set qos-group 1000",
            "interface Ethernet1/1",
            " service-policy type qos input P",
        ),
        [
            (
                1,
                "recognised",
                (
                    "2 lines are written as Cisco NX-OS writes them: its MQC is read as far "
                    "as it is like that of IOS"
                ),
            ),
        ],
    ),
    (
        "iosxr",
        (
            "policy-map CHILD",
            " class class-default",
            "  police rate 10 mbps",
            "  !",
            "policy-map PARENT",
            " class class-default",
            "  service-policy CHILD",
            "  police rate 200 mbps",
            "   exceed-action drop",
            "   child-conform-aware",
        ),
        [
            (
                10,
                "recognised",
                (
                    "packets that the policer of the child policy passed are to go first at this "
                    "one; the meter counts them like others"
                ),
            ),
        ],
    ),
]


@each_of(ROWS)
def test_a_line_is_told_with_its_reason(platform: str, lines: tuple[str, ...], told: Told) -> None:
    assert told_of(platform, lines) == told
