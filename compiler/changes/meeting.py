"""Which inputs and outputs have to be compared together, as one way through the device.

An output sees what an input wrote. Where the two devices write the same, or what they write
otherwise is nothing that the output looks at or writes, the difference of each end is the same
whatever the other does: they are compared apart, and a router with many ports takes a time that
grows with its ports, not with their pairs. Where pairs are far more than ports, all are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from qosc.changes.parts import Fields
from qosc.changes.ways import End
from qosc.datapath.crossing.kept_dscp import kept_dscp
from qosc.fields import Field
from qosc.ir import Port
from qosc.packets.budget import UndecidedError
from qosc.packets.diagrams import Diagram
from qosc.packets.layout import BITS
from qosc.treatments import Done, Metered, Side, along, start
from qosc.treatments.headers import BESIDE, ON_THE_WIRE

__all__ = ["ANY", "APART", "MANY", "Meeting"]

MANY = 12
"""From so many inputs on that mark packets in ways of their own, a mark is told at the input that
writes it otherwise, and what differs of an output for packets as they reach it: no longer for each
of the pairs, unless both ends of it change."""
_MOST_PAIRS = MANY * MANY
"""So many pairs are compared as ways on a device of few ports; on others, two for each port."""
_MOST_KEPT = 8
"""So many for each port where marks are undone: what they lead to is told better for ways."""

APART = (
    f"{MANY} inputs or more mark packets: a mark that changes is told at its input, and outputs "
    "for packets as they reach them, not for each pair of ports"
)
"""The note where that is so."""

_FEW_INPUTS = 24
"""Up to so many inputs that choose what is kept beside packets, an output is told for each of them;
beyond, one that changes is told for packets as they reach it, by what is kept beside them."""

ANY = Port("any port")
"""Stands for all ports, for packets as they leave the input."""


class _Moved(NamedTuple):
    """What the inputs of the two sides do otherwise: the fields that they do not write alike for
    some packet, and the packets that they do not treat alike.
    """

    fields: frozenset[Field]
    packets: Diagram


class Meeting:
    """Decides for the ends of two devices; each changed input is run once."""

    def __init__(
        self,
        sides: tuple[Side, Side],
        ingresses: Sequence[End],
        egresses: Sequence[End],
        free: Iterable[Field],
    ) -> None:
        """`free` are the fields kept beside packets that no input writes."""
        self._sides, self._free = sides, tuple(free)
        self._coming: dict[int, Diagram] = {}
        self._moved: dict[int, _Moved] = {}
        self._many = sum(bool(each.written) and not each.plain for each in ingresses) >= MANY
        self._kept = any(kept_dscp(side.device) is not None for side in sides)
        self.apart = False
        """Whether ends were compared apart for their number alone."""
        self.all_apart = self._too_many(ingresses, egresses)
        """Whether no pair is: marks that are kept beside packets are told at inputs, too."""
        self.inside = self.all_apart and self._kept
        """Whether inputs are to be told with the marks that the device undoes as packets leave."""
        marking = sum(
            bool(each.written & frozenset(BESIDE)) for each in ingresses if not each.plain
        )
        self._reached = (
            not self._kept and marking > _FEW_INPUTS and any(e.changed for e in egresses)
        )
        self._left = self._leaving(ingresses) if self.all_apart or self._reached else None

    def coming(self, ingress: End, egress: End) -> tuple[End, Diagram | None]:
        """The input that stands for one before an output, and the packets that come in for which
        the two have to be compared as one way; None where each is compared by itself. With a plain
        end it is all of them. Raises UndecidedError.
        """
        apart = self.all_apart or (egress.changed and self._at_output(egress))
        if self._left is None or egress.plain or not apart:
            return ingress, self._packets(ingress, egress)
        if ingress.plain:
            self.apart = True
            return ingress._replace(old=ANY, new=ANY), self._left
        self.apart = self.apart or self.all_apart
        return ingress, None if self.all_apart else self._packets(ingress, egress)

    def _at_output(self, egress: End) -> bool:
        """Whether what an output does otherwise is told for packets as they reach it."""
        looked_at = egress.tested | egress.written
        beside = bool(looked_at & frozenset(BESIDE))
        return self._reached and beside and Field.INPUT_INTERFACE not in looked_at

    def _packets(self, ingress: End, egress: End) -> Diagram | None:
        begin = self._begin(ingress)
        if ingress.plain or egress.plain:
            return begin
        looked_at = egress.tested | egress.written
        by_port = Field.INPUT_INTERFACE in looked_at
        if by_port and egress.changed:
            return begin
        if self._kept:
            return self._before_undoing(ingress, egress, begin)
        if ingress.changed:
            moved = self._of(ingress, begin)
            seen = moved.fields & looked_at
            if (seen or by_port) and egress.changed:
                return begin
            if by_port or (seen and not self._each_by_itself(seen)):
                return moved.packets
        seen = ingress.written & looked_at
        if not egress.changed or self._at_output(egress) or self._each_by_itself(seen):
            return None
        return begin

    def _before_undoing(self, ingress: End, egress: End, begin: Diagram) -> Diagram | None:
        """The same where what a device undoes as packets leave has been seen by the output: no
        input tells such a mark, so that packets with another one are compared with each output
        that looks at it, however many inputs there are.
        """
        looked_at = egress.tested | egress.written
        if ingress.changed:
            moved = self._of(ingress, begin)
            if moved.fields & looked_at or Field.INPUT_INTERFACE in looked_at:
                if not egress.changed:
                    return moved.packets
                return moved.packets if self._each_by_itself(moved.fields & looked_at) else begin
        if not egress.changed or self._each_by_itself(ingress.written & looked_at):
            return None
        return begin

    def _begin(self, ingress: End) -> Diagram:
        begin = self._coming.get(id(ingress))
        if begin is None:
            kept = self._free if ingress.plain else ()
            begin = self._coming[id(ingress)] = start(self._sides[0], ingress.old, kept)
        return begin

    def _each_by_itself(self, seen: Fields) -> bool:
        """Whether there are so many inputs that each is told by itself. What is kept beside packets
        is known only from the input on.
        """
        told = self._many and not seen & frozenset(BESIDE)
        self.apart = self.apart or told
        return told

    def _too_many(self, ingresses: Sequence[End], egresses: Sequence[End]) -> bool:
        """Whether the pairs to compare as ways are far more than the ports."""
        each = _MOST_KEPT if self._kept else 2
        most = max(_MOST_PAIRS, each * (len(ingresses) + len(egresses)))
        if not self._many or len(ingresses) * len(egresses) <= most:
            return False
        left = most
        outputs = [each for each in egresses if not each.plain]
        for ingress in ingresses:
            if ingress.plain:
                continue
            try:
                moved = self._of(ingress, self._begin(ingress)).fields if ingress.changed else ()
            except UndecidedError:
                moved = ingress.written
            left -= sum(_is_way(ingress, egress, moved, self._kept) for egress in outputs)
            if left < 0:
                return True
        return False

    def _leaving(self, ingresses: Sequence[End]) -> Diagram:
        """All packets as inputs may leave them: with what some input keeps beside one."""
        builder = self._sides[0].space.builder
        mask = sum(1 << variable for field in BESIDE for variable in BITS[field])
        values: set[int] = set()
        for ingress in ingresses:
            begin = self._begin(ingress)
            pair = zip(self._sides, (ingress.old, ingress.new), strict=True)
            for side, port in list(pair)[: 1 + ingress.changed]:
                for tree in along(side, port, None, begin):
                    left = (end.state for end in _ends(tree) if not end.dropped)
                    values |= {state.wrote.value & mask for state in left}
        places = tuple(variable for field in BESIDE for variable in BITS[field])
        node = builder.false
        for value in values:
            kept = 0
            for variable in places:
                kept = kept << 1 | (value >> variable & 1)
            node |= builder.bits(places, kept)
        unwritten = [variable for field in self._free for variable in BITS[field]]
        return node.exists(unwritten) & self._sides[0].headers.everything

    def _of(self, ingress: End, begin: Diagram) -> _Moved:
        known = self._moved.get(id(ingress))
        if known is not None:
            return known
        old, new = (
            along(side, port, None, begin, inside=True)
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
        moved = self._moved[id(ingress)] = _Moved(frozenset(fields), packets)
        return moved

    def _unlike(self, one: Any, two: Any, packets: Diagram) -> set[Field]:
        first, second = list(_ends(one)), list(_ends(two))
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


def _is_way(ingress: End, egress: End, moved: Iterable[Field], undone: bool) -> bool:
    """Whether two ends are compared as one way, among many; `moved` are the marks that change, and
    with `undone` the device undoes some as packets leave.
    """
    looked_at = egress.tested | egress.written
    by_port = Field.INPUT_INTERFACE in looked_at
    if egress.changed:
        kept = ingress.written & looked_at & frozenset(BESIDE)
        return by_port or bool(kept) or bool(looked_at.intersection(moved))
    seen = looked_at.intersection(moved)
    return ingress.changed and (by_port or bool(seen if undone else seen & frozenset(BESIDE)))


def _ends(tree: Any) -> Iterator[Done]:
    """The ends of a tree, in the order of the colours."""
    if isinstance(tree, Metered):
        for branch in tree.branches:
            yield from _ends(branch)
    else:
        yield tree
