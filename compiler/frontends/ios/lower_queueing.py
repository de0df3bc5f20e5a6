"""The queueing actions of a class: guarantee, priority, shaper, queue, early drop."""

from __future__ import annotations

from qosc.amounts import Burst, BurstUnit, Depth, DepthUnit, Rate, RateBase
from qosc.fields import Field
from qosc.frontends.ios.lines import Line
from qosc.frontends.ios.lowering import (
    RATE_UNITS,
    Rejected,
    at,
    bits,
    code_point,
    equal,
    field_number,
    number,
    percent_rate,
    recognised,
)
from qosc.frontends.ios.statements import Node, Word
from qosc.ir import DropCurve, FairQueue, Priority, QueueLimit, Shaper

__all__ = ["curve", "depth", "fair_queue", "guarantee", "kilobits", "priority", "queue_limit",
           "shaper"]  # fmt: skip

_TOP_KBPS = 10**10


def kilobits(line: Line, word: Word, what: str) -> Rate:
    """A rate in kbit/s, as `bandwidth` and `priority` give it."""
    value = number(word, 1, _TOP_KBPS, what, "kbit/s")
    return Rate(value * 1000, origin=at(line, word))


def guarantee(line: Line, node: Node) -> Rate:
    """The rate of a `bandwidth` statement in any of its forms; see the base of the rate."""
    word = node.words()[0]
    if node.name == "bandwidth":
        unit = node.find("rate_unit")
        if unit is not None:
            value = bits(word, 1, "a bandwidth", "", RATE_UNITS[unit.word()])
            return Rate(value, origin=at(line, word))
        return kilobits(line, word, "a bandwidth")
    if node.name == "remaining_ratio":
        value = number(word, 1, 65536, "a bandwidth ratio", "QoS command reference, bandwidth")
        return Rate(value, RateBase.RATIO, origin=at(line, word))
    base = RateBase.REMAINING if node.name == "remaining_percent" else RateBase.PERCENT
    if not word.text.strip("0."):
        raise recognised(None, "a share of nothing is not in the model")
    return percent_rate(line, word, base)


def priority(line: Line, node: Node) -> Priority:
    """`priority`: kbit/s or percent as a bound, its burst in bytes."""
    level = node.find("level")
    rank = number(level.words()[0], 1, 7, "a priority level") if level else 1
    bound = node.find("bound") or node.find("bound_percent")
    rate = burst = None
    if bound is not None:
        first, *more = bound.words()
        if bound.name == "bound_percent":
            rate = percent_rate(line, first)
        else:
            rate = kilobits(line, first, "a priority rate")
        if more:
            value = number(more[0], 18, 64_000_000, "a priority burst", "QoS command reference")
            burst = Burst(value, origin=at(line, more[0]))
    return Priority(rank, rate, burst, line.span())


def shaper(line: Line, node: Node) -> Shaper:
    """`shape average|peak`: the rate in bit/s, Bc and Be in bits, or in ms for a percentage."""
    if node.name == "shape_other":
        raise recognised(None, "adaptive shaping and its buffers are not in the model")
    peak = node.nodes()[0].word() == "peak"
    if node.name == "shape_units":
        word, unit = node.words()[0], node.nodes()[1]
        value = bits(word, 1, "a shape rate", "", RATE_UNITS[unit.word()])
        return Shaper(Rate(value, origin=at(line, word)), peak, origin=line.span())
    if node.name == "shape_percent":
        rate = percent_rate(line, node.words()[0])
        bursts = [
            Burst(
                number(time.words()[0], 1, 10_000, "a burst in ms") * 1000,
                BurstUnit.MICROSECONDS,
                origin=at(line, time),
            )
            for time in node.nodes()
            if time.name == "time"
        ]
    else:
        first, *more = node.words()
        rate = Rate(
            bits(first, 8000, "a shape rate", "QoS command reference, shape"),
            origin=at(line, first),
        )
        bursts = [
            Burst(
                bits(word, 0, "a burst", "QoS command reference, shape"),
                BurstUnit.BITS,
                origin=at(line, word),
            )
            for word in more
        ]
    committed = bursts[0] if bursts else None
    return Shaper(rate, peak, committed, bursts[1] if len(bursts) > 1 else None, line.span())


def depth(line: Line, word: Word, unit: Node | None) -> Depth:
    """A queue's depth; packets unless a unit stands behind it."""
    value = number(word, 0, 10**9, "a queue depth")
    name = unit.word() if unit is not None else "packets"
    if name in ("ms", "us"):
        time = value * (1000 if name == "ms" else 1)
        return Depth(time, DepthUnit.MICROSECONDS, origin=at(line, word))
    return Depth(value, DepthUnit(name), origin=at(line, word))


_POINTS = {
    "of_dscp": Field.DSCP, "of_precedence": Field.PRECEDENCE, "of_cos": Field.COS,
    "of_discard_class": Field.DISCARD_CLASS, "of_qos_group": Field.QOS_GROUP,
    "curve_dscp": Field.DSCP, "curve_precedence": Field.PRECEDENCE, "curve_cos": Field.COS,
    "curve_discard_class": Field.DISCARD_CLASS,
}  # fmt: skip


def _point(node: Node) -> int:
    """The code point that a `of_...` or `curve_...` phrase is about."""
    field = _POINTS[node.name]
    part = node.children[0]
    if isinstance(part, Node):
        return code_point(field, part)
    return field_number(field, part, "the code point")


def queue_limit(line: Line, node: Node) -> QueueLimit:
    """`queue-limit`, for the class or for some of its code points."""
    if node.name == "queue_limit_share":
        raise recognised(None, "thresholds as a share of the queue are not in the model")
    match = None
    if node.name == "queue_limit_of":
        point = node.nodes()[0]
        match = equal(_POINTS[point.name], (_point(point),), at(line, point))
    limit = depth(line, node.words()[0], node.find("unit"))
    return QueueLimit(limit, match, line.span())


def fair_queue(line: Line, node: Node, before: FairQueue | None) -> FairQueue:
    """`fair-queue [flows]`, or the depth of one flow's queue."""
    words = node.words()
    value = number(words[0], 1, 65536, "a number of flow queues") if words else None
    if node.name == "fair_queue_limit":
        limit = Depth(number(words[0], 1, 32768, "a flow's depth"), origin=at(line, words[0]))
        return FairQueue(before.flows if before else None, limit, origin=line.span())
    return FairQueue(value, before.threshold if before else None, origin=line.span())


def curve(line: Line, node: Node) -> tuple[Field, DropCurve]:
    """One WRED curve and the field that chooses it."""
    field = _POINTS[node.name]
    if isinstance(node.children[0], Node) and node.children[0].name == "rsvp":
        raise recognised(None, "the WRED curve of RSVP flows is not in the model")
    value = _point(node)
    limits = node.nodes()[-1]
    if limits.name == "thresholds_percent":
        raise recognised(None, "WRED thresholds as a share of the queue are not in the model")
    low, high, *rest = limits.words()
    units = [part for part in limits.nodes() if part.name == "unit"]
    unit = units[-1] if units else None
    least, most = depth(line, low, unit), depth(line, high, unit)
    if least.value > most.value:
        raise Rejected(limits, "the minimum threshold is above the maximum")
    denominator = number(rest[0], 1, 65536, "a mark probability denominator") if rest else None
    return field, DropCurve((value,), least, most, denominator, line.span())
