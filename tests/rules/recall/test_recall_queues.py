"""Mistakes with queues: two ways of queueing, bursts in the wrong unit, unbounded priority."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Severity
from tests.rules.linting import lint
from tests.rules.recall.recall import Mistake, judge, mqc

SERIAL = mqc("bandwidth 100", port="Serial0/0")
BOTH = " police cir 1000000 conform-action transmit exceed-action {}"
COPP = """access-list 110 permit tcp any any eq 22
{}policy-map COPP
 class SSH
  police 64000
control-plane
 service-policy input COPP
"""

MISTAKES = {
    "fair-queue beside a policy": Mistake(
        "QOS449",
        8,
        SERIAL + " fair-queue 64 256 0\n",
        "bandwidth 100\n",
        "police cir 64000\n",
        "ios-12",
    ),
    "fair-queue taken away": Mistake(
        "QOS449", 8, SERIAL + " fair-queue\n", " fair-queue\n", " no fair-queue\n", "ios-12"
    ),
    "Bc of a shaper in bytes": Mistake(
        "QOS450", 5, mqc("shape average 10000000 12500"), "12500", "100000"
    ),
    "Bc of half of the shortest interval": Mistake(
        "QOS450", 5, mqc("shape average 512000 1024"), "1024", "2048"
    ),
    "Bc that the config leaves out": Mistake(
        "QOS450", 5, mqc("shape average 10000000 12500"), " 12500", ""
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_mistake_is_found_at_its_line_and_the_mend_settles_it(name: str) -> None:
    judge(MISTAKES[name])


@pytest.mark.parametrize(
    ("exceed", "told"), [("transmit", True), ("set-dscp-transmit 0", True), ("drop", False)]
)
def test_a_policer_that_sends_all_does_not_bound_priority(exceed: str, told: bool) -> None:
    text = mqc("priority", BOTH.format(exceed), match="match dscp ef")
    codes = {one.code for one in lint(text, "ios-15") if one.severity is not Severity.INFO}
    assert codes == ({"QOS405"} if told else set())


def guarantees(*kbps: int) -> list[tuple[str, tuple[str, ...]]]:
    """What is found where V and W have priority and D bandwidth on a line of 100 Mbit/s."""
    names = ("V", "W", "D")
    maps = "".join(
        f"class-map {n}\n match dscp {p}\n" for n, p in zip(names, (46, 34, 18), strict=True)
    )
    lines = "".join(
        f" class {name}\n  {'bandwidth' if name == 'D' else 'priority'} {rate}\n"
        for name, rate in zip(names, kbps, strict=False)
    )
    text = f"{maps}policy-map P\n{lines}interface FastEthernet0/0\n service-policy output P\n"
    return [(one.code, one.notes) for one in lint(text, "ios-15") if one.severity is Severity.ERROR]


def test_too_much_priority_names_what_the_others_are_guaranteed() -> None:
    ((code, notes),) = guarantees(60_000, 60_000, 50_000)
    assert code == "QOS401"
    assert notes[-1] == "the other classes are guaranteed beside: D 50000 kbit/s"
    ((code, notes),) = guarantees(60_000, 60_000)
    assert len(notes) == 3


def test_too_much_priority_does_not_hide_that_the_others_are_too_much_too() -> None:
    assert [code for code, _ in guarantees(60_000, 60_000, 101_000)] == ["QOS401", "QOS402"]
    assert [code for code, _ in guarantees(60_000, 60_000, 100_000)] == ["QOS401"]


def test_the_undefined_child_of_an_excerpt_is_information() -> None:
    """Four lines of a config may leave out more than a whole device may."""
    text = "policy-map TOP\n class class-default\n  shape average 5000000\n  service-policy CHILD\n"
    (found,) = [one for one in lint(text, "ios-15") if one.code == "QOS002"]
    assert found.severity is Severity.INFO
    port = "interface FastEthernet0/0\n service-policy output TOP\n"
    (found,) = [one for one in lint(text + port, "ios-15") if one.code == "QOS002"]
    assert found.severity is Severity.ERROR
    near = "policy-map CHILDS\n class class-default\n  fair-queue\n"
    (found,) = [one for one in lint(text + near, "ios-15") if one.code == "QOS002"]
    assert found.severity is Severity.ERROR


def test_a_whole_protection_of_the_control_plane_without_its_class_map_is_a_warning() -> None:
    (found,) = [one for one in lint(COPP.format(""), "ios-15") if one.code == "QOS001"]
    assert found.severity is Severity.WARNING
    part = COPP.format("").partition("control-plane")[0]
    (found,) = [one for one in lint(part, "ios-15") if one.code == "QOS001"]
    assert found.severity is Severity.INFO
