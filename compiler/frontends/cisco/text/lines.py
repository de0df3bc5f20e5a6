"""Logical lines: what the reader hands to the statement grammars.

A logical line is one IOS statement. It may cover several physical lines (a wrapped `rate-limit`),
and a comment may have been cut out of its middle; `Line.span` leads from the characters of its
text back to the source in either case.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.frontends.cisco.table.mode import Mode
from qosc.source import SourceText, Span
from qosc.values import maker

__all__ = ["Line", "Note", "Reading"]


_span = maker(Span)


class Line:
    """One statement.

    mode      The mode in which the statement is valid, not the one it opens. A root whose mode is
              not GLOBAL is an orphan: `rate-limit ...` or `bandwidth 100` in an excerpt that does
              not show the line that opened the mode.
    keyword   The first word in full (`int` -> `interface`), without `no`; two words where the
              second one makes the statement (`ip access-list`, `mls qos`). See `keywords.py` for
              all of them. In named access lists a sequence number is passed over: `10 permit ip
              any any` has keyword `permit`. Empty for a line that was not understood inside a QoS
              context: report it, whatever it holds. Such a line can have children (below `clas
              VOICE` stand statements of a class); they belong to no object and end as unknown too.
    negated   `no ...` or `default ...`.
    text      The whole statement: prompt and pager mark stripped, comments cut, wrapped lines
              joined by one blank, outer blanks stripped. The first word stands as it was written,
              `no` and a sequence number included. Control characters, NULs and the blanks of word
              processors are plain blanks, their quotes and hyphens plain ASCII; other characters
              stand as they are, so the text may hold anything but a newline.
    children  The statements of the mode that this one opens, in order. Lines that cannot matter
              to QoS (`ip address` of an interface) are not among them. `conform-action` and the
              like on lines of their own are children of `police`, but part of the text of
              `rate-limit`.
    mistyped  Of a line with an empty keyword: the keyword that was probably meant, or empty.
    height    The number of physical lines, from the first to the last one that it covers (1 for
              most); comment lines in between count as comments, not here.
    """

    __slots__ = (
        "_path",
        "_pieces",
        "_whole",
        "children",
        "column",
        "height",
        "keyword",
        "mistyped",
        "mode",
        "negated",
        "number",
        "text",
    )

    def __init__(
        self,
        mode: Mode,
        keyword: str,
        text: str,
        path: str,
        number: int,
        column: int,
        *,
        negated: bool = False,
        mistyped: str = "",
        pieces: tuple[tuple[int, int, int], ...] = (),
        height: int = 1,
    ) -> None:
        self.mode = mode
        self.keyword = keyword
        self.negated = negated
        self.text = text
        self.children: list[Line] = []
        self.mistyped = mistyped
        self.number = number
        """1-based number of the first physical line."""
        self.column = column
        """0-based offset of the text in that line."""
        self.height = height
        self._path = path
        self._pieces = pieces
        """(offset in text, line, offset in that line), in order; empty: one piece."""
        self._whole: Span | None = None

    @property
    def unknown(self) -> bool:
        """Whether the line was not understood, inside a QoS context."""
        return not self.keyword

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The place in the source of `text[start:end]`. Out of range offsets are clamped."""
        if end is None and start == 0:
            if self._whole is None:
                self._whole = self._between(0, len(self.text))
            return self._whole
        length = len(self.text)
        if end is None or end > length:
            end = length
        elif end < 0:
            end = 0
        if start > end:
            start = end
        elif start < 0:
            start = 0
        return self._between(start, end)

    def _between(self, start: int, end: int) -> Span:
        if not self._pieces:
            column = self.column + 1
            return _span(self._path, self.number, column + start, self.number, column + end)
        first, last = self._place(start), self._place(max(start, end - 1))
        past = 1 if end > start else 0
        return _span(self._path, first[0], first[1] + 1, last[0], last[1] + 1 + past)

    def _place(self, offset: int) -> tuple[int, int]:
        number, column = self.number, self.column
        for begin, line, at in self._pieces:
            if begin > offset:
                break
            number, column = line, at + offset - begin
        return number, column

    def extend(self, text: str, number: int, column: int) -> None:
        """Append the text of a further physical line, joined by one blank."""
        pieces = self._pieces or ((0, self.number, self.column),)
        self._pieces = (*pieces, (len(self.text) + 1, number, column))
        self._whole = None
        self.text = f"{self.text} {text}"
        self.height += 1

    def numbers(self) -> tuple[int, ...]:
        """The numbers of the physical lines that the statement stands in."""
        if not self._pieces:
            return (self.number,)
        return tuple(sorted({number for _, number, _ in self._pieces} | {self.number}))

    def walk(self) -> Iterator[Line]:
        """This line and all below it, in the order of the text."""
        stack = [self]
        while stack:
            line = stack.pop()
            yield line
            stack.extend(reversed(line.children))

    def __repr__(self) -> str:
        return f"<Line {self.number} {self.mode.name} {self.keyword!r}: {self.text!r}>"


class Note:
    """Something about the reading itself that its user should be told of.

    The reader never guesses in silence: where it had to choose (a banner that does not end), it
    goes on in the way that loses least and says so.
    """

    __slots__ = ("message", "span")

    def __init__(self, span: Span, message: str) -> None:
        self.span = span
        self.message = message

    def __repr__(self) -> str:
        return f"<Note {self.span}: {self.message}>"


class Reading:
    """What became of a text.

    roots      The statements that can matter to QoS, as a forest in the order of the text. An
               object that is opened twice has two roots.
    blank, comment, skipped
               Numbers of physical lines: empty ones; those that hold nothing but a comment, a
               pager mark or a prompt; those that cannot matter to QoS (banners, certificates and
               prose among them). Together with the heights of all lines they add up to the
               lines of the source.
    notes      What the reader had to guess, in the order of the text.
    hostname   The argument of the last `hostname` line, or empty.
    version    The argument of the first `version` line, or empty.
    """

    __slots__ = (
        "blank",
        "blobs",
        "comment",
        "hostname",
        "notes",
        "roots",
        "skipped",
        "source",
        "version",
    )

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.roots: list[Line] = []
        self.blank = 0
        self.comment = 0
        self.skipped = 0
        self.notes: list[Note] = []
        self.hostname = ""
        self.version = ""
        self.blobs: list[tuple[int, int]] = []
        """First and last line number of each banner, certificate and the like."""

    def walk(self) -> Iterator[Line]:
        """All lines in the order of the text."""
        for root in self.roots:
            yield from root.walk()
