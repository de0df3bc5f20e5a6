"""Bursts, short connections, clients and looks at queues: ns-3 beside theory and the simulator."""

from __future__ import annotations

import pytest

from tests.engines.ns3_kit import EXAMPLES, both, figures, in_ns3, read, scenario

pytestmark = [pytest.mark.engine, pytest.mark.usefixtures("ns3")]

NETWORK = """
schema: qosc/scenario/1
duration_ms: {ms}
measure: {{warm_up_ms: {warm_up}, occupancy_every_ms: 7, interval_ms: 100}}
nodes:
  - {{name: a, kind: host, address: "10.0.0.1"}}
  - {{name: r, kind: router}}
  - {{name: z, kind: host, address: "10.0.1.1"}}
links:
  - {{ends: [{{node: a, port: e}}, {{node: r, port: in}}], rate_bps: 100000000}}
  - {{ends: [{{node: r, port: out}}, {{node: z, port: e}}], rate_bps: 2000000, delay_us: 20000,
      loss_ppm: {loss}}}
ports:
  - node: r
    port: out
    accounting_bytes: 6
    output:
      - kind: policy
        classes: {classes}
traffic: {traffic}
"""
ONE_CLASS = "[{name: all, match: {where: {}}, queue: {limits: [{packets: 60}]}}]"
RTT_US = 40_000


def text(traffic: str, ms: int, classes: str = ONE_CLASS, loss: int = 0, warm_up: int = 0) -> str:
    return NETWORK.format(ms=ms, classes=classes, traffic=traffic, loss=loss, warm_up=warm_up)


def us(length: int) -> float:
    """To send a packet over both links."""
    return length * 8 / 100 + length * 8 / 2


def test_bursts_of_certain_length_and_looks_at_queues_are_those_of_the_simulator() -> None:
    classes = """
          - name: gold
            match: {where: {dscp: 46}}
            queue: {priority: {rate_bps: 1000000, burst_bytes: 20000}}
          - name: rest
            match: {where: {}}
            queue: {}
            child: {kind: policy, classes: [
              {name: one, match: {where: {dst-port: 7}}, queue: {limits: [{packets: 20}]}},
              {name: two, match: {where: {}}, queue: {flow_queues: {flows: 16}}}]}
"""
    traffic = """
  - {name: b, kind: on-off, from: a, to: z, header: {dscp: 46}, packet_bytes: 200,
     rate_bps: 1311000, on_us: 90001, off_us: 60007, periods: constant, stop_us: 2500000}
  - {name: c, kind: on-off, from: a, to: z, header: {dst-port: 7}, packet_bytes: 700,
     packets_per_s: 311, on_us: 300013, off_us: 101, periods: constant, start_us: 31}
  - {name: d, kind: cbr, from: a, to: z, packet_bytes: 900, rate_bps: 903000}
"""
    found, expected = both(read(text(traffic, 3000, classes, warm_up=501)))
    depths = expected.of_class("one")["occupancy"]
    assert depths["from_ms"] == 504
    assert max(depths["packets"]) > 3
    assert figures(found) == figures(expected)


def test_bursts_of_random_length_are_there_in_their_part_of_the_time() -> None:
    traffic = """
  - {name: b, kind: on-off, from: a, to: z, packet_bytes: 200, interval_us: 2000,
     on_us: 10000, off_us: 30000}
"""
    found = in_ns3(read(text(traffic, 100_000))).flow("b")
    # A burst of a mean length of 5 intervals has 1 / (1 - exp(-1/5)) = 5.517 packets on average.
    assert found["sent_packets"] == pytest.approx(100_000 / 40 * 5.517, rel=0.05)
    assert found["received_packets"] + found["in_flight_after"] == found["sent_packets"]


def test_a_short_connection_takes_a_handshake_and_its_own_time() -> None:
    traffic = """
  - {name: s, kind: short-tcp, from: a, to: z, size_bytes: 1000, interval_us: 200000,
     arrivals: periodic, start_us: 50000}
"""
    found, expected = both(read(text(traffic, 2100, warm_up=100)))
    completion = found.flow("s")["completion"]
    # Begun at 50, 250 ... 2050 ms: the first before the time that counts, the last not yet done.
    assert (completion["started"], completion["finished"], completion["under_way"]) == (10, 10, 1)
    # SYN and its answer of 40 bytes and some options, then the data.
    least = RTT_US + RTT_US / 2 + us(40) * 2 + us(1040)
    assert least <= completion["time"]["min_us"] <= completion["time"]["max_us"] <= least + 400
    simulated = expected.flow("s")["completion"]["time"]["mean_us"]
    assert completion["time"]["mean_us"] == pytest.approx(simulated + RTT_US, abs=800)
    assert found.flow("s")["goodput_bps"] == 10 * 1000 * 8 // 2


