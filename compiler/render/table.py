"""Tables for the terminal: columns as wide as needed, the last ones folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from qosc.render.printable import printable, width
from qosc.render.style import PLAIN, Style

__all__ = ["table"]


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], limits: Sequence[int], style: Style = PLAIN
) -> Iterator[str]:
    """Rows below heads. A cell wider than its column's limit is folded onto further lines."""
    kept = [column for column in range(len(heads)) if any(row[column] for row in rows)]
    folded = [
        [wrap(printable(row[column]), limits[column]) or [""] for column in kept] for row in rows
    ]
    wide = [
        max([width(heads[column]), *(width(line) for row in folded for line in row[place])])
        for place, column in enumerate(kept)
    ]
    yield style.paint("bold", _line([heads[column] for column in kept], wide))
    for row in folded:
        for number in range(max(len(cell) for cell in row)):
            yield _line([cell[number] if number < len(cell) else "" for cell in row], wide)


def _line(cells: Sequence[str], wide: Sequence[int]) -> str:
    padded = (cell + " " * (size - width(cell)) for cell, size in zip(cells, wide, strict=True))
    return ("  " + "  ".join(padded)).rstrip()
