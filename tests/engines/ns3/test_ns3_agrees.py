"""The same scenario in ns-3 and in the simulator."""

from __future__ import annotations

import pytest

from qosc.simulator import Result
from qosc.simulator.results import class_names
from tests.engines.ns3_kit import EXAMPLES, SCENARIOS, both, figures, in_ns3, read, scenario

pytestmark = [pytest.mark.engine, pytest.mark.usefixtures("ns3")]


def test_without_chance_every_figure_is_the_same() -> None:
    # Rules, marks, all meters, three levels, priority, guarantees, turns, flow queues, limits,
    # early drop with certain outcomes, a shaper, a ring, cells.
    found, expected = both(scenario(SCENARIOS / "all-but-chance.yaml"))
    reasons = {reason for row in expected.classes for reason in row["drops"]}
    assert reasons == {"police", "priority", "rule", "early", "flow", "queue"}
    assert figures(found) == figures(expected)


@pytest.mark.parametrize(
    "path",
    [
        "infn-fnal-wfq/scenario.yaml",
        "infn-fnal-pq/scenario.yaml",
        "infn-cern-car-wfq/scenario-1.yaml",
        "infn-cern-car-wfq/scenario-3.yaml",
    ],
)
def test_the_published_testbeds_share_alike(path: str) -> None:
    found, expected = both(scenario(EXAMPLES / path))
    rows = [row for row in expected.classes if row["share"] > 0.02]
    assert rows
    for row in rows:
        whole = class_names(row["policy"], row["name"])[-1]
        ours = found.of_class(whole, row["side"], row["port"])
        assert ours["share"] == pytest.approx(row["share"], rel=0.05), row["name"]
    for row in expected.flows:
        if row["kind"] == "ping":
            ours = found.flow(row["name"])
            assert ours["rtt"]["mean_us"] == pytest.approx(row["rtt"]["mean_us"], rel=0.1)
            assert ours["received_packets"] == row["received_packets"]


NETWORK = """
schema: qosc/scenario/1
duration_ms: {ms}
measure: {{warm_up_ms: 2000}}
nodes:
  - {{name: a, kind: host, address: "10.0.0.1"}}
  - {{name: r, kind: router}}
  - {{name: z, kind: host, address: "10.0.1.1"}}
links:
  - {{ends: [{{node: a, port: e}}, {{node: r, port: in}}], rate_bps: 100000000, delay_us: 1000}}
  - {{ends: [{{node: r, port: out}}, {{node: z, port: e}}], rate_bps: 2000000, delay_us: 1000}}
ports:
  - node: r
    port: out
    output:
      - kind: policy
        classes: {classes}
traffic: {traffic}
"""


def network(classes: str, traffic: str, ms: int) -> tuple[Result, Result]:
    return both(read(NETWORK.format(ms=ms, classes=classes, traffic=traffic)))


def test_random_early_detection_drops_the_same_part() -> None:
    classes = """
          - name: all
            match: {where: {}}
            queue:
              limits: [{packets: 200}]
              early_drop: {weight_exponent: 9, curves: [
                {match: {where: {dscp: 10}}, min_packets: 30, max_packets: 60, denominator: 2},
                {min_packets: 5, max_packets: 50, denominator: 2}]}
"""
    traffic = """
  - {name: hi, kind: cbr, from: a, to: z, header: {dscp: 10}, packet_bytes: 500, rate_bps: 1311000}
  - {name: lo, kind: poisson, from: a, to: z, packet_bytes: 500, rate_bps: 1303000}
"""
    found, expected = network(classes, traffic, 30_000)
    # 2 of 2.614 Mbit/s go through; the curves say who loses.
    lost = sum(found.flow(name)["loss"] * rate for name, rate in (("hi", 1.311), ("lo", 1.303)))
    assert lost == pytest.approx(0.614, rel=0.05)
    for name in ("hi", "lo"):
        ours, theirs = found.flow(name), expected.flow(name)
        assert ours["throughput_bps"] == pytest.approx(theirs["throughput_bps"], rel=0.05)
        assert ours["delay"]["mean_us"] == pytest.approx(theirs["delay"]["mean_us"], rel=0.1)


def test_backlogged_tcp_gets_what_is_guaranteed() -> None:
    classes = """
          - name: gold
            match: {where: {dscp: 10}}
            queue: {guarantee_bps: 1500000, limits: [{packets: 40}]}
          - name: rest
            match: {where: {}}
            queue: {guarantee_bps: 500000, limits: [{packets: 40}]}
"""
    traffic = """
  - {name: gold, kind: tcp, from: a, to: z, flows: 3, header: {dscp: 10}}
  - {name: rest, kind: tcp, from: a, to: z, flows: 3, delayed_ack: true}
"""
    found, expected = network(classes, traffic, 20_000)
    for name, rate in (("gold", 1_500_000), ("rest", 500_000)):
        assert found.flow(name)["throughput_bps"] == pytest.approx(rate, rel=0.05)
        theirs = expected.flow(name)["throughput_bps"]
        assert found.flow(name)["throughput_bps"] == pytest.approx(theirs, rel=0.05)
        assert sum(found.flow(name)["connections_bps"]) == pytest.approx(
            found.flow(name)["goodput_bps"], abs=3
        )
        assert len(found.flow(name)["connections_bps"]) == 3


def test_a_transfer_of_known_size_arrives_whole_and_once() -> None:
    classes = "[{name: all, match: {where: {}}, queue: {limits: [{packets: 6}]}}]"
    traffic = """
  - {name: t, kind: tcp, from: a, to: z, total_bytes: 1000001, start_us: 2000001}
  - {name: u, kind: poisson, from: a, to: z, packet_bytes: 700, rate_bps: 500000}
"""
    found, expected = network(classes, traffic, 30_000)
    assert found.flow("t")["retransmitted_packets"] > 0
    # bit/s over 28 s, rounded down
    assert found.flow("t")["goodput_bps"] == 1_000_001 * 8 // 28
    assert expected.flow("t")["goodput_bps"] == 1_000_001 * 8 // 28


def test_the_same_seed_gives_the_same_bytes_and_another_does_not() -> None:
    model = scenario(EXAMPLES / "infn-cern-car-wfq" / "scenario-1.yaml")
    model = model.model_copy(update={"duration_ms": 8000})
    first, again = in_ns3(model), in_ns3(model)
    assert first.to_json() == again.to_json()
    poisson = NETWORK.format(
        ms=3000,
        classes="[{name: all, match: {where: {}}, queue: {}}]",
        traffic="[{name: u, kind: poisson, from: a, to: z, packet_bytes: 700, rate_bps: 500000}]",
    )
    one, two = (in_ns3(read(f"seed: {seed}\n{poisson}")) for seed in (1, 5_000_000_000))
    assert one.flow("u")["sent_packets"] != two.flow("u")["sent_packets"]
