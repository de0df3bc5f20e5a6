"""A packet of a region that looks like traffic.

A list of wishes is gone through in order; each narrows the region where something is left of it
then. What is still open is zero. Documentation addresses are those of RFC 5737 and RFC 3849.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING

from qosc.fields import LOSS_PRIORITIES, Field
from qosc.ir import Interval, Masked
from qosc.packets.layout import BITS, IS_IP4, IS_IP6, LAYERS
from qosc.packets.packet import Packet

if TYPE_CHECKING:
    from qosc.packets.build import Builder
    from qosc.packets.diagrams import Diagram
    from qosc.packets.space import Region

__all__ = ["witness"]

Value = Interval | Masked

MANY = 64
"""Up to so many conditions outside the model are wished away one by one."""


def _host(text: str) -> Interval:
    return Interval(int(ip_address(text)), int(ip_address(text)))


def _within(prefix: str, length: int, last: int | None = None) -> Masked:
    """The addresses of a prefix, or those of them whose last octet is `last`."""
    address = ip_address(prefix)
    width = address.max_prefixlen
    mask = ((1 << length) - 1) << (width - length)
    low = 0 if last is None else 0xFF
    return Masked(int(address) | (last or 0), mask | low)


_UNICAST4 = (Interval(1 << 24, (127 << 24) - 1), Interval(128 << 24, (224 << 24) - 1))


def _alternatives4(host: str, prefix: str, length: int, last: int) -> tuple[Value, ...]:
    private = (("10.0.0.0", 8), ("192.168.0.0", 16), ("172.16.0.0", 12))
    return (
        _host(host),
        _within(prefix, length, last),
        *(_within(net, bits, last) for net, bits in private),
        *(_within(net, bits, last) for net, bits in (("64.0.0.0", 2), ("128.0.0.0", 2))),
        _within("192.0.0.0", 3, last),
        *_UNICAST4,
    )


def _alternatives6(host: str, last: int) -> tuple[Value, ...]:
    return (
        _host(host),
        _within("2001:db8::", 32, last),
        _within("2000::", 3, last),
        _within("2000::", 3),
    )


def _one(*numbers: int) -> tuple[Value, ...]:
    return tuple(Interval(number, number) for number in numbers)


_WISHES: tuple[tuple[Field, tuple[Value, ...]], ...] = (
    (Field.VERSION, _one(4, 6)),
    (Field.PROTOCOL, _one(17, 6, 1, 58)),
    (Field.FRAGMENT, _one(0)),
    (Field.FIRST_FRAGMENT, _one(0)),
    (Field.SRC4, _alternatives4("10.0.0.1", "10.0.0.0", 8, 1)),
    (Field.DST4, _alternatives4("192.0.2.7", "192.0.2.0", 24, 7)),
    (Field.SRC6, _alternatives6("2001:db8::1", 1)),
    (Field.DST6, _alternatives6("2001:db8:7::7", 7)),
    (Field.DST_PORT, (*_one(50001), Interval(1, 0xFFFF))),
    (Field.SRC_PORT, (*_one(1024), Interval(1024, 0xFFFF), Interval(1, 0xFFFF))),
    (Field.TCP_FLAGS, _one(16, 2, 18)),
    (Field.ICMP_TYPE, _one(8, 128)),
    (Field.TTL, (*_one(64), Interval(2, 255))),
    (Field.LENGTH, (*_one(100), Interval(40, 1500))),
    (Field.ETHERTYPE, _one(0x88B5, 0x0806)),
)


def witness(region: Region) -> Packet | None:
    """See `Region.witness`."""
    builder, node = region.space.builder, region.node
    if not node.satisfiable():
        return None
    for variables in (tuple(builder.free.values()), tuple(LAYERS.values())):
        bare = node & builder.none_of(variables)
        if bare.satisfiable():
            node = bare
        else:
            for variable in variables[:MANY]:
                node = _narrow(node, builder.table.not_var(variable))
    for field, alternatives in _WISHES:
        for value in alternatives:
            wish = node & builder.value(field, value)
            if wish.satisfiable():
                node = wish
                break
    return _packet(builder, node.lowest())


def _narrow(node: Diagram, wish: Diagram) -> Diagram:
    narrowed = node & wish
    return narrowed if narrowed.satisfiable() else node


def _packet(builder: Builder, cube: list[bool]) -> Packet:
    version = 4 if cube[IS_IP4] else 6 if cube[IS_IP6] else 0
    layers = frozenset(layer for layer, variable in LAYERS.items() if cube[variable])

    def number(field: Field) -> int:
        value = 0
        for variable in BITS[field]:
            value = value << 1 | cube[variable]
        return value

    ds = number(Field.DSCP) << 2 | number(Field.ECN) if version else 0
    assumes = tuple(item for item, variable in builder.free.items() if cube[variable])
    drawn: dict[Field, int | str] = {}
    for field in BITS:
        names = builder.names.get(field)
        if names is None:
            drawn[field] = number(field)
        else:
            code = number(field)
            drawn[field] = next((name for name, given in names.items() if given == code), "")
    # Only what the packet has: two witnesses of one packet are equal.
    whole = Packet(version, ds, drawn, layers, assumes)
    had = {
        field: value
        for field, value in drawn.items()
        if whole.get(field) is not None
        and field not in _DS
        and (value != "" and (field, value) != (Field.LOSS_PRIORITY, LOSS_PRIORITIES[0]))
    }
    if version:
        had.pop(Field.ETHERTYPE, None)
    return Packet(version, ds, had, layers, assumes)


_DS = frozenset((Field.DSCP, Field.PRECEDENCE, Field.TOS, Field.ECN))
