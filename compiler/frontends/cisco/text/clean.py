"""What terminals, pagers and word processors leave in a text, put back to plain text.

Every replacement keeps the number of characters, so that columns stay those of the source.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from qosc.patterns import pattern

__all__ = ["clean", "page_marks", "unprompt"]

_BLANKS = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u202f\u205f\u2060\u3000\ufeff\u0085\u2028\u2029"  # noqa: E501
_QUOTES = {"\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"'}
_HYPHENS = "\u00ad\u2010\u2011\u2012\u2013\u2212"
_CONTROL = "".join(map(chr, (*range(3), *range(4, 8), *range(11, 13), *range(14, 32), 127)))
"""All but tab, newline, return, backspace, and Ctrl-C, which delimits banners."""
_TABLE = str.maketrans(
    {**dict.fromkeys(_BLANKS + _CONTROL, " "), **_QUOTES, **dict.fromkeys(_HYPHENS, "-")}
)

_BACKSPACE = "\x08"
_PAGER = pattern(r"\s*+<?-{1,4}\s*+more\s*+(?:\(\d++%\)\s*+)?-{1,4}>?[ \t]?", re.IGNORECASE)
_RUBBED_OUT = pattern(r"[ \t\x08]*+(?:<?-{1,4}\s*+more[^\x08]{0,20}+)?[ \t\x08]*+", re.IGNORECASE)
"""A pager's mark, with the backspaces and blanks by which it is taken away."""
_PROMPT = pattern(r"[A-Za-z][\w.:/@-]{0,63}(\(config[\w-]*\) ?#|\(\w[\w-]*\)#|[#>])\s*")


def clean(lines: tuple[str, ...], text: str) -> list[str] | tuple[str, ...]:
    """The lines with blanks, quotes, hyphens and control characters made plain."""
    # Looking for one character after the other is twenty times as fast as for a set of them.
    if text.isascii() and not any(odd in text for odd in _CONTROL):
        return lines
    return [line.translate(_TABLE) for line in lines]


def page_marks(lines: Sequence[str], text: str) -> dict[int, int]:
    """Where lines really begin that a pager has left its mark on: index -> column."""
    marks: dict[int, int] = {}
    if _BACKSPACE not in text and "ore-" not in text and "ore -" not in text:
        return marks
    for index, line in enumerate(lines):
        at = line.rfind(_BACKSPACE) + 1
        if at and not _RUBBED_OUT.fullmatch(line, 0, at):
            at = 0  # typed over: what stands before it is a part of the line
        if at == 0 and "ore" in line:
            mark = _PAGER.match(line)
            at = 0 if mark is None else mark.end()
        if at:
            marks[index] = at
    return marks


def unprompt(line: str) -> tuple[int, bool] | None:
    """Where the text after a prompt begins, and whether the prompt is one of a config mode."""
    mark = _PROMPT.match(line)
    return None if mark is None else (mark.end(), mark[1].startswith("("))
