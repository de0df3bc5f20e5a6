"""Comments that silence a rule at one place, or in a whole file.

    ! qosc: ignore[QOS301] a marker on purpose
    ! qosc: ignore-file[unattached-policy-map]

A comment that stands alone on its line speaks for the next line that is not a comment; one behind
a command speaks for its own line. `#`, `//` and `/*` begin a comment as `!` does. Several rules are
separated by commas, each given by its code or its name.
"""

from __future__ import annotations

import re

from qosc.diagnostics import Diagnostic
from qosc.source import SourceText, Span

__all__ = ["Suppression", "suppressions"]

_SIGN = "qosc:"
_COMMENT = re.compile(
    r"(?P<mark>!|#|//|/\*)\s*qosc:\s*ignore(?P<file>-file)?\s*\[(?P<rules>[^\]]*)\](?P<reason>.*)"
)
_ALONE = re.compile(r"\s*(?:!|#|//|/\*|$)")


class Suppression:
    """One rule of one comment.

    `word` is a code or a name. The comment speaks for `line`, or for the whole file where that is
    0. `used` turns true when a finding was silenced; `idle` says that the rule did not run, so that
    nothing can be said about its use.
    """

    __slots__ = ("idle", "line", "reason", "span", "used", "word")

    def __init__(self, word: str, line: int, reason: str, span: Span) -> None:
        self.word = word
        self.line = line
        self.reason = reason
        self.span = span
        self.used = False
        self.idle = False

    def covers(self, finding: Diagnostic) -> bool:
        """Whether the finding is silenced; remembers that it was."""
        if self.word.upper() != finding.code and self.word.lower() != finding.name:
            return False
        span = finding.primary
        hit = self.line == 0 or span.line <= self.line <= span.end_line
        self.used = self.used or hit
        return hit


def suppressions(source: SourceText) -> tuple[Suppression, ...]:
    """Every suppression of a text, in order."""
    if _SIGN not in source.text:
        return ()
    found: list[Suppression] = []
    for number, text in enumerate(source.lines, start=1):
        comment = _COMMENT.search(text) if _SIGN in text else None
        if comment is not None:
            line = 0 if comment["file"] else _target(source, number, text)
            found += _words(source, number, comment, line)
    return tuple(found)


def _target(source: SourceText, number: int, text: str) -> int:
    if not _ALONE.match(text):
        return number
    for below in range(number, len(source.lines)):
        if not _ALONE.match(source.lines[below]):
            return below + 1
    return number


def _words(source: SourceText, number: int, comment: re.Match[str], line: int) -> list[Suppression]:
    reason = comment["reason"].removesuffix("*/").strip()
    found, start = [], comment.start("rules")
    for part in comment["rules"].split(","):
        word = part.strip()
        at = start + len(part) - len(part.lstrip())
        found.append(Suppression(word, line, reason, source.span(number, at, at + len(word))))
        start += len(part) + 1
    return found
