"""`qosc simulate`: what it says of the wrong file, of engines, and of figures of nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.engines.test_lab import CONFIG, Found, call
from tests.cli.limits.test_budgets import CBR, document


def simulate(folder: Path, text: str, *options: str) -> Found:
    path = folder / "s.yaml"
    path.write_text(text, encoding="utf-8")
    return call("simulate", str(path), *options)


@pytest.mark.parametrize("text", [CONFIG, "class-of-service {\n  interfaces {\n  }\n}\n"])
def test_a_router_config_is_told_apart_from_a_scenario(tmp_path: Path, text: str) -> None:
    found = simulate(tmp_path, text)
    assert found.exit_code == 2
    assert "is a router config, not a scenario" in found.output
    assert "--target sim" in found.output


def test_figures_of_nothing_are_not_green(tmp_path: Path) -> None:
    lost = document(f"{CBR}, rate_bps: 8000").replace(
        "rate_bps: 1000000}", "rate_bps: 9, loss_ppm: 1_000_000}"
    )
    found = simulate(tmp_path, lost)
    assert found.exit_code == 1
    assert "every packet was lost" in found.output
    late = simulate(tmp_path, document(f"{CBR}, rate_bps: 8000, start_us: 2_000_000"))
    assert late.exit_code == 1
    assert "no packet was sent" in late.output


POLICY = (
    "[{node: r, port: out, output: [{kind: policy, classes: [{name: c, match: {where: {}}, "
    "queue: {guarantee_bps: 5}}]}]}]"
)


def test_an_engine_that_cannot_run_a_scenario_says_so_with_a_code(tmp_path: Path) -> None:
    # A scenario has no tc script: either there is no kernel here, or it refuses the port.
    found = simulate(tmp_path, document(f"{CBR}, rate_bps: 8000", ports=POLICY), "-e", "linux")
    assert found.exit_code == 2
    assert "QOS695" in found.output


@pytest.mark.parametrize(
    ("ports", "words"),
    [
        ("[{node: r, port: out, limit: {packets: 0}}]", "the queue holds no packet"),
        (POLICY.replace(": 5", ": 1_000_001"), "the guarantees up to this class are 1_000_001"),
    ],
)
def test_what_no_router_can_do_is_a_warning(tmp_path: Path, ports: str, words: str) -> None:
    found = simulate(tmp_path, document(f"{CBR}, rate_bps: 8000", ports=ports))
    assert found.exit_code == 0
    assert "warning[QOS693]" in found.output
    assert words in found.output


def test_a_queue_without_limits_holds_a_thousand_packets(tmp_path: Path) -> None:
    text = document(f"{CBR}, packets_per_s: 10_000", ports=POLICY, rate=8000)
    found = simulate(tmp_path, text, "--format", "json")
    assert '"queue_max_packets": 1000' in found.output


def test_what_is_refused_is_told_at_its_line(tmp_path: Path) -> None:
    costly = simulate(tmp_path, document(f"{CBR}, packets_per_s: 10_000_000"))
    assert costly.exit_code == 2
    assert "error[QOS694]: the run takes about" in costly.output
    assert f"{tmp_path / 's.yaml'}:2:14" in costly.output
    assert "help: shorten duration_ms" in costly.output

    late = simulate(tmp_path, document(f"{CBR}, rate_bps: 8000, start_us: 2_000_000"))
    assert "error[QOS696]: no packet was sent" in late.output
    assert f"{tmp_path / 's.yaml'}:14:" in late.output


def test_qos_is_refused_on_linux_before_the_kernel_is_looked_for(tmp_path: Path) -> None:
    found = simulate(tmp_path, document(f"{CBR}, rate_bps: 8000", ports=POLICY), "-e", "linux")
    assert "error[QOS695]: the engine linux has no QoS for the output" in found.output
    assert f"{tmp_path / 's.yaml'}:13:" in found.output
    assert "see `qosc lab run`" in found.output


def test_what_linux_cannot_send_is_refused_at_the_traffic(tmp_path: Path) -> None:
    text = document("kind: cbr, packet_bytes: 40, rate_bps: 8000")
    found = simulate(tmp_path, text, "-e", "linux")
    assert found.exit_code == 2
    assert "error[QOS695]: linux: source 't': this engine's packets are 48 bytes" in found.output
    assert f"{tmp_path / 's.yaml'}:14:" in found.output
