"""The statements of a JunOS text as chains of words, for rules that compare one with another.

The model has what QoS does to packets; what a rule compares it with (NAT, VLANs, protocols, flow
control) stands in stanzas that it leaves out. Both forms of a config give the same chains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import SupportsIndex, overload

from qosc.lint.engine.rule import Context
from qosc.lint.facts.junos_protocols import WORD
from qosc.patterns import pattern
from qosc.source import NOWHERE, SourceText, Span
from qosc.tuples import NamedTuple

__all__ = [
    "Statement",
    "Statements",
    "Words",
    "below",
    "said",
    "span_of",
    "statements",
    "switched_off",
]

_DEEP = 64
_OFF = pattern(r"\binactive: |(?m:^[ \t]{0,80}deactivate )")
_LISTED = 1000
"""So many values of one `[ ... ]` are told apart."""


class Words(tuple[str, ...]):
    """Words of a statement; one that is not there is empty, since any may be cut off."""

    __slots__ = ()

    @overload
    def __getitem__(self, at: SupportsIndex) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> Words: ...

    def __getitem__(self, at: SupportsIndex | slice) -> str | Words:
        """A word, or some."""
        if isinstance(at, slice):
            return Words(super().__getitem__(at))
        try:
            return super().__getitem__(at)
        except IndexError:
            return ""


class Statement(NamedTuple):
    """The words of a statement with those of the levels around it, and its line (from 1).

    A value of a list `[ a b ]` is a statement of its own. Words of a group stand where the group
    would be applied at the top.
    """

    words: Words
    line: int

    def after(self, *words: str) -> Words:
        """What follows some words at the beginning; `*` stands for any word. Else nothing."""
        own = self.words
        if len(own) <= len(words):
            return Words()
        for mine, wanted in zip(own, words, strict=False):
            if wanted not in ("*", mine):
                return Words()
        return own[len(words) :]


class Statements(NamedTuple):
    """All statements, by their first two words too."""

    all: Sequence[Statement]
    by_stanza: dict[tuple[str, str], list[Statement]]

    def below(self, *words: str) -> Iterator[tuple[Statement, Words]]:
        """Each statement that begins with some words (`*` is any), with the words behind them."""
        rows: Sequence[Statement]
        if len(words) > 1 and words[1] != "*":
            rows = self.by_stanza.get((words[0], words[1]), ())
        else:
            rows = [
                one
                for (first, _), found in self.by_stanza.items()
                if first == words[0]
                for one in found
            ]
        for one in rows:
            rest = one.after(*words)
            if rest:
                yield one, rest


def statements(context: Context) -> Statements:
    """The statements of the text; none where it is not of JunOS. Use through `context.once`."""
    source = context.source
    found: list[Statement] = []
    if source is not None and context.profile.takes.junos_statements:
        found = list(_read(source))
    by_stanza: dict[tuple[str, str], list[Statement]] = {}
    for one in found:
        if len(one.words) > 1:
            by_stanza.setdefault((one.words[0], one.words[1]), []).append(one)
    return Statements(found, by_stanza)


def switched_off(context: Context) -> list[Statement]:
    """The statements that are marked `inactive:`, or that a `deactivate` line names."""
    source = context.source
    every = context.once(statements).all
    if not every or source is None or not _OFF.search(source.text):
        return []
    active = {(one.words, one.line) for one in every}
    found = _written(SourceText(source.path, source.text.replace("inactive: ", "")), [])
    rows = (
        Statement(Words(one.words[2:] if one.words[:1] == ("groups",) else one.words), one.line)
        for one in found
    )
    return [one for one in rows if one.words and (one.words, one.line) not in active]


def said(context: Context, *words: str) -> list[Statement]:
    """The statements that begin with some words."""
    return [one for one, _ in context.once(statements).below(*words)]


def below(context: Context, *words: str) -> Iterator[tuple[Statement, Words]]:
    """Each statement that begins with some words (`*` is any), with the words behind them."""
    return context.once(statements).below(*words)


def span_of(context: Context, line: int) -> Span:
    """The words of a line, without blanks around them and a mark at the end."""
    source = context.source
    if source is None or not 1 <= line <= source.last:
        return NOWHERE
    text = source.line(line)
    begin = len(text) - len(text.lstrip())
    end = len(text.rstrip().rstrip("{;").rstrip())
    return Span(source.path, line, begin + 1, line, max(begin, end) + 1)


def _read(source: SourceText) -> Iterator[Statement]:
    inactive: list[tuple[str, ...]] = []
    for one in list(_written(source, inactive)):
        if not any(one.words[: len(path)] == path for path in inactive):
            words = one.words
            if words[:1] == ("groups",):
                words = words[2:]
            if words:
                yield Statement(Words(words), one.line)


_NO_STATEMENT = ("delete", "edit", "top", "commit", "show", "run")


def _written(source: SourceText, inactive: list[tuple[str, ...]]) -> Iterator[Statement]:
    braces, comment = _Braces(), False
    for number, line in source.numbered():
        text = line.strip()
        if comment or text.startswith("/*"):
            comment = "*/" not in text
            continue
        if text.startswith(("#", "!")):
            continue
        if braces.outside:
            command, _, rest = text.partition(" ")
            if command == "set":
                yield from _listed(_words(rest), number)
                continue
            if command == "deactivate":
                inactive.append(tuple(_words(rest)))
            if command == "deactivate" or command in _NO_STATEMENT:
                continue
        for word in WORD.findall(text):
            if word.startswith("#"):
                break
            yield from braces.take(word, number)


class _Braces:
    """The words of a text with braces, one by one."""

    def __init__(self) -> None:
        self._around: list[tuple[str, ...]] = []
        self._own: list[str] = []
        self._values: list[str] | None = None
        self._begun = 0

    @property
    def outside(self) -> bool:
        """Whether no statement has begun."""
        return not self._around and not self._own

    def take(self, word: str, line: int) -> Iterator[Statement]:
        """One more word; the statements that end with it."""
        if word == "[":
            self._values = []
        elif word in (";", "{", "}"):
            yield from self._end(word, line)
            self._own, self._values = [], None
        elif self._values is not None:
            if word != "]":
                self._values.append(word.strip('"'))
        elif not word.startswith("/*"):
            self._begun = self._begun if self._own else line
            self._own.append(word.strip('"'))

    def _end(self, word: str, line: int) -> Iterator[Statement]:
        if word == "}":
            if self._around:
                self._around.pop()
        elif word == "{":
            self._around.append(tuple(self._own))
            yield from _kept(self._path(), self._begun if self._own else line)
        elif self._values is not None:
            path = (*self._path(), *self._own)
            for value in self._values[:_LISTED]:
                yield from _kept((*path, value), line)
        elif self._own:
            yield from _kept((*self._path(), *self._own), self._begun)

    def _path(self) -> tuple[str, ...]:
        return tuple(word for level in self._around[:_DEEP] for word in level)


def _kept(words: tuple[str, ...], line: int) -> Iterator[Statement]:
    """A statement, unless it or a level around it is marked `inactive:`."""
    if "inactive:" not in words:
        yield Statement(Words(word for word in words if word != "protect:"), line)


def _words(text: str) -> list[str]:
    return [
        word.strip('"')
        for word in (WORD.findall(text) if '"' in text or "[" in text else text.split())
        if not word.startswith("/*")
    ]


def _listed(words: list[str], line: int) -> Iterator[Statement]:
    """A `set` line; of one with a list of values, one statement for each."""
    if "[" in words:
        at = words.index("[")
        for value in words[at + 1 :][:_LISTED]:
            if value != "]":
                yield Statement(Words((*words[:at], value)), line)
    elif words:
        yield Statement(Words(words), line)
