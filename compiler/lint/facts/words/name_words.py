"""The words that a name is made of, and which of them it denies."""

from __future__ import annotations

from qosc.patterns import pattern

__all__ = ["said_words"]

_LONGEST = 200
_BETWEEN = pattern(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z0-9])(?=[A-Z][a-z])")
"""`MissionCritical` has two words, as `MISSION-CRITICAL`."""
_WORD = pattern(r"[A-Za-z0-9]++")
_NOT = frozenset(("non", "not", "no", "un", "except", "without"))


def said_words(name: str) -> tuple[str, ...]:
    """The words of a name in lower case, without those that it denies: NON-CRITICAL has none."""
    words: list[str] = []
    denied = False
    for word in _WORD.findall(_BETWEEN.sub(" ", name[:_LONGEST])):
        low = word.lower()
        if low in _NOT:
            denied = True
        elif denied:
            denied = False
        else:
            words.append(low)
    return tuple(words)
