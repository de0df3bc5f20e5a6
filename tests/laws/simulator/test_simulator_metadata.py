"""What a router keeps beside a packet, implicit drop, and meters that policers share."""

from __future__ import annotations

import pytest

from qosc.scenario import Scenario, dump, load
from qosc.scenario.check import check
from tests.laws.simulator.scenario_kit import Json, cbr, policy, run, scenario


def rule(where: Json, **more: object) -> Json:
    return {"match": {"where": where}, **more}


def rules(*each: Json, **more: object) -> Json:
    return {"kind": "rules", "feature": "filter", "rules": list(each), **more}


def by(name: str, where: Json, queue: Json | None = None) -> Json:
    return {"name": name, "match": {"where": where}, "queue": queue or {}}


@pytest.mark.parametrize(
    ("mark", "value"),
    [
        ("forwarding-class", "gold"),
        ("qos-group", 7),
        ("loss-priority", "high"),
        ("discard-class", 3),
    ],
)
def test_what_the_input_writes_the_output_reads(mark: str, value: int | str) -> None:
    received = [rules(rule({"precedence": 5}, set={mark: value}))]
    out = policy(by("marked", {mark: value}), by("rest", {}))
    traffic = [cbr("x", 100_000, 5), cbr("y", 200_000, 0)]
    result = run(traffic, received=received, out=out, ms=2000)
    assert result.of_class("marked")["arrived_packets"] == result.flow("x")["received_packets"] > 0
    assert result.of_class("rest")["arrived_packets"] == result.flow("y")["received_packets"] > 0


def test_it_stays_in_the_router() -> None:
    # The second router sees what was sent, not what the first one knew.
    second = {
        "schema": "qosc/scenario/1",
        "duration_ms": 1000,
        "nodes": [
            {"name": "a", "kind": "host", "address": "10.0.0.1"},
            {"name": "r", "kind": "router"},
            {"name": "s", "kind": "router"},
            {"name": "b", "kind": "host", "address": "10.0.1.1"},
        ],
        "links": [
            {
                "ends": [{"node": x, "port": f"to {y}"}, {"node": y, "port": f"to {x}"}],
                "rate_bps": 10_000_000,
            }
            for x, y in (("a", "r"), ("r", "s"), ("s", "b"))
        ],
        "ports": [
            {
                "node": "r",
                "port": "to a",
                "input": [rules(rule({}, set={"forwarding-class": "ef", "loss-priority": "high"}))],
            },
            {
                "node": "r",
                "port": "to s",
                **policy(by("ef", {"forwarding-class": "ef"}), by("rest", {})),
            },
            {
                "node": "s",
                "port": "to b",
                **policy(
                    by("ef", {"forwarding-class": "ef"}),
                    by("high", {"loss-priority": "high"}),
                    by("low", {"loss-priority": "low"}),
                ),
            },
        ],
        "traffic": [{"from": "a", "to": "b", **cbr("x", 100_000)}],
    }
    from qosc.simulator import simulate

    result = simulate(Scenario.model_validate(second))
    assert result.of_class("ef", port="r to s")["arrived_packets"] > 20
    assert result.of_class("ef", port="s to b")["arrived_packets"] == 0
    assert result.of_class("low")["arrived_packets"] > 20


def test_a_loss_priority_is_a_name_or_its_place() -> None:
    for written in ("medium-high", 2):
        received = [rules(rule({}, set={"loss-priority": written}))]
        out = policy(by("second", {"loss-priority": "medium-high"}), by("rest", {}))
        result = run([cbr("x", 100_000)], received=received, out=out, ms=1000)
        assert result.of_class("rest")["arrived_packets"] == 0


@pytest.mark.parametrize(
    "mark", [{"loss-priority": "hihg"}, {"loss-priority": 4}, {"dscp": "ef"}, {"qos-group": -1}]
)
def test_a_mark_that_its_field_cannot_hold_is_an_error(mark: Json) -> None:
    with pytest.raises(ValueError, match=r"loss priority|whole number|qos-group"):
        scenario([], received=[rules(rule({}, set=mark))])


def test_what_no_rule_takes_is_dropped_where_the_list_says_so() -> None:
    accept = rule({"precedence": 5})
    onward = rule({"precedence": 3}, then="continue")
    traffic = [cbr("x", 100_000, 5), cbr("y", 100_000, 3), cbr("z", 100_000, 0)]
    for otherwise, lost in (
        ("drop", {"x": 0, "y": 1, "z": 1}),
        ("transmit", dict.fromkeys("xyz", 0)),
    ):
        result = run(traffic, received=[rules(accept, onward, otherwise=otherwise)], ms=1000)
        assert {name: result.flow(name)["loss"] for name in "xyz"} == lost
    dropped = run(traffic, received=[rules(accept, onward, otherwise="drop")], ms=1000)
    row = dropped.of_class("(no rule)", "input")
    want = sum(dropped.flow(name)["dropped_packets"] for name in "yz")
    assert row["dropped_packets"] == row["drops"]["rule"]["packets"] == want
    empty = run(traffic, received=[rules(otherwise="drop")], ms=1000)
    assert all(empty.flow(name)["received_packets"] == 0 for name in "xyz")


METER = {"algorithm": "single-bucket", "cir_bps": 400_000, "cbs_bytes": 5000}


def police(shared: str, **meter: int) -> Json:
    return {"police": {"meter": {**METER, **meter}, "shared": shared}}


@pytest.mark.parametrize(
    ("names", "buckets"), [(("one", "one"), 1), (("one", "two"), 2), (("", ""), 2)]
)
def test_policers_of_one_name_have_one_bucket(names: tuple[str, str], buckets: int) -> None:
    # Each source offers twice what a bucket admits in 10 s: 400 kbit/s * 10 s / 8 + 5000 bytes.
    received = [rules(rule({"precedence": 5}, **police(names[0])), rule({}, **police(names[1])))]
    result = run([cbr("x", 800_000, 5), cbr("y", 800_000, start_us=7)], received=received)
    passed = sum(
        result.of_class(f"rule {n}", "input")["meters"][0]["conform"]["bytes"] for n in (1, 2)
    )
    assert buckets * 505_000 - 2 * 500 <= passed <= buckets * 505_000


def test_one_meter_serves_input_and_output_of_a_node() -> None:
    # Each packet is charged twice: half of the tokens are left for either side.
    out = {"output": [rules(rule({}, **police("one")))]}
    result = run([cbr("x", 800_000)], received=[rules(rule({}, **police("one")))], out=out)
    inside, outside = (
        result.of_class("rule 1", side)["meters"][0]["conform"]["bytes"]
        for side in ("input", "output")
    )
    assert 505_000 - 1000 <= inside + outside <= 505_000
    assert outside < inside


def test_a_shared_meter_has_one_rate() -> None:
    made = scenario(
        [], received=[rules(rule({}, **police("one")), rule({}, **police("one", cbs_bytes=6000)))]
    )
    assert [message for _, message in check(made)] == ["the shared meter 'one' has other values"]


def test_the_new_keys_come_back_from_text() -> None:
    received = [
        rules(
            rule(
                {"loss-priority": ["low", "high"]},
                **police("a b"),
                set={"forwarding-class": "no", "loss-priority": 3},
            ),
            otherwise="drop",
        )
    ]
    made = scenario([], received=received)
    assert load(dump(made), "x") == made
