"""The drop profiles of the queues of JunOS, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qosc.fields import LOSS_PRIORITIES, Field
from qosc.ir import DropCurve, TrafficClass

__all__ = ["drop_profiles"]


def drop_profiles(traffic_class: TrafficClass) -> Iterator[str]:
    """The drop profile of each loss priority: the drop probability at each fill level."""
    curves = traffic_class.wred.curves if traffic_class.wred is not None else ()
    rest = "others" if len(curves) > 1 else "any"
    for curve in curves:
        names = [_loss_priority(traffic_class, value) for value in curve.values] or [rest]
        yield f"{', '.join(names)}: {_points(curve)}"


def _loss_priority(traffic_class: TrafficClass, value: int) -> str:
    by_loss = traffic_class.wred is not None and traffic_class.wred.field is Field.LOSS_PRIORITY
    return LOSS_PRIORITIES[value] if by_loss and value < len(LOSS_PRIORITIES) else str(value)


def _points(curve: DropCurve) -> str:
    shown: Sequence[tuple[int, int]] = curve.points
    if len(shown) > 4:
        shown = (*shown[:2], *shown[-2:])
    words = [f"{drop / 10_000:.3g}% at {fill / 10_000:.3g}% full" for fill, drop in shown]
    if len(curve.points) > 4:
        words.insert(2, "...")
    return ", ".join(words) or "none"
