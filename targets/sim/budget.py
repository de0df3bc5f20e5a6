"""How long a scenario with made-up traffic lasts: as long as its packets are not too many."""

from __future__ import annotations

from collections.abc import Callable

from qosc.scenario import Scenario
from qosc.scenario.cost import estimate

__all__ = ["EVENTS", "LONGEST_MS", "fitting"]

EVENTS = 300_000
"""Events of the simulator that a run of made-up traffic may take: about three seconds."""
LONGEST_MS = 30_000
_SHORTEST_MS = 1


def fitting(make: Callable[[int], Scenario]) -> Scenario:
    """The scenario that `make` gives for a duration in ms, so long that it takes `EVENTS` at most
    (as estimated), but between 1 ms and 30 s.
    """
    longest = make(LONGEST_MS)
    events = estimate(longest).events
    if events <= EVENTS:
        return longest
    return make(max(LONGEST_MS * EVENTS // events, _SHORTEST_MS))
