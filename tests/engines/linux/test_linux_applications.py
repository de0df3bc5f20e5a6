"""Transfers that come and go, clients with a server, and bursts: on a kernel and simulated."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from qosc.lab.linux.engine import Experiment
from qosc.scenario import Scenario, load
from qosc.simulator import Result, simulate
from tests.engines.calm import Calm, on_linux

pytestmark = pytest.mark.engine

NETWORK = """
schema: qosc/scenario/1
duration_ms: 6000
measure: {warm_up_ms: 1000}
nodes:
  - {name: a, kind: host, address: 10.0.0.1}
  - {name: r, kind: router}
  - {name: b, kind: host, address: 10.0.0.2}
links:
  - ends: [{node: a, port: eth0}, {node: r, port: in}]
    rate_bps: 10000000
  - ends: [{node: r, port: out}, {node: b, port: eth0}]
    rate_bps: 2000000
    delay_us: 20000
traffic:
"""
TRAFFIC = """
  - {name: short, kind: short-tcp, from: a, to: b, size_bytes: 10000, interval_us: 200000,
     arrivals: periodic, header: {dscp: 10}}
  - {name: ask, kind: request-response, from: a, to: b, request_bytes: 100, response_bytes: 5000,
     think_us: 100000, flows: 2, header: {dscp: 18, dst-port: 80}}
  - {name: burst, kind: on-off, from: a, to: b, packet_bytes: 500, rate_bps: 400000,
     on_us: 100000, off_us: 100000, periods: constant}
"""


@pytest.fixture(scope="module")
def results(linux: None) -> Mapping[str, Result]:
    model = load(NETWORK + TRAFFIC, "s.yaml")
    assert isinstance(model, Scenario), model
    found = on_linux({"linux": Experiment(model)}, 1)
    return Calm({"linux": found.raw("linux"), "sim": simulate(model)}, found.held)


def test_transfers_end_in_the_time_that_the_path_needs(results: Mapping[str, Result]) -> None:
    kernel = results["linux"].flow("short")
    assert kernel["completion"]["started"] == pytest.approx(25, abs=1)
    assert kernel["completion"]["finished"] == pytest.approx(25, abs=1)
    # A handshake of 40 ms, 20 ms of path, and seven segments in one window at 2 Mbit/s.
    took = 40_000 + 20_000 + (10_000 + 7 * 52) * 8 / 2
    assert kernel["completion"]["time"]["p50_us"] == pytest.approx(took, rel=0.2)
    assert kernel["goodput_bps"] == pytest.approx(400_000, rel=0.05)
    assert set(kernel["received_dscp"]) == {"10"}


def test_clients_ask_again_after_each_answer(results: Mapping[str, Result]) -> None:
    kernel, simulated = (results[name].flow("ask")["completion"] for name in ("linux", "sim"))
    assert kernel["finished"] == pytest.approx(simulated["finished"], rel=0.2)
    assert kernel["time"]["p50_us"] == pytest.approx(simulated["time"]["p50_us"], rel=0.25)
    assert kernel["under_way"] <= 2


def test_bursts_are_as_long_as_they_are_written(results: Mapping[str, Result]) -> None:
    kernel, simulated = (results[name].flow("burst") for name in ("linux", "sim"))
    assert kernel["received_packets"] == pytest.approx(simulated["received_packets"], abs=10)


def test_single_values_are_those_behind_the_figures(results: Mapping[str, Result]) -> None:
    kernel = results["linux"]
    found = {(each.name, each.quantity): len(each.values_ns) for each in kernel.samples}
    for name in ("short", "ask"):
        assert found[name, "response"] == kernel.flow(name)["completion"]["finished"]
    assert found["burst", "delay"] == kernel.flow("burst")["delay"]["samples"]
