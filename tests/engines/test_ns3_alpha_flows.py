"""The set-ups of `examples/esnet-alpha-flows` in ns-3: the paper's order."""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.cli.experiments import read_folder
from qosc.lab.run import run
from qosc.simulator import Result

pytestmark = [pytest.mark.engine, pytest.mark.usefixtures("ns3")]

FOLDER = Path(__file__).parents[2] / "examples" / "esnet-alpha-flows"
NAMES = ("scheduling", "wred", "policing-1", "policing-2")


def test_a_scavenger_queue_costs_throughput_and_reorders() -> None:
    made = read_folder(str(FOLDER), "never", NAMES)
    assert made is not None
    found = {name: run(made[1][name].scenario, "ns3") for name in NAMES}
    flows = {name: each.flow("alpha") for name, each in found.items() if isinstance(each, Result)}
    assert set(flows) == set(NAMES), found
    best = flows["scheduling"]["goodput_bps"]
    assert 0.8 * best < flows["wred"]["goodput_bps"] < best
    for name in ("policing-1", "policing-2"):
        assert flows[name]["goodput_bps"] < 0.95 * flows["wred"]["goodput_bps"]
        assert flows[name]["out_of_sequence_packets"] > 500
    assert flows["wred"]["out_of_sequence_packets"] < 100
