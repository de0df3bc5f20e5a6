"""`qosc simulate` of a hand-written scenario reaches a result on every engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.engines.test_lab import call

pytestmark = pytest.mark.engine

SCENARIO = """
schema: qosc/scenario/1
duration_ms: 1500
nodes:
  - {name: a, kind: host, address: 10.0.0.1}
  - {name: r, kind: router}
  - {name: b, kind: host, address: 10.0.0.2}
links:
  - {ends: [{node: a, port: e}, {node: r, port: in}], rate_bps: 100_000_000}
  - {ends: [{node: r, port: out}, {node: b, port: e}], rate_bps: 1_000_000}
ports:
  - {node: r, port: out, limit: {packets: 20}}
traffic:
  - {name: u, from: a, to: b, kind: cbr, packet_bytes: 1000, interval_us: 1000, stop_us: 100_000}
"""


def figures(folder: Path, engine: str) -> dict[str, Any]:
    """The flow of the scenario as an engine measured it, with status 0."""
    path = folder / "s.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    for _ in range(4):
        found = call("simulate", str(path), "-e", engine, "--format", "json")
        # A host that is too busy disturbs the real kernel, which is told as no result.
        if "held a sender up" not in found.output:
            break
    assert found.exit_code == 0, found.output
    result = json.loads(found.output)
    assert result["engine"] == engine
    flow: dict[str, Any] = result["flows"][0]
    return flow


def test_ns3(ns3: None, tmp_path: Path) -> None:
    flow = figures(tmp_path, "ns3")
    assert flow["sent_packets"] == 100
    # 1 Mbit/s takes a packet of 1000 bytes in 8 ms: 12 in the 100 ms, one of them on the wire at
    # their end, and the full queue of 20.
    assert 32 <= flow["received_packets"] <= 34


def test_linux(linux: None, tmp_path: Path) -> None:
    flow = figures(tmp_path, "linux")
    assert flow["sent_packets"] == 100
    # More by the bucket above the queue, and where the sender was late.
    assert 32 <= flow["received_packets"] <= 36 + flow["late"]["most_us"] / 8000
