"""The set-ups of `examples/esnet-alpha-flows`: findings, compilation, and the paper's order."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

import qosc
from qosc import scenario
from qosc.cli import main
from qosc.cli.experiments import read_folder
from qosc.scenario import Policy, Scenario
from qosc.simulator import Result, simulate

FOLDER = Path(__file__).parents[2] / "examples" / "esnet-alpha-flows"
CONFIGS = sorted(FOLDER.glob("*.conf"))
SHOWN = (
    "ping-alone",
    "one-queue",
    "two-queues",
    "three-queues-30-50-20-udp-0",
    "three-queues-10-30-60-udp-0",
    "scheduling",
    "policing-1",
    "policing-2",
    "wred",
)


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    made = read_folder(str(FOLDER), "never", SHOWN)
    assert made is not None
    return {name: simulate(each.scenario) for name, each in made[1].items()}


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_the_linter_warns_where_out_of_profile_goes_to_another_queue(path: Path) -> None:
    out = StringIO()
    with redirect_stdout(out), pytest.raises(SystemExit):
        main(["check", str(path), "--select", "QOS306", "--format", "json"])
    found = "QOS306" in out.getvalue()
    assert found == (path.stem.startswith("three-queues") or path.stem == "oscars")


@pytest.mark.parametrize("target", ["tc", "sim", "ns3"])
@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_set_up_compiles_without_a_loss(path: Path, target: str) -> None:
    made = qosc.compile(qosc.load(path), target=target)
    assert made.files
    assert made.losses == ()
    assert made.left_out == ()


def test_the_four_classes_have_their_parts() -> None:
    made = qosc.compile(qosc.load(FOLDER / "oscars.conf"), target="sim", interface="ge-1/0/2")
    found = scenario.load(made.files[0].text, "oscars.yaml")
    assert isinstance(found, Scenario)
    (policy,) = next(port for port in found.ports if port.port == "ge-1/0/2").output
    assert isinstance(policy, Policy)
    # 5, 20, 70 and 5 % of 10 Mbit/s; the buffers are in the same parts.
    rates = {
        each.name: each.queue.guarantee_bps
        for each in policy.classes
        if each.queue is not None and each.queue.guarantee_bps
    }
    assert rates == {
        "network-control": 500_000,
        "best-effort": 2_000_000,
        "science-data": 7_000_000,
        "scavenger-service": 500_000,
    }


def test_each_of_the_four_classes_gets_its_part_under_load() -> None:
    """5, 20, 70 and 5 % of 10 Mbit/s, or all that comes where that is less: the policer of the
    circuit lets 1 Mbit/s into the class of 70 %, the rest of those packets are scavengers.
    """
    made = qosc.compile(qosc.load(FOLDER / "oscars.conf"), target="sim", interface="ge-1/0/2")
    file = next(each for each in made.files if each.name == "ge-1-0-2.yaml")
    found = scenario.load(file.text, "oscars.yaml")
    assert isinstance(found, Scenario)
    result = simulate(found)
    parts = {
        "network-control": 500_000,
        "best-effort": 2_000_000,
        "science-data": 7_000_000,
        "scavenger-service": 500_000,
    }
    for name, part in parts.items():
        row = result.of_class(name, port="router ge-1/0/2")
        coming = row["arrived_bytes"] * 8000 / result.measured_ms
        # Frames of 1038 bytes carry 1000 of IP.
        assert row["throughput_bps"] >= 0.96 * min(part, coming), name
        assert coming > part / 10, name
    rows = [result.of_class(name, port="router ge-1/0/2") for name in parts]
    assert rows[2]["throughput_bps"] == pytest.approx(1_000_000, rel=0.02)
    carried = sum(row["throughput_bps"] for row in rows)
    assert carried == pytest.approx(10_000_000 * 1000 / 1038, rel=0.02)


def goodput(results: dict[str, Result], name: str) -> int:
    return int(results[name].flow("alpha")["goodput_bps"])


def test_two_queues_keep_ping_flat(results: dict[str, Result]) -> None:
    alone, one, two = (
        results[name].flow("ping")["rtt"]["mean_us"]
        for name in ("ping-alone", "one-queue", "two-queues")
    )
    # Fig. 3: 2.28, 60.6 and about 2.28 ms.
    assert one > 20 * alone
    assert two < 1.5 * alone


def test_without_other_traffic_policing_costs_nothing(results: dict[str, Result]) -> None:
    # Table I, first row: the queues are served as the packets come.
    for name in ("three-queues-30-50-20-udp-0", "three-queues-10-30-60-udp-0"):
        assert results[name].flow("alpha")["out_of_sequence_packets"] == 0
        # 10 Mbit/s of frames with 38 bytes of preamble, header, FCS and gap, 460 of payload.
        assert goodput(results, name) == pytest.approx(10e6 * 460 / 538, rel=0.01)


def test_the_order_of_the_third_experiment(results: dict[str, Result]) -> None:
    # Table III: 6, 5.6, 0.92 and 0.47 Gbit/s.
    best = goodput(results, "scheduling")
    assert 0.85 * best < goodput(results, "wred") < best
    for name in ("policing-1", "policing-2"):
        assert goodput(results, name) < 0.92 * goodput(results, "wred")


def test_what_is_out_of_sequence(results: dict[str, Result]) -> None:
    # Table III: with WRED just the packets that were lost, thousands with a scavenger queue.
    wred = results["wred"].flow("alpha")
    assert 0 < wred["dropped_packets"] == wred["out_of_sequence_packets"] < 100
    for name in ("policing-1", "policing-2"):
        found = results[name].flow("alpha")
        assert found["dropped_packets"] == 0
        assert found["out_of_sequence_packets"] > 1000
        assert found["retransmitted_packets"] > 20
