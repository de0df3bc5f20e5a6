"""What ports trust, and tunnels, probes and calls beside their policies: near misses not told."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Severity
from tests.rules.linting import lint


def lines_of(code: str, text: str, platform: str = "ios-15") -> list[int]:
    return [one.primary.line for one in lint(text, platform) if one.code == code]


SWITCH = (
    "hostname sw\nmls qos\ninterface GigabitEthernet0/1\n switchport access vlan 10\n{voice}"
    "{line}\n mls qos trust cos\n"
)
VOICE = " switchport voice vlan 20\n"


@pytest.mark.parametrize(
    ("line", "voice", "told"),
    [
        (" mls qos cos override", VOICE, True),
        (" mls qos cos 5", VOICE, True),
        (" switchport priority extend trust", VOICE, True),
        (" switchport priority extend cos 5", VOICE, True),
        (" mls qos cos override", "", False),  # no phone
        (" mls qos cos 1", VOICE, False),
        (" switchport priority extend cos 0", VOICE, False),
    ],
)
def test_marks_on_the_port_of_a_phone(line: str, voice: str, told: bool) -> None:
    text = SWITCH.format(line=line, voice=voice)
    assert bool(lines_of("QOS931", text, "cat3750")) == told


MEMBERS = (
    "hostname sw\nmls qos\n"
    "interface GigabitEthernet0/1\n switchport mode trunk\n mls qos trust dscp\n"
    "{one} channel-group 1 mode active\n"
    "interface GigabitEthernet0/2\n switchport mode trunk\n mls qos trust dscp\n"
    "{two} channel-group {group} mode active\n"
)


@pytest.mark.parametrize(
    ("one", "two", "group", "told"),
    [
        (" queue-set 2\n", "", 1, [6]),
        ("", " srr-queue bandwidth limit 10\n", 1, [10]),
        (" queue-set 2\n", " queue-set 2\n", 1, []),
        (" queue-set 2\n", "", 2, []),  # another bundle
    ],
)
def test_a_line_of_one_member(one: str, two: str, group: int, told: list[int]) -> None:
    text = MEMBERS.format(one=one, two=two, group=group)
    assert lines_of("QOS933", text, "cat3750") == told


WAN = (
    "class-map match-all VOICE\n match dscp ef\npolicy-map WAN\n class VOICE\n  priority 128\n"
    "interface Serial0/0\n bandwidth 2000\n ip address 192.0.2.1 255.255.255.252\n"
    " service-policy output WAN\n"
)


@pytest.mark.parametrize(
    ("tos", "told"), [(46, True), (26, True), (184, False), (104, False), (0, False), (8, False)]
)
def test_the_tos_of_a_probe(tos: int, told: bool) -> None:
    text = WAN + f"ip sla 1\n udp-jitter 10.1.1.1 17000\n tos {tos}\n"
    assert bool(lines_of("QOS911", text)) == told


@pytest.mark.parametrize(
    ("calls", "codec", "said", "told"),
    [
        (24, "g729r8", "", True),  # 576 kbit/s
        (5, "g729r8", "", False),  # 120 kbit/s of 128
        (2, "g711ulaw", "", True),  # 160 kbit/s
        (5, "g729r8", " description Toul, 4 calls\n", True),
        (4, "g729r8", " description Toul, 4 calls\n", False),
    ],
)
def test_calls_beside_the_priority_class(calls: int, codec: str, said: str, told: bool) -> None:
    text = WAN + f"dial-peer voice 2 voip\n{said} codec {codec}\n max-conn {calls}\n"
    assert bool(lines_of("QOS912", text)) == told


TUNNEL = "interface Tunnel1\n bandwidth 20000\n{lines} tunnel source Serial0/0\n"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (" tunnel tos 0\n", True),
        (" tunnel tos 0\n qos pre-classify\n", False),
        (" ip nhrp group SPOKE-100M\n", True),
        (" ip nhrp group SPOKE-20M\n", False),
        (" ip nhrp group SPOKES\n", False),
    ],
)
def test_a_tunnel_beside_its_circuit(lines: str, told: bool) -> None:
    assert bool(lines_of("QOS909", WAN + TUNNEL.format(lines=lines))) == told


def test_circuits_of_frame_relay_need_shaping_enabled() -> None:
    text = (
        WAN.replace(" bandwidth 2000\n", " encapsulation frame-relay\n bandwidth 2000\n")
        + "interface Serial0/0.1 point-to-point\n frame-relay class PVC\n"
        + "map-class frame-relay PVC\n frame-relay cir 512000\n"
    )
    assert lines_of("QOS934", text) == [6]
    enabled = text.replace("frame-relay\n", "frame-relay\n frame-relay traffic-shaping\n", 1)
    assert lines_of("QOS934", enabled) == []


def test_a_policy_that_shapes_by_itself_needs_no_shaping_enabled() -> None:
    text = (
        WAN.replace(" bandwidth 2000\n", " encapsulation frame-relay\n bandwidth 2000\n")
        + "interface Serial0/0.1 point-to-point\n frame-relay class PVC\n"
        + "map-class frame-relay PVC\n frame-relay bc 5120\n service-policy output CIRCUIT\n"
        + "policy-map CIRCUIT\n class class-default\n  shape average 512000\n"
    )
    assert lines_of("QOS934", text) == []
    assert lines_of("QOS934", text.replace("  shape average 512000", "  fair-queue")) == [6]


def test_the_bandwidth_of_a_tunnel_need_not_be_that_of_its_circuit() -> None:
    text = WAN + TUNNEL.format(lines=" ip nhrp group SPOKE-100M\n")
    found = [one.severity for one in lint(text, "ios-15") if one.code == "QOS909"]
    assert found == [Severity.INFO]
