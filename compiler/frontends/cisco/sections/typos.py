"""Mistyped keywords: one letter too many, too few, wrong, or two letters swapped."""

from __future__ import annotations

from functools import cache

from qosc.frontends.cisco.sections.modes import Entry, Kind, chain, table
from qosc.frontends.cisco.table.mode import Mode

__all__ = ["meant"]


def _shorter(word: str) -> list[str]:
    return [word[:at] + word[at + 1 :] for at in range(len(word))]


@cache
def _index(mode: Mode) -> dict[str, Entry]:
    """Each statement of the mode and of those around it, under itself less one letter."""
    by_word: dict[str, Entry] = {}
    inner_first = chain(mode)
    for entry in sorted(table(mode).words.values(), key=lambda e: inner_first.index(e.mode)):
        if entry.kind == Kind.STATEMENT and len(entry.word) >= 4:
            for short in (entry.word, *_shorter(entry.word)):
                by_word.setdefault(short, entry)
    return by_word


def meant(word: str, mode: Mode) -> Entry | None:
    """The statement keyword, valid in the mode, that `word` is a slip of; None for none.

    `bandwith`, `rate0limit`, `prioirty`. Words of fewer than four letters have no slips: too many
    words are near to them.
    """
    if not 4 <= len(word) <= 30:
        return None
    index = _index(mode)
    low = word.lower()
    for candidate in (low, *_shorter(low)):
        entry = index.get(candidate)
        if entry is not None and entry.word != low:
            return entry
    return None
