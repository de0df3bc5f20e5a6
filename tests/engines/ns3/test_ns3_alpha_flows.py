"""The set-ups of `examples/esnet-alpha-flows` in ns-3: the paper's order."""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.cli.experiments import read_folder
from qosc.lab.run import run
from qosc.simulator import Result
from tests.engines.ns3_kit import in_ns3

pytestmark = [pytest.mark.engine, pytest.mark.usefixtures("ns3")]

FOLDER = Path(__file__).parents[3] / "examples" / "esnet-alpha-flows"
NAMES = ("scheduling", "wred", "policing-1", "policing-2")


def test_a_scavenger_queue_costs_throughput_and_reorders() -> None:
    made = read_folder(str(FOLDER), "never", NAMES)
    assert made is not None
    found = {name: run(made[1][name].scenario, "ns3") for name in NAMES}
    flows = {name: each.flow("alpha") for name, each in found.items() if isinstance(each, Result)}
    assert set(flows) == set(NAMES), found
    best, wred = (flows[name]["goodput_bps"] for name in ("scheduling", "wred"))
    # The paper has 6, 5.6, 0.92 and 0.47 Gbit/s. That policing2 is below WRED does not hold here
    # (README.md); 0.7 is a regression bound: six seeds gave 0.77 to 0.84.
    assert 0.7 * best < wred < best
    assert flows["policing-1"]["goodput_bps"] < 0.9 * wred
    assert flows["policing-2"]["goodput_bps"] < 0.9 * best
    for name in ("policing-1", "policing-2"):
        assert flows[name]["out_of_sequence_packets"] > 500
    assert flows["wred"]["out_of_sequence_packets"] < 100


def test_a_timeout_does_not_leave_a_window_of_one_segment_for_ever() -> None:
    # With a window of 80 000 bytes a segment waits for more than 200 ms, which is the least
    # timeout; afterwards each new segment is acknowledged late, for it comes alone.
    made = read_folder(str(FOLDER), "never", ("policing-1",))
    assert made is not None
    base = made[1]["policing-1"].scenario
    wide = tuple(
        each.model_copy(update={"socket_buffer_bytes": 80_000}) if each.kind == "tcp" else each
        for each in base.traffic
    )
    narrow = in_ns3(base).flow("alpha")
    found = in_ns3(base.model_copy(update={"traffic": wide})).flow("alpha")
    assert found["goodput_bps"] > 0.8 * narrow["goodput_bps"]
    assert found["timeouts"] < 10
