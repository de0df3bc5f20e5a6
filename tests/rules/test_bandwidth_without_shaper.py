"""QOS446: queues on a port whose `bandwidth` is below its line, without a shaper."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint

TEXT = """class-map match-any V
 match dscp ef
policy-map P
 class V
  priority percent 20
interface GigabitEthernet0/0
 bandwidth 10000
 service-policy output P
"""


def found(text: str, platform: str = "ios-15") -> list[str]:
    return [one.message for one in lint(text, platform) if one.code == "QOS446"]


def test_both_speeds_are_told() -> None:
    (message,) = found(TEXT)
    assert message == (
        "policy-map P queues on GigabitEthernet0/0 only when it sends 1 Gbit/s: its bandwidth of "
        "10 Mbit/s slows nothing, and no shaper does"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" bandwidth 10000\n", ""),
        ("bandwidth 10000", "bandwidth 950000"),
        ("bandwidth 10000\n", "bandwidth 10000\n speed 10\n"),
        ("GigabitEthernet0/0", "Serial0/0/0"),
        ("service-policy output", "service-policy input"),
        ("  priority percent 20", "  shape average 5000000"),
        ("  priority percent 20", "  police cir percent 20"),
        ("  priority percent 20", "  set dscp ef"),
    ],
)
def test_near_misses(old: str, new: str) -> None:
    assert old in TEXT
    assert found(TEXT.replace(old, new)) == []


def test_a_policy_inside_a_shaper_is_left_alone() -> None:
    text = TEXT.replace(
        "interface",
        "policy-map TOP\n class class-default\n  shape average 10000000\n  service-policy P\n"
        "interface",
    ).replace("output P", "output TOP")
    assert found(text) == []


def test_a_slower_set_speed_counts_as_the_line() -> None:
    assert found(TEXT.replace("bandwidth 10000\n", "bandwidth 10000\n speed 100\n"))[0].startswith(
        "policy-map P queues on GigabitEthernet0/0 only when it sends 100 Mbit/s"
    )
