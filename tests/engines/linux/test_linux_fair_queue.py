"""`fair-queue` on an interface: what each flow gets, on a kernel, in ns-3 and in the simulator.

A router gives each flow a part in proportion to its precedence + 1. The kernel's classes do that
for all flows of a precedence together, so that the parts differ where precedences have different
numbers of busy flows; the ledger says between which bounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import qosc
from qosc.lab.linux.engine import Experiment
from qosc.scenario import Cbr
from qosc.simulator import simulate
from tests.engines.calm import on_linux
from tests.engines.engine_kit import PACKET, PATH, ROUTER, emitted, network, with_traffic
from tests.engines.ns3_kit import in_ns3

pytestmark = pytest.mark.engine

LINK = 2_000_000
CONFIG = """
interface FastEthernet0/0
 rate-limit input 8000000 16000 16000 conform-action transmit exceed-action drop
interface Serial0
 bandwidth 2000
 fair-queue 64 256
"""


def flow(name: str, precedence: int, port: int) -> Cbr:
    return Cbr(
        **PATH,
        kind="cbr",
        name=name,
        packet_bytes=PACKET,
        rate_bps=1_900_000,
        start_us=211 * port,
        header={"src-port": 20_000 + port, "dst-port": 30_000, "dscp": precedence << 3},
    )


FLOWS: dict[str, dict[str, int]] = {
    "5 against 0": {"high": 5, "low": 0},
    "two of one precedence": {"one": 1, "other": 1},
    "0, 3 and 5": {"low": 0, "middle": 3, "high": 5},
    "two of 0 beside one of 5": {"low": 0, "lower": 0, "high": 5},
}
"""The precedence of each flow, by the names of run and flow."""


def by_flow(precedences: Mapping[str, int]) -> dict[str, float]:
    """The parts of the flows on a router."""
    whole = sum(each + 1 for each in precedences.values())
    return {name: (each + 1) / whole for name, each in precedences.items()}


def by_class(precedences: Mapping[str, int]) -> dict[str, float]:
    """The parts of the flows where those of a precedence share what one of them has."""
    numbers = list(precedences.values())
    whole = sum(each + 1 for each in set(numbers))
    return {name: (each + 1) / whole / numbers.count(each) for name, each in precedences.items()}


def planned(name: str):
    flows = [flow(*each, number) for number, each in enumerate(FLOWS[name].items(), 1)]
    return with_traffic(network(CONFIG), *flows, warm_up_ms=2000)


def held(result: Any, name: str) -> dict[str, float]:
    return {each: result.flow(each)["throughput_bps"] for each in FLOWS[name]}


@pytest.fixture(scope="module")
def kernel(linux: None) -> Mapping[str, Any]:
    """All runs in one boot."""
    runs = {name: Experiment(planned(name), {ROUTER: emitted(CONFIG)}) for name in FLOWS}
    return on_linux(runs, 1)


@pytest.mark.parametrize("name", FLOWS)
def test_flows_on_a_kernel_share_by_the_weight_of_their_class(
    kernel: Mapping[str, Any], name: str
) -> None:
    got = held(kernel[name], name)
    # 528 bytes of each frame of 542 are the packet.
    assert sum(got.values()) == pytest.approx(LINK * PACKET / (PACKET + 14), rel=0.05)
    for each, part in by_class(FLOWS[name]).items():
        assert got[each] / sum(got.values()) == pytest.approx(part, rel=0.05)


@pytest.mark.parametrize("name", FLOWS)
def test_flows_in_ns3_and_in_the_simulator_share_by_their_own_weight(ns3: None, name: str) -> None:
    model = planned(name)
    for result in (in_ns3(model), simulate(model)):
        got = held(result, name)
        for each, part in by_flow(FLOWS[name]).items():
            assert got[each] / sum(got.values()) == pytest.approx(part, rel=0.02)


@pytest.mark.parametrize("name", FLOWS)
def test_the_ledger_bounds_the_difference(name: str) -> None:
    ledger = qosc.compile(qosc.loads(CONFIG)).ledger
    (note,) = {e.note for e in ledger if e.path.startswith("Serial0 > fair-queue")}
    assert "between m/n and M/n of its share on the router" in note
    numbers = list(FLOWS[name].values())
    counts = [numbers.count(each) for each in numbers]
    router = by_flow(FLOWS[name])
    for each, part in by_class(FLOWS[name]).items():
        own = numbers.count(FLOWS[name][each])
        assert min(counts) / own <= part / router[each] * (1 + 1e-9)
        assert part / router[each] <= max(counts) / own * (1 + 1e-9)
