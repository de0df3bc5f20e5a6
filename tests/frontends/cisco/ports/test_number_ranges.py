"""The first and the last number that each argument of a Cisco line may be, and one beyond.

These are regression bounds: the ends are those that the reader takes, as its messages cite them.
Whether a release takes them is a question of tests/rules/misses/test_value_ranges.py, against
Cisco's own data model.
"""

from __future__ import annotations

import pytest

import qosc
from qosc.ir import SupportState

ACL = "ip access-list extended L\n permit {}\n"
CLASS = "class-map match-all C\n match {}\n"
POLICY = "policy-map P\n class class-default\n  {}\n"
FRAME_RELAY = "map-class frame-relay M\n frame-relay {}\n"
PORT = "interface Serial0/0\n {}\n"
FAST = "interface FastEthernet0/1\n {}\n"
LIMIT = "rate-limit input {} conform-action transmit exceed-action drop"

RANGES = [
    ("ios-15", ACL.format("{} any any"), 0, 255),
    ("ios-15", ACL.format("udp any any eq {}"), 0, 65535),
    ("ios-15", ACL.format("udp any eq {} any"), 0, 65535),
    ("ios-15", ACL.format("ip any any tos {}"), 0, 15),
    ("ios-15", ACL.format("ip any any dscp {}"), 0, 63),
    ("ios-15", ACL.format("ip any any precedence {}"), 0, 7),
    ("ios-15", ACL.format("ip any any ttl eq {}"), 0, 255),
    ("ios-15", ACL.format("igmp any any {}"), 0, 15),
    ("ios-15", ACL.format("icmp any any {}"), 0, 255),
    ("ios-15", ACL.format("icmp any any 3 {}"), 0, 255),
    ("ios-15", CLASS.format("ip rtp {} 100"), 2000, 65535),
    ("ios-15", CLASS.format("ip rtp 2000 {}"), 0, 16383),
    ("ios-15", CLASS.format("packet length min {}"), 0, 65535),
    ("ios-15", CLASS.format("packet length max {}"), 0, 65535),
    ("ios-15", CLASS.format("vlan {}"), 0, 4095),
    ("ios-15", CLASS.format("dscp {}"), 0, 63),
    ("ios-15", CLASS.format("precedence {}"), 0, 7),
    ("ios-15", CLASS.format("cos {}"), 0, 7),
    ("ios-15", CLASS.format("qos-group {}"), 0, 1023),
    ("ios-15", CLASS.format("discard-class {}"), 0, 7),
    ("ios-15", CLASS.format("mpls experimental topmost {}"), 0, 7),
    ("ios-15", POLICY.format("set dscp {}"), 0, 63),
    ("ios-15", POLICY.format("set precedence {}"), 0, 7),
    ("ios-15", POLICY.format("set cos {}"), 0, 7),
    ("ios-15", POLICY.format("set qos-group {}"), 0, 1023),
    ("ios-15", POLICY.format("set discard-class {}"), 0, 7),
    ("ios-15", POLICY.format("priority level {}"), 1, 7),
    ("ios-15", POLICY.format("fair-queue {}"), 1, 65536),
    ("ios-15", POLICY.format("police rate {} pps"), 1, 10**9),
    ("ios-15", POLICY.format("police rate 100 pps burst {} packets"), 1, 10**9),
    (
        "ios-15",
        POLICY.format(
            "police 8000 conform-action set-prec-transmit {} exceed-action drop violate-action drop"
        ),
        0,
        7,
    ),
    ("ios-15", FRAME_RELAY.format("cir {}"), 1, 10**9),
    ("ios-15", FRAME_RELAY.format("bc {}"), 0, 160_000_000),
    ("ios-15", FRAME_RELAY.format("be {}"), 0, 160_000_000),
    ("ios-15", FRAME_RELAY.format("holdq {}"), 1, 512),
    ("ios-15", FRAME_RELAY.format("priority-group {}"), 1, 16),
    ("ios-15", FRAME_RELAY.format("custom-queue-list {}"), 1, 16),
    ("ios-15", PORT.format("encapsulation frame-relay\n frame-relay interface-dlci {}"), 16, 1007),
    ("ios-15", PORT.format("mtu {}"), 64, 65535),
    ("ios-15", PORT.format("ip mtu {}"), 68, 65535),
    ("ios-15", PORT.format("hold-queue {} out"), 0, 65535),
    ("ios-15", PORT.format("fair-queue 64 {} 0"), 0, 4096),
    ("ios-15", PORT.format("fair-queue 64 256 {}"), 0, 4096),
    ("ios-15", PORT.format("ip rtp priority {} 100 100"), 2000, 65535),
    ("ios-15", PORT.format("ip rtp priority 2000 {} 100"), 0, 16383),
    ("ios-15", PORT.format("ip rtp priority 2000 100 {}"), 0, 2000),
    ("ios-15", PORT.format("traffic-shape rate 128000 {} 0"), 0, 100_000_000),
    ("ios-15", PORT.format("traffic-shape rate 128000 8000 8000 {}"), 0, 4096),
    ("ios-15", PORT.format("priority-group {}"), 1, 16),
    ("ios-15", PORT.format("custom-queue-list {}"), 1, 16),
    ("ios-15", PORT.format(LIMIT.format("qos-group {} 8000 8000 8000")), 0, 99),
    ("ios-15", "priority-list {} default low\n", 1, 16),
    ("ios-15", "priority-list 1 queue-limit {} 40 60 80\n", 0, 32767),
    ("ios-15", "priority-list 1 protocol ip high tcp {}\n", 0, 65535),
    ("ios-15", "priority-list 1 protocol ip high gt {}\n", 0, 65535),
    ("ios-15", "queue-list {} default 3\n", 1, 16),
    ("ios-15", "queue-list 1 default {}\n", 0, 16),
    ("ios-15", "queue-list 1 queue 3 limit {}\n", 0, 32767),
    ("ios-15", "queue-list 1 queue 3 byte-count {}\n", 1, 16_777_215),
    ("ios-15", "queue-list 1 lowest-custom {}\n", 0, 16),
    ("cat3750", "mls qos\nmls qos map cos-dscp 0 8 16 24 32 40 48 {}\n", 0, 63),
    ("cat3750", "mls qos\nmls qos map dscp-cos {} to 1\n", 0, 63),
    ("cat3750", "mls qos\nmls qos map dscp-cos 8 to {}\n", 0, 7),
    ("cat3750", "mls qos\nmls qos map policed-dscp {} to 8\n", 0, 63),
    ("cat3750", "mls qos\nmls qos map policed-dscp 8 to {}\n", 0, 63),
    ("cat3750", "mls qos\nmls qos srr-queue output cos-map queue {} 5\n", 1, 4),
    ("cat3750", "mls qos\nmls qos srr-queue output cos-map queue 1 threshold {} 5\n", 1, 3),
    ("cat3750", "mls qos\nmls qos srr-queue output cos-map queue 1 threshold 1 {}\n", 0, 7),
    ("cat3750", "mls qos\nmls qos srr-queue output dscp-map queue 1 threshold 1 {}\n", 0, 63),
    ("cat3750", "mls qos\nmls qos queue-set output {} buffers 25 25 25 25\n", 1, 2),
    ("cat3750", "mls qos\nmls qos queue-set output 1 threshold {} 100 100 50 400\n", 1, 4),
    ("cat3750", "mls qos\nmls qos queue-set output 1 threshold 1 100 100 {} 400\n", 1, 100),
    ("cat3750", "mls qos\n" + FAST.format("queue-set {}"), 1, 2),
    ("cat3750", "mls qos\n" + FAST.format("srr-queue bandwidth limit {}"), 10, 90),
    ("cat3750", "mls qos\n" + FAST.format("srr-queue bandwidth share {} 25 25 25"), 1, 255),
    ("cat3750", "mls qos\n" + FAST.format("srr-queue bandwidth shape {} 0 0 0"), 0, 65535),
    ("cat3750", "mls qos\n" + FAST.format("mls qos cos {}"), 0, 7),
    ("cat4500", "qos\nqos map dscp {} to tx-queue 1\n", 0, 63),
    ("cat4500", "qos\nqos map dscp 8 to tx-queue {}\n", 1, 4),
]


def unknown(platform: str, line: str, value: int) -> bool:
    """Whether the line with a value is told to be none that the device takes."""
    text = "version 15.1\n" + line.format(value)
    number = next(n for n, row in enumerate(line.splitlines(), start=2) if "{}" in row)
    device = qosc.loads(text, name="r1.cfg", platform=platform).complete_device
    return any(
        each.origin.line == number and each.state is SupportState.UNKNOWN for each in device.residue
    )


@pytest.mark.parametrize(("platform", "line", "least", "most"), RANGES)
def test_the_ends_of_a_range_are_taken_and_what_is_beyond_is_told(
    platform: str, line: str, least: int, most: int
) -> None:
    assert not unknown(platform, line, least)
    assert not unknown(platform, line, most)
    assert unknown(platform, line, most + 1)
    if least > 0:
        assert unknown(platform, line, least - 1)
