"""What becomes of packets, as trees: a meter's outcome divides, a leaf says what is done.

`Outcomes` maps each tree to the packets that it holds for; the sets are disjoint.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from qosc.packets.diagrams import Diagram

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


class Bits(NamedTuple):
    """Bits that were written: `value` in those of `mask`."""

    value: int = 0
    mask: int = 0

    def then(self, value: int, mask: int) -> Bits:
        """And after that these bits."""
        return Bits(self.value & ~mask | value & mask, self.mask | mask)


class State(NamedTuple):
    """What was done to a packet so far. `beside` are the bits kept beside it (the mark)."""

    ds: Bits = Bits()
    beside: Bits = Bits()
    queue: Hashable = None
    faults: tuple[str, ...] = ()
    trail: tuple[Any, ...] = ()
    """Where it was done; only kept when one packet is followed."""

    def at(self, place: Any) -> State:
        """With one more place in the trail."""
        return self._replace(trail=(*self.trail, place))


class Leaf(NamedTuple):
    """The end of a way."""

    dropped: bool
    state: State


class Metered(NamedTuple):
    """A bucket decides."""

    bucket: Any
    conform: Tree
    exceed: Tree


Tree = Leaf | Metered
Outcomes = dict[Tree, Diagram]


def always(tree: Tree, packets: Diagram) -> Outcomes:
    """One tree for all packets."""
    return {tree: packets}


def merge(into: Outcomes, more: Outcomes, packets: Diagram) -> None:
    """Add the part of `more` that lies in `packets`."""
    for tree, region in more.items():
        part = region & packets
        if part.satisfiable():
            known = into.get(tree)
            into[tree] = part if known is None else known | part


def choose(packets: Diagram, inside: Outcomes, outside: Outcomes) -> Outcomes:
    """`inside` for these packets, `outside` for the others."""
    result: Outcomes = {}
    merge(result, inside, packets)
    merge(result, outside, ~packets)
    return result


def metered(bucket: Any, conform: Outcomes, exceed: Outcomes) -> Outcomes:
    """A meter before two outcomes."""
    result: Outcomes = {}
    for yes, here in conform.items():
        for no, there in exceed.items():
            part = here & there
            if part.satisfiable():
                tree = Metered(bucket, yes, no)
                known = result.get(tree)
                result[tree] = part if known is None else known | part
    return result
