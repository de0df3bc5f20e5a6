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
    return [
        f"{one.message}: {one.notes[0]}" for one in lint(text, platform) if one.code == "QOS446"
    ]


def test_both_speeds_are_told() -> None:
    (message,) = found(TEXT)
    assert message == (
        "policy-map P queues without a shaper on GigabitEthernet0/0: its queues fill at 1 Gbit/s "
        "only: `bandwidth` of 10 Mbit/s does not slow the port"
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
    (message,) = found(TEXT.replace("bandwidth 10000\n", "bandwidth 10000\n speed 100\n"))
    assert "its queues fill at 100 Mbit/s only" in message


@pytest.mark.parametrize(
    ("platform", "above", "told"),
    [
        ("ios-xe", "", True),
        ("ios-xe", "  police cir percent 50\n", True),
        ("ios-xe", "  shape average percent 50\n", False),
        ("ios-xe", "  bandwidth remaining ratio 5\n", False),
        ("ios-15", "", False),
    ],
)
def test_queues_inside_a_class_without_any_are_refused_on_ios_xe(
    platform: str, above: str, told: bool
) -> None:
    """TAC on an ASR 1004 (NANOG, 9 May 2013): "Cannot attach queuing-based child policy to a
    non-queuing based class". A published config of release 15.2 has queues below a policer.
    """
    text = TEXT.replace(" bandwidth 10000\n", "").replace(
        "interface", f"policy-map TOP\n class class-default\n{above}  service-policy P\ninterface"
    )
    codes = {one.code for one in lint(text.replace("output P", "output TOP"), platform)}
    assert ("QOS441" in codes) is told


@pytest.mark.parametrize(("above", "told"), [("", True), ("  shape average 5000000\n", False)])
def test_queues_of_a_child_policy_on_a_subinterface_need_a_shaper_too(
    above: str, told: bool
) -> None:
    text = TEXT.replace("GigabitEthernet0/0\n bandwidth 10000\n", "GigabitEthernet0/0.10\n")
    text = text.replace(
        "interface", f"policy-map TOP\n class class-default\n{above}  service-policy P\ninterface"
    )
    codes = {one.code for one in lint(text.replace("output P", "output TOP"), "ios-15")}
    assert ("QOS441" in codes) is told
