"""What a scenario may cost: no small document takes ten seconds or a gigabyte unasked."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HEAD = """\
schema: qosc/scenario/1
duration_ms: {duration}
measure: {measure}
nodes:
  - {{name: a, kind: host, address: 10.0.0.1}}
  - {{name: r, kind: router}}
  - {{name: b, kind: host, address: 10.0.0.2}}
links:
  - ends: [{{node: a, port: e}}, {{node: r, port: in}}]
    rate_bps: 1_000_000_000
    delay_us: {delay}
  - {{ends: [{{node: r, port: out}}, {{node: b, port: e}}], rate_bps: {rate}}}
ports: {ports}
traffic:
  - {{name: t, from: a, to: b, {source}}}
"""
_MAIN = "from qosc.cli import main; main()"
CBR = "kind: cbr, packet_bytes: 100"


def document(
    source: str,
    duration: int = 1000,
    measure: str = "{}",
    rate: int = 10**6,
    ports: str = "[]",
    delay: int = 0,
) -> str:
    return HEAD.format(
        source=source, duration=duration, measure=measure, rate=rate, ports=ports, delay=delay
    )


def simulate(text: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """In a child that the kernel stops after ten seconds of CPU time or at 1.2 GB."""
    path = folder / "s.yaml"
    path.write_text(text, encoding="utf-8")

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
        resource.setrlimit(resource.RLIMIT_AS, (1_200_000_000, 1_200_000_000))

    return subprocess.run(
        [sys.executable, "-c", _MAIN, "simulate", str(path), *options],
        capture_output=True,
        text=True,
        preexec_fn=bounded,
        check=False,
    )


FIFO = "[{node: r, port: out, limit: {packets: 10000000000000}}]"
HOSTILE: dict[str, Callable[[], str]] = {
    "an absurd rate": lambda: document(f"{CBR}, rate_bps: 10000000000000"),
    "absurdly many packets": lambda: document(f"{CBR}, packets_per_s: 10000000000000"),
    "a run of centuries": lambda: document(f"{CBR}, interval_us: 1", 10**13),
    "pings without pause": lambda: document("kind: ping, interval_us: 1", 10**6),
    "bursts of a microsecond": lambda: document(
        "kind: on-off, packet_bytes: 100, rate_bps: 1, on_us: 1, off_us: 1", 10**6
    ),
    "a series of ten thousand million": lambda: document(
        f"{CBR}, rate_bps: 1", 10**10, "{interval_ms: 1}"
    ),
    "looks at queues for ever": lambda: document(
        f"{CBR}, rate_bps: 1", 10**13, "{occupancy_every_ms: 1}"
    ),
    "a queue without an end": lambda: document(
        f"{CBR}, packets_per_s: 100_000", 60_000, rate=1, ports=FIFO
    ),
    "a connection each microsecond": lambda: document(
        "kind: short-tcp, size_bytes: 10000000000000, interval_us: 1", 10**4
    ),
    "a hundred thousand tests of each packet": lambda: document(
        f"{CBR}, packets_per_s: 10_000",
        ports="[{node: r, port: in, input: [{kind: rules, rules: [{match: {any: ["
        + ", ".join(["{where: {dscp: 1}}"] * 40_000)
        + "]}}]}]}]",
    ),
    "packets on a link of years": lambda: document(
        f"{CBR}, packets_per_s: 300_000", 10_000, delay=10**13
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_small_document_is_refused_before_it_costs_much(name: str, tmp_path: Path) -> None:
    found = simulate(HOSTILE[name](), tmp_path)
    assert found.returncode == 2, found.stderr[-500:]
    assert "QOS694" in found.stderr
    assert "--max-" in found.stderr


def ring(size: int) -> str:
    lines = ["schema: qosc/scenario/1", "duration_ms: 1000", "nodes:"]
    for n in range(size):
        lines.append(f"- {{name: h{n}, kind: host, address: 10.0.{n >> 8}.{n & 255}}}")
        lines.append(f"- {{name: r{n}, kind: router}}")
    lines.append("links:")
    for n in range(size):
        ends = f"[{{node: h{n}, port: e}}, {{node: r{n}, port: h}}]"
        lines.append(f"- {{ends: {ends}, rate_bps: 1000000}}")
        ends = f"[{{node: r{n}, port: x}}, {{node: r{(n + 1) % size}, port: y}}]"
        lines.append(f"- {{ends: {ends}, rate_bps: 1000000}}")
    lines.append("traffic:\n- {name: p, kind: ping, from: h0, to: h9, count: 1}")
    return "\n".join(lines)


def test_a_ring_of_thousands_of_nodes_is_run(tmp_path: Path) -> None:
    found = simulate(ring(3000), tmp_path)
    assert found.returncode == 0, found.stderr[-500:]


def test_sixty_thousand_unknown_keys_are_one_message(tmp_path: Path) -> None:
    text = document(f"{CBR}, rate_bps: 1") + "\n".join(f"k{n}: 1" for n in range(60_000))
    found = simulate(text, tmp_path)
    assert found.returncode == 2
    assert found.stderr.count("error[") == 1
    assert "60000 unknown keys here: 'k0'" in found.stderr


def test_more_is_run_where_it_is_allowed(tmp_path: Path) -> None:
    text = document(f"{CBR}, packets_per_s: 1000")
    refused = simulate(text, tmp_path, "--max-events", "1000")
    assert refused.returncode == 2
    assert "events, more than the 1,000 allowed" in refused.stderr
    assert simulate(text, tmp_path, "--max-events", "100000").returncode == 0


def test_a_run_that_costs_more_than_its_estimate_is_stopped(tmp_path: Path) -> None:
    # The estimate is no promise: the events themselves are counted, too.
    from qosc.scenario import Scenario, load
    from qosc.simulator import TooManyEventsError
    from qosc.simulator import simulate as run

    made = load(document(f"{CBR}, packets_per_s: 1000"), "s.yaml")
    assert isinstance(made, Scenario)
    with pytest.raises(TooManyEventsError):
        run(made, max_events=100)
    assert run(made, max_events=10_000) == run(made)
