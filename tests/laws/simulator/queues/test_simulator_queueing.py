"""The engine against what queueing theory and bookkeeping say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.scenario import dump
from qosc.simulator import simulate
from qosc.simulator.port import Wire
from tests.laws.simulator.scenario_kit import Json, cbr, klass, policy, run, scenario

LINK = 2_000_000


@pytest.mark.parametrize("load", [30, 80])
def test_md1_mean_wait(load: int) -> None:
    # Poisson arrivals of packets of 1000 bytes, 4 ms each: the mean wait in an M/D/1 queue is
    # rho * S / (2 * (1 - rho)) (Pollaczek and Khinchine); the sojourn adds the service time S.
    rho, service_us = load / 100, 4000
    source = {"name": "s", "kind": "poisson", "packet_bytes": 1000, "rate_bps": LINK * load // 100}
    result = run([source], ms=1_500_000, warm_up_ms=10_000, access={"rate_bps": 10**10})
    want = rho * service_us / (2 * (1 - rho)) + service_us
    assert result.of_class("(all)", port="r out")["wait"]["mean_us"] == pytest.approx(
        want, rel=0.03
    )


def test_the_least_delay_is_serialisation_and_propagation() -> None:
    # 1000 bytes: 80 us at 100 Mbit/s, 4000 us at 2 Mbit/s, and 1500 us on the way.
    result = run([cbr("s", 80_000, size=1000)], link={"delay_us": 1500}, ms=3000)
    assert result.flow("s")["delay"]["min_us"] == 80 + 4000 + 1500
    assert result.flow("s")["delay"]["max_us"] == 80 + 4000 + 1500


def test_parts_of_a_nanosecond_are_not_lost() -> None:
    # 500 bytes at 3 Mbit/s take 1333333 and a third ns: three of them exactly 4 ms.
    link = scenario([], link={"rate_bps": 3_000_000}).links[1]
    wire = Wire(link, Random(1))  # noqa: S311
    assert sum(wire.time(500) for _ in range(3000)) == 4_000_000_000


def test_cells_and_overhead_take_their_time() -> None:
    # 40 bytes and 8 of AAL5 are one cell, 53 bytes: 212 us at 2 Mbit/s. 41 bytes need two: 424 us.
    for size, cells in ((40, 1), (41, 2), (528, 12)):
        result = run(
            [cbr("s", 8_000, size=size)],
            link={"linklayer": "atm", "overhead_bytes": 8},
            access={"rate_bps": 10**12},
            ms=3000,
        )
        assert result.flow("s")["delay"]["min_us"] == pytest.approx(cells * 212, abs=0.01)
    result = run(
        [cbr("s", 8_000, size=100)],
        link={"overhead_bytes": 25},
        ms=3000,
        access={"rate_bps": 10**12},
    )
    assert result.flow("s")["delay"]["min_us"] == pytest.approx(500, abs=0.01)


def test_fifo_keeps_the_order_and_is_fair_to_nobody() -> None:
    # 3 Mbit/s and 1 Mbit/s into 2 Mbit/s: first come, first served shares as offered.
    x, y = cbr("x", 3_000_000), cbr("y", 1_000_000)
    x["kind"] = y["kind"] = "poisson"  # at constant distances the two would keep a phase
    result = run([x, y], ms=41_000, warm_up_ms=1000)
    x, y = (result.flow(name)["throughput_bps"] for name in "xy")
    assert x + y == pytest.approx(LINK, rel=0.001)
    assert x / y == pytest.approx(3, rel=0.02)


def test_the_queue_holds_its_limit_and_no_more() -> None:
    # A queue of 10 packets of 500 bytes: with the one on the wire, 11 * 2 ms is the longest stay.
    for limit in ({"packets": 10}, {"bytes": 5000}):
        result = run([cbr("s", 4_000_000)], out={"limit": limit}, ms=5000)
        count = result.of_class("(all)", port="r out")
        assert count["queue_max_packets"] == 10
        assert count["wait"]["max_us"] == pytest.approx(11 * 2000, abs=1)


def test_the_ring_adds_its_packets_to_the_delay_of_priority() -> None:
    classes = policy(
        klass("voice", 5, {"priority": {}}), klass("rest", None, {"limits": [{"packets": 9}]})
    )
    traffic = [cbr("v", 40_000, 5, 100), cbr("bulk", 3_000_000, 0, 1000)]
    waits = [
        run(traffic, out={**classes, "tx_ring_packets": ring}, ms=20_000).of_class("voice")["wait"]
        for ring in (0, 5)
    ]
    # Each packet of the ring is 1000 bytes, 4 ms.
    assert waits[1]["max_us"] - waits[0]["max_us"] == pytest.approx(5 * 4000, abs=500)


def test_random_loss_is_what_was_asked_for() -> None:
    result = run([cbr("s", 1_000_000, size=100)], link={"loss_ppm": 50_000}, ms=60_000)
    sent, lost = result.flow("s")["sent_packets"], result.flow("s")["dropped_packets"]
    # 75000 packets: one standard deviation is 0.08 %.
    assert lost / sent == pytest.approx(0.05, abs=0.003)


CAR = {
    "kind": "rules",
    "feature": "rate-limit",
    "rules": [
        {
            "match": {"where": {"dst-port": 5}},
            "police": {
                "meter": {
                    "algorithm": "car",
                    "cir_bps": 1_000_000,
                    "cbs_bytes": 8000,
                    "ebs_bytes": 8000,
                },
                "conform": {"set": {"precedence": 7}},
                "exceed": {"then": "drop"},
            },
        },
    ],
}


def test_car_admits_rate_times_t_and_its_burst() -> None:
    source = {**cbr("s", 1_800_000, 0), "header": {"dst-port": 5}}
    result = run([source], received=[CAR], ms=10_000)
    rule = result.of_class("rule 1", "input")
    conform = rule["meters"][0]["conform"]["bytes"]
    assert 1_000_000 * 10 // 8 + 8000 - 1000 <= conform <= 1_000_000 * 10 // 8 + 8000
    assert rule["marked_packets"] == rule["meters"][0]["conform"]["packets"]
    assert result.flow("s")["drops"]["police"]["bytes"] == rule["meters"][0]["exceed"]["bytes"]


def test_a_mark_on_input_moves_a_packet_on_output() -> None:
    out = policy(klass("seven", 7, {"guarantee_bps": 1_000_000}), klass("rest", None, {}))
    source = {**cbr("s", 400_000, 0), "header": {"dst-port": 5}}
    result = run([source, cbr("t", 400_000)], received=[CAR], out=out, ms=5000)
    assert result.of_class("seven")["arrived_packets"] == result.flow("s")["received_packets"]
    assert result.of_class("rest")["arrived_packets"] == result.flow("t")["received_packets"]


def test_continue_goes_on_to_the_next_rule_with_the_mark() -> None:
    rules = {
        "kind": "rules",
        "rules": [
            {"match": {"where": {"precedence": 0}}, "set": {"precedence": 2}, "then": "continue"},
            {"match": {"where": {"precedence": 0}}, "set": {"precedence": 3}},
            {"match": {"where": {"precedence": 2}}, "set": {"precedence": 4}},
            {"match": {"where": {}}, "then": "drop"},
        ],
    }
    result = run(
        [cbr("s", 100_000)],
        received=[rules],
        ms=1000,
        out=policy(klass("four", 4, {}), klass("rest", None, {})),
    )
    assert result.of_class("four")["arrived_packets"] == result.flow("s")["received_packets"] > 0


def everything(seed: int, load: int) -> Json:
    """A bit of everything, to be run as a whole."""
    return {
        "traffic": [
            cbr("c", load, 5, 300),
            {"name": "p", "kind": "poisson", "packet_bytes": 900, "rate_bps": load},
            {"name": "t", "kind": "tcp", "flows": 3, "header": {"precedence": 2}},
            {"name": "i", "kind": "ping", "interval_us": 50_000, "header": {"precedence": 7}},
        ],
        "out": policy(
            klass("voice", 5, {"priority": {"rate_bps": 300_000, "burst_bytes": 2000}}),
            klass("data", 2, {"guarantee_bps": 500_000, "limits": [{"packets": 10}]}),
            klass("rest", None, {"limits": [{"bytes": 9000}]}),
        ),
        "link": {"loss_ppm": 3000, "delay_us": 10_000},
        "received": [CAR],
        "seed": seed,
        "ms": 4000,
        "warm_up_ms": 700,
    }


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 99), st.integers(100_000, 2_500_000))
def test_no_packet_is_lost_from_the_books(seed: int, load: int) -> None:
    result = run(**everything(seed, load))
    for flow in result.flows:
        carried = flow["in_flight_before"] + flow["sent_packets"]
        kept = flow["received_packets"] + flow["dropped_packets"] + flow["in_flight_after"]
        assert carried == kept, flow["name"]
        assert flow["in_flight_after"] >= 0
    for each in result.classes:
        assert each["sent_packets"] <= each["arrived_packets"] + each["queue_max_packets"] + 2


def test_the_same_seed_gives_the_same_bytes_whatever_the_hash_seed() -> None:
    made = scenario(**everything(7, 900_000))
    here = simulate(made).to_json()
    program = (
        "import sys\nfrom qosc.scenario import load\nfrom qosc.simulator import simulate\n"
        "sys.stdout.write(simulate(load(sys.stdin.read(), 'x')).to_json())"
    )
    for hash_seed in ("1", "2"):
        there = subprocess.run(
            [sys.executable, "-c", program],
            input=dump(made),
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=Path(__file__).parent,
        )
        assert there.stdout == here


def test_another_seed_gives_another_run_of_the_random_sources_only() -> None:
    first, second = (run(**everything(seed, 300_000)) for seed in (1, 2))
    assert first.flow("p")["sent_packets"] != second.flow("p")["sent_packets"]
    assert first.flow("c")["sent_packets"] == second.flow("c")["sent_packets"]


def test_ping_copies_the_marks_and_waits_both_ways() -> None:
    # 84 bytes: 6.72 us at 100 Mbit/s and 336 us at 2 Mbit/s, each way, and 2 * 5000 us.
    source = {"name": "i", "kind": "ping", "interval_us": 100_000, "header": {"dscp": 46}}
    result = run([source], link={"delay_us": 5000}, ms=2050)
    assert result.flow("i")["rtt"]["min_us"] == pytest.approx(2 * (6.72 + 336 + 5000), abs=0.01)
    assert result.flow("i")["rtt"]["samples"] == 21
    assert result.flow("i (replies)")["received_packets"] == 21


def test_a_series_adds_up_to_the_total() -> None:
    made = scenario([cbr("s", 1_000_000)], ms=5000)
    made = made.model_copy(update={"measure": made.measure.model_copy(update={"interval_ms": 500})})
    flow = simulate(made).flow("s")
    assert sum(flow["series"]["received_bytes"]) == flow["received_bytes"]
    assert len(flow["series"]["received_bytes"]) == 10


def test_names_from_outside_cannot_reach_the_terminal() -> None:
    result = run([cbr("bad\x1b[31mname\n", 100_000)], ms=1000)
    assert "\x1b" not in result.to_text()
    assert "bad?[31mname?" in result.to_text()
