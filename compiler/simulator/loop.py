"""The event loop: a heap of (time, order, what, with what). Time is in whole nanoseconds."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from operator import length_hint
from typing import Any, Protocol

__all__ = ["MICROSECOND", "MILLISECOND", "SECOND", "Loop", "TooManyEventsError"]

SECOND = 1_000_000_000
MILLISECOND = 1_000_000
MICROSECOND = 1_000

Handler = Callable[[Any], None]
_MANY = 1 << 62


class TooManyEventsError(Exception):
    """A run has had all the events that it may have."""


class At(Protocol):
    """What sets an event."""

    def __call__(self, time: int, handler: Handler, argument: Any = None) -> None:
        """Call `handler(argument)` at `time`."""


def _pusher(heap: list[tuple[int, int, Handler, Any]]) -> At:
    """A function, and no method: it is called for each event, and finds all it needs at once."""
    following = count(1).__next__

    def at(time: int, handler: Handler, argument: Any = None) -> None:
        heappush(heap, (time, following(), handler, argument))

    return at


class Loop:
    """Runs handlers in the order of their times; those of one time in the order they were set."""

    __slots__ = ("_heap", "at", "events", "limit", "now")

    def __init__(self, limit: int | None = None) -> None:
        self.limit = limit
        """Events that may happen in all; None for no limit."""
        self.now = 0
        self.events = 0
        self._heap: list[tuple[int, int, Handler, Any]] = []
        self.at = _pusher(self._heap)
        """at(time, handler, argument=None): call `handler(argument)` at `time`, which is not in
        the past."""

    def run(self, until: int) -> None:
        """Run every event before `until`, and leave the clock there.

        TooManyEventsError where that would take more than `limit` events in all.
        """
        heap = self._heap
        left = _MANY if self.limit is None else max(0, self.limit - self.events)
        # One turn more than there are events: the last finds that nothing is to be done.
        turns = iter(range(left + 1))
        for _ in turns:
            if not heap or heap[0][0] >= until:
                break
            self.now, _, handler, argument = heappop(heap)
            handler(argument)
        else:
            raise TooManyEventsError
        self.now = until
        self.events += left - length_hint(turns)
