"""Text that is not made of statements: banners, messages, macros.

IOS ends a banner at the next occurrence of its delimiter, which is the first character after
`banner motd` (shown as the two characters `^C` by `show running-config`), and a macro at a line
`@`. A blob that is never closed ends before the next line that plainly begins a section, with a
note: nothing is swallowed in silence. Certificates and keys need no care, since their hexadecimal
lines stand in a section that is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from qosc.patterns import pattern

__all__ = ["Blob", "Blobs"]

_BANNER = pattern(
    r"(?:ban\w*\s+(?:motd|login|exec|incoming|slip-ppp|config-save|prompt-timeout)\b\s*"
    r"|aaa\s+authentication\s+(?:banner|fail-message)\s+"
    r"|menu\s+\S+\s+title\s+)(?P<mark>\^C|\S)"
    r"|ban\w*\s+(?P<bare>\^C|[^\w\s])",
    re.IGNORECASE,
)
_BANNER_EOF = pattern(r"ban\w*\s+(?:motd|login|exec)\s*$", re.IGNORECASE)
_MACRO = pattern(r"macro\s+name\s+\S+\s*$", re.IGNORECASE)
_SECTION = pattern(
    r"(?:interface\s+[A-Za-z-]+\s?\d|class-map\s+(?:match-a|\S+\s*$)|policy-map\s+\S+\s*$|router\s+[a-z]"
    r"|line\s+(?:con|vty|aux)|ip\s+access-list\s|access-list\s+\d+\s|end\s*$)"
)
_TRIES = 8
"""How many unclosed blobs are looked for to the end of the text; more of them end at once, since
each costs a pass over the text."""


class Blob:
    """A blob found: the index after its last line, and what is wrong with it, if anything."""

    __slots__ = ("closed", "end", "problem")

    def __init__(self, end: int, problem: str = "", *, closed: bool = True) -> None:
        self.end = end
        self.problem = problem
        self.closed = closed


class Blobs:
    """Finds the ends of blobs in one text."""

    __slots__ = ("_lines", "_tries")

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._tries = _TRIES

    def at(self, index: int, text: str) -> Blob | None:
        """The blob that the line at `index` begins; `text` is that line without prompt."""
        if _MACRO.match(text):
            return self._whole_line(index, "@", "macro")
        if _BANNER_EOF.match(text):
            blob = self._whole_line(index, "EOF", "banner")
            return blob if blob.closed else None
        banner = _BANNER.match(text)
        if banner is None:
            return None
        mark = banner["mark"] or banner["bare"]
        if text.find(mark, banner.end()) >= 0:
            return Blob(index + 1)
        marks = ("^C", "\x03") if mark in ("^C", "\x03") else (mark,)
        return self._seek(index, "banner", lambda line: any(one in line for one in marks))

    def _whole_line(self, index: int, mark: str, what: str) -> Blob:
        return self._seek(index, what, lambda line: line.strip() == mark)

    def _seek(self, index: int, what: str, closes: Callable[[str], bool]) -> Blob:
        lines = self._lines
        section = -1
        if self._tries > 0:
            for at in range(index + 1, len(lines)):
                line = lines[at]
                if closes(line):
                    problem = f"this {what} holds lines that look like configuration"
                    return Blob(at + 1, problem if section >= 0 and what == "banner" else "")
                if section < 0 and _SECTION.match(line):
                    section = at
            self._tries -= 1
        problem = f"this {what} is not closed"
        return Blob(section if section >= 0 else index + 1, problem, closed=False)
