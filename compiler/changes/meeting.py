"""Which inputs and outputs have to be compared together, as one way through the device.

An output sees what an input wrote. Where the two devices write the same, or what they write
otherwise is nothing that the output looks at or writes, the difference of each end is the same
whatever the other does: they are compared apart, and a router with many ports takes a time that
grows with its ports, not with their pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple

from qosc.changes.parts import Fields
from qosc.changes.ways import End
from qosc.datapath.crossing.kept_dscp import kept_dscp
from qosc.fields import Field
from qosc.packets.diagrams import Diagram
from qosc.treatments import Done, Metered, Side, along, start
from qosc.treatments.headers import BESIDE, ON_THE_WIRE

__all__ = ["APART", "MANY", "Meeting"]

MANY = 12
"""From so many inputs on that mark packets in ways of their own, a mark is told at the input that
writes it otherwise, and what differs of an output for packets as they reach it: no longer for each
of the pairs, unless both ends of it change."""

APART = (
    f"{MANY} inputs or more mark packets: a mark that changes is told at its input, and outputs "
    "for packets as they reach them, not for each pair of ports"
)
"""The note where that is so."""


class _Moved(NamedTuple):
    """What the inputs of the two sides do otherwise: the fields that they do not write alike for
    some packet, and the packets that they do not treat alike.
    """

    fields: frozenset[Field]
    packets: Diagram


class Meeting:
    """Decides for the ends of two devices; each changed input is run once."""

    def __init__(
        self, sides: tuple[Side, Side], ingresses: Sequence[End], free: Iterable[Field]
    ) -> None:
        self._sides, self._free = sides, tuple(free)
        self._coming: dict[int, Diagram] = {}
        self._moved: dict[int, _Moved] = {}
        self._many = sum(bool(each.written) and not each.plain for each in ingresses) >= MANY
        self._kept = any(kept_dscp(side.device) is not None for side in sides)
        self.apart = False
        """Whether ends were compared apart for their number alone."""

    def packets(self, ingress: End, egress: End) -> Diagram | None:
        """The packets that come in for which two ends have to be compared as one way; None where
        each is compared by itself. With a plain end it is all of them. Raises UndecidedError.
        """
        begin = self._coming.get(id(ingress))
        if begin is None:
            kept = self._free if ingress.plain else ()
            begin = self._coming[id(ingress)] = start(self._sides[0], ingress.old, kept)
        if ingress.plain or egress.plain:
            return begin
        looked_at = egress.tested | egress.written
        by_port = Field.INPUT_INTERFACE in looked_at
        if self._kept or (by_port and egress.changed):
            # What a device undoes as packets leave, the output has seen.
            return begin
        if ingress.changed:
            moved = self._of(ingress, begin)
            seen = moved.fields & looked_at
            if (seen or by_port) and egress.changed:
                return begin
            if by_port or (seen and not self._each_by_itself(seen)):
                return moved.packets
        if not egress.changed or self._each_by_itself(ingress.written & looked_at):
            return None
        return begin

    def _each_by_itself(self, seen: Fields) -> bool:
        """Whether there are so many inputs that each is told by itself. What is kept beside packets
        is known only from the input on.
        """
        told = self._many and not seen & frozenset(BESIDE)
        self.apart = self.apart or told
        return told

    def _of(self, ingress: End, begin: Diagram) -> _Moved:
        known = self._moved.get(id(ingress))
        if known is not None:
            return known
        old, new = (
            along(side, port, None, begin)
            for side, port in zip(self._sides, (ingress.old, ingress.new), strict=True)
        )
        fields: set[Field] = set()
        packets = begin
        for one, here in old.items():
            for two, there in new.items():
                both = here & there
                if not both.satisfiable():
                    continue
                if one == two:
                    packets &= ~both
                else:
                    fields |= self._unlike(one, two, both)
        found = self._moved[id(ingress)] = _Moved(frozenset(fields), packets)
        return found

    def _unlike(self, one: Any, two: Any, packets: Diagram) -> set[Field]:
        first, second = _ends(one), _ends(two)
        # Where one side has a colour more, each may come to what any other did.
        alike = len(first) == len(second)
        pairs = zip(first, second, strict=True) if alike else product(first, second)
        headers = self._sides[0].headers
        return {
            field
            for a, b in pairs
            for field in (*ON_THE_WIRE, *BESIDE)
            if (headers.differ((field,), a.state.wrote, b.state.wrote) & packets).satisfiable()
        }


def _ends(tree: Any) -> list[Done]:
    """The ends of a tree, in the order of the colours."""
    if isinstance(tree, Metered):
        return [end for branch in tree.branches for end in _ends(branch)]
    return [tree]
