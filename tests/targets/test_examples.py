"""The published testbeds: what their configs compile to, and what that shows."""

from __future__ import annotations

from pathlib import Path

import pytest

import qosc
from qosc.ir.leaves import leaves, qos_ports
from qosc.scenario import Overlay, Scenario, load, load_overlay
from qosc.simulator import simulate

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = [
    ("infn-fnal-wfq", "router.cfg", "traffic.yaml", "scenario.yaml"),
    ("infn-fnal-pq", "router.cfg", "traffic.yaml", "scenario.yaml"),
    ("infn-cern-car-wfq", "scenario-1.cfg", "traffic-1.yaml", "scenario-1.yaml"),
    ("infn-cern-car-wfq", "scenario-3.cfg", "traffic-3.yaml", "scenario-3.yaml"),
]


def _overlay(path: Path) -> Overlay:
    found = load_overlay(path.read_text(), str(path))
    assert isinstance(found, Overlay), found
    return found


def _scenario(path: Path) -> Scenario:
    found = load(path.read_text(), str(path))
    assert isinstance(found, Scenario), found
    return found


@pytest.mark.parametrize(("folder", "config", "traffic", "scenario"), FILES)
def test_the_scenario_is_what_config_and_traffic_make(
    folder: str, config: str, traffic: str, scenario: str
) -> None:
    home = EXAMPLES / folder
    name = f"examples/{folder}/{config}"
    loaded = qosc.loads((home / config).read_text(), name=name)
    made = qosc.compile(loaded, target="sim", overlay=_overlay(home / traffic))
    assert [file.text for file in made.files] == [(home / scenario).read_text()]


@pytest.mark.parametrize("folder", ["infn-fnal-wfq", "infn-fnal-pq"])
def test_the_remote_control_is_kept_from_the_load(folder: str) -> None:
    # The report: 124.5 ms when idle. A request waits at most for six packets of 1500 bytes, one on
    # the wire and five in the ring: 6 * 32 cells * 424 bit / 2 Mbit/s = 41 ms.
    result = simulate(_scenario(EXAMPLES / folder / "scenario.yaml"))
    control = result.flow("remote control")
    assert control["loss"] == 0
    assert 124_000 < control["rtt"]["min_us"] < control["rtt"]["max_us"] < 124_500 + 41_000


def test_what_car_conforms_and_exceeds_is_near_what_the_router_counted() -> None:
    # The notes: 1 295 000 bit/s conformed, 112 000 exceeded, in the tenth scenario of ten to one.
    # They do not say whether the router's counters have the layer 2 header; ours have not.
    scenario = _scenario(EXAMPLES / "infn-cern-car-wfq" / "scenario-3.yaml")
    result = simulate(scenario)
    seconds = (scenario.duration_ms - scenario.measure.warm_up_ms) / 1000
    rule = result.of_class("rule 1", side="input")
    (meter,) = rule["meters"]
    conformed, exceeded = (meter[colour]["bytes"] * 8 / seconds for colour in ("conform", "exceed"))
    assert conformed == pytest.approx(1_295_000, rel=0.03)
    assert exceeded == pytest.approx(112_000, rel=0.25)


@pytest.mark.parametrize("target", ["tc", "sim", "ns3", "ir"])
@pytest.mark.parametrize(("folder", "config"), [row[:2] for row in FILES])
def test_the_ledger_lists_every_value_once(folder: str, config: str, target: str) -> None:
    loaded = qosc.load(EXAMPLES / folder / config)
    made = qosc.compile(loaded, target=target)
    device = loaded.complete_device
    wanted = [leaf.path for port in qos_ports(device) for leaf in leaves(device, port)]
    # A script has rows of what is Linux's own, whatever the config says.
    rows = ["protocol 137", "packets that the machine sends"]
    text = (EXAMPLES / folder / config).read_text()
    if "rate-limit" in text or "  priority " in text:
        # A priority is bounded by a meter, and meters alone see joined packets.
        rows.insert(0, "offloads")
    if folder == "infn-cern-car-wfq":
        # An ATM circuit without LLC: fewer bytes than on Ethernet, by a size table.
        rows.insert(1, "offloads, where cells are counted")
    if "rate-limit input" in text:
        rows.append("lengths in meters of input")
    linux = [f"Linux > {row}" for row in rows] if target == "tc" else []
    assert [entry.path for entry in made.ledger] == [*wanted, *linux]
    assert made.losses == ()
    assert made.files
