"""What the queues of all Catalyst ports have in common: classes by code point, and the last one,
which also has the packets without a code point.
"""

from __future__ import annotations

from dataclasses import replace

from qosc.fields import Field
from qosc.ir import (
    AnyOf,
    Anything,
    Attachment,
    Interval,
    Policy,
    Reference,
    RefKind,
    Test,
    TrafficClass,
)
from qosc.source import Span

__all__ = ["by_threshold", "in_order", "made", "matching"]

Place = tuple[int, int]
"""Queue and threshold."""


def matching(field: Field, places: dict[int, Place], queue: int, origin: Span) -> Test:
    """The test that a code point belongs to a queue."""
    intervals: list[Interval] = []
    for value in sorted(value for value, place in places.items() if place[0] == queue):
        if intervals and intervals[-1].high == value - 1:
            intervals[-1] = Interval(intervals[-1].low, value)
        else:
            intervals.append(Interval(value, value))
    return Test(field, tuple(intervals), origin)


def by_threshold(places: dict[int, Place], queue: int) -> dict[int, tuple[int, ...]]:
    """The code points of each threshold of a queue."""
    values: dict[int, tuple[int, ...]] = {}
    for value, (home, threshold) in sorted(places.items()):
        if home == queue:
            values[threshold] = (*values.get(threshold, ()), value)
    return values


def in_order(
    classes: dict[int, TrafficClass], last: int | None, origin: Span
) -> tuple[TrafficClass, ...]:
    """The classes, the one of value 0 last: it also has the packets without a mark."""
    if last is None or last not in classes:
        return (*classes.values(), TrafficClass("class-default", Anything(origin), origin=origin))
    rest = dict(classes)
    default = rest.pop(last)
    whole = AnyOf((default.match, Anything(origin)), default.origin)
    return (*rest.values(), replace(default, match=whole))


def made(
    feature: str, port: str, classes: tuple[TrafficClass, ...], origin: Span
) -> tuple[Attachment, Policy]:
    """The policy of a port, with its use."""
    name = f"{feature} {port}"
    use = Attachment(Reference(RefKind.POLICY_MAP, name, origin), origin)
    return use, Policy(name, classes, "", origin, feature)
