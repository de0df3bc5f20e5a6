"""What becomes of packets, as trees: a meter divides, a leaf says what is done.

`Outcomes` maps each tree to the packets that it holds for; the sets are disjoint. Meters and leaves
are of any kind that is hashable, so that a router's pipeline and a script's filters, each with its
own, are run and compared alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from qosc.packets.diagrams import Diagram

__all__ = ["Bits", "Metered", "Outcomes", "always", "choose", "differing", "merge", "metered"]


class Bits(NamedTuple):
    """Bits that were written: `value` in those of `mask`."""

    value: int = 0
    mask: int = 0

    def then(self, value: int, mask: int) -> Bits:
        """And after that these bits."""
        return Bits(self.value & ~mask | value & mask, self.mask | mask)

    def without(self, mask: int) -> Bits:
        """The same, as if those of `mask` had not been written."""
        return Bits(self.value & ~mask, self.mask & ~mask)


class Metered(NamedTuple):
    """A meter decides: a tree for each colour, from green on."""

    meter: Any
    branches: tuple[Any, ...]


Outcomes = dict[Any, Diagram]
"""The packets of each tree; a tree is a `Metered` or a leaf."""


def always(tree: Hashable, packets: Diagram) -> Outcomes:
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


def metered(meter: Any, colours: Sequence[Outcomes], packets: Diagram) -> Outcomes:
    """A meter before the outcomes of each colour, for `packets`."""
    rows: list[tuple[tuple[Any, ...], Diagram]] = [((), packets)]
    for outcomes in colours:
        rows = [
            ((*trees, tree), part)
            for trees, here in rows
            for tree, there in outcomes.items()
            if (part := here & there).satisfiable()
        ]
    result: Outcomes = {}
    for trees, part in rows:
        merge(result, {Metered(meter, trees): part}, part)
    return result


def differing(
    one: Any,
    two: Any,
    everywhere: Diagram,
    meters_differ: Callable[[Any, Any], bool],
    leaves_differ: Callable[[Any, Any], Diagram],
) -> Diagram:
    """The packets for which two trees do not do the same; `everywhere` is the set of all.

    `leaves_differ` gives the packets for which two leaves do something else. A tree with a meter
    and one without differ for all packets.
    """
    if isinstance(one, Metered) and isinstance(two, Metered):
        if len(one.branches) != len(two.branches) or meters_differ(one.meter, two.meter):
            return everywhere
        region = ~everywhere
        for first, second in zip(one.branches, two.branches, strict=True):
            region = region | differing(first, second, everywhere, meters_differ, leaves_differ)
        return region
    if isinstance(one, Metered) or isinstance(two, Metered):
        return everywhere
    return leaves_differ(one, two)
