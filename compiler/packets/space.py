"""Exact sets of packets.

A `PacketSpace` turns predicates of the model into `Region`s, which are sets of packets kept as
binary decision diagrams (with complement edges, by oxidd). Every answer is exact: no sampling, no
comparison of texts.

What the model cannot look into (an NBAR protocol, a list that is not defined) is a free Boolean
variable: the same condition is the same variable everywhere, and an answer that does not depend on
it holds whatever the condition turns out to match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Self

from qosc.ir import Anything, Device, Opaque, Predicate, Reference
from qosc.packets.build import Builder
from qosc.packets.diagrams import Diagram, Table

if TYPE_CHECKING:
    from qosc.packets.packet import Packet

__all__ = ["PacketSpace", "Region"]


class PacketSpace:
    """All packets that a device can see, and the sets of them that its predicates describe.

    With `undefined_matches_nothing`, a reference to what is not defined (or to a list or class
    without any line, or to itself) holds for no packet, instead of for packets unknown; with
    `lists_match_all` too, one to a list holds for all packets. With `as_likely`, an opaque
    condition is what it likely is where that is known: for a back end that goes by it, never for a
    finding. With `later_fragments`, an access list takes fragments as a router does
    (`qosc.ir.fragments`).

    Lists can be made to explode, so there is a budget, which is the same on every machine: see
    `qosc.packets.diagrams`. Any question can raise UndecidedError, and every question after it
    does; `work` is what other spaces of the same device have spent. Making a space raises
    NoRoomError where the system gives it no thread or no memory.

    What a space holds is freed with the last reference to it and its regions, or by `close`.
    """

    __slots__ = ("_builder", "device")

    def __init__(
        self,
        device: Device | None = None,
        *,
        undefined_matches_nothing: bool = False,
        as_likely: bool = False,
        lists_match_all: bool = False,
        later_fragments: bool = False,
        work: int = 0,
    ) -> None:
        self.device = Device() if device is None else device
        table = Table(many=_is_large(self.device), work=work)
        self._builder: Builder | None = Builder(
            self.device,
            table,
            undefined_matches_nothing,
            as_likely,
            lists_match_all,
            later_fragments,
        )

    def beside(self, device: Device, aliases: Mapping[str, str]) -> PacketSpace:
        """A space of another device whose regions can be compared with those of this one.

        A condition outside the model is the same in both. `aliases` gives names of interfaces of
        the other device as this one has them.
        """
        other = PacketSpace.__new__(PacketSpace)
        other.device = device
        other._builder = self.builder.beside(device, aliases)
        return other

    @property
    def builder(self) -> Builder:
        """What makes the diagrams; RuntimeError after `close`."""
        if self._builder is None:
            raise RuntimeError("this packet space is closed")
        return self._builder

    @property
    def everything(self) -> Region:
        """All packets."""
        return Region(self, self.builder.well_formed)

    @property
    def nothing(self) -> Region:
        """No packet."""
        return Region(self, self.builder.false)

    @property
    def work(self) -> int:
        """What was spent of the budget for all questions about the device, here and before."""
        return self.builder.table.made()

    def close(self) -> None:
        """Free what the space holds. Its regions cannot be asked any more."""
        self._builder = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def region(self, predicate: Predicate) -> Region:
        """The packets for which `predicate` holds."""
        if isinstance(predicate, Anything):
            return self.everything
        builder = self.builder
        if not isinstance(predicate, Reference):
            return Region(self, builder.node(predicate) & builder.well_formed)
        # A class-map stands in many policies, and several rules ask for the class of each.
        found = builder.of_names.get(predicate)
        if found is None:
            found = builder.of_names[predicate] = builder.node(predicate) & builder.well_formed
        return Region(self, found)

    def union(self, regions: Iterable[Region]) -> Region:
        """The packets that are in some of `regions`."""
        node = self.builder.false
        for region in regions:
            node |= region.node
        return Region(self, node)


def _is_large(device: Device) -> bool:
    """Whether the device has many objects; they are counted no further than tells it, since a
    space is made anew for each question that is given up.
    """
    count = len(device.class_maps)
    for item in chain(device.access_lists.values(), device.rate_limit_lists.values()):
        if count >= _LARGE:
            break
        count += len(item.entries)
    return count >= _LARGE


_LARGE = 100
"""Entries of lists, and class-maps, from which on a larger cache of operations is quicker."""


class Region:
    """A set of packets. Immutable; two regions of one space are equal if they hold the same."""

    __slots__ = ("node", "space")

    def __init__(self, space: PacketSpace, node: Diagram) -> None:
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
        return isinstance(other, Region) and self.node == other.node

    def __hash__(self) -> int:
        return hash(self.node)

    def is_empty(self) -> bool:
        """Whether no packet is in the region."""
        return not self.node.satisfiable()

    def meets(self, other: Region) -> bool:
        """Whether some packet is in both regions."""
        return (self.node & other.node).satisfiable()

    def size(self) -> float:
        """How many packets the region holds, rounded; only fit to compare two regions."""
        return self.node.size()

    def __contains__(self, packet: Packet) -> bool:
        return self.node.eval(self.space.builder.assignment(packet))

    def conditions(self) -> tuple[Opaque | Reference, ...]:
        """The conditions outside the model that the region depends on."""
        builder = self.space.builder
        return tuple(
            condition
            for condition, variable in builder.free.items()
            if self.node.exists((variable,)) != self.node
        )

    def witness(self) -> Packet | None:
        """A packet of the region that looks like traffic; None if there is none.

        The same region gives the same packet. Conditions outside the model are taken not to hold
        where the region leaves the choice.
        """
        from qosc.packets.witness import witness

        return witness(self)
