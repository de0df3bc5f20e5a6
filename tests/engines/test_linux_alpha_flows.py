"""The set-ups of `examples/esnet-alpha-flows` on a Linux kernel: the paper's order."""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.cli.experiments import read_folder
from qosc.lab.linux.engine import Experiment, run_together
from qosc.scenario import Measure
from qosc.simulator import Result

pytestmark = pytest.mark.engine

FOLDER = Path(__file__).parents[2] / "examples" / "esnet-alpha-flows"
NAMES = ("one-queue", "two-queues", "wred", "policing-1")


def shorter(each: Experiment) -> Experiment:
    """Eight seconds of measured traffic."""
    scenario = each.scenario.model_copy(
        update={"duration_ms": 12_000, "measure": Measure(warm_up_ms=4000)}
    )
    return Experiment(scenario, each.scripts)


@pytest.fixture(scope="module")
def results(linux: None) -> dict[str, Result]:
    made = read_folder(str(FOLDER), "never", NAMES)
    assert made is not None
    found = run_together(tuple(shorter(made[1][name]) for name in NAMES), together=2)
    results = dict(zip(NAMES, found, strict=True))
    for name, each in results.items():
        assert isinstance(each, Result), f"{name}: {each}"
    return {name: each for name, each in results.items() if isinstance(each, Result)}


def test_two_queues_keep_ping_flat(results: dict[str, Result]) -> None:
    one, two = (results[name].flow("ping")["rtt"]["p50_us"] for name in ("one-queue", "two-queues"))
    assert one > 3 * two
    assert two < 100_000


def test_a_scavenger_queue_costs_throughput_and_wred_less(results: dict[str, Result]) -> None:
    wred, policing = (results[name].flow("alpha") for name in ("wred", "policing-1"))
    assert policing["goodput_bps"] < 0.9 * wred["goodput_bps"]


def test_a_scavenger_queue_reorders_and_wred_does_not(results: dict[str, Result]) -> None:
    wred, policing = (results[name].flow("alpha") for name in ("wred", "policing-1"))
    assert policing["out_of_sequence_packets"] > wred["out_of_sequence_packets"]
    # One segment comes late for each that was dropped and sent again.
    assert wred["out_of_sequence_packets"] <= wred["retransmitted_packets"] + 3
