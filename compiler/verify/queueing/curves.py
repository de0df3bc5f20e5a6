"""Early drop given as points of a curve, against the one ramp that a script can have.

The ledger says by how much the two differ at most; that is what is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from qosc.amounts import PPM
from qosc.ir import DropCurve, Wred
from qosc.ir.leaves import child_paths, join
from qosc.verify.account import Account
from qosc.verify.found import Difference
from qosc.verify.tc.model import Qdisc

__all__ = ["drops_below_the_limit", "point_differences"]

_BILLION = 1_000_000_000
_STEPS = 8
"""Places that are looked at between two points."""
_SLACK = 0.002
"""Fills and probabilities are rounded."""


def point_differences(
    name: str, wred: Wred, path: str, account: Account, got: Qdisc, size: int
) -> Iterator[Difference]:
    """Whether each curve is as near to the ramp as the ledger says; `size` in bytes is full."""
    low, high, chance = (got.values.get(key, 0) for key in ("min", "max", "probability"))
    if not isinstance(low, int) or not isinstance(high, int) or not isinstance(chance, int):
        return
    paths = child_paths(join(path, "wred", "curves"), wred.curves)
    for curve, place in zip(wred.curves, paths, strict=True):
        entry = account.entry(place, "points")
        if entry is None or entry.bound is None or not size:
            continue
        bound = entry.bound / PPM + _SLACK
        apart = _apart(curve, low / size, high / size, chance / _BILLION)
        if apart > bound:
            yield Difference(
                "drop",
                f"the queue of {name} drops along another curve",
                f"a curve that is {entry.bound * 100 / PPM:g} % off a ramp",
                f"a ramp that is {100 * apart:.1f} % off the curve",
                wred.origin,
                got.line,
            )


def drops_below_the_limit(wred: Wred) -> bool:
    """Whether a curve given by points drops anything before the queue is full."""
    return any(each.points and _apart(each, 1.0, 1.0, 0.0) > _SLACK for each in wred.curves)


def _apart(curve: DropCurve, low: float, high: float, chance: float) -> float:
    """How far the curve is from what the kernel drops, at most, at some places.

    The count since the last drop goes into the kernel's decision: with chance p the distance of two
    drops is (1/p + 1)/2 on average (Linux red.h; Floyd and Jacobson, section 7).
    """

    def ramp(fill: float) -> float:
        if fill >= high:
            return 1.0
        part = chance * (fill - low) / (high - low) if fill > low else 0.0
        return 2 * part / (1 + part)

    known = {fill / PPM: drop / PPM for fill, drop in curve.points}
    if curve.interpolated:
        known = {0.0: 0.0, 1.0: 1.0} | known
    points = sorted(known.items())
    ends = sorted({fill for fill, _ in points} | {low, high})
    fills = [a + (b - a) * n / _STEPS for a, b in pairwise(ends) for n in range(_STEPS)] + ends[-1:]
    near = [place for fill in fills for place in (fill - 1e-9, fill) if 0 <= place < 1]
    return max(
        (abs(_value(points, f, smooth=curve.interpolated) - ramp(f)) for f in near), default=0.0
    )


def _value(points: list[tuple[float, float]], fill: float, *, smooth: bool) -> float:
    before = (0.0, 0.0)
    for place, drop in points:
        if place > fill:
            if not smooth:
                return before[1]
            part = (fill - before[0]) / (place - before[0])
            return before[1] + part * (drop - before[1])
        before = (place, drop)
    return before[1]
