"""A first-match interpreter over concrete packets, and the corner packets of a predicate.

Written apart from the diagrams and in the plainest way, so that the two can be held against each
other.
"""

from qosc.fields import DS_VIEWS, WIDTHS, Field
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
from qosc.packets import Packet

__all__ = ["corners", "holds"]


def holds(device: Device, predicate: Predicate, packet: Packet) -> bool:
    match predicate:
        case Anything():
            return True
        case Not(operand):
            return not holds(device, operand, packet)
        case AllOf(operands):
            return all(holds(device, part, packet) for part in operands)
        case AnyOf(operands):
            return any(holds(device, part, packet) for part in operands)
        case Opaque():
            return predicate in packet.assumes
        case Test(field, values):
            value = lookup(packet, field)
            return value is not None and any(fits(allowed, value) for allowed in values)
    assert isinstance(predicate, Reference)
    if predicate.target is RefKind.CLASS_MAP:
        target: ClassMap | AccessList | None = device.class_maps.get(predicate.name)
    else:
        target = device.access_lists.get(predicate.name)
    if isinstance(target, ClassMap):
        return holds(device, target.match, packet)
    if target is None:
        return predicate in packet.assumes
    for entry in target.entries:
        if holds(device, entry.match, packet):
            return entry.permit
    return False


def fits(allowed: Interval | Masked | Named, value: int | str) -> bool:
    match allowed:
        case Interval(low, high):
            return low <= value <= high
        case Masked(wanted, mask):
            return value & mask == wanted
    return allowed.name == value


def lookup(packet: Packet, field: Field) -> int | str | None:
    """The field as RFC 791, 793 and 792 have it, straight from the packet's parts."""
    version, values = packet.version, packet.values
    if field is Field.VERSION:
        return version or None
    if field in (Field.PRECEDENCE, Field.DSCP, Field.TOS, Field.ECN):
        if not version:
            return None
        return {
            Field.PRECEDENCE: packet.ds >> 5,
            Field.DSCP: packet.ds >> 2,
            Field.TOS: packet.ds >> 1 & 15,
            Field.ECN: packet.ds & 3,
        }[field]
    if field in (Field.SRC4, Field.DST4):
        return values[field] if version == 4 else None
    if field in (Field.SRC6, Field.DST6):
        return values[field] if version == 6 else None
    if field in (Field.PROTOCOL, Field.TTL, Field.LENGTH, Field.FRAGMENT, Field.FIRST_FRAGMENT):
        return values[field] if version else None
    if field in (Field.VLAN, Field.COS):
        return values[field] if "tagged" in packet.layers else None
    if field is Field.MPLS_EXP:
        return values[field] if "labelled" in packet.layers else None
    if field is Field.ETHERTYPE:
        return {4: 0x800, 6: 0x86DD}.get(version, values[field])
    transport = {
        Field.SRC_PORT: (6, 17, 33, 132, 136),
        Field.DST_PORT: (6, 17, 33, 132, 136),
        Field.TCP_FLAGS: (6,),
        Field.ICMP_TYPE: (1,) if version == 4 else (58,),
    }
    if field in transport:
        carried = version and not values[Field.FRAGMENT]
        return values[field] if carried and values[Field.PROTOCOL] in transport[field] else None
    return values[field]


def corners(tests: list[Test], draw_plain: dict[Field, int | str]) -> list[Packet]:
    """Packets at the edges of every value that is tested, and one step outside."""
    packets = []
    for test in tests:
        for value in test.values:
            for number in edges(test.field, value):
                plain = {Field.VERSION: 4, Field.PROTOCOL: 6, **draw_plain}
                packets.append(build({**plain, **suits(test.field), test.field: number}))
    return packets


def edges(field: Field, value: Interval | Masked | Named) -> list[int | str]:
    if isinstance(value, Named):
        return [value.name, "elsewhere"]
    top = (1 << WIDTHS[field]) - 1
    if isinstance(value, Interval):
        near = [value.low - 1, value.low, value.high, value.high + 1]
    else:
        near = [value.value, value.value | (top & ~value.mask), value.value ^ 1, ~value.value & top]
    return [number for number in near if 0 <= number <= top]


def suits(field: Field) -> dict[Field, int]:
    if field in (Field.SRC6, Field.DST6):
        return {Field.VERSION: 6}
    if field is Field.ICMP_TYPE:
        return {Field.PROTOCOL: 1}
    return {}


def build(values: dict[Field, int | str], layers: frozenset[str] = frozenset()) -> Packet:
    """A packet from a value for every field; views of the DS byte may be given instead of it."""
    full: dict[Field, int | str] = dict.fromkeys(WIDTHS, 0) | {Field.INPUT_INTERFACE: ""} | values
    version, ds = full[Field.VERSION], 0
    for view, (shift, mask) in DS_VIEWS.items():
        if view in values:
            ds = ds & ~mask | values[view] << shift & mask
    if Field.COS in values or Field.VLAN in values:
        layers |= {"tagged"}
    if Field.MPLS_EXP in values:
        layers |= {"labelled"}
    version = version if version in (4, 6) else 0
    if not version and full[Field.ETHERTYPE] in (0x800, 0x86DD):
        full[Field.ETHERTYPE] = 0x806
    return Packet(version, ds, full, layers)
