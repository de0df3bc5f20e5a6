"""The queueing actions of a class: guarantee, priority, shaper, queue, early drop."""

from __future__ import annotations

from collections.abc import Callable

from qosc.amounts import PPM, Burst, BurstUnit, Depth, DepthUnit, Rate, RateBase
from qosc.fields import Field
from qosc.frontends.cisco.statements import Node, Word
from qosc.frontends.cisco.statements.account import (
    RATE_UNITS,
    Rejected,
    at,
    bits,
    code_point,
    equal,
    field_number,
    number,
    parts_per_million,
    percent_rate,
    recognised,
)
from qosc.frontends.cisco.table.dialect import IOS, Dialect
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import DropCurve, FairQueue, Priority, QueueLimit, Shaper

__all__ = [
    "aggregate",
    "buffers",
    "curve",
    "depth",
    "fair_queue",
    "guarantee",
    "is_share",
    "kilobits",
    "levels",
    "one_in",
    "priority",
    "queue_limit",
    "shaper",
]

_TOP_KBPS = 10**10


def kilobits(line: Line, word: Word, what: str) -> Rate:
    """A rate in kbit/s, as `bandwidth` and `priority` give it."""
    value = number(word, 1, _TOP_KBPS, what, "kbit/s")
    return Rate(value * 1000, origin=at(line, word))


def guarantee(line: Line, node: Node, dialect: Dialect = IOS) -> Rate:
    """The rate of a `bandwidth` statement in any of its forms; see the base of the rate.

    In IOS the least share is one percent; see `zero_shares` of `Dialect`. Raises `Rejected` for a
    share of zero where that attribute does not allow it, and for a number out of its range.
    """
    word = node.words()[0]
    if node.name == "bandwidth":
        unit = node.find("rate_unit")
        if unit is not None:
            value = bits(word, 1, "a bandwidth", "", RATE_UNITS[unit.word()])
            return Rate(value, origin=at(line, word))
        return kilobits(line, word, "a bandwidth")
    if node.name == "remaining_ratio":
        value = number(word, 1, 10**9, "a bandwidth ratio", "QoS command reference, bandwidth")
        return Rate(value, RateBase.RATIO, origin=at(line, word))
    base = RateBase.REMAINING if node.name == "remaining_percent" else RateBase.PERCENT
    if not word.text.strip("0."):
        if not dialect.zero_shares:
            raise recognised(None, "a share of nothing is not in the model")
        return Rate(0, base, origin=at(line, word))
    return percent_rate(line, word, base)


def priority(line: Line, node: Node) -> Priority:
    """`priority`: kbit/s or percent as a bound, its burst in bytes."""
    level = node.find("level")
    priority_level = number(level.words()[0], 1, 7, "a priority level") if level else 1
    bound = node.find("bound") or node.find("bound_percent")
    rate = burst = None
    if bound is not None:
        first, *more = bound.words()
        if bound.name == "bound_percent":
            rate = percent_rate(line, first)
        else:
            rate = kilobits(line, first, "a priority rate")
        if more:
            value = number(more[0], 1, 10**9, "a priority burst", "QoS command reference")
            burst = Burst(value, origin=at(line, more[0]))
    return Priority(priority_level, rate, burst, line.span())


def shaper(line: Line, node: Node) -> Shaper:
    """`shape average|peak`: the rate in bit/s, Bc and Be in bits, or in ms for a percentage.

    IOS XR and NX-OS write units (Cisco IOS XR Modular Quality of Service Command Reference, `shape
    average`); their bursts stand behind the rate. Raises `Rejected` for other kinds of shaping, and
    for a number out of its range.
    """
    if node.name == "shape_other":
        raise recognised(None, "adaptive shaping and its buffers are not in the model")
    kind = node.find("shape_kind")
    peak = kind is not None and kind.word() == "peak"
    sizes = [_size(line, part) for part in node.nodes() if part.name == "size"]
    if node.name == "shape_between":
        # Nexus 9000 QoS Configuration Guide, `shape min ... max`: no more than the latter.
        word = node.words()[-1]
        value = bits(word, 1, "a shape rate", "", RATE_UNITS[node.nodes()[-1].word()])
        rate = Rate(value, origin=at(line, word))
    elif node.name in ("shape_units", "shape_kbps"):
        word, unit = node.words()[0], node.find("rate_unit")
        factor = RATE_UNITS[unit.word() if unit is not None else "kbps"]
        rate = Rate(bits(word, 1, "a shape rate", "", factor), origin=at(line, word))
    elif node.name == "shape_percent":
        rate = percent_rate(line, node.words()[0])
    else:
        first, *more = node.words()
        source = "QoS command reference, shape"
        rate = Rate(bits(first, 1, "a shape rate", source), origin=at(line, first))
        sizes = [
            Burst(
                bits(word, 0, "a burst", source, unit="bit"), BurstUnit.BITS, origin=at(line, word)
            )
            for word in more
        ]
    committed = sizes[0] if sizes else None
    return Shaper(rate, peak, committed, sizes[1] if len(sizes) > 1 else None, line.span())


