"""A scenario survives its text; the text is the same each time and has no way to say more."""

from __future__ import annotations

import jsonschema
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.scenario import Scenario, dump, json_schema, load
from tests.laws.simulator.scenario_kit import Json, weighted

VALIDATOR = jsonschema.Draft202012Validator(json_schema())
NAMES = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=20)
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)


@st.composite
def matches(draw: st.DrawFn, depth: int = 2) -> Json:
    kind = draw(st.sampled_from(("where", "all", "any", "not", "first") if depth else ("where",)))
    inner = matches(depth - 1) if depth else st.nothing()
    if kind == "where":
        tests = {
            "dscp": st.lists(st.integers(0, 63), min_size=1, max_size=3),
            "dst-port": st.sampled_from((80, "100-200", [1, "5-9"])),
            "src4": st.sampled_from(("10.0.0.0/8", "10.0.0.1", "10.0.0.0 mask 255.0.0.255")),
            "tcp-flags": st.just("0x2/0x12"),
            "input-interface": NAMES,
        }
        keys = draw(st.sets(st.sampled_from(sorted(tests))))
        return {"where": {key: draw(tests[key]) for key in sorted(keys)}, "note": draw(TEXTS)}
    if kind == "not":
        return {"not": draw(inner)}
    if kind == "first":
        word = st.sampled_from(("permit", "deny"))
        return {"first": [{draw(word): draw(inner)} for _ in range(draw(st.integers(0, 3)))]}
    return {kind: draw(st.lists(inner, max_size=3))}


@st.composite
def classes(draw: st.DrawFn, names: list[str]) -> list[Json]:
    made = []
    for name in names:
        queue = draw(
            st.sampled_from(
                (
                    {},
                    {"guarantee_bps": 5},
                    {"excess_weight": 3},
                    {"priority": {"level": 2}},
                    {"limits": [{"packets": 4}, {"bytes": 9, "match": {"where": {"dscp": 1}}}]},
                    {"shape": {"rate_bps": 9, "burst_bytes": 1}},
                )
            )
        )
        marks = draw(st.sampled_from(({}, {"dscp": 3}, {"cos": 1, "precedence": 2})))
        made.append(
            {
                "name": name,
                "match": draw(matches()),
                "queue": queue,
                "set": marks,
                "drop": draw(st.booleans()),
                "origin": draw(TEXTS),
            }
        )
    return made


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    names = draw(st.lists(NAMES, min_size=4, max_size=6, unique=True))
    first, second, router, *rest = names
    police = {
        "meter": {"algorithm": "car", "cir_bps": 8000, "cbs_bytes": 1, "ebs_bytes": 2},
        "conform": {"set": {"precedence": 7}},
        "exceed": {"then": "continue"},
    }
    rule = {"match": draw(matches()), "police": draw(st.sampled_from((None, police)))}
    traffic = [
        {"name": "c", "kind": "cbr", "packet_bytes": 99, "interval_us": 7, "header": {"dscp": 1}},
        {"name": "p", "kind": "poisson", "packet_bytes": 99, "packets_per_s": 7, "start_us": 2},
        {"name": "t", "kind": "tcp", "flows": 3, "delayed_ack": True, "stop_us": 12},
        {"name": "i", "kind": "ping", "count": 4, "note": draw(TEXTS)},
    ]
    return Scenario.model_validate(
        {
            "schema": "qosc/scenario/1",
            "name": draw(TEXTS),
            "duration_ms": 9,
            "seed": draw(st.integers(0, 10**12)),
            "nodes": [
                {"name": first, "kind": "host", "address": "10.0.0.1"},
                {"name": second, "kind": "host", "address": "10.0.0.2"},
                {"name": router, "kind": "router"},
            ],
            "links": [
                {
                    "ends": [{"node": each, "port": "x"}, {"node": router, "port": each}],
                    "rate_bps": 10**9,
                    "linklayer": draw(st.sampled_from(("atm", "ethernet"))),
                }
                for each in (first, second)
            ],
            "ports": [
                {"node": router, "port": first, "input": [{"kind": "rules", "rules": [rule]}]},
                {
                    "node": router,
                    "port": second,
                    "accounting_bytes": -4,
                    "limit": {"bytes": 7},
                    "output": [{"kind": "policy", "classes": weighted(draw(classes(rest)))}],
                },
            ],
            "traffic": draw(st.permutations([{**t, "from": first, "to": second} for t in traffic])),
        }
    )


@settings(max_examples=80, deadline=None)
@given(scenarios())
def test_what_is_dumped_is_loaded(made: Scenario) -> None:
    text = dump(made, ["about", "it"])
    assert load(text, "x.yaml") == made
    assert dump(made, ["about", "it"]) == text
    assert max(len(line) for line in text.splitlines()) < 1000


@settings(max_examples=40, deadline=None)
@given(scenarios())
def test_another_yaml_reader_and_the_json_schema_agree(made: Scenario) -> None:
    # The loader of PyYAML reads the same data as ours.
    data = yaml.safe_load(dump(made))
    VALIDATOR.validate(data)
    assert Scenario.model_validate(data) == made


@given(st.lists(st.text(max_size=60), max_size=4))
def test_a_comment_cannot_become_content(comments: list[str]) -> None:
    made = Scenario.model_validate(
        {
            "schema": "qosc/scenario/1",
            "duration_ms": 1,
            "nodes": [{"name": n, "kind": "host", "address": "10.0.0.1"} for n in ("a", "b")],
            "links": [
                {"ends": [{"node": "a", "port": "x"}, {"node": "b", "port": "x"}], "rate_bps": 1}
            ],
        }
    )
    text = dump(made, comments)
    assert load(text, "x") == made
    assert text.partition("schema: ")[2] == dump(made).partition("schema: ")[2]
