"""Findings about the levels of scheduling of JunOS: ports, units, and what is on both.

What is allowed is from Juniper, "Class of Service User Guide": Applying Scheduler Maps Overview,
and Applying Scheduler Maps and Shaping Rate to Logical Interfaces and VLANs.
"""

from __future__ import annotations

import pytest

import qosc
from qosc.ledger import Fidelity
from tests.rules.linting import codes, lint

MAP = """
set class-of-service schedulers a transmit-rate percent 90
set class-of-service schedulers n transmit-rate percent 10
set class-of-service scheduler-maps M forwarding-class best-effort scheduler a
set class-of-service scheduler-maps M forwarding-class network-control scheduler n
"""
UNITS = f"""{MAP}
set interfaces ge-0/0/0 vlan-tagging
set interfaces ge-0/0/0 unit 10 vlan-id 10
set interfaces ge-0/0/0 unit 20 vlan-id 20
set class-of-service interfaces ge-0/0/0 unit 10 scheduler-map M
set class-of-service interfaces ge-0/0/0 unit 20 scheduler-map M
"""
ENABLED = UNITS + "set interfaces ge-0/0/0 per-unit-scheduler\n"
SHAPED = ENABLED.replace("unit 10 scheduler-map M", "unit 10 shaping-rate 10m").replace(
    "unit 20 scheduler-map M", "unit 20 shaping-rate 10m"
)
ON_BOTH = ENABLED + "set class-of-service interfaces ge-0/0/0 scheduler-map M\n"


def _beside(text: str) -> dict[str, Fidelity]:
    config = qosc.loads(text.lstrip())
    made = qosc.compile(config, allow_loss=True)
    return {one.asked: one.fidelity for one in made.ledger if " > beside > " in one.path}


@pytest.mark.parametrize(
    "word", ["per-unit-scheduler", "hierarchical-scheduler", "shared-scheduler"]
)
def test_a_scheduler_of_a_unit_needs_a_statement_of_its_port(word: str) -> None:
    assert "QOS444" in codes(UNITS, "junos-mx")
    assert "QOS444" not in codes(UNITS + f"set interfaces ge-0/0/0 {word}\n", "junos-mx")


def test_each_port_without_that_statement_is_told_of_once() -> None:
    (found,) = [one for one in lint(UNITS, "junos-mx") if one.code == "QOS444"]
    assert "ge-0/0/0.10 (and 1 more units) has a scheduler, and" in found.message
    assert (
        found.help == "say per-unit-scheduler, or hierarchical-scheduler, under interfaces ge-0/0/0"
    )


def test_on_a_switch_the_remedy_is_the_port() -> None:
    (found,) = [one for one in lint(UNITS, "junos-ex") if one.code == "QOS444"]
    assert found.help == "apply it to ge-0/0/0 itself"


@pytest.mark.parametrize(
    "text",
    [
        UNITS.replace("set interfaces", "set groups other interfaces"),
        UNITS.replace("ge-0/0/0", "lsq-0/0/0"),
        UNITS.replace(" scheduler-map M", " forwarding-class best-effort"),
    ],
    ids=["no interface in the text", "link services", "no scheduler"],
)
def test_where_nothing_is_known_or_asked_nothing_is_said(text: str) -> None:
    assert "QOS444" not in codes(text, "junos-mx")


def test_the_ledger_does_not_know_what_a_unit_does_whose_queues_are_not_enabled() -> None:
    row = "lacks per-unit-scheduler for the queues of ge-0/0/0.10"
    assert _beside(UNITS)[row] is Fidelity.UNKNOWN
    assert row not in _beside(ENABLED)


def test_the_ledger_does_not_know_what_the_percentages_of_a_unit_without_a_rate_are_of() -> None:
    row = "has no shaping rate for the queues of ge-0/0/0.10"
    assert _beside(ENABLED)[row] is Fidelity.UNKNOWN
    assert row not in _beside(SHAPED)


def test_a_scheduler_map_on_a_port_and_on_its_unit_is_told_of_once() -> None:
    (found,) = [one for one in lint(ON_BOTH, "junos-mx") if one.code == "QOS445"]
    assert "ge-0/0/0.10 and its port ge-0/0/0 both have schedulers" in found.message
    assert "QOS445" not in codes(ENABLED, "junos-mx")


def test_a_profile_that_shapes_a_port_above_its_units_is_no_second_scheduler() -> None:
    text = (
        UNITS.replace("vlan-tagging", "hierarchical-scheduler")
        + "set class-of-service traffic-control-profiles P shaping-rate 50m\n"
        + "set class-of-service interfaces ge-0/0/0 output-traffic-control-profile P\n"
    )
    assert not {"QOS444", "QOS445"} & codes(text, "junos-mx")


EXPEDITED = """
set class-of-service classifiers dscp D forwarding-class expedited-forwarding \
loss-priority low code-points ef
set interfaces ge-9/0/0 unit 0 family inet address 10.9.0.1/24
set class-of-service interfaces ge-9/0/0 unit 0 classifiers dscp D
set class-of-service schedulers e transmit-rate percent 20
set class-of-service scheduler-maps M forwarding-class expedited-forwarding scheduler e
set class-of-service interfaces ge-9/0/0 scheduler-map M
set class-of-service traffic-control-profiles P shaping-rate 50m
set class-of-service interfaces ge-0/0/0 output-traffic-control-profile P
"""


def test_no_default_map_is_blamed_on_a_port_whose_units_all_have_queues() -> None:
    assert "QOS431" not in codes(ENABLED + EXPEDITED, "junos-mx")
    one = ENABLED.replace("set class-of-service interfaces ge-0/0/0 unit 20 scheduler-map M\n", "")
    assert "QOS431" in codes(one + EXPEDITED, "junos-mx")
    rest = "set class-of-service traffic-control-profiles REM scheduler-map M\n"
    rest += (
        "set class-of-service interfaces ge-0/0/0 output-traffic-control-profile-remaining REM\n"
    )
    assert "QOS431" not in codes(one + EXPEDITED + rest, "junos-mx")
