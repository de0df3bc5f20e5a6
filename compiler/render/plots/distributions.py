"""Distribution functions of what a result measured: a panel for each quantity."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

from qosc.render.plots.axes import Curve, Scale, Styles, linear, logarithmic
from qosc.render.plots.page import Panel, page
from qosc.render.samples.quantities import Quantity, quantities

if TYPE_CHECKING:
    from qosc.render.plots.picture import Picture
    from qosc.simulator import Result

__all__ = ["distributions"]

_WORDS = {
    "delay": "sources: part of the packets with this delay (one way) or less",
    "rtt": "pings: part with this round trip or less",
    "response": "part of the responses or transfers that took this time or less",
    "wait": "classes: part of the packets that waited at the port so long or less",
    "depth": "queues: part of the time with so many packets waiting or fewer",
}
_ANSWERS = ("ack", "reply")
_STEPS = 400
"""Of a curve: more than the picture has room for."""
_WIDE = 50
"""The largest value is so many times the least: by the logarithm."""
_WHOLE = linear(0, 1)


def distributions(result: Result) -> Picture:
    """The picture; without what only answers to a source: acknowledgements, replies."""
    quantities_shown = [each for each in quantities(result) if each.kind not in _ANSWERS]
    styles = Styles()
    panels = []
    for quantity, words in _WORDS.items():
        mine = [each for each in quantities_shown if each.quantity == quantity]
        if mine:
            curves = [_curve(each, styles) for each in mine]
            panels.append(Panel(words, curves, _across(curves), _WHOLE, mine[0].unit))
    return page(result, "distributions", panels)


def _curve(each: Quantity, styles: Styles) -> Curve:
    thing = (each.of, each.port, each.policy, each.name)
    name = f"{each.port}: {each.name}" if each.port else each.name
    return Curve(name, styles.of(thing), steps(sorted(each.values)))


def steps(values: Sequence[float]) -> list[tuple[float, float]]:
    """The corners of the function that says which part of values in order is at most x.

    >>> steps([1, 1, 3])
    [(1, 0.0), (1, 0.6666666666666666), (3, 0.6666666666666666), (3, 1.0)]
    """
    count = len(values)
    every = max(1, count // _STEPS)
    corners: list[tuple[float, float]] = []
    below, before = 0.0, None
    for rank in (*range(every, count, every), count):
        value = values[rank - 1]
        if value == before:
            continue
        part = bisect_right(values, value) / count
        corners += [(value, below), (value, part)]
        below, before = part, value
    return corners


def _across(curves: Sequence[Curve]) -> Scale:
    values = [x for curve in curves for x, _ in curve.points]
    least, most = min(values), max(values)
    return logarithmic(least, most) if least > 0 and most > _WIDE * least else linear(0, most, 8)
