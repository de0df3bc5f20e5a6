"""Drop profiles given point by point, as the one ramp that random early detection has.

Fills and probabilities are in parts per million. Juniper, "Class of Service User Guide", Managing
Congestion Using RED Drop Profiles: a segmented profile holds a probability until the next fill
level, an interpolated one rises in straight lines from 0 % at an empty to 100 % at a full queue.
"""

from __future__ import annotations

from typing import NamedTuple

from qosc.amounts import PPM

__all__ = ["Ramp", "apart", "fit"]

_ENDS = 8
"""A ramp may begin at one of the first and end at one of the last so many points."""

Points = tuple[tuple[int, int], ...]


class Ramp(NamedTuple):
    """No drop below fill `start`, `probability` just below `end`, all above; `error` is the largest
    difference from the profile at any fill.
    """

    start: int
    end: int
    probability: int
    error: int


def fit(points: Points, interpolated: bool) -> Ramp | None:
    """The ramp with the least error; None for a profile that drops at a full queue only."""
    profile = _Profile(points, interpolated)
    fills = profile.fills
    if all(not profile.below(fill) for fill in fills):
        return None
    ramps: list[tuple[int, int, int, int, int]] = []
    for start in fills[:_ENDS]:
        for end in fills[-_ENDS:]:
            if end <= start:
                continue
            for probability in {profile.below(end), profile.at(end)}:
                error = profile.error(start, end, probability)
                # Of equal ones the narrowest: a drop of all from one fill on has no slope.
                ramps.append(
                    (error, end - start if not probability else 0, start, end, probability)
                )
    error, _, start, end, probability = min(ramps)
    return Ramp(start, end, probability, error)


def apart(points: Points, interpolated: bool, ramp: Ramp) -> int:
    """The largest difference (ppm) between a profile and a ramp, whatever error the ramp names."""
    return _Profile(points, interpolated).error(ramp.start, ramp.end, ramp.probability)


class _Profile:
    """The probability just below, and at, each fill."""

    def __init__(self, points: Points, interpolated: bool) -> None:
        known = dict(sorted(points))
        if interpolated:
            known = {0: 0, **known}
            known.setdefault(PPM, PPM)
        self.points = sorted(known.items())
        self.interpolated = interpolated
        self.fills = sorted({0, PPM, *known})

    def below(self, fill: int) -> int:
        """The limit from the left."""
        before = [point for point in self.points if point[0] < fill]
        if not before:
            return 0
        left, low = before[-1]
        if not self.interpolated:
            return low
        after = [point for point in self.points if point[0] >= fill]
        right, high = after[0] if after else before[-1]
        return low + (high - low) * (fill - left) // (right - left) if right > left else low

    def at(self, fill: int) -> int:
        """The value; a full queue drops all."""
        if fill >= PPM:
            return PPM
        held = [value for place, value in self.points if place == fill]
        return held[0] if held else self.below(fill)

    def error(self, start: int, end: int, probability: int) -> int:
        """Both are straight between the points, so that the largest difference is at one."""
        largest = 0
        for fill in sorted({*self.fills, min(start, PPM), min(end, PPM)}):
            inside = min(max(fill - start, 0), end - start)
            line = probability * inside // (end - start)
            below = PPM if fill > end else line
            value = PPM if fill >= end else line
            largest = max(largest, abs(below - self.below(fill)), abs(value - self.at(fill)))
        return largest
