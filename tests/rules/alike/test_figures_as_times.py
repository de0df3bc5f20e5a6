"""Depths and intervals as times, drop curves of other classes, interfaces that bring nothing."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint


def lines_of(code: str, text: str, platform: str = "ios-15") -> list[int]:
    return [one.primary.line for one in lint(text, platform) if one.code == code]


@pytest.mark.parametrize(
    ("limit", "rate", "told"),
    [
        # 4096 packets of 500 bytes are 16.4 Mbit: 8 s of 2 Mbit/s, 0.16 s of 100 Mbit/s.
        ("4096 packets", 2_000_000, True),
        ("4096 packets", 100_000_000, False),
        ("64 packets", 2_000_000, False),
        ("2000000 bytes", 2_000_000, True),
        ("900000 bytes", 2_000_000, False),
    ],
)
def test_a_queue_is_weighed_as_seconds_of_the_shaper_above_it(
    limit: str, rate: int, told: bool
) -> None:
    text = (
        "class-map match-any DATA\n match dscp af21\n"
        f"policy-map QUEUES\n class DATA\n  bandwidth percent 40\n  queue-limit {limit}\n"
        f"policy-map WAN\n class class-default\n  shape average {rate}\n  service-policy QUEUES\n"
        "interface GigabitEthernet0/0\n service-policy output WAN\n"
    )
    assert lines_of("QOS721", text) == ([6] if told else [])


@pytest.mark.parametrize(
    ("depth", "level", "told"),
    [
        ("200000", "high", True),
        ("200000", "strict-high", True),
        ("20000", "high", False),
        ("200000", "medium-low", False),
        ("200000", "low", False),
    ],
)
def test_a_buffer_of_a_tenth_of_a_second_is_told_of_the_queue_served_first(
    depth: str, level: str, told: bool
) -> None:
    text = (
        "class-of-service { scheduler-maps { M {\n"
        "forwarding-class expedited-forwarding scheduler V;\n"
        "forwarding-class best-effort scheduler S;\n"
        "forwarding-class network-control scheduler S; } }\n"
        f"schedulers {{ V {{ transmit-rate percent 20; buffer-size temporal {depth}; "
        f"priority {level}; }}\n"
        "S { transmit-rate percent 40; buffer-size percent 40; priority low; } }\n"
        "interfaces { ge-0/0/0 { scheduler-map M; } } }\n"
        "interfaces { ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/30; } } } }\n"
    )
    assert lines_of("QOS721", text, "junos-mx") == ([5] if told else [])


@pytest.mark.parametrize(
    ("burst", "child", "told"),
    [
        ("5000000", "priority percent 20", True),  # 500 ms
        ("1250000", "priority percent 20", False),  # 125 ms, the default of old releases
        ("5000000", "bandwidth percent 20", False),
    ],
)
def test_an_interval_is_long_where_calls_wait_for_it(burst: str, child: str, told: bool) -> None:
    text = (
        f"class-map match-any V\n match dscp ef\npolicy-map Q\n class V\n  {child}\n"
        f"policy-map WAN\n class class-default\n  shape average 10000000 {burst} 0\n"
        "  service-policy Q\ninterface GigabitEthernet0/0\n service-policy output WAN\n"
    )
    assert lines_of("QOS722", text) == ([8] if told else [])


def test_an_interval_is_long_for_calls_two_policies_below() -> None:
    text = (
        "class-map match-any V\n match dscp ef\npolicy-map Q\n class V\n  priority percent 20\n"
        "policy-map MID\n class class-default\n  shape average 9000000\n  service-policy Q\n"
        "policy-map WAN\n class class-default\n  shape average 10000000 5000000 0\n"
        "  service-policy MID\ninterface GigabitEthernet0/0\n service-policy output WAN\n"
    )
    assert lines_of("QOS722", text) == [12]


@pytest.mark.parametrize(
    ("points", "more", "told"),
    [
        ("18 28 30", "", True),
        ("26 28 30", "", False),
        ("18 26 28 30", "", False),
        ("18 28 30", "  set dscp af21\n", False),
    ],
)
def test_a_curve_for_a_code_point_that_the_class_has_not_is_told(
    points: str, more: str, told: bool
) -> None:
    curves = "".join(f"  random-detect dscp {point} 32 40 10\n" for point in points.split())
    text = (
        "class-map match-any C\n match dscp af31 af32 af33\npolicy-map P\n class C\n"
        f"  bandwidth percent 40\n  random-detect dscp-based\n{curves}{more}"
        "interface Serial0/0\n service-policy output P\n"
    )
    assert lines_of("QOS415", text) == ([7] if told else [])


@pytest.mark.parametrize(
    ("name", "severity"),
    [
        ("FastEthernet0/3", "warning"),
        ("FastEthernet0/2", "info"),
        ("FastEthernet0/1", ""),
        ("Fa0/1", ""),
        ("Virtual-Access1", ""),
    ],
)
def test_a_class_of_an_interface_that_brings_nothing_is_told(name: str, severity: str) -> None:
    text = (
        f"hostname r1\nclass-map match-all LAB\n match input-interface {name}\n"
        "policy-map P\n class LAB\n  bandwidth percent 20\n"
        "interface Serial0/0\n ip address 192.0.2.1 255.255.255.252\n service-policy output P\n"
        "interface FastEthernet0/1\n ip address 10.0.1.1 255.255.255.0\n"
        "interface FastEthernet0/2\n ip address 10.0.2.1 255.255.255.0\n shutdown\nend\n"
    )
    told = [one for one in lint(text, "ios-15") if one.code == "QOS122"]
    assert [str(one.severity) for one in told] == ([severity] if severity else [])
    assert [one.primary.line for one in told] == ([3] if severity else [])
