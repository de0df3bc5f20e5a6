"""Paths through a network, against a plain search from each host."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.scenario import Scenario
from qosc.scenario.routes import Routes, TooManyHopsError


@st.composite
def networks(draw: st.DrawFn) -> Scenario:
    kinds = draw(st.lists(st.booleans(), min_size=2, max_size=9))
    nodes = [
        {"name": f"n{i}", "kind": "host", "address": f"10.0.0.{i + 1}"}
        if host
        else {"name": f"n{i}", "kind": "router"}
        for i, host in enumerate(kinds)
    ]
    pair = st.tuples(st.integers(0, len(kinds) - 1), st.integers(0, len(kinds) - 1))
    links = [
        {
            "ends": [{"node": f"n{a}", "port": f"p{i}"}, {"node": f"n{b}", "port": f"q{i}"}],
            "rate_bps": 1,
        }
        for i, (a, b) in enumerate(draw(st.lists(pair, min_size=1, max_size=14)))
    ]
    return Scenario.model_validate(
        {"schema": "qosc/scenario/1", "duration_ms": 1, "nodes": nodes, "links": links}
    )


def plain(scenario: Scenario, source: str, to: str) -> tuple[tuple[str, int], ...] | None:
    """Breadth first from the destination, links in the order written; only routers forward."""
    routers = {node.name for node in scenario.nodes if node.kind == "router"}
    onward: dict[str, tuple[int, str]] = {}
    reached, queue = {to}, deque([to])
    while queue:
        near = queue.popleft()
        if near != to and near not in routers:
            continue
        for index, link in enumerate(scenario.links):
            for here, there in (link.ends, link.ends[::-1]):
                if here.node == near and there.node not in reached:
                    reached.add(there.node)
                    onward[there.node] = (index, near)
                    queue.append(there.node)
    hops, at = [], source
    while at != to:
        if at not in onward:
            return None
        hops.append((at, onward[at][0]))
        at = onward[at][1]
    return tuple(hops)


@settings(max_examples=150, deadline=None)
@given(networks())
def test_paths_are_those_of_a_plain_search(scenario: Scenario) -> None:
    hosts = [node.name for node in scenario.nodes if node.kind == "host"]
    routes = Routes(scenario)
    for source in hosts:
        for to in hosts:
            if source != to:
                assert routes.path(source, to) == plain(scenario, source, to)


def test_too_long_a_search_is_refused() -> None:
    routers = [f"r{i}" for i in range(50)]
    hops = zip(["a", *routers], [*routers, "b"], strict=True)
    text = {
        "schema": "qosc/scenario/1",
        "duration_ms": 1,
        "nodes": [
            {"name": "a", "kind": "host", "address": "10.0.0.1"},
            *({"name": name, "kind": "router"} for name in routers),
            {"name": "b", "kind": "host", "address": "10.0.0.2"},
        ],
        "links": [
            {"ends": [{"node": x, "port": f"o{i}"}, {"node": y, "port": f"i{i}"}], "rate_bps": 1}
            for i, (x, y) in enumerate(hops)
        ],
    }
    scenario = Scenario.model_validate(text)
    assert len(Routes(scenario).path("a", "b") or ()) == 51
    with pytest.raises(TooManyHopsError, match="more than 100 steps"):
        Routes(scenario, limit=100).path("a", "b")
