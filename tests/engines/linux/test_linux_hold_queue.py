"""A port with a FIFO only, in a real kernel: the script's own queue holds what it says."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.engines.engine_kit import Run

pytestmark = pytest.mark.engine

PACKET_US = (1000 + 7) * 8
"""A packet on a serial line of 1 Mbit/s: 7 bytes of flag, header and FCS (RFC 1662)."""
BURST_US = 100_000
"""A hundred packets are sent in this time."""


@pytest.mark.parametrize("limit", [30, 10])
def test_the_script_s_fifo_drops_beyond_its_limit(runs: Mapping[str, Run], limit: int) -> None:
    flow = runs[f"hold-{limit}"].kernel.flow("burst")
    assert flow["sent_packets"] == 100
    # The queue full at the end of the burst, and what left meanwhile; two may go ahead of the
    # rate by the bucket, and where the sender was late, more could leave.
    least = limit + BURST_US // PACKET_US - 1
    most = limit + (BURST_US + flow["late"]["most_us"]) / PACKET_US + 3
    assert least <= flow["received_packets"] <= most


@pytest.mark.parametrize("limit", [30, 10])
def test_the_longest_delay_is_that_of_a_full_queue(runs: Mapping[str, Run], limit: int) -> None:
    flow = runs[f"hold-{limit}"].kernel.flow("burst")
    # The full queue before it, itself, and 1 ms of the link.
    full = (limit + 1) * PACKET_US + 1000
    assert full - 2 * PACKET_US <= flow["delay"]["max_us"] <= full + 3 * PACKET_US


def test_the_simulator_lets_as_many_pass(runs: Mapping[str, Run]) -> None:
    kernel, simulator = (
        each.flow("burst") for each in (runs["hold-30"].kernel, runs["hold-30"].simulator)
    )
    late = kernel["late"]["most_us"] / PACKET_US
    assert abs(kernel["received_packets"] - simulator["received_packets"]) <= 3 + late
