"""Queues over time, packets that overtake each other, and steps that change nothing."""

from __future__ import annotations

import pytest

from qosc.simulator import simulate
from qosc.simulator.stats import Flow
from tests.laws.simulator.scenario_kit import Json, cbr, klass, policy, scenario


def watched(traffic: list[Json], every: int, **more: object) -> dict[str, Json]:
    """The occupancy of each class of r's output."""
    made = scenario(traffic, **more)
    measure = made.measure.model_copy(update={"occupancy_every_ms": every})
    result = simulate(made.model_copy(update={"measure": measure}))
    return {
        row["name"]: row["occupancy"]
        for row in result.classes
        if row["port"] == "r out" and "occupancy" in row
    }


@pytest.mark.parametrize("queues", [False, True])
def test_a_queue_grows_by_what_comes_less_what_goes(queues: bool) -> None:
    # 750 packets come and 500 go in a second.
    out: Json = {"limit": {"packets": 10_000}}
    if queues:
        out = policy(klass("(all)", None, {"limits": [{"packets": 10_000}]}))
    found = watched([cbr("s", 3_000_000)], 100, out=out, ms=2000)["(all)"]
    assert (found["interval_ms"], found["from_ms"], len(found["packets"])) == (100, 0, 20)
    for number, (packets, size) in enumerate(zip(found["packets"], found["bytes"], strict=True)):
        assert packets == pytest.approx(25 * number, abs=1.01)
        assert size == 500 * packets


def test_samples_begin_behind_the_warm_up() -> None:
    found = watched(
        [cbr("s", 3_000_000)], 70, out={"limit": {"packets": 9}}, ms=1000, warm_up_ms=500
    )["(all)"]
    # 560, 630, 700, 770, 840, 910 and 980 ms; the queue is full.
    assert found["from_ms"] == 560
    assert len(found["packets"]) == 7
    assert set(found["packets"]) <= {8, 9}


def test_each_class_has_its_own() -> None:
    one, two = ({"limits": [{"packets": n}], "guarantee_bps": 1_000_000} for n in (5, 7))
    out = policy(klass("one", 1, one), klass("two", None, two))
    found = watched([cbr("x", 2_000_000, 1), cbr("y", 2_100_000)], 50, out=out, ms=3000)
    assert {name: max(row["packets"]) for name, row in found.items()} == {"one": 5, "two": 7}


def test_without_asking_there_is_none() -> None:
    result = simulate(scenario([cbr("s", 1_000_000)], ms=100))
    assert all("occupancy" not in row for row in result.classes)


def test_looking_changes_nothing() -> None:
    out = policy(klass("one", 1, {"limits": [{"packets": 5}]}), klass("two", None, {}))
    traffic = [cbr("x", 2_000_000, 1), {"name": "t", "kind": "tcp", "flows": 2}]
    made = scenario(traffic, out=out, ms=3000, warm_up_ms=333)
    plain = simulate(made)
    steps: list[int] = []
    assert simulate(made, steps.append) == plain
    assert steps == list(range(1, 101))
    measure = made.measure.model_copy(update={"occupancy_every_ms": 10})
    seen = simulate(made.model_copy(update={"measure": measure}))
    assert seen.flows == plain.flows


def test_a_packet_is_out_of_sequence_when_a_later_one_came_before_it() -> None:
    flow = Flow("x", "cbr")
    for born in (0, 2, 1, 4, 3, 5):
        flow.arrived(born, 9)
    assert flow.out_of_sequence == 2


def test_packets_of_one_source_overtake_where_marks_divide_them() -> None:
    meter = {"algorithm": "single-bucket", "cir_bps": 500_000, "cbs_bytes": 2000}
    police = {
        "kind": "rules",
        "rules": [
            {
                "match": {"where": {}},
                "police": {"meter": meter, "exceed": {"set": {"precedence": 0}}},
            }
        ],
    }
    out = policy(klass("high", 5, {"priority": {}}), klass("low", None, {}))
    result = simulate(scenario([cbr("x", 2_400_000, 5)], received=[police], out=out, ms=5000))
    high, low = result.of_class("high"), result.of_class("low")
    assert high["sent_packets"] > 500
    # What waits among the others is overtaken by all of the class above.
    late = result.flow("x")["out_of_sequence_packets"]
    assert 0.9 * low["sent_packets"] < late <= low["sent_packets"]
    alone = simulate(scenario([cbr("x", 2_400_000, 5)], ms=5000))
    assert alone.flow("x")["out_of_sequence_packets"] == 0
