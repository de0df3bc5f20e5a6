"""A result over time: throughput of each source and depth of each queue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qosc.render.plots.axes import Curve, Scale, Styles, linear
from qosc.render.plots.page import Panel, page

if TYPE_CHECKING:
    from qosc.render.plots.picture import Picture
    from qosc.simulator import Result

__all__ = ["over_time"]

_ANSWERS = ("ack", "reply")


def over_time(result: Result) -> Picture:
    """The picture. Sources need a series, classes their occupancy, to be in it."""
    begin, end = _extent(result)
    time = linear(begin / 1000, end / 1000, 8, widen=False)
    styles = Styles()
    rates = [_rate(row, styles) for row in result.flows if _shown(row)]
    depths = [_depth(row, styles) for row in result.classes if "occupancy" in row]
    panels = [
        Panel(words, curves, time, _up(curves), "s")
        for words, curves in (("throughput, Mbit/s", rates), ("packets waiting", depths))
        if curves
    ]
    return page(result, "", panels)


def _up(curves: list[Curve]) -> Scale:
    return linear(0, max((y for curve in curves for _, y in curve.points), default=0), 4)


def _shown(row: dict[str, Any]) -> bool:
    return "series" in row and row["kind"] not in _ANSWERS


def _extent(result: Result) -> tuple[int, int]:
    """The time that the picture shows, in ms."""
    series = [
        row["series"] | {"n": len(row["series"]["received_bytes"])}
        for row in result.flows
        if "series" in row
    ]
    series += [
        row["occupancy"] | {"n": len(row["occupancy"]["packets"])}
        for row in result.classes
        if "occupancy" in row
    ]
    begins = [each["from_ms"] for each in series if each["n"]]
    ends = [each["from_ms"] + each["n"] * each["interval_ms"] for each in series if each["n"]]
    begin = min(begins, default=0)
    return begin, max(max(ends, default=0), begin + 1)


def _rate(row: dict[str, Any], styles: Styles) -> Curve:
    """What holds for an interval is level in it."""
    series = row["series"]
    step, first = series["interval_ms"], series["from_ms"]
    points = []
    for number, size in enumerate(series["received_bytes"]):
        begin, rate = (first + number * step) / 1000, size * 8 / step / 1000
        points += [(begin, rate), (begin + step / 1000, rate)]
    return Curve(row["name"], styles.of(("source", row["name"])), points)


def _depth(row: dict[str, Any], styles: Styles) -> Curve:
    occupancy = row["occupancy"]
    step, first = occupancy["interval_ms"], occupancy["from_ms"]
    points = [((first + n * step) / 1000, each) for n, each in enumerate(occupancy["packets"])]
    thing = ("class", row["port"], row["policy"], row["name"])
    return Curve(f"{row['port']}: {row['name']}", styles.of(thing), points)
