"""The text of a Policy Agent file as statements with attributes.

Lexical rules: IBM z/OS Communications Server, "General syntax rules for Policy Agent": `#` begins a
comment, a brace stands alone on its line, one attribute and its values to a line, what follows the
value is ignored, names of statements and attributes in any case. Printed listings part a value from
its attribute by a line: the next line that is neither a brace nor an attribute is taken for it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping

from qosc.patterns import pattern
from qosc.source import SourceText, Span

__all__ = ["Attribute", "Note", "Statement", "Words", "statements"]

_WORD = pattern(r"\S+")


@dataclasses.dataclass(frozen=True, slots=True)
class Words:
    """The words of a line, each with its place."""

    texts: tuple[str, ...]
    spans: tuple[Span, ...]
    line: int
    whole: Span
    raw: str


@dataclasses.dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute with the words behind it. `name` is in small letters."""

    name: str
    values: tuple[str, ...]
    span: Span
    lines: tuple[int, ...]
    text: str
    places: tuple[Span, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Note:
    """A line that is not understood, or a brace that is missing, with what is said of it."""

    line: Words
    reason: str
    expected: tuple[str, ...] = ()


@dataclasses.dataclass(slots=True)
class Statement:
    """A statement with its attributes; `kind` is in small letters, `values` follow it."""

    kind: str
    values: tuple[str, ...]
    head: Words
    attributes: list[Attribute] = dataclasses.field(default_factory=list)

    @property
    def name(self) -> str:
        """The name that the text gives it."""
        return self.values[0] if self.values else ""


def statements(
    source: SourceText, known: Mapping[str, Collection[str]]
) -> tuple[list[Statement], list[Note], list[int]]:
    """The statements of a text, what is not understood, and the lines of braces.

    `known` has the attributes (in small letters) of each statement that has a block; of one that
    stands on a line by itself there are none.
    """
    return _Reader(source, known).read()


class _Reader:
    def __init__(self, source: SourceText, known: Mapping[str, Collection[str]]) -> None:
        self.source, self.known = source, known
        self.found: list[Statement] = []
        self.notes: list[Note] = []
        self.braces: list[int] = []
        self.now: Statement | None = None
        self.opened = False
        self.waiting: tuple[str, Words] | None = None

    def read(self) -> tuple[list[Statement], list[Note], list[int]]:
        for number, text in self.source.numbered():
            line = self.words(number, text)
            if line.texts:
                self.line(line)
        self.unanswered()
        if self.now is not None and self.known[self.now.kind]:
            self.note(self.now.head, "its block is not closed: `}` is missing")
        return self.found, self.notes, self.braces

    def words(self, number: int, text: str) -> Words:
        code = text.partition("#")[0]
        matches = list(_WORD.finditer(code))
        spans = tuple(self.source.span(number, each.start(), each.end()) for each in matches)
        whole = self.source.span(number, len(code) - len(code.lstrip()), len(code.rstrip()))
        return Words(tuple(each[0] for each in matches), spans, number, whole, code.strip())

    def note(self, line: Words, reason: str, expected: tuple[str, ...] = ()) -> None:
        self.notes.append(Note(line, reason, expected))

    def line(self, line: Words) -> None:
        first = line.texts[0].lower()
        if first in self.known:
            self.unanswered()
            if self.now is not None and self.known[self.now.kind]:
                self.note(self.now.head, "its block is not closed: `}` is missing")
            self.now = Statement(first, line.texts[1:], line)
            self.found.append(self.now)
            self.opened = False
            if line.texts[-1] == "{" and len(line.texts) > 1:
                self.now.values = line.texts[1:-1]
                self.opened = True
            if not self.known[first]:
                self.now = None
        elif line.texts == ("{",) and self.now is not None and not self.opened:
            self.opened = True
            self.braces.append(line.line)
        elif line.texts == ("}",) and self.now is not None:
            self.unanswered()
            self.braces.append(line.line)
            self.now = None
        elif self.now is None:
            self.note(line, "it stands outside of any statement")
        else:
            self.inside(self.now, line)

    def inside(self, now: Statement, line: Words) -> None:
        first = line.texts[0].lower()
        if first in self.known[now.kind]:
            self.unanswered()
            if len(line.texts) == 1:
                self.waiting = (first, line)
                return
            self.add(now, first, line, line.texts[1:], line.spans[1:], (line.line,))
        elif self.waiting is not None:
            name, before = self.waiting
            self.waiting = None
            self.add(now, name, before, line.texts, line.spans, (before.line, line.line))
        elif not self.opened and len(line.texts) == 1 and len(line.texts[0]) == 1:
            self.opened = True
            self.note(line, "taken for `{`")
        else:
            from difflib import get_close_matches

            near = get_close_matches(first, list(self.known[now.kind]), 1, 0.7)
            self.note(line, f"{line.texts[0]} is no attribute of {now.head.texts[0]}", tuple(near))

    def add(
        self,
        now: Statement,
        name: str,
        line: Words,
        values: tuple[str, ...],
        places: tuple[Span, ...],
        lines: tuple[int, ...],
    ) -> None:
        text = " ".join((line.texts[0], *values))
        another = next((each for each in values[1:-1] if each.lower() in self.known[now.kind]), "")
        if another:
            # IBM, "General syntax rules for Policy Agent": what follows a value is ignored.
            self.note(line, f"{another} stands behind a value, and is ignored with what follows")
        now.attributes.append(Attribute(name, values, line.whole, lines, text, places))

    def unanswered(self) -> None:
        if self.waiting is not None:
            self.note(self.waiting[1], f"{self.waiting[1].texts[0]} has no value")
            self.waiting = None
