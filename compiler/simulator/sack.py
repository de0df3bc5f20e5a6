"""What a TCP sender knows of the segments above the first hole (RFC 2018, RFC 6675).

A segment is named by its first byte. Segments are full, so that the next one is `mss` further.
"""

from __future__ import annotations

from bisect import insort
from collections import deque

__all__ = ["Scoreboard"]

_DUPLICATES = 3


class Scoreboard:
    """Which segments have arrived, which are taken for lost, and which of these went out again."""

    __slots__ = ("_again", "_arrived", "_looked", "_lost", "_mss", "_top", "_waiting")

    def __init__(self, mss: int) -> None:
        self._mss = mss
        self.clear(0)

    def clear(self, una: int) -> None:
        """Forget everything, as after a timeout; `una` is the first byte not acknowledged."""
        self._arrived: set[int] = set()
        self._lost: set[int] = set()
        self._again: set[int] = set()
        self._waiting: deque[int] = deque()
        self._top: list[int] = []
        """The highest three that have arrived."""
        self._looked = una
        """All below has been looked at: it has arrived or is taken for lost."""

    def arrived(self, start: int) -> None:
        """A selective acknowledgement of a segment.

        RFC 6675, section 4: what lies below three segments that have arrived is taken for lost.
        """
        if start in self._arrived:
            return
        self._arrived.add(start)
        self._lost.discard(start)
        self._again.discard(start)
        insort(self._top, start)
        if len(self._top) < _DUPLICATES:
            return
        del self._top[:-_DUPLICATES]
        while self._looked < self._top[0]:
            if self._looked not in self._arrived:
                self._lost.add(self._looked)
                self._waiting.append(self._looked)
            self._looked += self._mss

    def advance(self, before: int, una: int) -> None:
        """Everything from `before` to `una` is acknowledged."""
        for start in range(before, una, self._mss):
            self._arrived.discard(start)
            self._lost.discard(start)
            self._again.discard(start)
        self._top = [start for start in self._top if start >= una]
        self._looked = max(self._looked, una)

    def next_lost(self) -> int | None:
        """The first segment that is taken for lost and has not gone out again."""
        while self._waiting:
            if self._waiting[0] in self._lost:
                return self._waiting[0]
            self._waiting.popleft()
        return None

    def sent_again(self, start: int) -> None:
        """A lost segment goes out again."""
        self._again.add(start)
        self._waiting.popleft()

    def missing(self) -> int:
        """Bytes above the first hole that are no longer under way: they arrived or are lost."""
        gone = len(self._arrived) + len(self._lost) - len(self._again)
        return gone * self._mss
