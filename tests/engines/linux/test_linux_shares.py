"""Shares, delays and policing in a real kernel, under scripts emitted for the published configs."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Any

import pytest

pytestmark = pytest.mark.engine

LINK = 2_000_000
CELL_BYTES = 12 * 53
"""A packet of 528 bytes with LLC/SNAP and the AAL5 trailer fills twelve cells."""
GUARANTEES = {f"prec{n}": 800_000 if n == 7 else 100_000 for n in range(8)}


def throughput(result: Any) -> dict[str, int]:
    return {flow["name"]: flow["throughput_bps"] for flow in result.flows}


def shares(result: Any) -> dict[str, float]:
    rates = throughput(result)
    whole = sum(rates.values())
    return {name: rate / whole for name, rate in rates.items()}


def close(found: Mapping[str, float], wanted: Mapping[str, float]) -> None:
    assert found == pytest.approx(dict(wanted), rel=0.05)


def test_the_backlogged_link_is_full(runs: Mapping[str, Any]) -> None:
    cells = sum(throughput(runs["corrected"].kernel).values()) * CELL_BYTES / 528
    assert cells == pytest.approx(LINK, rel=0.05)


def test_each_class_has_its_guarantee(runs: Mapping[str, Any]) -> None:
    for name, rate in throughput(runs["corrected"].kernel).items():
        assert rate * CELL_BYTES / 528 >= 0.95 * GUARANTEES[name], name


def test_classic_ios_shares_the_excess_in_proportion(runs: Mapping[str, Any]) -> None:
    close(shares(runs["corrected"].kernel), {n: g / 1_500_000 for n, g in GUARANTEES.items()})


def test_ios_xe_shares_the_excess_in_equal_parts(runs: Mapping[str, Any]) -> None:
    guarantees = {"prec5": 900_000, "prec3": 300_000, "prec0": 150_000}
    part = (LINK - 1_350_000) / 3
    close(shares(runs["xe"].kernel), {n: (g + part) / LINK for n, g in guarantees.items()})


def test_shaped_classes_share_by_their_ratios(runs: Mapping[str, Any]) -> None:
    # The default class has a ratio of 1 (Cisco, Distribution of Remaining Bandwidth Using Ratio).
    for result in (runs["ratios"].kernel, runs["ratios"].simulator):
        close(shares(result), {"prec5": 0.7, "prec3": 0.2, "prec0": 0.1})


def test_as_published_precedence_5_shares_class_default(runs: Mapping[str, Any]) -> None:
    # Nothing matches list 105: seven classes share, the last of them between two precedences.
    found = shares(runs["published"].kernel)
    wanted = {n: g / 1_400_000 for n, g in GUARANTEES.items()}
    both = found.pop("prec0") + found.pop("prec5")
    assert both == pytest.approx(wanted.pop("prec0"), rel=0.05)
    del wanted["prec5"]
    close(found, wanted)


@pytest.mark.parametrize("name", ["corrected", "published", "xe"])
def test_the_simulator_agrees_on_shares(runs: Mapping[str, Any], name: str) -> None:
    found, expected = shares(runs[name].kernel), shares(runs[name].simulator)
    if name == "published":
        # Which of two flows in one queue loses more is chance.
        for each in (found, expected):
            each["prec0"] += each.pop("prec5")
    close(found, expected)


def test_the_priority_queue_has_the_lowest_round_trip(runs: Mapping[str, Any]) -> None:
    rtt = {name: runs[name].kernel.flow("ping")["rtt"] for name in ("pq", "wfq", "fifo")}
    assert rtt["pq"]["samples"] >= 150
    assert rtt["pq"]["mean_us"] < rtt["wfq"]["mean_us"]
    assert rtt["pq"]["p95_us"] < rtt["wfq"]["p95_us"]
    assert rtt["pq"]["mean_us"] < rtt["fifo"]["mean_us"] / 4


def test_the_fifo_of_the_same_link_delays_by_its_whole_queue(runs: Mapping[str, Any]) -> None:
    # Forty packets of twelve cells at 2 Mbit/s, and 1 ms each way on both links.
    kernel, simulator = (
        result.flow("ping")["rtt"]["p50_us"]
        for result in (runs["fifo"].kernel, runs["fifo"].simulator)
    )
    assert kernel == pytest.approx(40 * CELL_BYTES * 8e6 / LINK + 4_000, rel=0.1)
    assert kernel == pytest.approx(simulator, rel=0.1)


def envelope(instants_us: list[int], length: int) -> int:
    """Bytes that a bucket of 8000 at 1 Mbit/s lets pass of packets sent at these instants."""
    tokens, admitted, before = 8_000 * 8_000_000, 0, 0
    for now in instants_us:
        tokens = min(8_000 * 8_000_000, tokens + (now - before) * 1_000_000)
        before = now
        if tokens >= length * 8_000_000:
            tokens -= length * 8_000_000
            admitted += length
    return admitted


def test_car_admits_its_envelope_and_no_more(runs: Mapping[str, Any]) -> None:
    flow = runs["car"].kernel.flow("policed")
    sent = flow["sent_at_us"]
    # More is sent than is admitted, all the time but for what the host held up.
    assert len(sent) * 256 * 8 / sent[-1] == pytest.approx(1.5, rel=0.02)
    assert flow["received_bytes"] == pytest.approx(envelope(sent, 256), rel=0.03)
    for slot, total in enumerate(accumulate(flow["series"]["received_bytes"]), start=1):
        assert total <= 1.03 * (1_000_000 / 8 * slot / 10 + 8_000 + 256)


def test_the_envelope_of_even_traffic_is_its_formula() -> None:
    # Every packet but those that the bucket held at the start is paid for by the rate.
    instants = [n * 1_365 for n in range(8_000)]
    assert envelope(instants, 256) == pytest.approx(instants[-1] / 8 + 8_000, rel=0.001)


def test_car_marks_what_conforms_with_precedence_7(runs: Mapping[str, Any]) -> None:
    flow = runs["car"].kernel.flow("policed")
    assert flow["received_dscp"] == {"56": flow["received_packets"]}


def test_car_with_two_like_actions_only_marks(runs: Mapping[str, Any]) -> None:
    flow = runs["car"].kernel.flow("marked")
    assert flow["received_dscp"] == {"8": flow["received_packets"]}
    assert flow["dropped_packets"] == 0
    assert flow["received_bytes"] == 256 * flow["received_packets"]
    assert flow["throughput_bps"] == pytest.approx(100_000, rel=0.02)


def test_the_simulator_agrees_on_car(runs: Mapping[str, Any]) -> None:
    # Each by what the bucket lets pass of packets at its own instants: those of a host that stands
    # still for a moment come together.
    found, expected = (each.flow("policed") for each in (runs["car"].kernel, runs["car"].simulator))
    sent = found["sent_at_us"]
    even = [n * 4096 // 3 for n in range(expected["sent_packets"])]
    passed = found["received_bytes"] / envelope(sent, 256)
    assert passed == pytest.approx(expected["received_bytes"] / envelope(even, 256), rel=0.05)
    marked = [each.flow("marked") for each in (runs["car"].kernel, runs["car"].simulator)]
    assert marked[0]["received_bytes"] == pytest.approx(marked[1]["received_bytes"], rel=0.05)


def test_tcp_fills_the_link_and_backs_off(runs: Mapping[str, Any]) -> None:
    run = runs["tcp"]
    found, expected = run.kernel.flow("bulk"), run.simulator.flow("bulk")
    # 1500 bytes with LLC/SNAP and the trailer take 32 cells, of which 1460 bytes are payload.
    assert found["goodput_bps"] == pytest.approx(LINK * 1460 / (32 * 53), rel=0.1)
    assert found["throughput_bps"] == pytest.approx(expected["throughput_bps"], rel=0.1)
    assert sum(found["connections_bps"]) == pytest.approx(found["goodput_bps"], rel=0.001)
    assert min(found["connections_bps"]) > 0
    assert found["retransmitted_packets"] > 0
    assert found["received_dscp"] == {"48": found["received_packets"]}