_UNITS = {unit.value: unit for unit in DepthUnit}
_SIZES = {"bytes": 1, "kbytes": 1_000, "mbytes": 1_000_000, "gbytes": 1_000_000_000}
"""Bytes in the units of IOS XR and NX-OS. Their manuals do not say whether a kilobyte has 1000 or
1024 bytes."""


def _size(line: Line, node: Node) -> Burst:
    unit = node.nodes()[0].word()
    value = number(node.words()[0], 1, 10**9, "a burst")
    if unit in ("ms", "us"):
        time = value * (1000 if unit == "ms" else 1)
        return Burst(time, BurstUnit.MICROSECONDS, origin=at(line, node))
    if unit == "cells":
        raise recognised(None, "a burst in cells is not in the model")
    return Burst(value * _SIZES[unit], origin=at(line, node))


def depth(line: Line, word: Word, unit: Node | None) -> Depth:
    """A queue's depth; packets unless a unit stands behind it."""
    value = number(word, 0, 10**9, "a queue depth")
    name = unit.word() if unit is not None else "packets"
    if name in ("ms", "us"):
        time = value * (1000 if name == "ms" else 1)
        return Depth(time, DepthUnit.MICROSECONDS, origin=at(line, word))
    if name in _SIZES:
        return Depth(value * _SIZES[name], DepthUnit.BYTES, origin=at(line, word))
    return Depth(value, _UNITS[name], origin=at(line, word))


def is_share(node: Node) -> bool:
    """Whether a phrase says a depth in percent of its class's queue."""
    return node.name == "queue_limit_share_of" or node.find("thresholds_percent") is not None


