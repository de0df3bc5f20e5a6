"""All packets with what the kernel's classifiers read of them beside the model's fields.

The model knows no IPv4 options and no bits that nobody tests. A filter of raw
bytes reads those too, so that they are variables here: a filter that depends on them by mistake
then disagrees with the router for some packets.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from qosc.fields import LOSS_PRIORITIES, Field
from qosc.ir import Device, Mark, Named, Test
from qosc.packets import Packet, PacketSpace, Region
from qosc.packets.diagrams import Diagram
from qosc.packets.layout import BITS, LAYERS
from qosc.verify.packets.tree import Bits, State

__all__ = ["MARK_PLACES", "HeaderSpace", "forwarding_classes"]

MARK_PLACES: dict[Field, tuple[int, int]] = {
    Field.QOS_GROUP: (0, 10),
    Field.DISCARD_CLASS: (10, 3),
    Field.TRAFFIC_CLASS: (13, 3),
    Field.FORWARDING_CLASS: (16, 8),
    Field.LOSS_PRIORITY: (24, 3),
    Field.INPUT_INTERFACE: (27, 5),
}
"""First bit and width in the packet's mark of what a router keeps beside a packet. Scripts agree on
it, as one sets the bits that another reads (see `docs/verify.md`)."""

_NON_IP_TAGS = (0x8100, 0x88A8, 0x8847, 0x8848)


def forwarding_classes(device: Device) -> dict[str, int]:
    """The numbers of forwarding classes: those that some mark gives, by name, from 1.

    0 is a packet without a class, and one of a class that no test tells from it.
    """
    names = {mark.name for mark in _marks(device) if mark.field is Field.FORWARDING_CLASS} - {""}
    tests = _class_tests(device)
    alike = (
        {name for name in names if all((name in test) == ("" in test) for test in tests)}
        if any("" in test for test in tests)
        else set()
    )
    numbers = {name: number for number, name in enumerate(sorted(names - alike), 1)}
    return {"": 0, **dict.fromkeys(sorted(alike), 0), **numbers}


def _class_tests(device: Device) -> list[set[str]]:
    """The names in each test for forwarding classes."""
    tests: list[set[str]] = []
    kept: dict[int, Any] = {}
    work: list[Any] = [device.ports, device.policies]
    while work:
        item = work.pop()
        if isinstance(item, Test):
            if item.field is Field.FORWARDING_CLASS:
                tests.append({one.name for one in item.values if isinstance(one, Named)})
        elif isinstance(item, Mapping):
            work.extend(item.values())
        elif isinstance(item, tuple):
            work.extend(item)
        elif id(item) not in kept:
            kept[id(item)] = item
            work.extend(
                getattr(item, name)
                for name in (
                    "input",
                    "output",
                    "rules",
                    "classes",
                    "match",
                    "operand",
                    "operands",
                    "policer",
                    "policers",
                    "meter",
                    "colours",
                    "green",
                    "yellow",
                    "limits",
                )
                if getattr(item, name, None)
            )
    return tests


def _marks(value: Any) -> Iterable[Mark]:
    work: list[Any] = [value]
    while work:
        item = work.pop()
        if isinstance(item, Mark):
            yield item
        elif isinstance(item, dict):
            work.extend(item.values())
        elif isinstance(item, tuple):
            work.extend(item)
        else:
            work.extend(
                getattr(item, name)
                for name in (
                    "ports",
                    "policies",
                    "input",
                    "output",
                    "rules",
                    "classes",
                    "marks",
                    "policer",
                    "policers",
                    "conform",
                    "exceed",
                    "violate",
                )
                if getattr(item, name, None)
            )


class HeaderSpace:
    """A packet space with more variables, and sets of packets before and after writing."""

    def __init__(self, device: Device) -> None:
        self.packets = PacketSpace(device, undefined_matches_nothing=True)
        self.builder = self.packets.builder
        self.classes = forwarding_classes(device)
        self.builder.names[Field.FORWARDING_CLASS] = dict(self.classes)
        self.builder.names[Field.LOSS_PRIORITY] = {
            name: number for number, name in enumerate(LOSS_PRIORITIES)
        }
        self._entered = {
            mark.name: mark.value for mark in _marks(device) if mark.field is Field.INPUT_INTERFACE
        }
        if self._entered:
            self.builder.names[Field.INPUT_INTERFACE] = dict(self._entered)
        self.true, self.false = self.builder.true, self.builder.false
        table = self.builder.table
        self._first_extra = table.variables
        # What every bit of the mark is: a field's, or nobody's.
        self.mark_bits: list[int] = list(table.add(32))
        for field, (shift, width) in MARK_PLACES.items():
            for bit in range(width):
                self.mark_bits[shift + bit] = BITS[field][len(BITS[field]) - 1 - bit]
        self.header_words = list(table.add(4))[::-1]
        """The length of an IPv4 header in words; low bit first."""
        self.offset = list(table.add(13))
        """The offset of an IPv4 fragment; low bit first."""
        self.more = table.add(1)[0]
        """More fragments follow."""
        self._others: dict[Hashable, int] = {}
        self._before: dict[object, Diagram] = {}
        self.ds_bits = [*reversed(BITS[Field.ECN]), *reversed(BITS[Field.DSCP])]
        self.domain = self._domain()

    def var(self, variable: int) -> Diagram:
        """The diagram of a variable."""
        return self.builder.var(variable)

    def other(self, name: Hashable) -> Diagram:
        """A bit that no field of the model is."""
        if name not in self._others:
            self._others[name] = self.builder.table.add(1)[0]
        return self.var(self._others[name])

    def have(self, need: str) -> Diagram:
        """Packets that are ip, ip4, ip6, tagged, labelled, ...: see `packets.layout.needs`."""
        return self.builder.have(need)

    def bit(self, field: Field, number: int) -> Diagram:
        """A bit of a field, from the lowest."""
        return self.var(BITS[field][len(BITS[field]) - 1 - number])

    def number(self, bits: Iterable[Diagram], value: int, mask: int = -1) -> Diagram:
        """Where `bits` (diagrams, low bit first) hold `value` under `mask`."""
        node = self.true
        for place, bit in enumerate(bits):
            if mask >> place & 1:
                node &= bit if value >> place & 1 else ~bit
        return node

    def first_fragment(self) -> Diagram:
        """Fragments that more follow and none precede."""
        return self.have("ip") & self.bit(Field.FIRST_FRAGMENT, 0)

    def _domain(self) -> Diagram:
        """Packets as they can be on a port of a Linux machine."""
        ip4, later = self.have("ip4"), self.bit(Field.FRAGMENT, 0)
        node = self.builder.well_formed
        words = [self.var(v) for v in self.header_words]
        short = ~words[3] & ~(words[2] & words[0]) & ~(words[2] & words[1])
        node &= ~ip4 | ~short
        some = self.false
        for variable in self.offset:
            some |= self.var(variable)
        node &= ~ip4 | (~later & ~some | later & some)
        for layer in ("tagged-twice", "cells", "frames"):
            node &= ~self.var(LAYERS[layer])
        # A labelled packet is no IP packet yet; a tag in front of a label is not looked into.
        labelled, tagged = self.have("labelled"), self.have("tagged")
        node &= ~labelled | ~self.have("ip") & ~tagged
        kinds = self.false
        for number in _NON_IP_TAGS:
            kinds |= self.builder.bits(BITS[Field.ETHERTYPE], number)
        node &= self.have("ip") | ~kinds
        node &= self._at_most(Field.FORWARDING_CLASS, max(self.classes.values()))
        node &= self._given_priorities()
        if self._entered:
            node &= self._at_most(Field.INPUT_INTERFACE, max(self._entered.values()))
        # An IPv6 header alone has 40 bytes, an IPv4 one 20.
        lengths = BITS[Field.LENGTH]
        node &= ~self.have("ip6") | ~self.below(lengths, 40)
        node &= ~ip4 | ~self.below(lengths, 20)
        node &= ~(self.first_fragment() ^ (self.have("ip") & self.var(self.more) & ~later))
        return node & (self.have("ip") | ~self.var(self.more))

    def below(self, variables: tuple[int, ...], limit: int) -> Diagram:
        """Where a number (variables with the high bit first) is less than `limit`."""
        node = self.false
        for place, variable in enumerate(reversed(variables)):
            here = self.var(variable)
            node = ~here | node if limit >> place & 1 else ~here & node
        return node

    def _given_priorities(self) -> Diagram:
        """Packets with a loss priority that some mark gives, or low, which all have at first."""
        marks = (mark for mark in _marks(self.packets.device) if mark.field is Field.LOSS_PRIORITY)
        given = {LOSS_PRIORITIES[0], *(mark.name for mark in marks)}
        node = self.false
        for number, name in enumerate(LOSS_PRIORITIES):
            if name in given:
                node |= self.builder.bits(BITS[Field.LOSS_PRIORITY], number)
        return node

    def _at_most(self, field: Field, most: int) -> Diagram:
        return self.below(BITS[field], most + 1)

    def before(self, packets: Diagram, state: State) -> Diagram:
        """The packets that are in `packets` after what `state` has written."""
        if not state.ds.mask and not state.beside.mask:
            return packets
        key = (packets, state.ds, state.beside)
        region = self._before.get(key)
        if region is None:
            region = self._written(packets, self.ds_bits, state.ds)
            region = self._written(region, self.mark_bits, state.beside)
            self._before[key] = region
        return region

    def _written(self, packets: Diagram, variables: list[int], bits: Bits) -> Any:
        chosen = [v for place, v in enumerate(variables) if bits.mask >> place & 1]
        if not chosen:
            return packets
        literals = self.number([self.var(v) for v in variables], bits.value, bits.mask)
        return (packets & literals).exists(chosen)

    def differ(self, variables: list[int], one: Bits, two: Bits) -> Diagram:
        """The packets that the two writes leave with different bits."""
        node = self.false
        for place, variable in enumerate(variables):
            node |= self._after(place, variable, one) ^ self._after(place, variable, two)
        return node

    def _after(self, place: int, variable: int, bits: Bits) -> Any:
        if not bits.mask >> place & 1:
            return self.var(variable)
        return self.true if bits.value >> place & 1 else self.false

    def witness(self, packets: Diagram) -> tuple[Packet | None, Any, tuple[str, ...]]:
        """A packet of the set, the set of that packet alone, and what is odd about it."""
        odd: list[str] = []
        plain = self.number([self.var(v) for v in self.header_words], 5)
        for wish, words in (
            (~self.first_fragment(), "a first fragment"),
            (~self.have("ip4") | plain, "with IP options"),
        ):
            wished = packets & wish
            if wished.satisfiable():
                packets = wished
            else:
                odd.append(words)
        extra = range(self._first_extra, self.builder.table.variables)
        packet = Region(self.packets, packets.exists(extra)).witness()
        if packet is None:
            return None, packets, ()
        values = {
            name: value
            for name, value in packet.values.items()
            if (name, value) != (Field.LOSS_PRIORITY, LOSS_PRIORITIES[0])
        }
        packet = replace(packet, values=values)
        return packet, self._narrowed(packets, list(self.builder.assignment(packet))), tuple(odd)

    def _narrowed(self, packets: Diagram, values: list[tuple[int, bool]]) -> Any:
        """The set with each value of a variable, in turn, that leaves something of it.

        Many are tried at once: a set narrowed by one variable after the other is made anew from its
        top each time, which fills the table of nodes.
        """
        cube = self.true
        for variable, value in sorted(values, reverse=True):
            cube &= self.var(variable) if value else ~self.var(variable)
        narrowed = packets & cube
        if narrowed.satisfiable():
            return narrowed
        if len(values) < 2:
            return packets
        half = len(values) // 2
        return self._narrowed(self._narrowed(packets, values[:half]), values[half:])
