"""Patterns in angle brackets, as configuration groups and `apply-path` use them."""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["Matcher", "is_wildcard", "matcher", "matches"]

Matcher = Callable[[str], object]
"""Says of a word whether it matches: by something true."""


def is_wildcard(word: str) -> bool:
    """Whether the word is a pattern: `<*>`, `<ge-[0-3]/*>`."""
    return len(word) > 2 and word[0] == "<" and word[-1] == ">"


def _compile(pattern: str) -> re.Pattern[str]:
    """The shell-like pattern between the angle brackets.

    `*` is any string, `?` one character, `[...]` a class with ranges and `!` for its complement; a
    `]` first in a class stands for itself, and a `[` without its `]` too. Source: Juniper, "CLI
    User Guide", Using Wildcards with Configuration Groups.
    """
    out: list[str] = []
    at, end = 0, len(pattern)
    while at < end:
        char = pattern[at]
        at += 1
        if char == "*":
            # One after another is the same as one, and would be slow to fail.
            if out[-1:] != [".*"]:
                out.append(".*")
        elif char == "?":
            out.append(".")
        elif char == "[":
            start = at + (pattern[at : at + 1] == "!")
            close = pattern.find("]", start + 1)
            if close < 0:
                out.append(r"\[")
                continue
            inner = pattern[start:close]
            body = re.sub(r"([\\\[\]^&~|])", r"\\\1", inner)
            body = re.sub(r"(.)-(?=(.))", _span, body)
            out.append(f"[{'^' if start > at else ''}{body}]")
            at = close + 1
        else:
            out.append(re.escape(char))
    try:
        return re.compile("".join(out), re.DOTALL)
    except re.error:
        return re.compile(re.escape(pattern))


def _span(match: re.Match[str]) -> str:
    """A range that runs backwards matches nothing of its own: its ends stand for themselves."""
    if match[1] <= match[2] or match[2] == "\\":
        return match[0]
    return match[1] + r"\-"


def matcher(pattern: str) -> Matcher:
    """What tells whether a word equals a word of a group, or matches it if that is a pattern."""
    if not is_wildcard(pattern):
        return pattern.__eq__
    inner = pattern[1:-1]
    if inner == "*":
        return lambda _word: True
    # Many stars take time that grows with their power: no real pattern has more than a few.
    if inner.count("*") > 8:
        return lambda _word: False
    fullmatch = _compile(inner).fullmatch
    return lambda word: fullmatch(word[:256])


def matches(pattern: str, word: str) -> bool:
    """Whether a word equals a word of a group, or matches it if that is a pattern."""
    return bool(matcher(pattern)(word))
