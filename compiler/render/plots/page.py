"""Panels one below the other, under the name of what was run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from qosc.render.plots.axes import PANEL, Curve, Scale, panel, shown
from qosc.render.plots.picture import Box, Line, Picture, Words

if TYPE_CHECKING:
    from qosc.simulator import Result

__all__ = ["Panel", "page"]

_WIDTH, _LEFT, _TOP, _GAP = 960, 70, 74, 64


class Panel(NamedTuple):
    """What a panel shows, in words, and its scales: x and y."""

    words: str
    curves: Sequence[Curve]
    across: Scale
    up: Scale
    unit: str


def page(result: Result, words: str, panels: Sequence[Panel]) -> Picture:
    """A picture of some panels; `words` say what it shows beside the name of the scenario."""
    name = shown(result.scenario or "scenario")
    title = f"{name}: {words}" if words else name
    shapes: list[Line | Box | Words] = [
        Words(_LEFT, 24, title, size=15, bold=True),
        Words(_LEFT, 42, f"{result.engine}, seed {result.seed}", colour="#555555"),
    ]
    for number, each in enumerate(panels):
        top = _TOP + number * (PANEL + _GAP)
        shapes += panel(each.words, each.curves, (each.across, each.up), top, each.unit)
    if not panels:
        shapes.append(Words(_LEFT, _TOP, "nothing was measured that could be drawn"))
    height = _TOP + max(1, len(panels)) * (PANEL + _GAP) - 30 if panels else _TOP + 30
    return Picture(title, _WIDTH, height, tuple(shapes))
