"""A result as a picture (SVG): throughput of each source and depth of each queue over time.

Texts get into the picture in one place (`_text`), which escapes them. The same result gives the
same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from qosc.render.printable import printable

if TYPE_CHECKING:
    from qosc.simulator import Result

__all__ = ["plot", "round_up"]

_WIDTH, _LEFT, _RIGHT = 960, 70, 260
_PANEL, _TOP, _GAP = 240, 60, 64
_MOST = 16
"""Lines in one panel; a reader could not tell more of them apart."""
_LONGEST = 34
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d31")
"""Told apart by the colour-blind, too (Okabe and Ito, Color Universal Design)."""
_DASHES = ("", "6 3")
_FONT = 'font-family="sans-serif" font-size="12" role="img"'
_ANSWERS = ("ack", "reply")


@dataclass(frozen=True, slots=True)
class Line:
    """A name, and values at equal distances; `first` and `step` in ms."""

    name: str
    first: int
    step: int
    values: Sequence[float]


def plot(result: Result) -> str:
    """The picture. Sources need a series, classes their occupancy, to be in it."""
    begin, end = _extent(result)
    panels = [
        ("throughput, Mbit/s", [_rate(row) for row in result.flows if _shown(row)], True),
        ("packets waiting", [_depth(row) for row in result.classes if "occupancy" in row], False),
    ]
    panels = [panel for panel in panels if panel[1]]
    height = _TOP + len(panels) * (_PANEL + _GAP)
    title = result.scenario or "scenario"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" {_FONT}>',
        f"<title>{escape(_clean(title))}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        _text(_LEFT, 24, title, 'font-size="15" font-weight="bold"'),
        _text(_LEFT, 42, f"{result.engine}, seed {result.seed}", 'fill="#555555"'),
    ]
    for number, (words, lines, steps) in enumerate(panels):
        top = _TOP + number * (_PANEL + _GAP) + 14
        parts += _panel(words, lines, (begin, end), top, steps=steps)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _shown(row: dict[str, Any]) -> bool:
    return "series" in row and row["kind"] not in _ANSWERS


def _extent(result: Result) -> tuple[int, int]:
    """The time that the picture shows, in ms."""
    found = [
        row["series"] | {"n": len(row["series"]["received_bytes"])}
        for row in result.flows
        if "series" in row
    ]
    found += [
        row["occupancy"] | {"n": len(row["occupancy"]["packets"])}
        for row in result.classes
        if "occupancy" in row
    ]
    begins = [each["from_ms"] for each in found if each["n"]]
    ends = [each["from_ms"] + each["n"] * each["interval_ms"] for each in found if each["n"]]
    begin = min(begins, default=0)
    return begin, max(max(ends, default=0), begin + 1)


def _rate(row: dict[str, Any]) -> Line:
    series = row["series"]
    step = series["interval_ms"]
    values = [size * 8 / step / 1000 for size in series["received_bytes"]]
    return Line(row["name"], series["from_ms"], step, values)


def _depth(row: dict[str, Any]) -> Line:
    found = row["occupancy"]
    name = f"{row['port']}: {row['name']}"
    return Line(name, found["from_ms"], found["interval_ms"], found["packets"])


def _panel(
    words: str, lines: list[Line], extent: tuple[int, int], top: int, *, steps: bool
) -> list[str]:
    right, bottom = _WIDTH - _RIGHT, top + _PANEL
    begin, end = extent
    most = round_up(max((max(line.values, default=0) for line in lines), default=0))
    wide, high = (right - _LEFT) / (end - begin), _PANEL / most

    def x(ms: float) -> str:
        return _number(_LEFT + (ms - begin) * wide)

    def y(value: float) -> str:
        return _number(bottom - value * high)

    parts = [_text(_LEFT, top - 8, words)]
    for tick in range(5):
        value, ms = most * tick / 4, begin + (end - begin) * tick / 4
        parts += [
            f'<path d="M{_LEFT} {y(value)}H{right}" stroke="#dddddd"/>',
            _text(_LEFT - 6, float(y(value)) + 4, f"{value:g}", 'text-anchor="end"'),
            _text(float(x(ms)), bottom + 18, f"{ms / 1000:g} s", 'text-anchor="middle"'),
        ]
    for index, line in enumerate(lines[:_MOST]):
        style = (
            f'fill="none" stroke="{_COLOURS[index % len(_COLOURS)]}" stroke-width="1.5" '
            f'stroke-dasharray="{_DASHES[index // len(_COLOURS)]}"'
        )
        points = _steps(line, x, y) if steps else _points(line, x, y)
        if points:
            parts.append(f'<path d="{points}" {style}/>')
        at = top + 6 + 15 * index
        parts.append(f'<path d="M{right + 14} {at}h22" {style}/>')
        parts.append(_text(right + 42, at + 4, line.name))
    if len(lines) > _MOST:
        more = f"and {len(lines) - _MOST} more"
        parts.append(_text(right + 42, top + 10 + 15 * _MOST, more, 'fill="#555555"'))
    return parts


def _steps(line: Line, x: Any, y: Any) -> str:
    """What holds for an interval is level in it."""
    if not line.values:
        return ""
    moves = [f"M{x(line.first)} {y(line.values[0])}"]
    for number, value in enumerate(line.values):
        moves.append(f"V{y(value)}H{x(line.first + (number + 1) * line.step)}")
    return "".join(moves)


def _points(line: Line, x: Any, y: Any) -> str:
    return "".join(
        f"{'L' if number else 'M'}{x(line.first + number * line.step)} {y(value)}"
        for number, value in enumerate(line.values)
    )


def round_up(value: float) -> float:
    """The least of 1, 2, 4, 5 and 8 times a power of ten that is not below the value.

    >>> round_up(1.7), round_up(41), round_up(0)
    (2.0, 50.0, 1)
    """
    if value <= 0:
        return 1
    base = 1.0
    while value > 10 * base:
        base *= 10
    while value <= base:
        base /= 10
    return next(each * base for each in (1, 2, 4, 5, 8, 10) if each * base >= value)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _clean(text: str) -> str:
    """A text without what XML does not allow."""
    shown = printable(text)
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 3]}..."


def _text(x: float, y: float, text: str, style: str = "") -> str:
    """The one way for a text into the picture."""
    return f'<text x="{_number(x)}" y="{_number(y)}" {style}>{escape(_clean(text))}</text>'
