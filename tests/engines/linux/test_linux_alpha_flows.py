"""The set-ups of `examples/esnet-alpha-flows` on a Linux kernel: the paper's order."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from qosc.cli.experiments import read_folder
from qosc.lab.linux.engine import Experiment
from qosc.scenario import Measure
from qosc.simulator import Result
from tests.engines.calm import on_linux

pytestmark = pytest.mark.engine

FOLDER = Path(__file__).parents[3] / "examples" / "esnet-alpha-flows"
NAMES = ("one-queue", "two-queues", "wred", "policing-1")


def shorter(each: Experiment) -> Experiment:
    """Eight seconds of measured traffic."""
    scenario = each.scenario.model_copy(
        update={"duration_ms": 12_000, "measure": Measure(warm_up_ms=4000)}
    )
    return Experiment(scenario, each.scripts)


@pytest.fixture(scope="module")
def results(linux: None) -> Mapping[str, Result]:
    made = read_folder(str(FOLDER), "never", NAMES)
    assert made is not None
    return on_linux({name: shorter(made[1][name]) for name in NAMES}, 2)


def test_two_queues_keep_ping_flat(results: Mapping[str, Result]) -> None:
    one, two = (results[name].flow("ping")["rtt"]["p50_us"] for name in ("one-queue", "two-queues"))
    assert one > 3 * two
    assert two < 100_000


def test_a_scavenger_queue_costs_throughput_and_wred_less(results: Mapping[str, Result]) -> None:
    wred, policing = (results[name].flow("alpha") for name in ("wred", "policing-1"))
    assert policing["goodput_bps"] < 0.9 * wred["goodput_bps"]


def test_a_scavenger_queue_reorders_and_wred_does_not(results: Mapping[str, Result]) -> None:
    wred, policing = (results[name].flow("alpha") for name in ("wred", "policing-1"))
    assert policing["out_of_sequence_packets"] > wred["out_of_sequence_packets"]
    # One segment comes late for each that was dropped and sent again.
    assert wred["out_of_sequence_packets"] <= wred["retransmitted_packets"] + 3
