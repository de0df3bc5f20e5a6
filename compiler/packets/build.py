"""Predicates of the model into decision diagrams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy

from qosc.fields import ICMP, ICMP6, IGMP, LOSS_PRIORITIES, PORT_PROTOCOLS, TCP, Field
from qosc.ir import (
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Device,
    Interval,
    Masked,
    Named,
    Not,
    Opaque,
    Predicate,
    Reference,
    RefKind,
    Test,
)
from qosc.ir.fragments import decisions
from qosc.ir.resolve import resolve
from qosc.packets.diagrams import Diagram, Table
from qosc.packets.layout import (
    BITS,
    ETHERTYPES,
    IS_IP4,
    IS_IP6,
    LAYERS,
    NAMED_BITS,
    SIZE,
    needs,
)
from qosc.packets.packet import Packet

__all__ = ["Builder"]

_NAMED = (Field.INPUT_INTERFACE, Field.FORWARDING_CLASS, Field.LOSS_PRIORITY)


class Builder:
    """Holds the variables of a packet space and makes the diagram of each predicate once."""

    def __init__(
        self,
        device: Device,
        table: Table,
        undefined_is_nothing: bool,
        as_likely: bool = False,
        lists_match_all: bool = False,
        later_fragments: bool = False,
    ) -> None:
        self.device = device
        self._later_fragments = later_fragments
        self._decisions: dict[int, tuple[tuple[bool, Predicate], ...]] = {}
        self.aliases: Mapping[str, str] = {}
        """What interfaces of this device are called in the space, where that is another name."""
        self.conditions: set[Opaque | Reference] = set()
        """The conditions outside the model that this device names, as far as anybody asked."""
        self.table = table
        table.add(SIZE)
        self.true = table.true
        self.false = table.false
        self.free: dict[Opaque | Reference, int] = {}
        """The variable of each condition outside the model."""
        self.names: dict[Field, dict[str, int]] = {field: {} for field in _NAMED}
        # A packet that nobody marked has loss priority low, and no forwarding class.
        self.names[Field.LOSS_PRIORITY] = {name: n for n, name in enumerate(LOSS_PRIORITIES)}
        self._undefined_is_nothing = undefined_is_nothing
        self._as_likely = as_likely
        self._lists_match_all = lists_match_all
        self._done: dict[object, Diagram] = {}
        self.of_names: dict[Reference, Diagram] = {}
        """The well-formed packets of each reference that a region was asked of."""
        self._kept: list[object] = []
        self._have: dict[str, Diagram] = {}
        self._values: dict[object, Diagram] = {}
        self._cubes: dict[tuple[object, ...], Diagram] = {}
        self.well_formed = self._well_formed()

    def beside(self, device: Device, aliases: Mapping[str, str]) -> Builder:
        """The builder of another device over the same variables.

        A condition outside the model is one variable for both. `aliases` gives names of interfaces
        of the other device as this one has them.
        """
        other = copy(self)
        other.device, other.aliases = device, aliases
        other._done, other._kept, other._decisions = {}, [], {}
        other._values, other.conditions, other.of_names = {}, set(), {}
        return other

    @property
    def size(self) -> int:
        """How many variables there are."""
        return self.table.variables

    def var(self, variable: int) -> Diagram:
        """The diagram of one variable."""
        return self.table.var(variable)

    def none_of(self, variables: Iterable[int]) -> Diagram:
        """The conjunction of the negations of `variables`."""
        ordered = sorted(variables)
        key = ("not", *ordered)
        if key not in self._cubes:
            node = self.true
            for variable in reversed(ordered):
                node &= self.table.not_var(variable)
            self._cubes[key] = node
        return self._cubes[key]

    def bits(self, variables: tuple[int, ...], value: int, mask: int = -1) -> Diagram:
        """The packets whose `variables` (high bit first) hold `value` in the bits of `mask`."""
        return self.table.bits(variables, value, mask)

    def _well_formed(self) -> Diagram:
        ip4, ip6 = self.var(IS_IP4), self.var(IS_IP6)
        bits = BITS[Field.ETHERTYPE]
        ip_type = self.bits(bits, ETHERTYPES[4]) | self.bits(bits, ETHERTYPES[6])
        later, first = (self.var(BITS[f][0]) for f in (Field.FRAGMENT, Field.FIRST_FRAGMENT))
        return ~(ip4 & ip6) & (ip4 | ip6 | ~ip_type) & ~(later & first)

    def have(self, need: str) -> Diagram:
        """The packets that are what a field needs; see `layout.needs`."""
        node = self._have.get(need)
        if node is None:
            node = self._have[need] = self._make_have(need)
        return node

    def _make_have(self, need: str) -> Diagram:
        ip4, ip6 = self.var(IS_IP4), self.var(IS_IP6)
        if need == "":
            return self.true
        if need in LAYERS:
            return self.var(LAYERS[need])
        if need in ("ip", "ip4", "ip6"):
            return {"ip": ip4 | ip6, "ip4": ip4, "ip6": ip6}[need]
        whole = ~self.var(BITS[Field.FRAGMENT][0])

        def protocol(number: int) -> Diagram:
            return self.bits(BITS[Field.PROTOCOL], number)

        if need == "ports":
            node = self.false
            for number in PORT_PROTOCOLS:
                node |= protocol(number)
            return node & whole & (ip4 | ip6)
        if need == "icmp":
            return (ip4 & protocol(ICMP) | ip6 & protocol(ICMP6)) & whole
        return protocol(TCP if need == "tcp" else IGMP) & whole & (ip4 | ip6)

    def outside(self, condition: Opaque | Reference) -> Diagram:
        """The free variable of a condition outside the model."""
        if self._undefined_is_nothing and isinstance(condition, Reference):
            is_list = condition.target in (RefKind.ACCESS_LIST, RefKind.RATE_LIMIT_LIST)
            return self.true if is_list and self._lists_match_all else self.false
        variable = self.free.get(condition)
        self.conditions.add(condition)
        if variable is None:
            variable = self.free[condition] = self.table.add(1)[0]
        return self.var(variable)

    # Predicates. A stack of our own: class-maps nest as deep as a config likes.

    def node(self, predicate: Predicate) -> Diagram:
        """The diagram of a predicate, without the limits of well-formed packets."""
        work: list[tuple[Predicate, bool]] = [(predicate, False)]
        opened: set[object] = set()
        done = self._done
        while work:
            item, entered = work.pop()
            key = self._key(item)
            if entered:
                opened.discard(key)
                if key not in done:
                    done[key] = self._combine(item)
            elif key not in done:
                parts = self._parts(item)
                if parts is None:
                    done[key] = self._leaf(item)
                elif key in opened:
                    # It leads back to itself: what a router makes of it is as unknown as if it
                    # were not defined.
                    done[key] = self._leaf(item)
                else:
                    opened.add(key)
                    work.append((item, True))
                    work.extend((part, False) for part in parts if self._key(part) not in done)
        return done[self._key(predicate)]

    def _key(self, item: Predicate) -> object:
        if isinstance(item, Not | AllOf | AnyOf):
            return id(item)
        return item

    def _parts(self, item: Predicate) -> Iterable[Predicate] | None:
        if isinstance(item, Not):
            self._kept.append(item)
            return (item.operand,)
        if isinstance(item, AllOf | AnyOf):
            self._kept.append(item)
            return item.operands
        if isinstance(item, Opaque) and item.likely is not None and self._as_likely:
            return (item.likely,)
        if isinstance(item, Reference):
            target = resolve(self.device, item)
            if isinstance(target, ClassMap) and target.match.operands:
                return (target.match,)
            if isinstance(target, AccessList) and target.entries:
                return [match for _, match in self._decided(target)]
        return None

    def _decided(self, access_list: AccessList) -> tuple[tuple[bool, Predicate], ...]:
        """What a list decides, in order; with `later_fragments` as a router does of those."""
        if id(access_list) not in self._decisions:
            self._kept.append(access_list)
            self._decisions[id(access_list)] = tuple(
                decisions(access_list)
                if self._later_fragments
                else ((entry.permit, entry.match) for entry in access_list.entries)
            )
        return self._decisions[id(access_list)]

    def _combine(self, item: Predicate) -> Diagram:
        get = self._get
        if isinstance(item, Not):
            return ~get(item.operand)
        if isinstance(item, AllOf):
            node = self.true
            for part in item.operands:
                node &= get(part)
            return node
        if isinstance(item, AnyOf):
            return self._any(get(part) for part in item.operands)
        if isinstance(item, Opaque) and item.likely is not None:
            return get(item.likely)
        assert isinstance(item, Reference)  # noqa: S101 - nothing else has parts
        target = resolve(self.device, item)
        if isinstance(target, ClassMap):
            return get(target.match)
        assert isinstance(target, AccessList)  # noqa: S101
        node = self.false
        for permit, taken in reversed(self._decided(target)):
            match = get(taken)
            node = node | match if permit else node & ~match
        return node

    def _get(self, item: Predicate) -> Diagram:
        return self._done[self._key(item)]

    def _any(self, nodes: Iterator[Diagram]) -> Diagram:
        result = self.false
        for node in nodes:
            result |= node
        return result

    def _leaf(self, item: Predicate) -> Diagram:
        if isinstance(item, Anything):
            return self.true
        if isinstance(item, Opaque | Reference):
            return self.outside(item)
        assert isinstance(item, Test)  # noqa: S101
        return self._any(self.value(item.field, value) for value in item.values)

    # Values of one field

    def value(self, field: Field, value: Interval | Masked | Named) -> Diagram:
        """The packets that have `field` and in it `value`."""
        key = (field, value)
        node = self._values.get(key)
        if node is None:
            node = self._values[key] = self._new_value(field, value)
        return node

    def _new_value(self, field: Field, value: Interval | Masked | Named) -> Diagram:
        if field in _NAMED:
            if field is Field.LOSS_PRIORITY and isinstance(value, Interval):
                names = LOSS_PRIORITIES[max(value.low, 0) : max(value.high + 1, 0)]
                return self._any(self._name(field, name) for name in names)
            if not isinstance(value, Named):
                return self.outside(Opaque(str(field), f"{value}"))
            return self._name(field, value.name)
        if isinstance(value, Named):
            return self.outside(Opaque(str(field), value.name))
        if field is Field.VERSION:
            return self._any(
                self.var(variable)
                for variable, version in ((IS_IP4, 4), (IS_IP6, 6))
                if _holds(value, version)
            )
        bits = BITS[field]
        node = (
            self._interval(bits, value.low, value.high)
            if isinstance(value, Interval)
            else self._masked(bits, value)
        )
        if field is Field.ETHERTYPE:
            # An IP packet's type is its version's; the bits belong to the other packets.
            node &= ~self.have("ip")
            for version, number in ETHERTYPES.items():
                if _holds(value, number):
                    node |= self.have(f"ip{version}")
            return node
        return node & self.have(needs(field))

    def _name(self, field: Field, name: str) -> Diagram:
        code = self.code(field, name)
        if code is None:
            return self.outside(Opaque(str(field), name))
        return self.bits(BITS[field], code)

    def code(self, field: Field, name: str) -> int | None:
        """The number of a name that a field holds; None where there are too many names."""
        if field is Field.INPUT_INTERFACE:
            name = self.aliases.get(name, name)
        codes = self.names[field]
        code = codes.setdefault(name, len(codes) + 1) if name else 0
        return None if code >= 1 << NAMED_BITS else code

    def _masked(self, bits: tuple[int, ...], value: Masked) -> Diagram:
        if value.value >> len(bits) or value.value & ~value.mask:
            return self.false
        return self.bits(bits, value.value, value.mask)

    def _interval(self, bits: tuple[int, ...], low: int, high: int) -> Diagram:
        low, high = max(low, 0), min(high, (1 << len(bits)) - 1)
        if low > high:
            return self.false
        if low == high:
            return self.bits(bits, low)
        return self.table.between(bits, low, high)

    def assignment(self, packet: Packet) -> Iterator[tuple[int, bool]]:
        """The value of every variable for a packet."""
        yield IS_IP4, packet.version == 4
        yield IS_IP6, packet.version == 6
        for layer, variable in LAYERS.items():
            yield variable, layer in packet.layers
        for field, bits in BITS.items():
            value = packet.get(field)
            number = value if isinstance(value, int) else 0
            if field in _NAMED:
                number = self.names[field].get(str(value), 0)
            if field is Field.ETHERTYPE and packet.version:
                number = 0
            for place, variable in enumerate(reversed(bits)):
                yield variable, bool(number >> place & 1)
        for condition, variable in self.free.items():
            yield variable, condition in packet.assumes


def _holds(value: Interval | Masked, number: int) -> bool:
    if isinstance(value, Interval):
        return value.low <= number <= value.high
    return number & value.mask == value.value
