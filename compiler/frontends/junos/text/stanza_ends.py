"""Passing over a stanza that is not read in one step, where its lines are as a router writes them.

The closing brace stands at the indentation of the statement that opened it, and what is between is
indented, without blank lines and comment lines, and its braces are in balance. Then a skipped
stanza costs a few regular expressions over its text and not a look at each of its lines. All other
text is passed over line by line (`Braces.pass_over`), with the same result.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from qosc.frontends.junos.text.prompts import INHERITED
from qosc.patterns import pattern

__all__ = ["StanzaEnds"]

_ODD = pattern(r"^(?:[^ \t]|[ \t]*$|[ \t]+#)|/\*", re.MULTILINE)
_STRING = pattern(r'"(?:[^"\\\n]|\\.)*+("?)')
_TOKEN = pattern(r'"(?:[^"\\\n]|\\.)*+(?:"|(?P<bad>))|[^\s{};"\[\]#][^\s{};"]*+|(?P<hash>#.*)')
_NO_BRACE = pattern(r"[^{}]+")
_DEEPEST = 40

Comment = tuple[int, int, int, int]


class StanzaEnds:
    """Finds the ends of stanzas in the lines of one text. Its work grows with the text alone."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self._none: set[str] = set()
        """Closing lines that do not come any more."""
        self._until = 0
        """No stanza is passed before this line: the text up to it was looked at, and is odd."""

    def end(self, line: int) -> tuple[int, list[Comment]] | None:
        """The number of lines up to the closing brace of the stanza opened on a line, and comments.

        `line` counts from 1. None where the lines between want a closer look, and where the line
        opens more than the stanza: the brace at its indentation may close another.
        """
        text = self.lines[line - 1]
        close = text[: len(text) - len(text.lstrip())] + "}"
        if line < self._until or close in self._none or text.find("{") != len(text.rstrip()) - 1:
            return None
        try:
            end = self.lines.index(close, line)
        except ValueError:
            self._none.add(close)
            return None
        comments = _comments("\n".join(self.lines[line:end]), line + 1) if end > line else []
        if comments is None:
            self._until = end
            return None
        return end, comments


def _comments(region: str, line: int) -> list[Comment] | None:
    """The comments of a text in balance whose first line has this number; None if it is odd."""
    if _ODD.search(region) is not None or INHERITED in region:
        return None
    comments: list[Comment] = []
    bare = region
    if "#" in region:
        at = 0
        for match in _TOKEN.finditer(region):
            if match.lastgroup == "bad":
                return None
            if match.lastgroup:
                start = match.start()
                line += region.count("\n", at, start)
                at = start
                column = start - region.rfind("\n", 0, start) - 1
                comments.append((line, column, line, column + len(match[0])))
        bare = _TOKEN.sub("", region)
    elif '"' in region:
        bare, strings = _STRING.subn(r"\1", region)
        # What is left of each string is the quote that ends it.
        if bare.count('"') != strings:
            return None
    braces = _NO_BRACE.sub("", bare)
    for _ in range(_DEEPEST):
        if not braces:
            return comments
        braces = braces.replace("{}", "")
    return None
