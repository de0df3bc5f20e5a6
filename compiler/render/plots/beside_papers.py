"""Figures of engines as parts of a paper's, with the intervals of several runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from qosc.lab.papers import NEAR
from qosc.render.plots.axes import Scale
from qosc.render.plots.picture import Box, Line, Picture, Style, Words, style_of
from qosc.render.printable import printable

if TYPE_CHECKING:
    from qosc.lab.compare import Cell, Row
    from qosc.lab.expected import Paper

__all__ = ["beside_papers"]

_WIDTH, _LEFT, _RIGHT, _TOP, _STEP = 960, 470, 40, 84, 20
_MOST, _LONGEST = 200, 66
"""Rows of a picture, and characters of a label."""
_SCALE = Scale(0.1, 10, (0.1, 0.2, 0.5, 1, 2, 5, 10), by_log=True)
_GRID, _GREY, _BAND = "#dddddd", "#555555", "#e6f3ee"
_HALF = 3.5
Shapes = list[Line | Box | Words]


def beside_papers(rows: Sequence[Row], engines: Sequence[str], name: str) -> Picture:
    """A line for each figure of a paper, and on it a mark for each engine that measured it.

    A mark is at the engine's figure divided by the paper's, by the logarithm, and has the 95 %
    confidence interval of the mean, where there were several runs. What is less than a tenth or
    more than ten times of it has an arrow at the edge. Figures of which the paper has 0 have no
    such part: they are counted, and not drawn.
    """
    papers = [(row, row.paper) for row in rows if row.paper is not None]
    drawable = [(row, paper) for row, paper in papers if paper.value > 0 and _measured(row)]
    shown = drawable[:_MOST]
    bottom = _TOP + _STEP * max(1, len(shown)) + 6
    title = f"{_cut(name or 'experiments')}: engines beside the paper"
    shapes: Shapes = [
        Words(16, 24, title, size=15, bold=True),
        Words(_LEFT, _TOP - 36, "engine / paper (shaded: within 15 %)", colour=_GREY),
        *_frame(bottom),
    ]
    for number, engine in enumerate(engines):
        at = 16 + 110 * number
        shapes.append(Box(at, _TOP - 44, 2 * _HALF, 2 * _HALF, style_of(number).colour))
        shapes.append(Words(at + 14, _TOP - 36, engine))
    for index, (row, paper) in enumerate(shown):
        middle = _TOP + _STEP * index + _STEP / 2
        label = f"{paper.row}: {row.figure} of {row.what}"
        shapes.append(Words(_LEFT - 10, middle + 4, _cut(label), "end", size=11))
        for number, engine in enumerate(engines):
            y = middle + 4 * (number - (len(engines) - 1) / 2)
            shapes += _mark(row.cells[engine], paper, y, style_of(number).colour)
    left_out = len(papers) - len(shown)
    if left_out or not papers:
        why = f"{left_out} not drawn: the paper has 0, none was measured, or there was no room"
        shapes.append(Words(16, bottom + 36, why if papers else "no paper", colour=_GREY))
    return Picture(title, _WIDTH, bottom + 50, tuple(shapes))


def _measured(row: Row) -> bool:
    return any(cell.paper is not None for cell in row.cells.values())


def _x(part: float) -> float:
    return _LEFT + _SCALE.part(part) * (_WIDTH - _RIGHT - _LEFT)


def _frame(bottom: int) -> Shapes:
    near = (_x(1 - NEAR), _x(1 + NEAR))
    shapes: Shapes = [Box(near[0], _TOP, near[1] - near[0], bottom - _TOP, _BAND)]
    for tick in _SCALE.ticks:
        colour = _GREY if tick == 1 else _GRID
        shapes.append(Line(((_x(tick), _TOP), (_x(tick), bottom)), Style(colour)))
        for y in (_TOP - 8, bottom + 16):
            shapes.append(Words(_x(tick), y, f"{tick:g}", "middle"))
    return shapes


def _mark(cell: Cell, paper: Paper, y: float, colour: str) -> Shapes:
    if cell.paper is None:
        return []
    part = cell.paper.value / paper.value
    x = _x(part)
    if not _SCALE.low <= part <= _SCALE.high:
        back = 6 if part < _SCALE.low else -6
        tip = ((x + back, y - _HALF), (x, y), (x + back, y + _HALF))
        return [Line(tip, Style(colour, 2))]
    shapes: Shapes = []
    half = None if cell.runs is None else cell.runs.half_width
    if half:
        away = half / (paper.times or 1) / paper.value
        shapes.append(Line(((_x(part - away), y), (_x(part + away), y)), Style(colour, 1.5)))
    return [*shapes, Box(x - _HALF, y - _HALF, 2 * _HALF, 2 * _HALF, colour)]


def _cut(text: str) -> str:
    clean = printable(text)
    return clean if len(clean) <= _LONGEST else f"{clean[: _LONGEST - 3]}..."
