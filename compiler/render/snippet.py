"""Source lines with marks below them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from qosc.render.layout import fold
from qosc.render.printable import cells, printable, width
from qosc.render.style import Style
from qosc.source import SourceText, Span

__all__ = ["Mark", "snippet"]

_WINDOW = 110
"""Columns of a source line that are shown unless the terminal has fewer; of a longer one, the part
around the mark."""
_LEAST = 24


@dataclass(frozen=True, slots=True)
class Mark:
    """A span to mark, with what it shows; the primary one gets carets and the severity's colour."""

    span: Span
    message: str
    primary: bool
    role: str


def snippet(
    marks: Sequence[Mark], sources: Mapping[str, SourceText], style: Style
) -> Iterator[str]:
    """The lines of a snippet: the primary mark's file first, lines in order, gaps as `...`."""
    primary = marks[0].span
    gutter = max(len(str(mark.span.line)) for mark in marks)
    bar = style.paint("blue", "|")
    yield f"{' ' * gutter}{style.paint('blue', '-->')} {printable(str(primary))}"
    paths = dict.fromkeys(mark.span.path for mark in marks)
    for path in paths:
        if path != primary.path:
            yield f"{' ' * gutter}{style.paint('blue', ':::')} {printable(path)}"
        source = sources.get(path)
        if source is None:
            continue
        yield f"{' ' * gutter} {bar}"
        previous = 0
        here = [mark for mark in marks if mark.span.path == path]
        for number in sorted({mark.span.line for mark in here}):
            if previous and number > previous + 1:
                yield style.paint("blue", "...")
            previous = number
            on_line = [mark for mark in here if mark.span.line == number]
            yield from _line(source.line(number), number, on_line, gutter, style)


def _line(text: str, number: int, marks: list[Mark], gutter: int, style: Style) -> Iterator[str]:
    columns = None if style.room is None else style.room - gutter - 3
    first, last = _window(text, marks[0].span.column - 1, columns)
    # A file may be one line of a megabyte: only what is shown of it is looked at.
    shown = cells(text[first:last])
    head, tail = ("..." if first else ""), ("..." if last < len(text) else "")
    bar = style.paint("blue", "|")
    yield (
        f"{style.paint('blue', f'{number:>{gutter}}')} {bar} {head}{''.join(shown)}{tail}".rstrip()
    )
    for mark in sorted(marks, key=lambda m: (not m.primary, m.span.column)):
        start = min(max(mark.span.column - 1, first), last)
        end = len(text) if mark.span.end_line > mark.span.line else mark.span.end_column - 1
        end = max(min(end, last), start + 1)
        before = width(head + "".join(shown[: start - first]))
        length = max(width("".join(shown[start - first : end - first])), 1)
        line = ("^" if mark.primary else "-") * length
        role = mark.role if mark.primary else "blue"
        for words in _below(line, mark.message, before, columns):
            yield f"{' ' * gutter} {bar} {words[0]}{style.paint(role, words[1])}"


def _below(line: str, message: str, before: int, columns: int | None) -> list[tuple[str, str]]:
    """The marks with their message, or the message below them where there is no room beside."""
    words = f"{line} {message}".rstrip()
    if columns is None or before + width(words) <= columns:
        return [(" " * before, words)]
    indent = max(min(before, columns - max(width(message), _LEAST)), 0)
    return [
        (" " * before, line),
        *((" " * indent, each) for each in fold(message, max(columns - indent, _LEAST))),
    ]


def _window(text: str, column: int, columns: int | None) -> tuple[int, int]:
    size = _WINDOW if columns is None else max(min(_WINDOW, columns), _LEAST)
    # No character takes less than a column.
    if len(text) <= size and sum(map(width, cells(text))) <= size:
        return 0, len(text)
    size = max(size - 2 * len("..."), _LEAST // 2) if columns is not None else size
    first = max(0, min(column - size // 3, len(text) - size))
    return first, first + size