def _share(line: Line, word: Word, whole: Depth | None) -> Depth:
    """A part of the queue's limit, rounded down."""
    part = parts_per_million(word)
    if whole is None:
        raise recognised(
            word, "a share of a queue whose queue-limit is not stated is not in the model"
        )
    return Depth(whole.value * part // PPM, whole.unit, origin=at(line, word))


_POINTS = {
    "dscp": Field.DSCP,
    "precedence": Field.PRECEDENCE,
    "cos": Field.COS,
    "exp": Field.MPLS_EXP,
    "discard_class": Field.DISCARD_CLASS,
    "qos_group": Field.QOS_GROUP,
}
"""The field of a phrase `of_dscp`, `curve_dscp` and so on."""


def _points(node: Node) -> tuple[Field, tuple[int, ...]]:
    """The field and the code points that an `of_...` or `curve_...` phrase is about."""
    field = _POINTS[node.name.partition("_")[2]]
    if field not in (Field.DSCP, Field.PRECEDENCE):
        return field, tuple(
            value for word in node.words() for value in _listed(word, lambda w: _plain(field, w))
        )
    values: list[int] = []
    for part in node.children:
        if isinstance(part, Word):
            values += _listed(part, lambda word: _named(field, word))
        elif part.name.endswith(("_value", "_name")):
            values.append(code_point(field, part))
    return field, tuple(values)


def _plain(field: Field, word: Word) -> int:
    return field_number(field, word, "the code point")


def _named(field: Field, word: Word) -> int:
    return code_point(field, Node("", (word,), word.start, word.end))


def _listed(word: Word, read: Callable[[Word], int]) -> list[int]:
    """The values of `ef,10-20`; `read` reads one."""
    values: list[int] = []
    start = word.start
    for piece in word.text.lower().split(","):
        ends = [read(Word(end, start, start + len(piece))) for end in piece.split("-")[:2]]
        values += range(min(ends), max(ends) + 1)
        start += len(piece) + 1
    return values


def queue_limit(line: Line, node: Node, whole: Depth | None = None) -> QueueLimit:
    """`queue-limit`, for the class or for some of its code points.

    A percentage is of the port's buffer for the class (Cisco Nexus 5500/6000/7000 QoS guides), and
    of the class's own queue for a code point (Cisco Catalyst 3850 QoS Configuration Guide,
    `queue-limit dscp ... percent`), which holds `whole`. Raises `Rejected` for other forms, and for
    a number out of its range.
    """
    if node.name == "queue_limit_other":
        raise recognised(None, "this form of queue-limit is not in the model")
    if node.name == "queue_limit_share":
        word = node.words()[0]
        percentage = Depth(parts_per_million(word), DepthUnit.SHARE, origin=at(line, word))
        return QueueLimit(percentage, origin=line.span())
    match = None
    if node.name.endswith("_of"):
        point = node.nodes()[0]
        field, values = _points(point)
        match = equal(field, values, at(line, point))
    word = node.words()[0]
    if node.name == "queue_limit_share_of":
        limit = _share(line, word, whole)
    else:
        limit = depth(line, word, node.find("unit"))
    return QueueLimit(limit, match, line.span())


def buffers(line: Line, node: Node) -> QueueLimit:
    """`queue-buffers ratio`: the share of the port's buffers that a queue has (Cisco Catalyst 3850
    QoS Configuration Guide, `queue-buffers ratio`, 0 to 100).

    How much of it no other queue may take is not said: of the queues of a port without a policy one
    has hard buffers and the other none (Cisco 200594, "Catalyst 3850: Troubleshooting Output
    drops"). Raises `Rejected` for a share of 0 or above 100.
    """
    word = node.words()[0]
    value = number(word, 0, 100, "a share of the buffers", "Catalyst 3850 command reference")
    if not value:
        raise recognised(None, "a queue that has only what it borrows is not in the model")
    depth = Depth(value * 10_000, DepthUnit.SHARE, origin=at(line, word))
    return QueueLimit(depth, origin=line.span())


def fair_queue(line: Line, node: Node, before: FairQueue | None) -> FairQueue:
    """`fair-queue [flows] [queue-limit depth]`: flow queues, and the depth of one.

    Raises `Rejected` for other forms, and for a number out of its range.
    """
    if node.name == "fair_queue_other":
        raise recognised(None, "this form of fair-queue is not in the model")
    words = list(node.words())
    limit = before.threshold if before else None
    if node.name == "fair_queue_limit":
        word = words.pop()
        limit = Depth(number(word, 0, 10**9, "a flow's depth"), origin=at(line, word))
    flows = number(words[0], 1, 65536, "a number of flow queues") if words else None
    if flows is None and node.name == "fair_queue_limit" and before is not None:
        flows = before.flows
    return FairQueue(flows, limit, origin=line.span())


def curve(line: Line, node: Node, whole: Depth | None = None) -> tuple[Field | None, DropCurve]:
    """One WRED curve and the field that chooses it; None for the curve of all packets.

    Thresholds in percent are of `whole`, the limit of the class's queue (QoS command reference,
    `random-detect dscp`). Raises `Rejected` for the curve of RSVP flows, and for a number out of
    its range.
    """
    if node.name == "curve_all":
        return None, _thresholds(line, (), node.nodes()[0], whole)
    if any(part.name == "rsvp" for part in node.nodes()):
        raise recognised(None, "the WRED curve of RSVP flows is not in the model")
    field, values = _points(node)
    return field, _thresholds(line, values, node.nodes()[-1], whole)


def levels(line: Line, node: Node) -> DropCurve:
    """The curve of `random-detect minimum-threshold ... drop-probability P` (Cisco Nexus 9000 QoS
    Configuration Guide, "Configuring WRED": P is a percentage).
    """
    bounds, loss = node.find("levels"), node.find("loss")
    assert bounds is not None  # noqa: S101 - so the grammar is written
    chance = (Node("chance_percent", loss.children, loss.start, loss.end),) if loss else ()
    both = Node("thresholds", bounds.children + chance, bounds.start, bounds.end)
    return _thresholds(line, (), both)


def aggregate(line: Line, node: Node) -> tuple[Field, DropCurve]:
    """The curve of all code points without one of their own (QoS command reference, `random-detect
    aggregate`). Raises `Rejected` for a line without thresholds, and for a number out of its range.
    """
    based, bounds = node.find("based"), node.find("bounds")
    if bounds is None:
        raise recognised(None, "the default curve of aggregates is not in the model")
    name = based.word().removesuffix("-based") if based is not None else "precedence"
    field = _POINTS["precedence" if name == "prec" else name]
    return field, _thresholds(line, (), bounds)


def one_in(percent: int) -> int | None:
    """The n for which 1/n is the percentage, or no further from it than a twentieth of it."""
    nearest = round(100 / percent)
    return nearest if abs(100 - nearest * percent) * 20 <= nearest * percent else None


def _thresholds(
    line: Line, values: tuple[int, ...], limits: Node, whole: Depth | None = None
) -> DropCurve:
    low, high, *_ = limits.words()
    if limits.name == "thresholds_percent":
        least, most = _share(line, low, whole), _share(line, high, whole)
    else:
        units = [part for part in limits.nodes() if part.name == "unit"]
        unit = units[-1] if units else None
        least, most = depth(line, low, unit), depth(line, high, unit)
    if least.value > most.value:
        raise Rejected(limits, "the minimum threshold is above the maximum", impossible=True)
    denominator = None
    for part in limits.nodes():
        if part.name == "chance_percent":
            denominator = one_in(number(part, 1, 100, "a drop probability in percent"))
            if denominator is None:
                raise recognised(None, "a drop probability of 1/n only is in the model")
        elif part.name in ("chance", "mark_probability"):
            denominator = number(part, 1, 10**9, "a mark probability denominator")
    return DropCurve(values, least, most, denominator, line.span())
