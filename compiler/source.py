"""Source text and places in it.

Lines and columns count from 1. A span ends before its end column, as a slice does. Columns count
code points of the decoded text, tabs as one.
"""

from __future__ import annotations

from dataclasses import field

from qosc.values import dataclass

__all__ = ["NOWHERE", "SourceText", "Span", "decode"]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of one source: 1-based line and column; the end column is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other` (same source)."""
        return Span(self.path, self.line, self.column, other.end_line, other.end_column)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


NOWHERE = Span("<nowhere>", 1, 1, 1, 1)
"""The origin of a value that no source text holds (a default, a hand-made model)."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A named text, split into lines once.

    `lines` holds the text of each line without its line ending; a trailing newline does not make
    an empty last line. Form feeds and vertical tabs do not end a line, as they do not on a router.
    """

    path: str
    text: str
    lines: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        text = self.text
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        lines = text.split("\n")
        if lines and lines[-1] == "":
            lines.pop()
        object.__setattr__(self, "lines", tuple(lines))

    def line(self, number: int) -> str:
        """The text of a line (1-based); empty when there is no such line."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""

    def span(self, line: int, start: int, end: int, end_line: int | None = None) -> Span:
        """A span from 0-based character offsets within its first and last line."""
        return Span(self.path, line, start + 1, line if end_line is None else end_line, end + 1)


def decode(data: bytes) -> tuple[str, int | None]:
    """Decode a file's bytes; never fails.

    Returns the text and, where the bytes are not UTF-8, the offset of the first bad byte: such a
    byte becomes U+FFFD. A byte order mark is dropped; UTF-16 with a mark is understood.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace"), None
    if data[:3] == b"\xef\xbb\xbf":
        data = data[3:]
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        return data.decode("utf-8", errors="replace"), error.start
