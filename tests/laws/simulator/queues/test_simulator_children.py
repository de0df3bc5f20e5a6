"""Child policies: what they mark and police, with and without queues, by hand."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from tests.laws.simulator.scenario_kit import Json, cbr, klass, policy, run, scenario

BUCKET = {"algorithm": "single-bucket", "cir_bps": 100_000, "cbs_bytes": 1500}
ADMITTED = 100_000 * 10 // 8 + 1500
"""Bytes that the bucket lets pass in the 10 s of a run."""


def by(precedence: int | None, **more: object) -> Json:
    where = {} if precedence is None else {"precedence": precedence}
    name = "rest" if precedence is None else f"prec {precedence}"
    return {"name": name, "match": {"where": where}, **more}


def child(*classes: Json) -> Json:
    return {"kind": "policy", "name": "c", "classes": list(classes)}


POLICED = by(5, police=[{"meter": BUCKET}], set={"ecn": 1})
TRAFFIC = [cbr("x", 200_000, 5), cbr("y", 100_000, 0)]


@pytest.mark.parametrize(
    "parent",
    [
        klass("all", None, {"shape": {"rate_bps": 500_000, "burst_bytes": 2000}}),
        klass("all", None, {}),
        klass("all", None, {"priority": {"rate_bps": 900_000, "burst_bytes": 9000}}),
        klass("all", None, {"guarantee_bps": 500_000}),
    ],
)
def test_a_child_without_queues_polices_and_marks_before_the_queue(parent: Json) -> None:
    parent = {**parent, "child": child(POLICED, by(None, set={"dscp": 10}))}
    result = run(TRAFFIC, out=policy(parent))
    policed, rest = result.of_class("prec 5"), result.of_class("rest")
    passed = policed["meters"][0]["conform"]
    assert ADMITTED - 500 <= passed["bytes"] <= ADMITTED
    assert policed["dropped_packets"] == result.flow("x")["dropped_packets"] > 200
    # 500 packets are offered in 10 s, and all are marked: the mark comes before the meter.
    assert policed["marked_packets"] == policed["arrived_packets"] == 500
    assert rest["marked_packets"] == rest["arrived_packets"] == 250
    # Only what the child lets pass takes room in the parent's queue.
    assert result.of_class("all")["sent_packets"] in (
        249 + passed["packets"],
        250 + passed["packets"],
    )
    assert result.of_class("rest")["policy"] == "p > all > c"


def test_a_class_that_shares_the_last_queue_has_its_child_run() -> None:
    first = {"name": "marked", "match": {"where": {"precedence": 5}}, "child": child(POLICED)}
    result = run(TRAFFIC, out=policy(first, klass("last", None, {})))
    assert ADMITTED - 500 <= result.of_class("prec 5")["meters"][0]["conform"]["bytes"] <= ADMITTED
    assert result.of_class("last")["arrived_packets"] == 250


@pytest.mark.parametrize("queue", [{}, None])
def test_every_level_sees_the_packet_as_it_came(queue: Json | None) -> None:
    # The parent writes precedence 1; its children still tell 5 from 0.
    parent: Json = {
        "name": "all",
        "match": {"where": {}},
        "set": {"precedence": 1},
        "child": child(by(5, set={"ecn": 1}), by(1, set={"ecn": 2}), by(None)),
    }
    if queue is None:
        out = {"output": [{"kind": "policy", "name": "p", "classes": [parent]}]}
    else:
        out = policy({**parent, "queue": queue})
    result = run(TRAFFIC, out=out)
    assert result.of_class("prec 5")["arrived_packets"] == 500
    assert result.of_class("prec 1")["arrived_packets"] == 0
    assert result.of_class("rest")["arrived_packets"] == 250
    assert result.flow("x")["marked_packets"] == 2 * 500


def test_two_levels_below_a_queue() -> None:
    deep = by(5, child=child(by(5, police=[{"meter": BUCKET}])))
    result = run(TRAFFIC, out=policy(klass("all", None, {}, child=child(deep))))
    rows = [row for row in result.classes if row["name"] == "prec 5"]
    assert [row["policy"] for row in rows] == ["p > all > c", "p > all > c > prec 5 > c"]
    assert ADMITTED - 500 <= rows[1]["meters"][0]["conform"]["bytes"] <= ADMITTED


def test_the_bound_of_a_priority_class_holds_for_all_queues_of_its_child() -> None:
    # 1.9 Mbit/s of the others keep the port of 2 Mbit/s congested all the time.
    inner = child(klass("one", 5, {}), klass("two", 6, {}), klass("none", None, {}))
    bound = {"priority": {"rate_bps": 300_000, "burst_bytes": 2000}}
    top = {
        "name": "top",
        "match": {"where": {"precedence": [5, 6]}},
        "queue": bound,
        "child": inner,
    }
    traffic = [
        cbr("x", 400_000, 5),
        cbr("y", 400_000, 6),
        cbr("z", 3_000_000, 0, start_us=1),
    ]
    result = run(traffic, out=policy(top, klass("rest", None, {"limits": [{"packets": 20}]})))
    passed = sum(result.flow(name)["received_bytes"] for name in "xy")
    assert passed == pytest.approx(300_000 * 10 // 8 + 2000, abs=1500)
    assert result.of_class("top")["drops"]["priority"]["packets"] > 1000


@pytest.mark.parametrize(
    ("queue", "says"),
    [
        (None, "needs a queue"),
        ({"limits": [{"packets": 3}]}, "belong to the classes of the child"),
        ({"flow_queues": {"flows": 3}}, "belong to the classes of the child"),
    ],
)
def test_what_a_divided_class_cannot_have_is_an_error(queue: Json | None, says: str) -> None:
    inner = child(klass("one", None, {}))
    divided: Json = {"name": "d", "match": {"where": {}}, "child": inner}
    if queue is not None:
        divided["queue"] = queue
    with pytest.raises(ValidationError, match=says):
        scenario([], out=policy(divided, klass("rest", None, {})))
