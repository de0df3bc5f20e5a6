"""What becomes of packets, as trees: a meter's outcome divides, a leaf says what is done.

The trees, and how sets of packets go with them, are those of `qosc.treatments`: here a meter is a
bucket, with what conforms and what exceeds.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from qosc.packets.diagrams import Diagram
from qosc.treatments import tree
from qosc.treatments.tree import Bits, always, choose, merge

__all__ = [
    "Bits",
    "Leaf",
    "Metered",
    "Outcomes",
    "State",
    "Tree",
    "always",
    "choose",
    "merge",
    "metered",
]


class State(NamedTuple):
    """What was done to a packet so far. `beside` are the bits kept beside it (the mark)."""

    ds: Bits = Bits()
    beside: Bits = Bits()
    queue: Hashable = None
    faults: tuple[str, ...] = ()
    priority: int | None = None
    """That of the VLAN tag which the router gives; the script's follows from what it queues by."""
    trail: tuple[Any, ...] = ()
    """Where it was done; only kept when one packet is followed."""

    def at(self, place: Any) -> State:
        """With one more place in the trail."""
        return self._replace(trail=(*self.trail, place))


class Leaf(NamedTuple):
    """The end of a way."""

    dropped: bool
    state: State


class Metered(tree.Metered):
    """A bucket decides."""

    __slots__ = ()

    @property
    def bucket(self) -> Any:
        """What holds the tokens."""
        return self.meter

    @property
    def conform(self) -> Any:
        """The tree of packets that find tokens."""
        return self.branches[0]

    @property
    def exceed(self) -> Any:
        """The tree of those that find none."""
        return self.branches[1]


Tree = Leaf | Metered
Outcomes = dict[Tree, Diagram]


def metered(bucket: Any, conform: Outcomes, exceed: Outcomes) -> Outcomes:
    """A meter before two outcomes."""
    result: Outcomes = {}
    for yes, here in conform.items():
        for no, there in exceed.items():
            part = here & there
            if part.satisfiable():
                merge(result, {Metered(bucket, (yes, no)): part}, part)
    return result
