r"""Places as editors count them: lines from 0, columns in the units that were agreed on.

Source: Language Server Protocol 3.17, "Text Documents", `PositionEncodingKind`: UTF-16 code units
unless client and server agree on UTF-8 bytes or UTF-32 code points. Lines end as those of
`SourceText` do: `\n`, `\r\n`, `\r`.
"""

from __future__ import annotations

from typing import NamedTuple

from qosc.source import SourceText, Span

__all__ = ["ENCODINGS", "Place", "Positions", "Range"]

ENCODINGS = ("utf-16", "utf-8", "utf-32")
"""The units that columns may be counted in; the first is what every editor knows."""


class Place(NamedTuple):
    """A place as the editor counts it: both from 0."""

    line: int
    character: int


class Range(NamedTuple):
    """From a place to the one behind it."""

    start: Place
    end: Place


class Positions:
    """Turns places of a text into those of an editor, and back. A place that is out of the text is
    taken to its nearest end.
    """

    def __init__(self, source: SourceText, encoding: str = ENCODINGS[0]) -> None:
        self._source, self._encoding = source, encoding

    def range(self, span: Span) -> Range:
        """Where an editor has a span."""
        return Range(
            self._place(span.line, span.column), self._place(span.end_line, span.end_column)
        )

    def column(self, place: Place) -> tuple[int, int]:
        """The line (from 1) and the column (from 1, in code points) of a place."""
        text = self._source.line(place.line + 1)
        if self._encoding == "utf-32" or (text.isascii() and place.character <= len(text)):
            return place.line + 1, min(max(place.character, 0), len(text)) + 1
        units = 0
        for index, char in enumerate(text):
            # In the middle of a character is in front of it.
            units += self._units(char)
            if units > place.character:
                return place.line + 1, index + 1
        return place.line + 1, len(text) + 1

    def _place(self, line: int, column: int) -> Place:
        text = self._source.line(line)
        before = text[: column - 1]
        units = len(before) if before.isascii() else self._units(before)
        return Place(line - 1, units)

    def _units(self, text: str) -> int:
        if self._encoding == "utf-8":
            return len(text.encode("utf-8", "replace"))
        if self._encoding == "utf-16":
            return len(text.encode("utf-16-le", "replace")) // 2
        return len(text)
