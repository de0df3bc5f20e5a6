"""Rates, bursts and depths of a class where it is applied, in words: `20% = 2 Mbit/s`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from qosc.amounts import PPM, Burst, Depth, DepthUnit, Rate, RateBase, show_rate
from qosc.datapath.shares import Base
from qosc.fields import Field
from qosc.ir import (
    Algorithm,
    Interval,
    Meter,
    Outcome,
    Policer,
    QueueLimit,
    Shaper,
    Test,
    TrafficClass,
    Wred,
)
from qosc.ir.describe import describe, describe_match
from qosc.render.printable import printable

__all__ = [
    "Defaults",
    "depth",
    "meter",
    "outcome",
    "percent",
    "policer",
    "queue_limit",
    "rate",
    "shaper",
    "shares_of",
    "wred",
]

_PERCENT = re.compile(r"(?<=\d) %")
_TAGS = (Field.COS, Field.DSCP, Field.PRECEDENCE)
"""What the queues of a switch tell packets apart by."""


class Defaults:
    """Marks figures that the config does not give, and says below the table what marks mean."""

    def __init__(self) -> None:
        self._marks: dict[str, str] = {}

    def mark(self, by: str) -> str:
        """What stands behind a figure that comes from `by`; nothing where the config gives it."""
        return self._marks.setdefault(by, "*" * (len(self._marks) + 1)) if by else ""

    def notes(self) -> Iterator[str]:
        """One line for each mark in use."""
        for by, mark in self._marks.items():
            yield f"{mark} default of {printable(by)}"


def percent(text: str) -> str:
    """`20 %` as routers write it."""
    return _PERCENT.sub("%", text)


def rate(value: Rate, of: int | None, defaults: Defaults) -> str:
    """A rate; a percentage with what it comes to where it is of `of` bit/s, if that is known."""
    words = percent(str(value)) + defaults.mark(value.default_by)
    bps = Base(of).reserved(value) if value.base is RateBase.PERCENT else None
    return words if bps is None else f"{words} = {show_rate(bps)}"


def _burst(name: str, value: Burst | Depth | None, defaults: Defaults) -> str:
    return f"{name} {value}{defaults.mark(value.default_by)}" if value is not None else ""


def shaper(value: Shaper, base: Base, defaults: Defaults, *, junos: bool = False) -> str:
    """What a shaper sends, and its bursts; with `junos`, the burst as burst-size in bytes."""
    words = f"shaped to {rate(value.rate, base.above(value), defaults)}"
    if value.peak:
        cap = base.cap(value)
        sent = "the peak" if cap is None else f"{show_rate(cap)}, the peak"
        words = f"shaped to {sent} of {rate(value.rate, base.above(value), defaults)}"
    size = value.committed.bytes_at(None) if junos and value.committed is not None else None
    if size is not None and value.committed is not None:
        return f"{words}, burst-size {size} bytes{defaults.mark(value.committed.default_by)}"
    bursts = (("Bc", value.committed), ("Be", value.excess))
    return ", ".join([words, *(_burst(*each, defaults) for each in bursts if each[1] is not None)])


def meter(value: Meter, base: Base, defaults: Defaults) -> str:
    """A meter with its buckets."""
    parts = [rate(value.cir, base.whole, defaults), _burst("burst", value.cbs, defaults)]
    if value.algorithm is Algorithm.CAR:
        # The extended burst counts from zero: one that is not above the burst lends nothing.
        parts.append(_burst("extended to", None if value.ebs == value.cbs else value.ebs, defaults))
    else:
        parts.append(_burst("excess burst", value.ebs, defaults))
    if value.pir is not None:
        parts.append(f"peak {rate(value.pir, base.whole, defaults)}")
    parts.append(_burst("peak burst", value.pbs, defaults))
    if value.colours is not None:
        green, yellow = value.colours.green, value.colours.yellow
        parts.append(f"green as it comes: {describe_match(green)}")
        if yellow is not None:
            parts.append(f"yellow: {describe_match(yellow)}")
        parts.append("red: all else")
    return ", ".join(filter(None, parts))


def outcome(value: Outcome | None, words: dict[str, str]) -> str:
    """Marks and verdict, the verdict in the dialect's words; nothing for None."""
    if value is None:
        return ""
    verdict = words.get(value.verdict.value, value.verdict.value)
    return ", ".join([*(describe(mark) for mark in value.marks), verdict])


def policer(value: Policer, base: Base, defaults: Defaults, words: dict[str, str]) -> str:
    """A policer on one line."""
    parts = [meter(value.meter, base, defaults)]
    for name, action in (
        ("conform", value.conform),
        ("exceed", value.exceed),
        ("violate", value.violate),
    ):
        if action is not None:
            parts.append(f"{name}: {outcome(action, words)}")
    return ", ".join(parts)


def depth(value: Depth, defaults: Defaults) -> str:
    """A depth, with a mark where it is a default."""
    return percent(str(value)) + defaults.mark(value.default_by)


def queue_limit(limit: QueueLimit, defaults: Defaults) -> str:
    """Where a queue drops; of a shared buffer also how much of that is the queue's own."""
    words = depth(limit.depth, defaults)
    if limit.reserved is not None:
        own = percent(str(limit.reserved)).removesuffix(" of the buffer")
        words = f"up to {words}, {own} reserved"
    return f"{words} for {describe_match(limit.match)}" if limit.match else words


def wred(traffic_class: TrafficClass) -> Iterator[str]:
    """Early drop; of the queues of a switch also where their thresholds are."""
    value = traffic_class.wred
    if value is None:
        return
    points = [curve for curve in value.curves if curve.values and len(curve.points) in (1, 2)]
    if value.field not in _TAGS or len(points) < len(value.curves) or not points:
        yield _plain(value)
        return
    for curve in points:
        which = describe_match(Test(value.field, tuple(_runs(curve.values))))
        first, last = curve.points[0][0], curve.points[-1][0]
        if first == last and first < PPM:
            yield f"{which} dropped when {first / 10_000:.3g}% full"
        elif first < last:
            early = f"from {first / 10_000:.3g}% to {last / 10_000:.3g}% full"
            yield f"{which} dropped early, {early}"


def _plain(value: Wred) -> str:
    ecn = ", ECN" if value.ecn else ""
    return f"WRED by {value.field}{ecn}" if value.field else f"RED{ecn}"


def _runs(values: tuple[int, ...]) -> list[Interval]:
    runs: list[Interval] = []
    for value in sorted(values):
        if runs and runs[-1].high == value - 1:
            runs[-1] = Interval(runs[-1].low, value)
        else:
            runs.append(Interval(value, value))
    return runs


def shares_of(limits: tuple[QueueLimit, ...]) -> bool:
    """Whether a queue is said to have a part of a buffer beside what is reserved for it."""
    return any(
        limit.reserved is not None and limit.depth.unit is DepthUnit.SHARE for limit in limits
    )
