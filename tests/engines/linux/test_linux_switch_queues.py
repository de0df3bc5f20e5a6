"""Round robin of Catalyst ports in a real kernel: the weights and the caps of the config."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from qosc.lab.linux.engine import Experiment
from qosc.scenario import Cbr
from qosc.simulator import Result
from tests.engines.calm import compared
from tests.engines.engine_kit import PATH, ROUTER, Run, emitted, network, with_traffic

pytestmark = pytest.mark.engine

LBE = """
interface Ethernet3/1
 wrr-queue bandwidth 99 1 99% of capacity allocated to queue 1 and 1% to queue 2
 wrr-queue cos-map 1 1 0 // prec 0 traffic (BE) goes into queue 1,1
 wrr-queue cos-map 2 1 1 2 3 4 5 6 7 // prec 1 traffic (LBE) goes into queue 2,1
"""
SHAPED = """
interface Ethernet0/1
 srr-queue bandwidth share 10 20 30 40
 srr-queue bandwidth shape 0 0 0 8
"""


def stream(name: str, dscp: int, rate_bps: int, number: int) -> Cbr:
    return Cbr(
        **PATH,
        kind="cbr",
        name=name,
        packet_bytes=1000,
        rate_bps=rate_bps,
        start_us=137 * number,
        header={"src-port": 20_000 + number, "dst-port": 30_000, "dscp": dscp},
    )


@pytest.fixture(scope="module")
def runs(linux: None) -> Mapping[str, Run]:
    """Both ports, in one boot."""
    be_and_lbe = (stream("be", 0, 11_000_000, 0), stream("lbe", 8, 1_000_000, 1))
    # One code point of each queue by the default map, each above its part.
    four = tuple(
        stream(f"queue {queue}", dscp, rate, queue)
        for queue, dscp, rate in (
            (1, 46, 2_500_000),
            (2, 0, 4_000_000),
            (3, 16, 6_000_000),
            (4, 48, 2_500_000),
        )
    )
    planned = {
        name: Experiment(with_traffic(network(text), *traffic), {ROUTER: emitted(text)})
        for name, text, traffic in (("wrr", LBE, be_and_lbe), ("srr", SHAPED, four))
    }
    return compared(planned, 1)


def shares(result: Result) -> dict[str, float]:
    rates = {flow["name"]: flow["throughput_bps"] for flow in result.flows}
    whole = sum(rates.values())
    return {name: rate / whole for name, rate in rates.items()}


def test_less_than_best_effort_has_one_percent_under_congestion(runs: Mapping[str, Run]) -> None:
    found = shares(runs["wrr"].kernel)
    assert found["lbe"] == pytest.approx(0.01, rel=0.05)
    assert found["be"] == pytest.approx(0.99, rel=0.05)


def test_a_shaped_queue_has_its_part_and_the_others_share_the_rest(
    runs: Mapping[str, Run],
) -> None:
    rest = (1 - 1 / 8) / 60
    wanted = {"queue 1": 10 * rest, "queue 2": 20 * rest, "queue 3": 30 * rest, "queue 4": 1 / 8}
    assert shares(runs["srr"].kernel) == pytest.approx(wanted, rel=0.05)


@pytest.mark.parametrize("name", ["wrr", "srr"])
def test_the_simulator_agrees(runs: Mapping[str, Run], name: str) -> None:
    assert shares(runs[name].simulator) == pytest.approx(shares(runs[name].kernel), rel=0.06)
