"""The event loop: a heap of (time, order, what, with what). Time is in whole nanoseconds."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

__all__ = ["MICROSECOND", "MILLISECOND", "SECOND", "Loop"]

SECOND = 1_000_000_000
MILLISECOND = 1_000_000
MICROSECOND = 1_000

Handler = Callable[[Any], None]


class Loop:
    """Runs handlers in the order of their times; those of one time in the order they were set."""

    __slots__ = ("_heap", "_order", "events", "now")

    def __init__(self) -> None:
        self.now = 0
        self.events = 0
        self._heap: list[tuple[int, int, Handler, Any]] = []
        self._order = 0

    def at(self, time: int, handler: Handler, argument: Any = None) -> None:
        """Call `handler(argument)` at `time`, which is not in the past."""
        self._order += 1
        heappush(self._heap, (time, self._order, handler, argument))

    def run(self, until: int) -> None:
        """Run every event before `until`, and leave the clock there."""
        heap, count = self._heap, 0
        while heap and heap[0][0] < until:
            time, _, handler, argument = heappop(heap)
            self.now = time
            handler(argument)
            count += 1
        self.now = until
        self.events += count
