"""Comments that silence a rule at one place, or in a whole file.

    ! qosc: ignore[QOS301] a marker on purpose
    ! qosc: ignore-file[unattached-policy-map]

A comment that stands alone on its line speaks for the next line that is not a comment; one behind
a command speaks for its own line. `#`, `//` and `/*` begin a comment as `!` does. Several rules are
separated by commas, each given by its code or its name.

Descriptions, remarks and banners are no comments, whatever is in them: who may write one has no
say in what is checked. So one for the whole file stands on a line of its own, but in JunOS, where
quotes tell what is text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from qosc.diagnostics import Diagnostic
from qosc.patterns import pattern
from qosc.source import SourceText, Span

__all__ = ["Suppression", "silenced", "suppressions"]

_SIGN = "qosc:"
_COMMENT = pattern(
    r"""
    (?: ! | \# | // | /\* ) \s* qosc: \s* ignore (?P<file>-file)? \s*
    \[ (?P<rules>[^\[\]]*+) \] (?P<reason>.*)
    """,
    re.VERBOSE,
)
_ALONE = ("!", "#", "//", "/*")
_OF_JUNOS = pattern(r"\"(?:[^\"\\]|\\.)*+\"?|(?:(?<=[\s;{}])|^)(?P<comment>(?:\#|//|/\*).*)")
"""Strings, and what is left of a line where a comment begins outside of them."""


class Suppression:
    """One rule of one comment.

    `word` is a code or a name. The comment speaks for `line`, or for the whole file where that is
    0. `known` says that there is such a rule, `idle` that it did not run, so that nothing can be
    said of the comment's use; `used` turns true when a finding was silenced.
    `removal` is what takes it out of the text: the word, or the comment where it has no other, with
    the line where that has nothing else. It is None where it is not plain where the comment ends.
    """

    __slots__ = ("idle", "known", "line", "reason", "removal", "span", "used", "word")

    def __init__(
        self, word: str, line: int, reason: str, span: Span, removal: Span | None = None
    ) -> None:
        self.word = word
        self.line = line
        self.reason = reason
        self.span = span
        self.removal = removal
        self.known = True
        self.idle = False
        self.used = False


def silenced(
    finding: Diagnostic, by_place: Mapping[tuple[str, int], Sequence[Suppression]]
) -> Suppression | None:
    """The comment that silences a finding, given the comments by rule code and line; of several one
    that gives a reason.

    Every comment that does remembers it, not the first only.
    """
    span, first = finding.primary, None
    for line in (0, *range(span.line, span.end_line + 1)):
        for comment in by_place.get((finding.code, line), ()):
            comment.used = True
            if first is None or not first.reason:
                first = comment
    return first


def suppressions(source: SourceText, *, junos: bool = False) -> tuple[Suppression, ...]:
    """Every suppression of a text, in order; `junos` says that its comments are those of JunOS."""
    if _SIGN not in source.text:
        return ()
    free = None if junos else _Free(source)
    made: list[Suppression] = []
    below = 0
    for index, text in enumerate(source.lines):
        comment = _comment(text, index, free) if _SIGN in text else None
        if comment is None:
            continue
        # A comment alone is about the next line that is none; the search never goes back.
        target = index
        if _is_comment(text):
            below = max(below, index)
            while below < len(source.lines) and _is_comment(source.lines[below]):
                below += 1
            target = below if below < len(source.lines) else index
        line = 0 if comment["file"] else source.number(target)
        made += _words(source, source.number(index), comment, line)
    return tuple(made)


class _Free:
    """Where descriptions, banners and the like stand in a text."""

    def __init__(self, source: SourceText) -> None:
        from qosc.redaction.free_text import free_texts

        text = "\n".join(source.lines)
        self._spans = free_texts(text)
        self._starts = [0]
        for line in source.lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        # One may stand within another: how far those before reach.
        self._reach: list[int] = []
        for _, end in self._spans:
            self._reach.append(max(end, self._reach[-1] if self._reach else 0))

    def has(self, index: int, column: int) -> bool:
        """Whether such a text stands at a column (from 0) of the line with an index."""
        at = self._starts[index] + column
        before = bisect_right(self._spans, (at, self._starts[-1]))
        return before > 0 and at < self._reach[before - 1]


def _comment(text: str, index: int, free: _Free | None) -> re.Match[str] | None:
    """The suppression in a line, where a comment begins there and no text of a person."""
    if _is_comment(text):
        comment = _COMMENT.search(text)
        return (
            None if free is not None and comment and free.has(index, comment.start()) else comment
        )
    if free is None:
        for part in _OF_JUNOS.finditer(text):
            comment = _COMMENT.search(text, part.start()) if part["comment"] else None
            if comment is not None:
                return comment
        return None
    comment = _COMMENT.search(text)
    if comment is None or comment["file"] or free.has(index, comment.start()):
        return None
    return None if text.count('"', 0, comment.start()) % 2 else comment


def _is_comment(text: str) -> bool:
    bare = text.lstrip()
    return not bare or bare.startswith(_ALONE)


def _words(source: SourceText, number: int, comment: re.Match[str], line: int) -> list[Suppression]:
    reason = comment["reason"].removesuffix("*/").strip()
    words, start = [], comment.start("rules")
    for part in comment["rules"].split(","):
        word = part.strip()
        at = start + len(part) - len(part.lstrip())
        place = source.span(number, at, at + len(word))
        removal = _removal(source, number, comment, start, start + len(part))
        words.append(Suppression(word, line, reason, place, removal))
        start += len(part) + 1
    return words


def _removal(
    source: SourceText, number: int, comment: re.Match[str], start: int, end: int
) -> Span | None:
    """What to take out with the word from `start` to `end`."""
    text = source.line(number)
    first, last = comment.span("rules")
    if end < last:
        return source.span(number, start, end + 1)
    if start > first:
        return source.span(number, start - 1, end)
    stop = len(text)
    if comment.group().startswith("/*"):
        stop = text.find("*/", last) + 2
        if stop < 2:
            return None
    before, behind = text[: comment.start()], text[stop:]
    if before.strip() or behind.strip():
        return source.span(number, len(before.rstrip()), stop)
    return Span(source.path, number, 1, number + 1, 1)
