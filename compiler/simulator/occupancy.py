"""How full each queue is, at equal distances in time."""

from __future__ import annotations

from typing import Any, Protocol

from qosc.simulator.loop import MILLISECOND, Loop
from qosc.simulator.stats import ClassCount

__all__ = ["Occupancy", "Store"]


class Store(Protocol):
    """What holds packets that wait."""

    def held(self, now: int) -> tuple[int, int]:
        """Packets and bytes that wait at a time (ns)."""
        ...


class Occupancy:
    """Looks at all queues at the times that are whole multiples of `every` ms, from 0 on.

    At a time at which other things happen, too, it looks in no certain order among them.
    """

    __slots__ = ("_every", "_loop", "_stores", "first", "samples")

    def __init__(self, loop: Loop, every: int, stores: dict[ClassCount, Store]) -> None:
        self._loop, self._every, self._stores = loop, every * MILLISECOND, stores
        self.first = 0
        self.samples: dict[ClassCount, tuple[list[int], list[int]]] = {}
        self.reset()
        loop.at(0, self._look)

    def reset(self) -> None:
        """Forget everything."""
        self.first = -(-self._loop.now // self._every) * self._every
        self.samples = {count: ([], []) for count in self._stores}

    def _look(self, _: object) -> None:
        now = self._loop.now
        self._loop.at(now + self._every, self._look)
        for count, store in self._stores.items():
            packets, size = store.held(now)
            row = self.samples[count]
            row[0].append(packets)
            row[1].append(size)

    def figures(self, count: ClassCount) -> dict[str, Any]:
        """The figures of a queue, by the counter of its class; none for what has no queue."""
        row = self.samples.get(count)
        if row is None:
            return {}
        return {
            "occupancy": {
                "interval_ms": self._every // MILLISECOND,
                "from_ms": self.first // MILLISECOND,
                "packets": row[0],
                "bytes": row[1],
            }
        }
