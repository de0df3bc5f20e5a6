"""Patterns in angle brackets, as configuration groups and `apply-path` use them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

__all__ = ["Matcher", "Patterns", "is_wildcard", "matcher", "matches", "stem"]

T = TypeVar("T")

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
    pieces: list[list[str]] = [[]]
    at, end = 0, len(pattern)
    while at < end:
        char = pattern[at]
        at += 1
        if char == "*":
            pieces.append([])
        elif char == "?":
            pieces[-1].append(".")
        elif char == "[":
            start = at + (pattern[at : at + 1] == "!")
            close = pattern.find("]", start + 1)
            if close < 0:
                pieces[-1].append(r"\[")
                continue
            inner = pattern[start:close]
            body = re.sub(r"([\\\[\]^&~|])", r"\\\1", inner)
            body = re.sub(r"(.)-(?=(.))", _span, body)
            pieces[-1].append(f"[{'^' if start > at else ''}{body}]")
            at = close + 1
        else:
            pieces[-1].append(re.escape(char))
    try:
        return re.compile(_join(["".join(piece) for piece in pieces]), re.DOTALL)
    except re.error:
        return re.compile(re.escape(pattern))


def _join(pieces: list[str]) -> str:
    """The pieces between the stars as one expression.

    The first place where a piece fits is as good as any later one, so no star is tried twice: time
    stays in proportion to the length of the word.
    """
    if len(pieces) == 1:
        return pieces[0]
    first, *middle, last = pieces
    return first + "".join(f"(?>.*?{piece})" for piece in middle if piece) + ".*" + last


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
    fullmatch = _compile(inner).fullmatch
    return lambda word: fullmatch(word[:256])


def matches(pattern: str, word: str) -> bool:
    """Whether a word equals a word of a group, or matches it if that is a pattern."""
    return bool(matcher(pattern)(word))


_LETTERS = re.compile(r"[^*?\[]*+")


def stem(pattern: str) -> str:
    """What each word begins with that the pattern matches."""
    if not is_wildcard(pattern):
        return pattern
    letters = _LETTERS.match(pattern[1:-1])
    return letters[0] if letters is not None else ""


class Patterns(Generic[T]):
    """Patterns, each with what it stands for, to be asked for those that match a word.

    Only those are tried whose first letters are those of the word.
    """

    def __init__(self, pairs: Iterable[tuple[str, T]]) -> None:
        self._tried: dict[str, list[tuple[int, Matcher, T]]] = {}
        for number, (pattern, meant) in enumerate(pairs):
            self._tried.setdefault(stem(pattern), []).append((number, matcher(pattern), meant))
        self._lengths = sorted({len(letters) for letters in self._tried})

    def matching(self, word: str) -> list[T]:
        """What the patterns that match the word stand for, in the order of the patterns."""
        matches = []
        for length in self._lengths:
            if length > len(word):
                break
            for number, fits, meant in self._tried.get(word[:length], ()):
                if fits(word):
                    matches.append((number, meant))
        return [meant for _, meant in sorted(matches, key=lambda one: one[0])]
