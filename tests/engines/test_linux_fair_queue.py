"""`fair-queue` on an interface, on a kernel: weights by precedence, and equal flows within one."""

from __future__ import annotations

from typing import Any

import pytest

from qosc.lab.linux.engine import Experiment, Failure, run_together
from qosc.scenario import Cbr
from tests.engines.engine_kit import PACKET, PATH, ROUTER, emitted, network, with_traffic

pytestmark = pytest.mark.engine

CONFIG = """
interface FastEthernet0/0
 rate-limit input 8000000 16000 16000 conform-action transmit exceed-action drop
interface Serial0
 bandwidth 1000
 fair-queue 64 256
"""


def flow(name: str, precedence: int, port: int) -> Cbr:
    return Cbr(
        **PATH, kind="cbr", name=name, packet_bytes=PACKET, rate_bps=950_000,
        start_us=211 * port,
        header={"src-port": 20_000 + port, "dst-port": 30_000, "dscp": precedence << 3},
    )  # fmt: skip


RUNS = {
    "5 against 0": ((flow("high", 5, 1), flow("low", 0, 2)), {"high": 6 / 7, "low": 1 / 7}),
    "two of one precedence": ((flow("one", 1, 1), flow("other", 1, 3)), {"one": 1 / 2}),
}


@pytest.fixture(scope="module")
def results(linux: None) -> dict[str, Any]:
    """All runs in one boot."""
    base = network(CONFIG)
    planned = [
        Experiment(with_traffic(base, *traffic, warm_up_ms=2000), {ROUTER: emitted(CONFIG)})
        for traffic, _ in RUNS.values()
    ]
    found = dict(zip(RUNS, run_together(tuple(planned), 1), strict=True))
    for name, result in found.items():
        assert not isinstance(result, Failure), (name, result)
    return found


@pytest.mark.parametrize("name", RUNS)
def test_backlogged_flows_share_by_precedence_plus_one(results: dict[str, Any], name: str) -> None:
    traffic, shares = RUNS[name]
    got = {each.name: results[name].flow(each.name)["throughput_bps"] for each in traffic}
    total = sum(got.values())
    # 528 bytes of each frame of 542 are the packet.
    assert total == pytest.approx(1_000_000 * PACKET / (PACKET + 14), rel=0.05)
    for flow_name, share in shares.items():
        assert got[flow_name] / total == pytest.approx(share, rel=0.05)
