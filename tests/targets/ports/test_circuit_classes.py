"""The four classes of ESnet's circuits in a scenario: where traffic enters, what each gets."""

from __future__ import annotations

import pytest

import qosc
from qosc.scenario import Scenario, load
from qosc.simulator import Result, simulate
from tests.published import SEEDS
from tests.targets.ports.circuit_classes import (
    CONFIG,
    CONFORMING_BPS,
    PARTS,
    SENT_BPS,
    TOLERANCE_BPS,
    expected_bps,
    overloaded,
)

PORT = "router ge-1/0/2"


@pytest.fixture(scope="module")
def result() -> Result:
    return simulate(overloaded())


@pytest.mark.parametrize("target", ["sim", "ns3"])
def test_the_config_compiles_as_it_is(target: str) -> None:
    made = qosc.compile(qosc.loads(CONFIG, platform="junos-mx"), target=target)
    assert made.files
    assert made.losses == made.left_out == ()


def test_traffic_enters_where_it_is_classified() -> None:
    config = qosc.loads(CONFIG, platform="junos-mx")
    made = qosc.compile(config, target="sim", interface="ge-1/0/2")
    scenario = load(made.files[0].text, made.files[0].name)
    assert isinstance(scenario, Scenario)
    # The filter is on the input of ge-1/0/0: the host of all sources hangs on that port.
    ends = {end.node: end for link in scenario.links for end in link.ends}
    link = next(link for link in scenario.links if ends["sender"] in link.ends)
    assert "ge-1/0/0" in {end.port for end in link.ends}
    classes = [each for each in scenario.traffic if each.kind == "cbr"]
    assert {each.source for each in classes} == {"sender"}
    assert {each.name.partition(",")[0] for each in classes} == set(PARTS)


@pytest.mark.parametrize("name", PARTS)
def test_each_overloaded_class_gets_its_part(result: Result, name: str) -> None:
    row = result.of_class(name, port=PORT)
    coming = row["arrived_bytes"] * 8000 / result.measured_ms
    want = expected_bps()[name]
    assert coming > 1.1 * want
    assert row["throughput_bps"] == pytest.approx(want, abs=TOLERANCE_BPS)


def test_what_the_policer_lets_through_and_what_it_makes_a_scavenger(result: Result) -> None:
    parts = {"science-data": CONFORMING_BPS, "scavenger-service": SENT_BPS - CONFORMING_BPS}
    for name, rate in parts.items():
        coming = result.of_class(name, port=PORT)["arrived_bytes"] * 8000 / result.measured_ms
        assert coming == pytest.approx(rate, rel=0.005)


@pytest.mark.shared("seeds")
@pytest.mark.parametrize("number", ["000", "001", "004"])
def test_a_paper_as_it_is_becomes_a_scenario_whose_traffic_reaches_its_classes(number: str) -> None:
    """The configs lie in the prose of the papers; what is lost of a list that one of them leaves
    out is told. 002 describes its configs only, 003 applies its lines to no interface.
    """
    (path,) = SEEDS.glob(f"{number}_*.txt")
    config = qosc.load(path)
    assert qosc.compile(config, target="ns3", allow_loss=True).files
    (file, *_) = qosc.compile(config, target="sim", allow_loss=True).files
    scenario = load(file.text, file.name)
    assert isinstance(scenario, Scenario), scenario
    result = simulate(scenario)
    sent = {flow["name"].partition(",")[0] for flow in result.flows if flow["kind"] == "cbr"}
    assert sent
    rows = {row["name"]: row for row in result.classes if row["side"] == "output"}
    for name in sent & rows.keys():
        assert rows[name]["arrived_packets"] > 10, name
    missing = {line.split(":")[0] for line in file.text.splitlines() if "no traffic for" in line}
    named = {f"# no traffic for {name}" for name, row in rows.items() if not row["arrived_packets"]}
    assert named <= missing
