"""Text folded to the room there is for it."""

from __future__ import annotations

import re

from qosc.render.printable import printable, width

__all__ = ["fold", "hung", "longest"]

_LEAST_FOLD = 20

_UNITS = (
    r"[GMk]?bit/s|packets?/s|%|packets?|bytes?|bits?|cells?|queues?|flows?|ports?|lines?"
    r"|ms|us|s|ppm"
)
_WITH_UNIT = re.compile(rf"(?<=\d) (?=(?:{_UNITS})(?![\w/]))")
_NUMBERED = re.compile(r"\b(lines?|rules?|cos|dscp|precedence|port|level) (?=\d)")
_STUCK = "\N{NO-BREAK SPACE}"


def fold(text: str, columns: int, first: int | None = None) -> list[str]:
    """Printable lines of at most `columns` (the first of `first`); a number stays with its
    unit.

    A word that is wider than the room is cut. There is at least one line, which is empty where the
    first word has no place in it.
    """
    here = columns if first is None else first
    if len(text) <= here and text.isascii() and text.isprintable():
        return [text]
    lines: list[str] = []
    line, taken = "", 0
    for word in _words(text):
        size = width(word)
        if line and taken + 1 + size <= here:
            line, taken = f"{line} {word}", taken + 1 + size
            continue
        if line or size > here < columns:
            lines.append(line)
            here = columns
        rest = word
        while width(rest) > here:
            lines.append(_first(rest, here))
            rest = rest[len(lines[-1]) :]
        line, taken = rest, width(rest)
    if line or not lines:
        lines.append(line)
    return [each.replace(_STUCK, " ") for each in lines]


def longest(text: str) -> int:
    """The columns of the longest piece of a text that `fold` keeps in one line."""
    return max(map(width, _words(text)), default=0)


def _words(text: str) -> list[str]:
    stuck = _NUMBERED.sub(rf"\1{_STUCK}", _WITH_UNIT.sub(_STUCK, printable(text)))
    return [word for word in stuck.split(" ") if word]


def _first(word: str, columns: int) -> str:
    """So much of a word as the room takes, at least one character."""
    taken = 0
    for place, char in enumerate(word):
        taken += width(char)
        if taken > columns:
            return word[: max(place, 1)]
    return word


def hung(lead: str, text: str, columns: int, hang: int | None = None) -> list[str]:
    """`lead` and `text` in lines of at most `columns`; further lines stand below the text, or
    `hang` columns in.
    """
    taken = width(lead)
    indent = min(taken if hang is None else hang, columns - _LEAST_FOLD)
    lines = fold(text, columns - indent, max(columns - taken, 0))
    return [(lead + lines[0]).rstrip(), *(" " * indent + line for line in lines[1:])]
