"""Random early detection: one curve for all packets of a queue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, sqrt
from typing import NamedTuple

from qosc.amounts import PPM, Depth, DepthUnit
from qosc.datapath import assumed
from qosc.fields import Field
from qosc.ir import DropCurve, Wred
from qosc.ir.leaves import child_paths, join
from qosc.ledger import Cursor, Excuse, Fidelity
from qosc.targets.tc.lower.classify.reach import NOT_THERE
from qosc.targets.tc.lower.context import Context
from qosc.targets.tc.lower.queueing.depths import MOST, depth_bytes
from qosc.targets.tc.lower.queueing.drop_points import Ramp, apart, fit
from qosc.targets.tc.model import Handle, Red
from qosc.targets.tc.predict import RATE32_MOST, red_burst_for

__all__ = ["above", "argument", "early_drop"]

_BILLION = 1_000_000_000
_VALUES = {Field.PRECEDENCE: 8, Field.DSCP: 64, Field.LOSS_PRIORITY: 4, Field.COS: 8}
"""How many values a field has that chooses a curve."""
_SURE = _BILLION - 1
"""tc overflows at a probability of 1."""


class _Curve(NamedTuple):
    """Thresholds in bytes, probability in parts per billion; `error`, in ppm, of a ramp that stands
    for points.
    """

    low: int
    high: int
    probability: int
    error: int = 0


class _Average(NamedTuple):
    """The weight's exponent that is asked for and the one taken, the burst that tc derives it from,
    and what is to be said of the average of an idle queue.
    """

    asked: int
    exponent: int
    burst: int
    idle: str


def early_drop(
    context: Context,
    wred: Wred,
    cursor: Cursor,
    handles: tuple[Handle, Handle],
    limit: Depth,
    rate: int,
    reach: frozenset[int] | None = None,
) -> Red | None:
    """One curve for all packets: of several, the one that drops first and most. None, with the
    ledger's entries, where the queue drops at its limit only.

    `reach` holds the values that packets of the class can have; None: any.
    """
    paths = child_paths(join(cursor.path, "curves"), wred.curves)
    if reach is not None:
        asked_curves = wred.curves
        wred, paths = _within(wred, cursor, paths, reach)
        if asked_curves and not wred.curves:
            cursor.rest(Fidelity.EXACT, "no packet of the class has a curve", "tail drop")
            return None
    packet = context.mtu
    size = depth_bytes(context, limit, rate, packet)
    curves = [_curve(context, curve, rate, size) for curve in wred.curves]
    known = [curve for curve in curves if curve is not None]
    if wred.curves and all(_at_the_limit(curve) for curve in wred.curves):
        cursor.rest(Fidelity.EXACT, "drops when the queue is full, as any queue", "tail drop")
        return None
    if not known:
        note = "the thresholds are not known: the queue drops at its limit only"
        cursor.rest(Fidelity.UNSUPPORTED, note, "tail drop")
        return None
    low = max(min(curve.low for curve in known), packet)
    high = max(min(curve.high for curve in known), low + packet)
    probability = max(curve.probability for curve in known)
    written = min(argument(probability), _SURE)
    probability = min(probability, _SURE)
    if written < _least(high - low):
        written = _least(high - low)
        probability = 2 * _BILLION * written // (_BILLION + written)
    used = _Curve(low, high, probability)
    curves = [
        _apart(curve, got, used, size) for curve, got in zip(wred.curves, curves, strict=True)
    ]
    depth = min(max(size, packet), MOST)
    asked = wred.exponent if wred.exponent is not None else assumed.EXPONENT
    exponent = min(max(asked, 1), 31 - high.bit_length())
    burst = red_burst_for(low, packet, exponent) if exponent > 0 else None
    if burst is None:
        note = f"the kernel takes no average of weight 2^-{asked} over {high} bytes"
        cursor.rest(Fidelity.UNSUPPORTED, note, "tail drop")
        return None
    average = _Average(asked, exponent, burst, _idle(rate))
    _enter(wred, cursor, curves, used, packet, average, paths, reach)
    parent, handle = handles
    return Red(
        parent=parent,
        handle=handle,
        limit=depth,
        minimum=low,
        maximum=high,
        avpkt=packet,
        burst=burst,
        probability=written,
        bandwidth=min(rate, RATE32_MOST),
        ecn=wred.ecn,
    )


def argument(probability: int) -> int:
    """The `probability` (parts per billion) by which Linux drops that part of the packets.

    It draws the distance to the next drop evenly from 1 to 1/p (Linux red.h, red_mark_probability;
    Floyd and Jacobson, "Random Early Detection Gateways for Congestion Avoidance", section 7): a
    part of 2p/(1 + p) is dropped. On a router it is the fraction of packets that are dropped when
    the average is at the upper threshold (Cisco, "Congestion Avoidance Overview", mark probability
    denominator), or a probability for each packet (Juniper, drop profiles).
    """
    return round(_BILLION * probability / (2 * _BILLION - probability))


def above(probability: int) -> int:
    """By how much (ppm) `argument` drops more at some average below the upper threshold, at most.

    With P at the upper threshold and u of the ramp, 2u/(2 - P + u) are dropped: furthest above u
    where 2 - P + u is the root of 2 (2 - P).
    """
    rest = 2 - probability / _BILLION
    return ceil((sqrt(2) - sqrt(rest)) ** 2 * PPM)


def _idle(rate: int) -> str:
    """What differs while the queue is idle, after a semicolon; `rate` in bit/s."""
    if rate <= RATE32_MOST:
        return ""
    most = f"{RATE32_MOST / _BILLION:.4g} Gbit/s, the most that tc takes"
    return (
        f"; while idle the average falls as at {most}: {rate / RATE32_MOST:.3g} times more slowly"
    )


def _within(
    wred: Wred, cursor: Cursor, paths: Sequence[str], reach: frozenset[int]
) -> tuple[Wred, list[str]]:
    """The curves that some packet of the class goes by, and their places; entries for the others.

    A curve without values is that of all that have none of their own.
    """
    named = {value for curve in wred.curves for value in curve.values}
    kept = []
    for path, curve in zip(paths, wred.curves, strict=True):
        if reach & set(curve.values) or (not curve.values and reach - named) or not reach:
            kept.append((path, curve))
        else:
            place = Cursor(cursor.ledger, path)
            left_out = frozenset({Excuse.CURVE_UNREACHED})
            place.rest(Fidelity.EXACT, NOT_THERE, "not used", left_out)
    return replace(wred, curves=tuple(curve for _, curve in kept)), [path for path, _ in kept]


def _least(span: int) -> int:
    """The least probability that tc takes for thresholds so many bytes apart (iproute2 tc_red.c,
    tc_red_eval_P).
    """
    return (span * _BILLION >> 31) + 1


def _at_the_limit(curve: DropCurve) -> bool:
    return bool(curve.points) and fit(curve.points, curve.interpolated) is None


def _curve(context: Context, curve: DropCurve, rate: int, size: int) -> _Curve | None:
    if curve.points:
        ramp = fit(curve.points, curve.interpolated)
        if ramp is None:
            return None
        low, high = (size * fill // PPM for fill in (ramp.start, ramp.end))
        return _Curve(low, high, ramp.probability * 1000, ramp.error)
    if curve.minimum is None or curve.maximum is None:
        return None
    denominator = max(curve.denominator or assumed.DENOMINATOR, 1)
    return _Curve(
        depth_bytes(context, curve.minimum, rate, context.mtu),
        depth_bytes(context, curve.maximum, rate, context.mtu),
        round(_BILLION / denominator),
    )


def _apart(curve: DropCurve, got: _Curve | None, used: _Curve, size: int) -> _Curve | None:
    """A curve with the error of the ramp that is used: thresholds are moved, curves merged."""
    if got is None or not curve.points or not size:
        return got
    start, end = (min(place * PPM // size, 2 * PPM) for place in (used.low, used.high))
    ramp = Ramp(start, max(end, start + 1), (used.probability + 500) // 1000, 0)
    error = apart(curve.points, curve.interpolated, ramp) + above(used.probability)
    return got._replace(error=min(error, PPM))


def _enter(
    wred: Wred,
    cursor: Cursor,
    curves: list[_Curve | None],
    used: _Curve,
    packet: int,
    average: _Average,
    paths: Sequence[str],
    reach: frozenset[int] | None,
) -> None:
    """An entry for each value; only those that differ are approximate."""
    asked, exponent, burst, idle = average
    merged = ""
    if _leaves_some_out(wred, reach):
        merged = "packets that have no curve are dropped by it too"
    elif len(set(curves)) > 1:
        merged = (
            f"{len(set(curves))} curves become the one that drops first and most for all packets"
        )
    guess = ""
    if wred.exponent is None:
        guess = f"no public source gives the weight that the config leaves out: 2^-{asked} is taken"
        guess += idle
    for path, curve, got in zip(paths, wred.curves, curves, strict=True):
        _enter_curve(Cursor(cursor.ledger, path), curve, got, used, packet, merged, guess, idle)
    if wred.exponent is not None:
        note = (
            "averaged at each packet, and while idle by the class's guarantee or its parent's rate"
        )
        if not asked:
            note = (
                "the router goes by the depth itself; here half of it at each packet, half before"
            )
        elif exponent != asked:
            # Linux red.h, red_check_params: the average has 32 bits with the weight's fraction.
            note += f"; so deep a queue is averaged with weight 2^-{exponent} at most"
        note += idle
        got_weight = f"weight 2^-{exponent} (burst {burst})"
        # A weight of 1 (exponent 0) is no leaf of its own.
        cursor.at("exponent").rest(Fidelity.APPROX, note, got_weight)
    if merged and wred.field is not None:
        cursor.at("field").rest(Fidelity.APPROX, merged, "one curve")
    cursor.rest(Fidelity.EXACT)


def _leaves_some_out(wred: Wred, reach: frozenset[int] | None) -> bool:
    """Whether some packets have no curve, so that only a full queue drops them."""
    values = [curve.values for curve in wred.curves]
    if wred.field is None or () in values:
        return False
    wanted = frozenset(range(_VALUES.get(wred.field, 1))) if reach is None else reach
    return bool(wanted - {value for group in values for value in group})


def _enter_curve(
    place: Cursor,
    curve: DropCurve,
    got: _Curve | None,
    used: _Curve,
    packet: int,
    merged: str,
    guess: str,
    idle: str,
) -> None:
    """`guess` says which weight of the average is taken, where nobody gives one."""
    shown = f"{used.low} to {used.high} bytes, up to {used.probability / _BILLION:.6g}"
    if got is None:
        note = "it is not known, or drops only when the queue is full"
        place.rest(Fidelity.APPROX, f"{note}; {merged}", shown)
        return
    if curve.points:
        note = (
            "one ramp over the depth of the queue, on its average: the drop probability differs by "
            f"up to {got.error / 10_000:g} % at some fill{idle}"
        )
        note = f"{note}; {merged}" if merged else note
        place.rest(Fidelity.APPROX, note, shown, bound=got.error)
        return
    for name, value, same in (
        ("minimum", curve.minimum, got.low == used.low),
        ("maximum", curve.maximum, got.high == used.high),
        ("denominator", curve.denominator, got.probability == used.probability),
    ):
        if value is None:
            continue
        notes = [] if same else [merged or "the thresholds are a packet apart at least"]
        if isinstance(value, Depth) and value.unit is DepthUnit.PACKETS:
            notes.append(f"in bytes, {packet} for a packet: one of L bytes counts L/{packet}")
        elif isinstance(value, Depth) and value.unit is not DepthUnit.BYTES:
            notes.append("turned into bytes at the class's rate, or as a share of the buffer")
        fidelity = Fidelity.APPROX if notes else Fidelity.EXACT
        bound = None
        if name == "denominator":
            bound = above(used.probability)
            notes.append(
                f"Linux drops at even distances, {argument(used.probability) / _BILLION:.6g} is "
                f"what gives {used.probability / _BILLION:.6g} at the upper threshold: up to "
                f"{bound / 10_000:.2g} % more packets than on the router below it"
            )
            fidelity = Fidelity.APPROX
        if curve.denominator is None:
            note = "no public source gives the probability that the config leaves out"
            notes, fidelity = [note, *notes], Fidelity.UNKNOWN
        if guess:
            notes, fidelity = [guess, *notes], Fidelity.UNKNOWN
        place.at(name).rest(fidelity, "; ".join(notes), shown, bound=bound)
    if merged:
        place.rest(Fidelity.APPROX, merged, shown)
    place.rest(Fidelity.EXACT, "all packets have this curve", shown)
