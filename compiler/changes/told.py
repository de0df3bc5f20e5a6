"""Rows as changes: the region in words, a packet of it, and the lines of both configs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from qosc.changes.definitions import Differing
from qosc.changes.meeting import ANY
from qosc.changes.model import Change, Way
from qosc.changes.rows import Row
from qosc.changes.ways import End
from qosc.fields import Field
from qosc.ir import Opaque, Port, Reference
from qosc.packets.diagrams import Diagram
from qosc.packets.fieldwise import Known
from qosc.packets.layout import BITS
from qosc.packets.packet import Packet
from qosc.packets.phrases import key_words, phrase
from qosc.packets.products import terms
from qosc.packets.space import Region
from qosc.packets.terms import vocabulary
from qosc.packets.words import describe_region
from qosc.source import NOWHERE, Span
from qosc.treatments import Metered, Side, along
from qosc.treatments.compare import Delta
from qosc.treatments.headers import BESIDE

__all__ = ["Teller"]

MANY = "too many kinds to list; the example is one of them"
"""What is said of a region that takes very many words."""
_MOST_LINES = 40
_MOST_NODES = 1500
"""A region with more nodes is not told field by field: that may cost more than all comparisons."""


class Teller:
    """Makes changes of rows."""

    def __init__(
        self,
        old: Side,
        new: Side,
        free: Iterable[Field],
        differing: Mapping[Opaque | Reference, Differing],
        *,
        shortest: bool = True,
    ) -> None:
        """`free` are the fields kept beside packets that may have come with any value; `differing`
        the conditions that both sides have and define otherwise. `shortest`: the fewest words are
        looked for, as long as that may take.
        """
        self._differing, self._shortest = differing, shortest
        self._fixed = [field for field in BESIDE if field not in frozenset(free)]
        self._sides = (old, new)
        self._builder = old.space.builder
        self._known: dict[Diagram, tuple[Any, str]] = {}
        self._parts = Known()
        self._samples: dict[Diagram, tuple[Packet | None, Diagram | None]] = {}

    def way_in(self, packets: Diagram, ingress: End) -> Diagram:
        """The packets without what is the same of all that come in there."""
        if ingress.old is ANY:
            return packets
        fixed = self._fixed if ingress.plain else [*BESIDE, Field.INPUT_INTERFACE]
        return packets.exists([v for field in fixed for v in BITS[field]])

    def change(
        self, row: Row, ways: tuple[Way, ...], end: tuple[End, End], at_output: bool
    ) -> Change:
        """The change of a row that is found on some ways, of which `end` is one."""
        plain = self.way_in(row.packets, end[0])
        region, words = self._told(plain)
        packet, alone = self._one(row.packets)
        asked, open_ = self._conditions(row.packets)
        undecided = [delta for delta in row.deltas if not delta.decided]
        named = [key_words(one) for one in open_ if one not in self._differing]
        defined = {self._differing[one] for one in open_ if one in self._differing}
        reasons = []
        if named:
            reasons.append(f"what {' and '.join(named)} matches, which only one side names")
        if defined:
            words = " and ".join(sorted(one.words for one in defined))
            reasons.append(f"what {words} matches, whose definition differs")
        reason = ""
        if reasons:
            reason = f"it depends on {'; and on '.join(reasons)}"
        elif undecided:
            reason = "a figure or an object is not known on one side"
        return Change(
            kind="undecided" if reason else "differs",
            ways=ways,
            deltas=(*row.deltas, *_definitions(defined)),
            words=words,
            region=region,
            old_class=row.old_class,
            new_class=row.new_class,
            packet=packet,
            depends_on=asked,
            old_lines=self._lines(self._sides[0], alone, (end[0].old, end[1].old), end[1]),
            new_lines=self._lines(self._sides[1], alone, (end[0].new, end[1].new), end[1]),
            reason=reason,
            at_output=at_output,
            old_queue=row.old_queue,
            new_queue=row.new_queue,
        )

    @staticmethod
    def brief(row: Row, ways: tuple[Way, ...], *, at_output: bool) -> Change:
        """The change of a row whose packets cannot be told within the budget."""
        decided = all(delta.decided for delta in row.deltas)
        return Change(
            kind="differs" if decided else "undecided",
            ways=ways,
            deltas=row.deltas,
            words="too many kinds to list",
            region=None,
            old_class=row.old_class,
            new_class=row.new_class,
            reason="" if decided else "a figure or an object is not known on one side",
            at_output=at_output,
            old_queue=row.old_queue,
            new_queue=row.new_queue,
        )

    def _told(self, packets: Diagram) -> tuple[Any, str]:
        if packets not in self._known:
            region = Region(self._sides[0].space, packets)
            if packets.nodes() > _MOST_NODES:
                return None, MANY
            listed = terms(region, shortest=self._shortest, known=self._parts)
            if listed is not None:
                words = phrase(listed, self._builder)
            else:
                words = describe_region(region, self._vocabulary())
            self._known[packets] = listed, words
        return self._known[packets]

    def _vocabulary(self) -> Iterator[Any]:
        """The match lines of both configs."""
        for side in self._sides:
            device = side.device
            maps = [class_map.match for class_map in device.class_maps.values()]
            lists = [
                entry.match
                for access_list in device.access_lists.values()
                for entry in access_list.entries
            ]
            yield from vocabulary(device, *maps, *lists)

    def _conditions(
        self, packets: Diagram
    ) -> tuple[tuple[str, ...], tuple[Opaque | Reference, ...]]:
        """The conditions outside the model that a set depends on, and those that cannot be the same
        on both sides: one of one side only, or a list that is not defined.
        """
        region = Region(self._sides[0].space, packets)
        conditions: tuple[Opaque | Reference, ...] = region.conditions()
        names = [side.space.builder.conditions for side in self._sides]
        open_ = [one for one in conditions if not all(one in known for known in names)]
        return tuple(map(key_words, conditions)), tuple(open_)

    def _lines(
        self,
        side: Side,
        alone: Diagram | None,
        ports: tuple[Port, Port],
        egress: End,
    ) -> tuple[Span, ...]:
        """The config lines that treat a packet of the row, in the order in which they do."""
        if alone is None:
            return ()
        ingress, out = ports[0], None if egress.plain else ports[1]
        places: list[Span] = []
        for tree in along(side, ingress, out, alone, tracing=True):
            for leaf in _leaves(tree):
                places += [step.origin for step in leaf.state.trail if step.origin != NOWHERE]
        return tuple(dict.fromkeys(places))[:_MOST_LINES]

    def _one(self, packets: Diagram) -> tuple[Packet | None, Diagram | None]:
        """A packet of a set, and the set of what that packet stands for."""
        if packets not in self._samples:
            packet = Region(self._sides[0].space, packets).witness()
            alone = None if packet is None else self._only(packet) & packets
            self._samples[packets] = packet, alone
        return self._samples[packets]

    def _only(self, packet: Packet) -> Diagram:
        """The set of that packet alone."""
        values = dict(self._builder.assignment(packet))
        variables = tuple(sorted(values))
        number = 0
        for variable in variables:
            number = number << 1 | values[variable]
        return self._builder.bits(variables, number)


def _definitions(differing: Iterable[Differing]) -> Iterator[Delta]:
    for one in sorted(differing):
        yield Delta(f"definition of {one.words}", one.old, one.new, decided=False)


def _leaves(tree: Any) -> Iterator[Any]:
    if isinstance(tree, Metered):
        for branch in tree.branches:
            yield from _leaves(branch)
    else:
        yield tree
