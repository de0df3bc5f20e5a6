"""Units with a tree of queues each: no entry says that they divide a shaper or a line.

On the router two units below one shaper get of it what their guarantees and ratios say. Where one
VLAN tag tells the units, their port has one tree of all of them (`test_unit_trees`). An artefact
with a tree for each unit gives either the whole, so that such a line has no effect in it.
"""

from __future__ import annotations

import pytest

from qosc import api
from qosc.ledger import Entry, Fidelity

SEVEN_TO_ONE = """
version 16.9
policy-map SHAPER
 class class-default
  shape average 20000000
policy-map SEVEN
 class class-default
  shape average 30000000
  bandwidth remaining ratio 7
policy-map ONE
 class class-default
  shape average 30000000
  bandwidth remaining ratio 1
interface GigabitEthernet0/1
 service-policy output SHAPER
interface GigabitEthernet0/1.10
 encapsulation dot1Q 10 second-dot1q 7
 service-policy output SEVEN
interface GigabitEthernet0/1.20
 encapsulation dot1Q 20 second-dot1q 7
 service-policy output ONE
"""
WITHOUT_SHAPER = SEVEN_TO_ONE.replace(" service-policy output SHAPER\n", "")
PROMISED = """
set interfaces ge-0/0/0 hierarchical-scheduler
set interfaces ge-0/0/0 vlan-tagging
set interfaces ge-0/0/0 unit 10 vlan-tags outer 10 inner 7
set interfaces ge-0/0/0 unit 20 vlan-tags outer 20 inner 7
set class-of-service schedulers a transmit-rate percent 90
set class-of-service schedulers n transmit-rate percent 10
set class-of-service scheduler-maps M forwarding-class best-effort scheduler a
set class-of-service scheduler-maps M forwarding-class network-control scheduler n
set class-of-service traffic-control-profiles PORT shaping-rate 50m
set class-of-service traffic-control-profiles T shaping-rate 40m
set class-of-service traffic-control-profiles T guaranteed-rate 20m
set class-of-service traffic-control-profiles T scheduler-map M
set class-of-service interfaces ge-0/0/0 output-traffic-control-profile PORT
set class-of-service interfaces ge-0/0/0 unit 10 output-traffic-control-profile T
set class-of-service interfaces ge-0/0/0 unit 20 output-traffic-control-profile T
"""
UNSHAPED = PROMISED.replace(
    "set class-of-service interfaces ge-0/0/0 output-traffic-control-profile PORT\n", ""
)
ONE_WITH_QUEUES = PROMISED.replace(
    "set class-of-service interfaces ge-0/0/0 unit 20 output-traffic-control-profile T\n", ""
)
LONE = ONE_WITH_QUEUES.replace("set interfaces ge-0/0/0 unit 20 vlan-tags outer 20 inner 7\n", "")
TARGETS = pytest.mark.parametrize("target", ["tc", "sim", "ns3"])


def _entries(text: str, target: str) -> tuple[Entry, ...]:
    config = api.loads(text.lstrip(), name="r1")
    return api.compile(config, target=target, allow_loss=True).ledger


def _lost(entries: tuple[Entry, ...]) -> list[tuple[str, str]]:
    return [
        (one.path.split(" > ")[0], one.asked)
        for one in entries
        if one.fidelity is Fidelity.UNSUPPORTED and "beside" not in one.path
    ]


def _beside(entries: tuple[Entry, ...]) -> list[tuple[str, str, Fidelity]]:
    return [
        (one.path.split(" > ")[0], one.asked, one.fidelity)
        for one in entries
        if " > beside > " in one.path
    ]


@TARGETS
@pytest.mark.parametrize("text", [SEVEN_TO_ONE, WITHOUT_SHAPER], ids=["shaper", "line"])
def test_a_ratio_between_subinterfaces_is_no_part_of_an_artefact(text: str, target: str) -> None:
    port = "GigabitEthernet0/1"
    assert _lost(_entries(text, target)) == [
        (f"{port}.10", "ratio 7"),
        (f"{port}.20", "ratio 1"),
    ]


@TARGETS
@pytest.mark.parametrize("text", [PROMISED, UNSHAPED], ids=["shaper", "line"])
def test_a_guaranteed_rate_of_a_unit_among_units_is_not_held(text: str, target: str) -> None:
    assert _lost(_entries(text, target)) == [
        ("ge-0/0/0.10", "20 Mbit/s"),
        ("ge-0/0/0.20", "20 Mbit/s"),
    ]


@TARGETS
def test_the_guarantees_of_the_classes_inside_a_unit_stay(target: str) -> None:
    kept = [
        one.asked
        for one in _entries(PROMISED, target)
        if one.path.startswith("ge-0/0/0.10 > ")
        and one.path.endswith("> guarantee")
        and one.fidelity in (Fidelity.APPROX, Fidelity.ENVELOPE)
    ]
    assert sorted(kept) == ["10 %", "90 %"]


@TARGETS
def test_units_without_a_shaper_above_them_are_told_to_share_the_line(target: str) -> None:
    assert _beside(_entries(UNSHAPED, target)) == [
        ("ge-0/0/0.10", "sends over one line with ge-0/0/0.20", Fidelity.APPROX),
        ("ge-0/0/0.20", "sends over one line with ge-0/0/0.10", Fidelity.APPROX),
    ]


@TARGETS
def test_the_traffic_of_units_without_queues_shares_the_shaper_of_the_port(target: str) -> None:
    entries = _entries(ONE_WITH_QUEUES, target)
    assert ("ge-0/0/0.10", "shares its shapers with ge-0/0/0", Fidelity.APPROX) in _beside(entries)
    assert ("ge-0/0/0.10", "20 Mbit/s") in _lost(entries)


@TARGETS
def test_a_unit_that_is_alone_on_its_port_is_promised_what_it_is_promised(target: str) -> None:
    assert _lost(_entries(LONE, target)) == []
