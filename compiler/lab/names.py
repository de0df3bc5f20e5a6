"""Names in `expected.yaml` that lead nowhere, found before anything is run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from qosc.lab.expected import Expectation, Expected, Order
from qosc.scenario.model import Scenario
from qosc.scenario.near import did_you_mean, no_such
from qosc.simulator.build import Network
from qosc.simulator.results import at_port, class_figures, class_names, flow_figures, spread

__all__ = ["unknown_names"]

Place = tuple[int | str, ...]
_MOST_NAMED = 4
_LATE = ("late.median_us", "late.p99_us", "late.most_us", "late.stalled_us")
"""What the Linux engine has besides."""


class _Class(NamedTuple):
    """A class that a name may mean: its port, its whole name, and the figures that it can have."""

    port: str
    whole: str
    figures: set[str]


@dataclass(slots=True)
class _Known:
    """The names of a scenario's flows, each with the figures that it can have, and of its classes
    by their side.
    """

    flows: dict[str, set[str]] = field(default_factory=dict)
    classes: dict[tuple[str, str], list[_Class]] = field(default_factory=dict)

    def meant(self, each: Expectation | Order, name: str) -> list[_Class]:
        """The classes that `name` may mean, on the side and the port that are written."""
        named = self.classes.get((each.side, name), [])
        return [one for one in named if at_port(one.port, each.port)]


def unknown_names(
    expected: Expected, scenarios: Mapping[str, Scenario]
) -> Iterator[tuple[Place, str]]:
    """Each name of a flow, class or figure that no result of its experiment can have, with its
    path in the document; and each experiment from which nothing is expected.
    """
    known = {name: _known(scenario) for name, scenario in scenarios.items()}
    ordered = {name for order in expected.orders for name in order.falls}
    for index, setup in enumerate(expected.experiments):
        at = ("experiments", index)
        if not setup.expect and setup.name not in ordered:
            yield (*at, "name"), f"nothing is expected of the experiment {setup.name[:80]!a}"
        if setup.name not in known:
            continue
        for number, each in enumerate(setup.expect):
            place = (*at, "expect", number)
            yield from _wrong(each, known[setup.name], place)
            yield from _other_time(each, scenarios[setup.name], place)
            for part, name in enumerate(each.share_of):
                yield from _subject(each, name, known[setup.name], (*place, "share_of", part))
            for part, name in enumerate(each.over):
                yield from _subject(each, name, known[setup.name], (*place, "over", part))
    for index, order in enumerate(expected.orders):
        for name in order.falls:
            if name in known:
                wrong = list(_wrong(order, known[name], ("orders", index)))
                for part, flow in enumerate(order.over):
                    wrong += _subject(order, flow, known[name], ("orders", index, "over", part))
                yield from wrong
                if wrong:
                    break


def _wrong(each: Expectation | Order, known: _Known, at: Place) -> Iterator[tuple[Place, str]]:
    key = "flow" if each.flow is not None else "class"
    name = each.flow if each.flow is not None else str(each.of_class)
    wrong = list(_subject(each, name, known, (*at, key)))
    yield from wrong
    if wrong:
        return
    of = known.flows[name] if each.flow is not None else known.meant(each, name)[0].figures
    if each.figure not in of and not each.figure.startswith("drops."):
        message = f"there is no figure {each.figure!a} of the {key} {name[:80]!a}"
        yield (*at, "figure"), message + did_you_mean(each.figure, of)


def _other_time(each: Expectation, scenario: Scenario, at: Place) -> Iterator[tuple[Place, str]]:
    """Where bytes are made a rate by other seconds than those in which they are counted."""
    if each.paper is None or each.paper.over_s is None:
        return
    measured = (scenario.duration_ms - scenario.measure.warm_up_ms) / 1000
    if each.paper.over_s != measured:
        message = f"bytes are counted in {measured:g} s here, not in {each.paper.over_s:g}"
        yield (*at, "paper", "over_s"), message


def _subject(
    each: Expectation | Order, name: str, known: _Known, at: Place
) -> Iterator[tuple[Place, str]]:
    if each.flow is not None:
        if name not in known.flows:
            yield at, no_such("flow", name, known.flows)
        return
    meant = known.meant(each, name)
    if len(meant) > 1:
        listed = "; ".join(f"{one.port}: {one.whole}" for one in meant[:_MOST_NAMED])
        more = f" and {len(meant) - _MOST_NAMED} more" if len(meant) > _MOST_NAMED else ""
        remedy = "write the whole name of one, and its `port` where that is not enough"
        yield at, f"{len(meant)} classes are called {name[:80]!a}; {remedy}: {listed[:400]!a}{more}"
    if meant:
        return
    if each.port and (each.side, name) in known.classes:
        ports = {one.port for one in known.classes[each.side, name]}
        yield (
            at,
            f"the class {name[:80]!a} is not on the port {each.port[:80]!a}"
            + did_you_mean(each.port, ports),
        )
        return
    if any(name == other for _, other in known.classes):
        yield at, f"the class {name[:80]!a} is not on the side {each.side}; see `side`"
        return
    names = [other for side, other in known.classes if side == each.side]
    yield at, no_such(f"class on the side {each.side},", name, names)


def _known(scenario: Scenario) -> _Known:
    """As the simulator names them: the names are those of all engines."""
    network, known = Network(scenario), _Known()
    for flow in network.flows:
        figures = flow_figures(flow, 1, [] if flow.name in network.connections else None)
        if flow.name in network.completions:
            figures["completion"] = network.completions[flow.name].figures()
        known.flows[flow.name] = {*_paths(figures), *_LATE}
    for count in network.counts:
        names = class_names(count.policy, count.name)
        made = _Class(count.port, names[-1], set(_paths(class_figures(count, 1, 0))))
        for name in dict.fromkeys(names):
            known.classes.setdefault((count.side, name), []).append(made)
    return known


_TIMES = ("delay", "rtt", "wait", "time")


def _paths(figures: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """The keys that hold numbers, with a dot before a key below another."""
    for key, value in figures.items():
        if key in _TIMES and value is None:
            yield from (f"{above}{key}.{below}" for below in _SPREAD)
        elif key == "connections" and value is None:
            yield from (f"{above}{key}.{below}" for below in ("count", "mean_us"))
        elif isinstance(value, Mapping):
            yield from _paths(value, f"{above}{key}.")
        elif isinstance(value, int | float):
            yield f"{above}{key}"


def _spread_keys() -> tuple[str, ...]:
    from array import array

    return tuple(spread(array("q", (1, 1))) or ())


_SPREAD = _spread_keys()
