"""Comments that silence a rule at one place, or in a whole file.

    ! qosc: ignore[QOS301] a marker on purpose
    ! qosc: ignore-file[unattached-policy-map]

A comment that stands alone on its line speaks for the next line that is not a comment; one behind
a command speaks for its own line. `#`, `//` and `/*` begin a comment as `!` does. Several rules are
separated by commas, each given by its code or its name.
"""

from __future__ import annotations

import re
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
) -> bool:
    """Whether a comment silences a finding, given the comments by rule code and line.

    Every comment that does remembers it, not the first only.
    """
    span, hit = finding.primary, False
    for line in (0, *range(span.line, span.end_line + 1)):
        for comment in by_place.get((finding.code, line), ()):
            comment.used = hit = True
    return hit


def suppressions(source: SourceText) -> tuple[Suppression, ...]:
    """Every suppression of a text, in order."""
    if _SIGN not in source.text:
        return ()
    found: list[Suppression] = []
    below = 0
    for index, text in enumerate(source.lines):
        comment = _COMMENT.search(text) if _SIGN in text else None
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
        found += _words(source, source.number(index), comment, line)
    return tuple(found)


def _is_comment(text: str) -> bool:
    bare = text.lstrip()
    return not bare or bare.startswith(_ALONE)


def _words(source: SourceText, number: int, comment: re.Match[str], line: int) -> list[Suppression]:
    reason = comment["reason"].removesuffix("*/").strip()
    found, start = [], comment.start("rules")
    for part in comment["rules"].split(","):
        word = part.strip()
        at = start + len(part) - len(part.lstrip())
        place = source.span(number, at, at + len(word))
        removal = _removal(source, number, comment, start, start + len(part))
        found.append(Suppression(word, line, reason, place, removal))
        start += len(part) + 1
    return found


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
