"""Scales with clean ticks, and the panel of a picture that is drawn on two of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, log10

from qosc.render.plots.picture import Box, Line, Style, Words, style_of
from qosc.render.printable import printable

__all__ = ["PANEL", "Curve", "Scale", "Styles", "linear", "logarithmic", "panel", "shown"]

WIDTH, LEFT, RIGHT = 960, 70, 260
PANEL = 240
_MOST = 16
"""Curves in one panel; a reader could not tell more of them apart."""
_LONGEST, _TAIL = 34, 14
_GRID, _GREY = Style("#dddddd"), "#555555"


@dataclass(frozen=True, slots=True)
class Scale:
    """From `low` to `high`, with lines and numbers at `ticks`; by the logarithm, if it says so."""

    low: float
    high: float
    ticks: tuple[float, ...]
    by_log: bool = False

    def part(self, value: float) -> float:
        """How far a value is from `low` to `high`, from 0 to 1; what is outside is at the edge."""
        if not self.by_log:
            position = (value - self.low) / (self.high - self.low)
        elif value <= 0:
            return 0.0
        else:
            position = log10(value / self.low) / log10(self.high / self.low)
        return min(1.0, max(0.0, position))


def linear(low: float, high: float, wanted: int = 5, *, widen: bool = True) -> Scale:
    """Ticks at whole multiples of 1, 2 or 5 times a power of ten, about as many as are wanted.

    With `widen` the scale ends at ticks.

    >>> linear(0, 1.7).ticks
    (0.0, 0.5, 1.0, 1.5, 2.0)
    >>> linear(5000, 30000, widen=False).ticks
    (5000.0, 10000.0, 15000.0, 20000.0, 25000.0, 30000.0)
    """
    high = high if high > low else low + 1
    raw = (high - low) / wanted
    base = 10.0 ** floor(log10(raw))
    # Not more than is wanted, and one tick to spare for the sake of 1, 2 and 5.
    step = next(each * base for each in (1, 2, 5, 10) if each * base * 1.4 >= raw)
    first = floor(low / step) if widen else ceil(low / step)
    last = ceil(high / step - 1e-9) if widen else floor(high / step + 1e-9)
    # A power of ten below 1 is no exact number: the ticks are.
    ticks = tuple(float(f"{number * step:.12g}") for number in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], ticks) if widen else Scale(low, high, ticks)


def logarithmic(low: float, high: float) -> Scale:
    """Powers of ten, and 2 and 5 times them where these are few; ends at ticks. Both above 0.

    >>> logarithmic(0.03, 4).ticks
    (0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
    """
    first, last = floor(log10(low)), ceil(log10(high))
    many = last - first > 4
    steps = [
        float(f"{digit}e{power}")
        for power in range(first, last + 1)
        for digit in ((1,) if many else (1, 2, 5))
    ]
    least = max(each for each in steps if each <= low)
    most = min((each for each in steps if each >= high and each > least), default=10 * least)
    ticks = tuple(each for each in (*steps, most) if least <= each <= most)
    return Scale(least, most, tuple(dict.fromkeys(ticks)), by_log=True)


class Styles:
    """One look for one thing, in all panels of a picture."""

    def __init__(self) -> None:
        self._known: dict[object, Style] = {}

    def of(self, thing: object) -> Style:
        """The look of a thing: a new one for one that had none."""
        return self._known.setdefault(thing, style_of(len(self._known)))


@dataclass(frozen=True, slots=True)
class Curve:
    """A name, the look, and the points of a curve."""

    name: str
    style: Style
    points: Sequence[tuple[float, float]] = field(default_factory=tuple)


def panel(
    words: str,
    curves: Sequence[Curve],
    scales: tuple[Scale, Scale],
    top: int,
    unit: str,
    tick: Callable[[float], str] = "{:g}".format,
) -> list[Line | Box | Words]:
    """Curves on a grid, with their names beside it. `unit` is that of x, and `tick` writes it."""
    right, bottom = WIDTH - RIGHT, top + PANEL
    across, up = scales

    def x(value: float) -> float:
        return LEFT + across.part(value) * (right - LEFT)

    def y(value: float) -> float:
        return bottom - up.part(value) * PANEL

    shapes: list[Line | Box | Words] = [Words(LEFT, top - 8, words)]
    for value in up.ticks:
        shapes.append(Line(((LEFT, y(value)), (right, y(value))), _GRID))
        shapes.append(Words(LEFT - 6, y(value) + 4, f"{value:g}", "end"))
    for value in across.ticks:
        shapes.append(Line(((x(value), bottom), (x(value), bottom + 4)), Style(_GREY)))
        shapes.append(Words(x(value), bottom + 18, tick(value), "middle"))
    shapes.append(Words(right + 26, bottom + 18, unit))
    shapes.append(Line(((LEFT, bottom), (right, bottom)), Style(_GREY)))
    for index, curve in enumerate(curves[:_MOST]):
        points = tuple((x(across_), y(up_)) for across_, up_ in curve.points)
        if points:
            shapes.append(Line(points, curve.style))
        at = top + 6 + 15 * index
        shapes.append(Line(((right + 14, at), (right + 36, at)), curve.style))
        shapes.append(Words(right + 42, at + 4, shown(curve.name)))
    if len(curves) > _MOST:
        more = f"and {len(curves) - _MOST} more, not drawn"
        shapes.append(Words(right + 42, top + 10 + 15 * _MOST, more, colour=_GREY))
    return shapes


def shown(text: str) -> str:
    """A text without what a file of ours does not allow, cut in the middle to the room that it has:
    the name of a class stands at the end.
    """
    clean = printable(text)
    if len(clean) <= _LONGEST:
        return clean
    return f"{clean[: _LONGEST - 3 - _TAIL]}...{clean[-_TAIL:]}"
