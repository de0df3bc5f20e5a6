"""What became of each word of a traffic description.

Each word of each command line is accounted for once: what nobody has read is told as not
understood, so that nothing is lost in silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from qosc.source import Span
from qosc.traffic.words import Word
from qosc.values import dataclass

__all__ = ["Account", "Fate", "Item"]


class Fate(StrEnum):
    """How true the traffic is to the words."""

    EXACT = "exact"
    """The same packets, or the same bytes handed to TCP."""
    APPROX = "approx"
    """Differs by what the note bounds."""
    UNKNOWN = "unknown"
    """The words do not say it, or no public source says what they mean; the note says what was
    assumed."""
    UNSUPPORTED = "unsupported"
    """Not in the traffic."""
    NO_TRAFFIC = "no traffic"
    """Sends nothing: reports, files, how the shell runs it."""


@dataclass(frozen=True, slots=True)
class Item:
    """Some words that belong together, and what became of them. `text` is empty for what the line
    does not say.
    """

    text: str
    fate: Fate
    got: str
    note: str
    span: Span

    @property
    def sort_key(self) -> tuple[str, int, int, int, int, str]:
        """Items are told in the order of their places."""
        at = self.span
        # Plain values: comparing two places takes ten times as long.
        return (at.path, at.line, at.column, at.end_line, at.end_column, self.text)


class Account:
    """Collects the items of one import."""

    def __init__(self) -> None:
        self._items: list[Item] = []
        self._entered: set[int] = set()
        self._alive: list[Word] = []
        self._postponed: dict[int, Word] = {}

    def enter(self, words: Sequence[Word], fate: Fate, got: str = "", note: str = "") -> None:
        """Account for words; those that were entered before stay as they were."""
        mine = [word for word in words if id(word) not in self._entered]
        if not mine:
            return
        self._entered.update(map(id, mine))
        self._alive.extend(mine)
        text = " ".join(word.text for word in mine)
        span = mine[0].span if len(mine) == 1 else mine[0].span.to(mine[-1].span)
        self._items.append(Item(text, fate, got, note, span))

    def assume(self, span: Span, got: str, note: str) -> None:
        """Account for what a line does not say."""
        self._items.append(Item("", Fate.UNKNOWN, got, note, span))

    def lost(self, span: Span, note: str) -> None:
        """Account for a source that is left out although its words were carried."""
        self._items.append(Item("", Fate.UNSUPPORTED, "", note, span))

    def rest(self, words: Iterable[Word], fate: Fate, note: str) -> None:
        """Account alike for each word that has no entry yet."""
        for word in words:
            if id(word) not in self._postponed:
                self.enter([word], fate, note=note)

    def postpone(self, words: Iterable[Word]) -> None:
        """Words that are accounted for when the length of the run is known."""
        self._postponed.update((id(word), word) for word in words)

    def settle(self) -> None:
        """Account for what was postponed and never came: its source is left out."""
        for word in self._postponed.values():
            self.enter([word], Fate.UNSUPPORTED, note="its source is left out")
        self._postponed.clear()

    def open(self, words: Iterable[Word]) -> list[Word]:
        """The words that have no entry yet."""
        return [word for word in words if id(word) not in self._entered]

    def items(self) -> tuple[Item, ...]:
        """All, in the order of the text."""
        return tuple(sorted(self._items, key=lambda item: item.sort_key))
