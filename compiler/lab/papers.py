"""A figure of a paper beside the one that an engine measured."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from qosc.lab.expected import Paper, PaperVerdict

__all__ = ["NEAR", "UNJUDGED", "PaperCell", "beside", "said"]

NEAR = 0.15
"""A figure is reproduced within this part of the paper's, or within the paper's own spread."""

UNJUDGED: Final = "order not run"
"""Not near, and not all experiments of the paper's order have a figure."""


@dataclass(frozen=True, slots=True)
class PaperCell:
    """An engine's figure in the paper's unit, and how it stands to the paper's.

    `deviation` is a part of the paper's figure; None where that is 0.
    """

    value: float
    deviation: float | None
    verdict: PaperVerdict | Literal["order not run"]


def beside(paper: Paper, value: float, orders: Iterable[bool | None]) -> PaperCell:
    """How `value`, in the figure's own unit, stands to the paper's figure.

    `orders` says of each order of the paper with this figure in it whether it holds: one that is
    not near is reproduced partly where there are such orders, and all of them hold. None is an
    order that cannot be judged.
    """
    mine = value / (paper.times or 1)
    deviation = (mine - paper.value) / abs(paper.value) if paper.value else None
    within = paper.spread is not None and paper.spread[0] <= mine <= paper.spread[1]
    near = mine == paper.value if deviation is None else abs(deviation) <= NEAR
    if within or near:
        return PaperCell(mine, deviation, "reproduced")
    held = list(orders)
    if False in held or not held:
        return PaperCell(mine, deviation, "contradicted")
    return PaperCell(mine, deviation, UNJUDGED if None in held else "partly")


def said(paper: Paper) -> str:
    """The paper's figure as it prints it, with its spread and unit."""
    words = f"{paper.value:.12g}"
    if paper.spread is not None:
        words += f" ({paper.spread[0]:.12g} to {paper.spread[1]:.12g})"
    return f"{words} {paper.unit}".rstrip()
