"""Comments: `!` as IOS has it, `/* */`, `//` and `#` as papers and posts write them.

A mark opens a comment only at the start of a line or after a blank, so `http://` and
`qos!gold` are left alone, and so is a name such as `#gold` at the end of a line. Free text
(`description`, `remark`) has no comments.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from qosc.patterns import pattern

__all__ = ["BlockComments", "has_comment", "marks_in", "strip_comments"]

_TRAILING = pattern(r"(?:^|(?<=\s))(?:!|//)|(?<=\s)#(?:\s|\S*[^\x00-\x7f]|\S+\s+\S)")
_OPEN = pattern(r"(?:^|(?<=\s))/\*")
_FREE = ("des", "rem", "ban")
_MARKS = ("!", "//", "/*", " #", "\t#")


class BlockComments:
    """The `/* */` comments of a text that reach over several lines.

    A comment in which another one opens was never closed: it then ends with its own line, as does
    one that is not closed at all.
    """

    __slots__ = ("ends", "unclosed")

    def __init__(self, lines: Sequence[str]) -> None:
        self.ends: dict[int, tuple[int, int]] = {}
        """Index of the line that opens -> index of the line that closes, column after the mark."""
        self.unclosed: set[int] = set()
        opened: int | None = None
        for index, line in enumerate(lines):
            if "/*" not in line and (opened is None or "*/" not in line):
                continue
            opened = self._scan(index, line, opened)
        if opened is not None:
            self.unclosed.add(opened)

    def _scan(self, index: int, line: str, opened: int | None) -> int | None:
        at = 0
        if opened is not None:
            close = line.find("*/")
            again = _OPEN.search(line)
            if again is not None and (close < 0 or again.start() < close):
                self.unclosed.add(opened)
            elif close >= 0:
                self.ends[opened] = (index, close + 2)
                at = close + 2
            else:
                return opened
        elif line.lstrip()[:3].lower() in _FREE:
            return None
        mark = _OPEN.search(line, at)
        while mark is not None:
            close = line.find("*/", mark.end())
            if close < 0:
                return index
            mark = _OPEN.search(line, close + 2)
        return None


_FREE_TEXT = pattern(
    r"(?:no\s+)?(?:des\w*|(?:access-list\s+\S+\s+|\d+\s+)?rem(?:a|ar|ark)?|banner)(?:\s|$)",
    re.IGNORECASE,
)


def has_comment(text: str) -> bool:
    """Whether there may be a comment in a statement: only text that is not free has any."""
    for mark in _MARKS:
        if mark in text:
            return _FREE_TEXT.match(text) is None
    return False


def marks_in(text: str) -> tuple[str, ...]:
    """The marks of comments that may stand in a config; quick, so a mark too many rather."""
    return tuple(mark for mark in _MARKS if mark[-1] in text)


def strip_comments(text: str) -> list[tuple[int, int]]:
    """The ranges of a statement's text that are not comments, outer blanks left out."""
    kept: list[tuple[int, int]] = []
    at = 0
    if "/*" in text:
        mark = _OPEN.search(text)
        while mark is not None:
            close = text.find("*/", mark.end())
            if close < 0:
                break
            _keep(kept, text, at, mark.start())
            at = close + 2
            mark = _OPEN.search(text, at)
        stop = len(text) if mark is None else mark.start()
    else:
        stop = len(text)
    _keep(kept, text, at, stop)
    for index, (start, end) in enumerate(kept):
        mark = _TRAILING.search(text, start, end)
        if mark is not None:
            del kept[index:]
            _keep(kept, text, start, mark.start())
            break
    return kept


def _keep(kept: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    part = text[start:end]
    left = len(part) - len(part.lstrip())
    if left < len(part):
        kept.append((start + left, start + len(part.rstrip())))
