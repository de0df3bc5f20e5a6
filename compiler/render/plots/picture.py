"""What a picture is made of, whatever form its file has. Lengths are in pixels, y goes down."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["COLOURS", "DASHES", "Box", "Line", "Picture", "Style", "Words", "style_of"]

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d31")
"""Told apart by the colour-blind, too (Okabe and Ito, Color Universal Design)."""
DASHES: tuple[tuple[int, ...], ...] = ((), (6, 3), (2, 2), (8, 2, 2, 2))


@dataclass(frozen=True, slots=True)
class Style:
    """How a line looks: a colour (#rrggbb), a width, and the lengths of its dashes and gaps."""

    colour: str = "#000000"
    width: float = 1.0
    dashes: tuple[int, ...] = ()


def style_of(number: int) -> Style:
    """The look of the thing of this number: of 32 things no two have the same."""
    dashes = DASHES[number // len(COLOURS) % len(DASHES)]
    return Style(COLOURS[number % len(COLOURS)], 1.5, dashes)


@dataclass(frozen=True, slots=True)
class Line:
    """Straight lines from point to point."""

    points: tuple[tuple[float, float], ...]
    style: Style = Style()


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass(frozen=True, slots=True)
class Words:
    """A text, which may come from outside; `anchor` is the part of it that is at x."""

    x: float
    y: float
    text: str
    anchor: str = "start"
    size: int = 12
    bold: bool = False
    colour: str = "#000000"


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes on white, the first at the back."""

    title: str
    width: int
    height: int
    shapes: tuple[Line | Box | Words, ...]
