"""Units that one VLAN tag tells apart: one tree of queues for their port.

What each unit sends is worked out by hand from the config: a ratio of 7 to 1 of 20 Mbit/s is 17.5
and 2.5 Mbit/s while both offer more.
"""

from __future__ import annotations

import re

import pytest

from qosc import api
from qosc.ir import Device
from qosc.ledger import Entry, Fidelity
from qosc.scenario import Scenario, load
from qosc.simulator import simulate
from qosc.values import replace

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
 encapsulation dot1Q 10
 service-policy output SEVEN
interface GigabitEthernet0/1.20
 encapsulation dot1Q 20
 service-policy output ONE
"""
JUNOS = """
set interfaces ge-9/0/0 unit 0 family inet address 10.9.0.1/24
set class-of-service interfaces ge-9/0/0 unit 0 classifiers dscp default
set interfaces ge-0/0/0 hierarchical-scheduler
set interfaces ge-0/0/0 vlan-tagging
set interfaces ge-0/0/0 unit 10 vlan-id 10
set interfaces ge-0/0/0 unit 20 vlan-id 20
set class-of-service schedulers a transmit-rate percent 90
set class-of-service schedulers n transmit-rate percent 10
set class-of-service scheduler-maps M forwarding-class best-effort scheduler a
set class-of-service scheduler-maps M forwarding-class network-control scheduler n
set class-of-service traffic-control-profiles PORT shaping-rate 50m
set class-of-service traffic-control-profiles T shaping-rate 40m
set class-of-service traffic-control-profiles T guaranteed-rate 20m
set class-of-service traffic-control-profiles T scheduler-map M
set class-of-service traffic-control-profiles U shaping-rate 30m
set class-of-service traffic-control-profiles U guaranteed-rate 10m
set class-of-service traffic-control-profiles U scheduler-map M
set class-of-service interfaces ge-0/0/0 output-traffic-control-profile PORT
set class-of-service interfaces ge-0/0/0 unit 10 output-traffic-control-profile T
set class-of-service interfaces ge-0/0/0 unit 20 output-traffic-control-profile U
"""
PEAKS = re.sub(r".* guaranteed-rate .*\n", "", JUNOS)
REWRITES = JUNOS + "set class-of-service interfaces ge-0/0/0 unit 10 rewrite-rules dscp default\n"
TARGETS = pytest.mark.parametrize("target", ["tc", "sim", "ns3"])


def _config(text: str) -> api.Config:
    return api.loads(text.lstrip(), name="r1")


def _entries(text: str, target: str, interface: str | None = None) -> tuple[Entry, ...]:
    return api.compile(_config(text), target=target, interface=interface, allow_loss=True).ledger


def _shares(entries: tuple[Entry, ...]) -> list[tuple[str, Fidelity]]:
    return [
        (one.asked, one.fidelity)
        for one in entries
        if re.search(r"class \S+\.[12]0 > (excess|guarantee)$", one.path)
    ]


@TARGETS
def test_no_value_is_lost_of_units_in_the_tree_of_their_port(target: str) -> None:
    for text in (SEVEN_TO_ONE, JUNOS):
        entries = _entries(text, target)
        assert not [one.path for one in entries if one.fidelity is Fidelity.UNSUPPORTED]
        assert not [one.path for one in entries if "shares its shapers" in one.path]


@TARGETS
def test_a_unit_by_itself_still_tells_what_it_does_not_hold(target: str) -> None:
    lost = [
        one.asked
        for one in _entries(SEVEN_TO_ONE, target, "Gi0/1.10")
        if one.fidelity is Fidelity.UNSUPPORTED
    ]
    assert lost == ["ratio 7"]


def test_the_ratio_of_two_subinterfaces_is_what_the_simulator_sends() -> None:
    made = api.compile(_config(SEVEN_TO_ONE), target="sim")
    (file,) = made.files
    scenario = load(file.text, file.name)
    assert isinstance(scenario, Scenario)
    busy = [
        flow.model_copy(update={"rate_bps": 25_000_000})
        for flow in scenario.traffic
        if flow.kind == "cbr"
    ]
    result = simulate(scenario.model_copy(update={"traffic": tuple(busy)}))
    port = "router GigabitEthernet0/1"
    sent = [
        result.of_class(f"GigabitEthernet0/1.{unit}", port=port)["throughput_bps"]
        for unit in (10, 20)
    ]
    assert sent[0] / sent[1] == pytest.approx(7, rel=0.05)


def test_the_classes_of_shaped_units_have_rates_in_their_ratio() -> None:
    # HTB serves a class up to its rate before any turns count.
    script = api.compile(_config(SEVEN_TO_ONE)).files[0].text
    rates = re.findall(r"parent 1:10 classid 1:1\d htb rate (\d+)bit", script)
    seven, one, rest = map(int, rates)
    assert seven / one == pytest.approx(7, rel=0.01)
    # A class without a ratio has 1 (Cisco, Distribution of Remaining Bandwidth Using Ratio).
    assert rest == pytest.approx(one, rel=0.01)
    assert 19_900_000 <= seven + one + rest <= 20_000_000


def test_a_script_tells_units_by_the_tag_on_the_device_of_their_port() -> None:
    script = api.compile(_config(SEVEN_TO_ONE)).files[0].text
    assert len(re.findall(r"^apply_\d+\(\)", script, re.MULTILINE)) == 1
    assert re.findall(r"flower vlan_id (\d+)", script) == ["10", "20"]


def test_units_without_guaranteed_rates_share_by_their_shaping_rates() -> None:
    # Juniper, Configuring a CIR and a PIR on Ethernet IQ2 Interfaces.
    assert [asked for asked, _ in _shares(_entries(PEAKS, "sim"))] == ["ratio 4", "ratio 3"]


@TARGETS
def test_guaranteed_rates_of_units_are_held_in_the_tree(target: str) -> None:
    found = _shares(_entries(JUNOS, target))
    assert [asked for asked, _ in found] == ["20 Mbit/s", "10 Mbit/s"]
    assert {fidelity for _, fidelity in found} <= {Fidelity.APPROX, Fidelity.ENVELOPE}


def test_the_queues_inside_a_unit_are_below_its_class() -> None:
    inside = [
        one.path
        for one in _entries(JUNOS, "tc")
        if "class ge-0/0/0.20 > child > policy-map scheduler-map M > class network-control"
        in one.path
    ]
    assert inside


def test_a_unit_that_rewrites_goes_on_through_its_port() -> None:
    entries = _entries(REWRITES, "tc")
    beside = [one for one in entries if one.path.startswith("ge-0/0/0.10 > beside > ")]
    assert [(one.asked, one.fidelity) for one in beside] == [
        ("goes on through ge-0/0/0", Fidelity.EXACT)
    ]


def test_a_scenario_of_a_unit_that_rewrites_has_the_tree_of_the_unit_alone() -> None:
    made = api.compile(_config(REWRITES), target="sim", allow_loss=True)
    names = {file.name for file in made.files}
    assert names == {"ge-0-0-0.yaml", "ge-0-0-0-10.yaml", "ge-9-0-0.yaml"}
    lost = {
        one.asked
        for one in made.ledger
        if one.path.startswith("ge-0/0/0.10 >") and one.fidelity is Fidelity.UNSUPPORTED
    }
    assert "20 Mbit/s" in lost, "what it is guaranteed among the units"


@pytest.mark.parametrize("text", [SEVEN_TO_ONE, JUNOS, PEAKS, REWRITES])
def test_verify_agrees_on_a_tree_of_units(text: str) -> None:
    config = _config(text)
    made = api.compile(config, allow_loss=True)
    found = api.verify_script(config, made.files[0].text, made.ledger)
    assert [one.message for one in found.differences] == []


def test_verify_misses_a_unit_that_the_tree_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    from qosc.datapath import unit_trees

    whole = unit_trees._by_their_shapers
    monkeypatch.setattr(unit_trees, "_by_their_shapers", lambda classes: whole(classes)[:1])
    config = _config(JUNOS)
    made = api.compile(config, allow_loss=True)
    found = api.verify_script(config, made.files[0].text, made.ledger)
    assert [one.message for one in found.differences] == [
        "what leaves ge-0/0/0.20 has no queues of its own"
    ]


def test_verify_misses_a_shaper_that_the_tree_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    from qosc.datapath import unit_trees

    monkeypatch.setattr(
        unit_trees,
        "_by_their_shapers",
        lambda classes: [replace(found, shaper=None) for found in classes],
    )
    config = _config(JUNOS)
    made = api.compile(config, allow_loss=True)
    found = api.verify_script(config, made.files[0].text, made.ledger)
    assert [one.message for one in found.differences] == [
        "what leaves ge-0/0/0.10 is not held to 40 Mbit/s",
        "what leaves ge-0/0/0.20 is not held to 30 Mbit/s",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("encapsulation dot1Q 20", "encapsulation dot1Q 10"),
        ("encapsulation dot1Q 20", "encapsulation dot1Q 20 second-dot1q 5"),
        ("encapsulation dot1Q 20", "encapsulation dot1Q 20 native"),
    ],
    ids=["same tag", "two tags", "no tag"],
)
def test_units_that_one_tag_does_not_tell_apart_have_trees_of_their_own(old: str, new: str) -> None:
    device: Device = _config(SEVEN_TO_ONE.replace(old, new)).joined_device
    assert device.ports["GigabitEthernet0/1"].holds == ()


@TARGETS
def test_shares_by_shaping_rates_are_known_of_one_kind_of_interface_only(target: str) -> None:
    """40 and 30 Mbit/s part as 4 to 3 on Ethernet IQ2; which hardware it is, the config has not."""
    shares = [
        one
        for one in _entries(PEAKS, target, "ge-0/0/0")
        if one.path.endswith(("class ge-0/0/0.10 > excess", "class ge-0/0/0.20 > excess"))
    ]
    assert [one.asked for one in shares] == ["ratio 4", "ratio 3"]
    assert {one.fidelity for one in shares} == {Fidelity.UNKNOWN}
    assert all("IQ2" in one.note for one in shares)