def test_the_connections_of_a_source_have_ports_of_their_own() -> None:
    classes = """
          - {name: third, match: {where: {src-port: 65535}}, queue: {}}
          - {name: fourth, match: {where: {src-port: 0}}, queue: {}}
          - {name: rest, match: {where: {}}, queue: {}}
"""
    # Both sources want the same ports, and a bulk transfer has one of them.
    traffic = """
  - {name: s, kind: short-tcp, from: a, to: z, size_bytes: 3000, interval_us: 300000,
     arrivals: periodic, header: {src-port: 65533, dst-port: 80}}
  - {name: t, kind: short-tcp, from: a, to: z, size_bytes: 3000, interval_us: 300000,
     arrivals: periodic, header: {src-port: 65533, dst-port: 80}}
  - {name: u, kind: tcp, from: a, to: z, header: {src-port: 65534}, total_bytes: 50000}
"""
    found, expected = both(read(text(traffic, 3000, classes)))
    for name in ("s", "t"):
        assert found.flow(name)["completion"]["finished"] == 10
        assert found.flow(name)["goodput_bps"] == expected.flow(name)["goodput_bps"]
    for name in ("third", "fourth"):
        # Two connections of three full packets each in the simulator; in ns-3 with handshakes.
        simulated = expected.of_class(name)["arrived_packets"]
        assert simulated == 2 * 3
        assert simulated < found.of_class(name)["arrived_packets"] <= simulated + 2 * 4


def test_a_client_waits_and_thinks() -> None:
    traffic = """
  - {name: q, kind: request-response, from: a, to: z, request_bytes: 100, response_bytes: 30000,
     think_us: 50000, count: 5}
"""
    found, expected = both(read(text(traffic, 4000)))
    completion, simulated = (each.flow("q")["completion"] for each in (found, expected))
    assert (completion["started"], completion["finished"], completion["under_way"]) == (5, 5, 0)
    # The first takes the longest: the window of the server grows from round trip to round trip.
    assert completion["time"]["min_us"] >= RTT_US + us(140)
    for figure in ("min_us", "max_us", "mean_us"):
        assert completion["time"][figure] == pytest.approx(simulated["time"][figure], rel=0.05)
    for name in ("q", "q (request acks)", "q (responses)", "q (response acks)"):
        assert found.flow(name)["kind"] == expected.flow(name)["kind"]
    for name in ("q", "q (responses)"):
        assert found.flow(name)["sent_packets"] == expected.flow(name)["sent_packets"]
        assert found.flow(name)["goodput_bps"] == expected.flow(name)["goodput_bps"]


def test_nothing_is_left_undone_on_a_bad_link() -> None:
    traffic = """
  - {name: s, kind: short-tcp, from: a, to: z, size_bytes: 20001, interval_us: 250000,
     stop_us: 20000000, sack: true, rto_min_ms: 200}
  - {name: q, kind: request-response, from: a, to: z, request_bytes: 3000, response_bytes: 5000,
     flows: 3, think_us: 100000, stop_us: 20000000, congestion_control: cubic}
  - {name: h, kind: request-response, from: a, to: z, request_bytes: 2000, response_bytes: 6000,
     flows: 3, think_us: 100000, stop_us: 20000000, congestion_control: htcp}
"""
    found = in_ns3(read(text(traffic, 60_000, loss=30_000)))
    for name, size in (("s", 20_001), ("q", 3000), ("h", 2000)):
        completion = found.flow(name)["completion"]
        assert completion["started"] == completion["finished"] > 50
        assert found.flow(name)["goodput_bps"] == completion["started"] * size * 8 // 60
        # What was lost came again after a timeout, at least once.
        assert completion["time"]["max_us"] > 4 * completion["time"]["p50_us"]
    for row in found.flows:
        assert row["drops"].keys() <= {"link"}
        gone = row["received_packets"] + row["dropped_packets"] + row["in_flight_after"]
        assert row["in_flight_before"] + row["sent_packets"] == gone


def test_the_example_of_applications_is_as_in_the_simulator() -> None:
    found, expected = both(scenario(EXAMPLES / "traffic" / "applications.yaml"))
    ours, theirs = (each.flow("web")["completion"] for each in (found, expected))
    assert ours["finished"] == pytest.approx(theirs["finished"], rel=0.05)
    for figure in ("min_us", "mean_us", "p50_us", "p99_us"):
        assert ours["time"][figure] == pytest.approx(theirs["time"][figure], rel=0.05)
    for name in ("voice", "web", "web (responses)"):
        mean = expected.flow(name)["delay"]["mean_us"]
        assert found.flow(name)["delay"]["mean_us"] == pytest.approx(mean, rel=0.05)
