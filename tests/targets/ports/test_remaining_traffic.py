"""`output-traffic-control-profile-remaining`: what leaves by units without a profile of their own.

Juniper, Class of Service User Guide, Example: Controlling Remaining Traffic: all such units of the
port have the named profile together, beside the units that have profiles. The figures are by hand:
of 800 Mbit/s unit 10 is guaranteed 100, the rest of the units 10, and they send no more than 50.
"""

from __future__ import annotations

import pytest

import qosc

BASE = """\
set version 20.2R3
set interfaces ge-1/0/0 hierarchical-scheduler
set interfaces ge-1/0/0 vlan-tagging
set interfaces ge-1/0/0 unit 10 vlan-id 10
set interfaces ge-1/0/0 unit 10 family inet address 10.0.10.1/24
set interfaces ge-1/0/0 unit 30 vlan-id 30
set interfaces ge-1/0/0 unit 30 family inet address 10.0.30.1/24
set interfaces ge-1/0/1 unit 0 family inet address 10.0.40.1/24
set class-of-service schedulers S transmit-rate percent 100
set class-of-service scheduler-maps M forwarding-class best-effort scheduler S
set class-of-service traffic-control-profiles P shaping-rate 800m
set class-of-service traffic-control-profiles U shaping-rate 200m
set class-of-service traffic-control-profiles U guaranteed-rate 100m
set class-of-service traffic-control-profiles U scheduler-map M
set class-of-service traffic-control-profiles R shaping-rate 50m
set class-of-service traffic-control-profiles R guaranteed-rate 10m
set class-of-service traffic-control-profiles R scheduler-map M
set class-of-service interfaces ge-1/0/0 output-traffic-control-profile P
set class-of-service interfaces ge-1/0/0 unit 10 output-traffic-control-profile U
"""
LINE = "set class-of-service interfaces ge-1/0/0 output-traffic-control-profile-remaining R\n"


def config(text: str) -> qosc.Config:
    return qosc.loads(text, platform="junos-mx")


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_every_back_end_has_the_rates_of_the_remaining_traffic(target: str) -> None:
    made = qosc.compile(config(BASE + LINE), target=target, allow_loss=True)
    asked = {
        entry.path.rpartition(" > class no unit > ")[2]: entry.asked
        for entry in made.ledger
        if " > class no unit > " in entry.path
    }
    assert asked["guarantee"] == "10 Mbit/s"
    assert asked["shaper > rate"] == "50 Mbit/s"
    assert not made.left_out


def test_a_packet_of_another_unit_passes_its_shaper_and_that_of_the_port() -> None:
    told = qosc.trace_packet(
        config(BASE + LINE), "udp 10.0.40.2 > 10.0.30.9:53", entered="ge-1/0/1", left="ge-1/0/0.30"
    )
    words = " ".join(str(told).split())
    assert "class no unit of units of ge-1/0/0 takes what is left" in words
    assert "shaping-rate 50 Mbit/s" in words
    assert "shaping-rate 800 Mbit/s" in words


def test_without_the_statement_the_other_units_are_not_held_to_it() -> None:
    assert "50 Mbit/s" not in str(qosc.show(config(BASE), interface="ge-1/0/0"))


@pytest.mark.parametrize(
    "line",
    [
        # No tree tells units without a tag of their own apart.
        LINE.replace("ge-1/0/0", "ge-1/0/1"),
        "set class-of-service interfaces ge-1/0/0 input-traffic-control-profile R\n",
        "set class-of-service interfaces ge-1/0/1 input-traffic-control-profile R\n",
    ],
)
def test_what_is_not_carried_fails_the_artefact_and_is_named(line: str) -> None:
    made = qosc.compile(config(BASE + line), target="tc")
    assert made.files == ()
    assert [one.text for one in made.left_out] == [line.split(" ", 4)[-1].strip()]


def test_diff_compares_what_the_other_units_have() -> None:
    told = str(
        qosc.diff(config(BASE + LINE), config((BASE + LINE).replace("rate 50m", "rate 40m")))
    )
    assert "no unit" in told
    assert "50 Mbit/s -> 40 Mbit/s" in told
    assert "not decided" not in told
