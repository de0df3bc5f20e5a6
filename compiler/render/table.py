"""Tables for the terminal: as wide as needed, folded to what there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qosc.render.layout import fold, hung, longest
from qosc.render.printable import printable, width
from qosc.render.style import PLAIN, Style

__all__ = ["table"]

_GAP = 2
_NARROW = 14
"""A column is folded to no less, unless all of its cells are narrower."""

_LONG = 32
"""A word that is longer is folded all the same."""

_TALL, _MANY = 4, 4
"""Rows taller than this, of more columns than this, are easier to read as records."""


def table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    style: Style = PLAIN,
    indent: int = 2,
) -> Iterator[str]:
    """Rows below heads, in lines as long as the style allows, the first `indent` of them blank.

    Columns without any text are left out. Where the columns do not fit, cells are folded, and where
    that would break words, each row becomes a record of its own: the first cell, and below it the
    others, each beside its head.
    """
    most_columns = style.columns
    kept = [column for column in range(len(heads)) if any(row[column] for row in rows)]
    cells = [[row[column] for column in kept] for row in rows]
    names = [heads[column] for column in kept]
    wide = _widths(names, cells, most_columns - indent - _GAP * (len(kept) - 1))
    lead = " " * indent
    folded = [
        [fold(cell, size) for cell, size in zip(row, wide or (), strict=True)]
        for row in (cells if wide else ())
    ]
    tallest = max((len(cell) for row in folded for cell in row), default=0)
    if wide is None or (tallest > _TALL and len(kept) > _MANY):
        for row in cells:
            yield from _record(names, row, style, most_columns, lead)
        return
    yield lead + style.paint("bold", _line(names, wide))
    for lines in folded:
        for number in range(max(map(len, lines))):
            parts = [cell[number] if number < len(cell) else "" for cell in lines]
            yield (lead + _line(parts, wide)).rstrip()


def _widths(
    names: Sequence[str], cells: Sequence[Sequence[str]], most_columns: int
) -> list[int] | None:
    """The widths of the columns, the widest ones cut alike; None where they cannot fit."""
    wanted = [
        max(width(name), *(width(printable(row[place])) for row in cells), 1)
        for place, name in enumerate(names)
    ]
    if sum(wanted) <= most_columns:
        return wanted
    least = [
        min(size, max(width(name), _NARROW, _longest(row[place] for row in cells)))
        for place, (name, size) in enumerate(zip(names, wanted, strict=True))
    ]
    if sum(least) > most_columns:
        return None
    low, high = 1, max(wanted)
    while low < high:
        cap = (low + high + 1) // 2
        if sum(_capped(wanted, least, cap)) <= most_columns:
            low = cap
        else:
            high = cap - 1
    return _capped(wanted, least, low)


def _capped(wanted: Sequence[int], least: Sequence[int], cap: int) -> list[int]:
    return [max(few, min(size, cap)) for size, few in zip(wanted, least, strict=True)]


def _longest(cells: Iterator[str]) -> int:
    """The width of the longest word; one that is longer than any name is folded all the same."""
    return min(max(map(longest, cells), default=0), _LONG)


def _record(
    names: Sequence[str], row: Sequence[str], style: Style, most_columns: int, lead: str
) -> Iterator[str]:
    for line in hung(lead, row[0], most_columns):
        yield lead + style.paint("bold", line.removeprefix(lead))
    size = max((width(name) for name in names[1:]), default=0)
    for name, cell in zip(names[1:], row[1:], strict=True):
        if cell:
            yield from hung(f"{lead}  {name:<{size}}  ", cell, most_columns)


def _line(cells: Sequence[str], wide: Sequence[int]) -> str:
    padded = (cell + " " * (size - width(cell)) for cell, size in zip(cells, wide, strict=True))
    return (" " * _GAP).join(padded).rstrip()
