"""What a name or a description says, and what the lines do."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint


def lines_of(code: str, text: str, platform: str = "ios-15") -> list[int]:
    return [one.primary.line for one in lint(text, platform) if one.code == code]


def wan(rate: str, description: str, name: str = "WAN") -> str:
    return (
        f"policy-map {name}\n class class-default\n  shape average {rate}\n"
        f"interface GigabitEthernet0/0\n description {description}\n"
        f" service-policy output {name}\n"
    )


@pytest.mark.parametrize(
    ("rate", "description", "told"),
    [
        ("100000000", "circuit 10 Mbps", True),
        ("1000000", "circuit 10M", True),
        ("20000000", "circuit 10M", True),
        ("9500000", "circuit 10M", False),
        ("5000000", "circuit 10M", False),
        ("100000000", "10M circuit, 100M from May", False),
        ("100000000", "1G to the provider", False),
        ("100000000", "room 10", False),
        ("500000000", "fibre 50m to MDF", False),
        ("500000000", "patch cable, 50m", False),
        ("500000000", "to MDF 50m", True),
        ("500000000", "5G backup", False),
        ("5000000", "17 K Street NW Washington", False),
        ("10000000 80000 80000", "circuit 10M", False),
    ],
)
def test_a_shaper_that_the_description_cannot_mean_is_told(
    rate: str, description: str, told: bool
) -> None:
    assert lines_of("QOS711", wan(rate, description)) == ([3] if told else [])


@pytest.mark.parametrize(
    ("rate", "name", "told"),
    [("2000000", "S-20M", True), ("20000000", "S-20M", False), ("15000000", "S-20M", False)],
)
def test_a_shaper_of_a_tenth_of_what_its_policy_is_called_is_told(
    rate: str, name: str, told: bool
) -> None:
    assert lines_of("QOS711", wan(rate, "provider", name)) == ([3] if told else [])


def entries(*lines: str) -> str:
    body = "".join(f" {line}\n" for line in lines)
    return (
        f"ip access-list extended L\n{body}class-map match-all C\n match access-group name L\n"
        "policy-map P\n class C\n  set dscp ef\n"
        "interface FastEthernet0/0\n service-policy input P\n"
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("permit tcp any any range 16384 32767", True),
        ("permit tcp any any range 16400 32000", True),
        ("permit tcp any any range 30000 32767", False),
        ("permit tcp any host 10.1.1.1 range 20000 21000", False),
        ("permit tcp any any range 67 68", True),
        ("permit tcp any any range 67 70", False),
        ("permit udp any any range 20 21", True),
        ("permit tcp any any eq 1812", False),
        ("permit udp any any range 16384 32767", False),
        ("permit tcp any any range 16384 16390", False),
        ("permit tcp any any range 1024 65535", False),
        ("permit udp any any eq 22", True),
        ("permit udp any eq 22 any", True),
        ("permit tcp any any eq 69", True),
        ("permit udp any any eq 443", False),
        ("permit udp any any eq 53", False),
        ("deny tcp any any range 16384 32767", False),
    ],
)
def test_a_port_by_the_protocol_that_it_does_not_have_is_told(line: str, told: bool) -> None:
    assert lines_of("QOS712", entries(line, "permit icmp any any")) == ([2] if told else [])


def test_what_a_class_drops_may_be_any_port() -> None:
    text = entries("permit udp any any eq 22", "permit icmp any any")
    assert lines_of("QOS712", text) == [2]
    assert lines_of("QOS712", text.replace("set dscp ef", "drop")) == []


def test_each_port_of_a_term_is_looked_at() -> None:
    text = (
        "interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }\n"
        "firewall { family inet { filter F {\n"
        "term voice { from { protocol tcp;\n"
        "destination-port [ 16384-32767 5060 ]; } then forwarding-class ef; }\n"
        "term rest { then accept; } } } }\n"
    )
    assert lines_of("QOS712", text, "junos-mx") == [3]
    assert lines_of("QOS712", text.replace("16384", "30000"), "junos-mx") == []


def test_a_peak_shaper_is_told_by_what_it_sends() -> None:
    text = wan("10000000 80000 80000", "circuit 10M").replace("average", "peak")
    (found,) = (one for one in lint(text, "ios-15") if one.code == "QOS711")
    assert "a peak of 20 Mbit/s" in found.message
    assert lines_of("QOS711", text.replace("10M", "20M")) == []


def test_a_name_of_the_mark_that_its_class_gets_is_meant() -> None:
    text = (
        "class-map match-all REMARK-TO-EF\n match dscp 24\n"
        "policy-map P\n class REMARK-TO-EF\n  set dscp ef\n"
        "interface Serial0/0\n service-policy input P\n"
    )
    assert lines_of("QOS713", text) == []
    assert lines_of("QOS713", text.replace("set dscp ef", "set dscp cs1")) == [2]


def test_a_port_by_both_protocols_is_meant() -> None:
    both = [f"permit {name} any any range 16384 32767" for name in ("tcp", "udp")]
    assert lines_of("QOS712", entries(*both)) == []


def test_a_list_that_guards_a_port_and_feeds_no_class_is_passed_over() -> None:
    text = (
        "access-list 101 permit udp any any eq 22\n"
        "interface FastEthernet0/0\n ip access-group 101 in\n"
    )
    assert lines_of("QOS712", text) == []


@pytest.mark.parametrize(
    ("name", "points", "told"),
    [
        ("AF41-VIDEO", "af31", True),
        ("AF41-VIDEO", "af42 af43", False),
        ("EF", "cs5", False),
        ("VOICE-EF", "af41", True),
        ("CS3_AF31", "af31", False),
        ("RELIEF", "af31", False),
        ("NON-EF", "af31", False),
        ("NotEF", "af31", False),
        ("BranchEF", "af31", True),
        ("SCS3X", "af31", False),
        ("CS3", "cs3 af31", False),
    ],
)
def test_a_code_point_in_a_name_is_held_against_those_that_are_matched(
    name: str, points: str, told: bool
) -> None:
    text = (
        f"class-map match-any {name}\n match dscp {points}\n"
        f"policy-map P\n class {name}\n  bandwidth percent 20\n"
        "interface Serial0/0\n service-policy output P\n"
    )
    assert lines_of("QOS713", text) == ([2] if told else [])


@pytest.mark.parametrize(
    ("scavenger", "other", "share", "told"),
    [
        ("SCAVENGER", "CRITICAL", 5, True),
        ("SCAVENGER", "CRITICAL", 15, False),
        ("SCAVENGER", "NON-CRITICAL", 5, False),
        ("SCAVENGER", "UNCRITICAL", 5, False),
        ("SCAVENGER", "MARIGOLD", 5, False),
        ("SCAVENGER", "MissionCritical", 5, True),
        ("SCAVENGER", "NETWORK-CRITICAL", 5, False),
        ("SCAVENGER", "BULK", 5, False),
        ("DATA", "CRITICAL", 5, False),
    ],
)
def test_a_scavenger_with_four_times_a_critical_class_is_told(
    scavenger: str, other: str, share: int, told: bool
) -> None:
    text = (
        f"class-map match-all {scavenger}\n match dscp cs1\n"
        f"class-map match-all {other}\n match dscp af31\n"
        f"policy-map P\n class {other}\n  bandwidth percent {share}\n"
        f" class {scavenger}\n  bandwidth percent 40\n"
        "interface Serial0/0\n service-policy output P\n"
    )
    assert lines_of("QOS714", text) == ([9] if told else [])
