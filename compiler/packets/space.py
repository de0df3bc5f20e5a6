"""Exact sets of packets.

A `PacketSpace` turns predicates of the model into `Region`s, which are sets of packets kept as
binary decision diagrams (with complement edges, by oxidd). Every answer is exact: no sampling, no
comparison of texts.

What the model cannot look into (an NBAR protocol, a list that is not defined) is a free Boolean
variable: the same condition is the same variable everywhere, and an answer that does not depend on
it holds whatever the condition turns out to match.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from qosc.ir import Anything, Device, Opaque, Predicate, Reference
from qosc.packets.build import Builder

if TYPE_CHECKING:
    from qosc.packets.packet import Packet

__all__ = ["PacketSpace", "Region"]


class PacketSpace:
    """All packets that a device can see, and the sets of them that its predicates describe.

    With `undefined_matches_nothing`, a reference to what is not defined (or to a list or class
    without any line, or to itself) holds for no packet, instead of for packets unknown. With
    `as_likely`, an opaque condition is what it likely is where that is known: for a back end that
    goes by it, never for a finding.

    Diagrams have room for `capacity` nodes; the default goes by the size of the device's access
    lists. A question that does not fit raises MemoryError, and so does every question after it:
    lists made for it can explode.
    """

    __slots__ = ("_full", "builder", "device", "everything", "nothing")

    def __init__(
        self,
        device: Device | None = None,
        *,
        undefined_matches_nothing: bool = False,
        as_likely: bool = False,
        capacity: int | None = None,
    ) -> None:
        self.device = Device() if device is None else device
        self.builder = Builder(
            self.device, capacity or _capacity(self.device), undefined_matches_nothing, as_likely
        )
        self.everything = Region(self, self.builder.well_formed)
        self.nothing = Region(self, self.builder.false)
        self._full = False

    def region(self, predicate: Predicate) -> Region:
        """The packets for which `predicate` holds."""
        if isinstance(predicate, Anything):
            return self.everything
        if self._full:
            raise MemoryError("no room for more packets: an earlier question did not fit")
        try:
            return Region(self, self.builder.node(predicate) & self.builder.well_formed)
        except MemoryError:
            # The next question would fill the table again, and take as long to fail.
            self._full = True
            raise

    def union(self, regions: Iterable[Region]) -> Region:
        """The packets that are in some of `regions`."""
        node = self.builder.false
        for region in regions:
            node |= region.node
        return Region(self, node)


def _capacity(device: Device) -> int:
    # A small table starts in a fraction of a millisecond. The largest takes 10 MB at the start; a
    # list of 10,000 entries as they are written in real life needs a tenth of it.
    lists = (*device.access_lists.values(), *device.rate_limit_lists.values())
    entries = sum(len(item.entries) for item in lists) + len(device.class_maps)
    return 1 << (16 if entries < 100 else 20 if entries < 1500 else 21)


class Region:
    """A set of packets. Immutable; two regions of one space are equal if they hold the same."""

    __slots__ = ("node", "space")

    def __init__(self, space: PacketSpace, node: Any) -> None:
        self.space = space
        self.node = node
        """The diagram; always within the well-formed packets."""

    def __and__(self, other: Region) -> Region:
        return Region(self.space, self.node & other.node)

    def __or__(self, other: Region) -> Region:
        return Region(self.space, self.node | other.node)

    def __sub__(self, other: Region) -> Region:
        return Region(self.space, self.node & ~other.node)

    def __invert__(self) -> Region:
        return Region(self.space, self.space.builder.well_formed & ~self.node)

    def __le__(self, other: Region) -> bool:
        return not (self.node & ~other.node).satisfiable()

    def __lt__(self, other: Region) -> bool:
        return self <= other and self != other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Region) and bool(self.node == other.node)

    def __hash__(self) -> int:
        return hash(self.node)

    def is_empty(self) -> bool:
        """Whether no packet is in the region."""
        return not self.node.satisfiable()

    def meets(self, other: Region) -> bool:
        """Whether some packet is in both regions."""
        return bool((self.node & other.node).satisfiable())

    def size(self) -> float:
        """How many packets the region holds, rounded; only fit to compare two regions."""
        return float(self.node.sat_count_float(self.space.builder.size))

    def __contains__(self, packet: Packet) -> bool:
        return bool(self.node.eval(self.space.builder.assignment(packet)))

    def conditions(self) -> tuple[Opaque | Reference, ...]:
        """The conditions outside the model that the region depends on."""
        builder = self.space.builder
        return tuple(
            condition
            for condition, variable in builder.free.items()
            if self.node.exists(builder.cube((variable,))) != self.node
        )

    def witness(self) -> Packet | None:
        """A packet of the region that looks like traffic; None if there is none.

        The same region gives the same packet. Conditions outside the model are taken not to hold
        where the region leaves the choice.
        """
        from qosc.packets.witness import witness

        return witness(self)
