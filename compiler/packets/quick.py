"""Packets tried by hand, for the questions that one example answers.

That a class is reached is proved by a packet that it takes and that no earlier class takes. Most
classes of most configs are reached, and the packet is easy to guess; so the rules try here first,
and only what is left is a matter for regions and their engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from qosc.fields import (
    DS_VIEWS,
    ICMP,
    ICMP6,
    IGMP,
    PORT_PROTOCOLS,
    TCP,
    UDP,
    WIDTHS,
    Field,
    ds_bits,
)
from qosc.ir import (
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Device,
    Interval,
    Mark,
    Masked,
    Named,
    Not,
    Opaque,
    Predicate,
    Reference,
    Test,
)
from qosc.ir.resolve import resolve
from qosc.packets.layout import layer_of
from qosc.packets.packet import Packet

__all__ = ["TooDeepError", "fits", "guesses", "holds", "marked", "surely_reached"]

_DEEP = 40
_TRIES = 24
_Wishes = dict[Field | Opaque | Reference, int | str | None]


class TooDeepError(Exception):
    """A predicate is nested deeper than is worth following here (or leads back to itself)."""


def holds(  # noqa: C901  (one case for each kind of predicate)
    device: Device, predicate: Predicate, packet: Packet, depth: int = 0
) -> bool:
    """Whether `predicate` holds for `packet`; raises TooDeepError for deep nests and cycles.

    A list or a class-map that is not defined, or has no line, holds just where the packet assumes
    it.
    """
    # Plain loops: this is asked some times for each class of a config.
    if depth > _DEEP:
        raise TooDeepError
    if isinstance(predicate, Test):
        value = packet.get(predicate.field)
        if value is not None:
            for allowed in predicate.values:
                if fits(allowed, value):
                    return True
        return False
    if isinstance(predicate, AllOf):
        for part in predicate.operands:  # noqa: SIM110
            if not holds(device, part, packet, depth + 1):
                return False
        return True
    if isinstance(predicate, AnyOf):
        for part in predicate.operands:  # noqa: SIM110
            if holds(device, part, packet, depth + 1):
                return True
        return False
    if isinstance(predicate, Not):
        return not holds(device, predicate.operand, packet, depth + 1)
    if isinstance(predicate, Anything):
        return True
    if isinstance(predicate, Reference):
        target = resolve(device, predicate)
        if isinstance(target, ClassMap) and target.match.operands:
            return holds(device, target.match, packet, depth + 1)
        if isinstance(target, AccessList) and target.entries:
            for entry in target.entries:
                if holds(device, entry.match, packet, depth + 1):
                    return entry.permit
            return False
    return predicate in packet.assumes


def surely_reached(device: Device, match: Predicate, before: Iterable[Predicate] = ()) -> bool:
    """Whether a packet was found for which `match` holds and nothing of `before`.

    True is a proof; False says nothing.
    """
    earlier = list(before)
    try:
        for packet in guesses(device, match):
            if holds(device, match, packet):
                for other in earlier:
                    if holds(device, other, packet):
                        break
                else:
                    return True
    except TooDeepError:
        pass
    return False


def guesses(device: Device, match: Predicate) -> Iterator[Packet]:
    """A few packets for which `match` may hold, odd in all that it does not test."""
    for wishes in islice(_wishes(device, match, 0), _TRIES):
        yield _packet(wishes)


def _wishes(device: Device, match: Predicate, depth: int) -> Iterator[_Wishes]:
    """What a packet must have, one alternative after the other."""
    if depth > _DEEP:
        raise TooDeepError
    if isinstance(match, Test):
        for value in match.values:
            if isinstance(value, Interval):
                yield {match.field: value.low}
                if value.high != value.low:
                    yield {match.field: value.high}
            else:
                yield {match.field: value.name if isinstance(value, Named) else value.value}
    elif isinstance(match, AllOf):
        yield from _product(device, match.operands, depth)
    elif isinstance(match, AnyOf):
        for part in match.operands:
            yield from islice(_wishes(device, part, depth + 1), 3)
    elif isinstance(match, Reference | Opaque):
        yield from _wishes_of_name(device, match, depth)
    else:
        yield {}


def _wishes_of_name(device: Device, match: Reference | Opaque, depth: int) -> Iterator[_Wishes]:
    target = resolve(device, match) if isinstance(match, Reference) else None
    if isinstance(target, ClassMap) and target.match.operands:
        yield from _wishes(device, target.match, depth + 1)
    elif isinstance(target, AccessList) and target.entries:
        for entry in target.entries:
            if entry.permit:
                yield from islice(_wishes(device, entry.match, depth + 1), 3)
    else:
        yield {match: None}


def _product(device: Device, parts: tuple[Predicate, ...], depth: int) -> Iterator[_Wishes]:
    merged: list[_Wishes] = [{}]
    for part in parts:
        wishes = list(islice(_wishes(device, part, depth + 1), 4))
        merged = [{**one, **other} for one in merged for other in wishes][:8]
    yield from merged


def fits(allowed: Interval | Masked | Named, value: int | str) -> bool:
    """Whether a value of a field is among those that a test allows."""
    if isinstance(allowed, Named):
        return allowed.name == value
    if isinstance(value, str):
        return False
    if isinstance(allowed, Interval):
        return allowed.low <= value <= allowed.high
    return value & allowed.mask == allowed.value


_ODD = {
    Field.SRC4: 0xCB00714D,
    Field.DST4: 0xC633644D,
    Field.SRC6: (0x20010DB8 << 96) + 0x4D77,
    Field.DST6: (0x20010DB8 << 96) + 0x4D78,
    Field.SRC_PORT: 49_811,
    Field.DST_PORT: 49_813,
    Field.LENGTH: 333,
}
_ODD_DS = 0x14
_VIEWS = tuple(DS_VIEWS)
_ETHERTYPE, _IP_VERSION = Field.ETHERTYPE, Field.VERSION
_SRC6, _DST6 = Field.SRC6, Field.DST6
_PROTOCOL, _SRC_PORT, _DST_PORT = Field.PROTOCOL, Field.SRC_PORT, Field.DST_PORT
_CARRIES = (
    (Field.TCP_FLAGS, TCP),
    (Field.SRC_PORT, UDP),
    (Field.DST_PORT, UDP),
    (Field.ICMP_TYPE, ICMP),
    (Field.ICMP_CODE, ICMP),
    (Field.IGMP_TYPE, IGMP),
)


def _packet(wishes: _Wishes) -> Packet:
    values: dict[Field, int | str] = {_PROTOCOL: 253, **_ODD}
    assumes: list[Opaque | Reference] = []
    asked: dict[Field, int | str] = {}
    layers: set[str] = set()
    for field, value in wishes.items():
        if not isinstance(field, Field):
            assumes.append(field)
        elif value is not None:
            asked[field] = value
            width = WIDTHS.get(field)
            values[field] = (
                value & ((1 << width) - 1) if width and isinstance(value, int) else value
            )
            layers.add(layer_of(field))
    version = _version(asked)
    ds = _ODD_DS
    for view in _VIEWS:
        if isinstance(value := asked.get(view), int):
            bits, mask = ds_bits(view, value)
            ds = ds & ~mask | bits
    if _PROTOCOL not in asked:
        for field, protocol in _CARRIES:
            if field in asked:
                values[_PROTOCOL] = ICMP6 if protocol == ICMP and version == 6 else protocol
                break
    if values[_PROTOCOL] not in PORT_PROTOCOLS:
        del values[_SRC_PORT], values[_DST_PORT]
    layers.discard("")
    return Packet(version, ds if version else 0, values, frozenset(layers), tuple(assumes))


def _version(asked: dict[Field, int | str]) -> int:
    if _ETHERTYPE in asked:
        return {0x0800: 4, 0x86DD: 6}.get(int(asked[_ETHERTYPE]), 0)
    return 6 if asked.get(_IP_VERSION) == 6 or _SRC6 in asked or _DST6 in asked else 4


def marked(packet: Packet, marks: Iterable[Mark], *, zero: bool = False) -> Packet:
    """The packet after `marks`, one after the other.

    Bits of the DS byte that are not written are kept; with `zero`, those of the DSCP below a
    precedence that is written become zero. See `qosc.packets.LowBits`.
    """
    ds, values, layers = packet.ds, dict(packet.values), packet.layers
    for mark in marks:
        value = mark.value
        if mark.table is not None:
            read = Packet(packet.version, ds, values, layers).get(mark.table.source)
            looked_up = mark.table.value(read) if isinstance(read, int) else None
            if looked_up is None:
                continue
            value = looked_up
        if mark.field in DS_VIEWS:
            bits, mask = ds_bits(mark.field, value)
            if zero and mark.field is Field.PRECEDENCE:
                mask = 0xFC
            ds = ds & ~mask | bits if packet.version else ds
        elif mark.field in WIDTHS:
            values[mark.field] = value & ((1 << WIDTHS[mark.field]) - 1)
            layers |= {layer_of(mark.field)} - {""}
        elif mark.name:
            values[mark.field] = mark.name
    return Packet(packet.version, ds, values, layers, packet.assumes)
