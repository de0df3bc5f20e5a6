"""The bytes of a network header and of what follows, as bits of the packet space.

IPv4 as in RFC 791, IPv6 as in RFC 8200; TCP in RFC 9293, UDP in RFC 768, ICMP in RFC 792 and 4443.
An IPv6 packet has no extension header here, but a later fragment, whose next header is 44.
"""

from __future__ import annotations

from qosc.fields import ICMP, ICMP6, IGMP, PORT_PROTOCOLS, WIDTHS, Field
from qosc.packets.diagrams import Diagram
from qosc.verify.packets.space import HeaderSpace

__all__ = ["byte"]

Bits = list[Diagram]
_FRAGMENT_HEADER = 44


def byte(space: HeaderSpace, version: int, offset: int) -> Bits:
    """The eight bits of a byte, low bit first. `version` 0: not IP, of which nothing is known."""
    if version == 4:
        return _ip4(space, offset)
    if version == 6:
        return _ip6(space, offset)
    return _unknown(space, "frame", offset)


def _unknown(space: HeaderSpace, what: str, offset: int) -> Bits:
    return [space.other((what, offset, place)) for place in range(8)]


def _constant(space: HeaderSpace, value: int, width: int = 8) -> Bits:
    return [space.true if value >> place & 1 else space.false for place in range(width)]


def _field(space: HeaderSpace, field: Field) -> Bits:
    return [space.bit(field, place) for place in range(WIDTHS[field])]


def _part(bits: Bits, index: int) -> Bits:
    """The byte `index` of a number, counted from the highest."""
    low = len(bits) - 8 * (index + 1)
    return bits[low : low + 8]


def _choose(where: Diagram, yes: Bits, no: Bits) -> Bits:
    return [where & a | ~where & b for a, b in zip(yes, no, strict=True)]


def _ip4(space: HeaderSpace, offset: int) -> Bits:
    if offset < 0:
        return _unknown(space, "link", offset)
    if offset == 0:
        return [*(space.var(v) for v in space.header_words), *_constant(space, 4, 4)]
    if offset == 1:
        return [space.var(v) for v in space.ds_bits]
    if offset in (2, 3):
        return _part(_field(space, Field.LENGTH), offset - 2)
    if offset in (6, 7):
        word = [
            *(space.var(v) for v in space.offset),
            space.var(space.more),
            space.other("do not fragment"),
            space.other("evil"),
        ]
        return _part(word, offset - 6)
    if offset == 8:
        return _field(space, Field.TTL)
    if offset == 9:
        return _field(space, Field.PROTOCOL)
    if 12 <= offset < 20:
        return _part(_field(space, Field.SRC4 if offset < 16 else Field.DST4), (offset - 12) % 4)
    if offset < 20:
        return _unknown(space, "ip4", offset)
    words = [space.var(v) for v in space.header_words]
    bits = _unknown(space, "ip4", offset)
    for length in range(5, offset // 4 + 1):
        if length > 15:
            break
        here = space.number(words, length)
        bits = _choose(here, _transport(space, 4, offset - 4 * length), bits)
    return bits


def _ip6(space: HeaderSpace, offset: int) -> Bits:
    if offset < 0:
        return _unknown(space, "link", offset)
    if offset in (0, 1):
        ds = [space.var(v) for v in space.ds_bits]
        if offset == 0:
            return [*ds[4:], *_constant(space, 6, 4)]
        return [*(space.other(("flow label", place)) for place in range(16, 20)), *ds[:4]]
    if offset in (4, 5):
        return _part(_minus_40(space, _field(space, Field.LENGTH)), offset - 4)
    if offset == 6:
        later = space.bit(Field.FRAGMENT, 0) | space.first_fragment()
        return _choose(later, _constant(space, _FRAGMENT_HEADER), _field(space, Field.PROTOCOL))
    if offset == 7:
        return _field(space, Field.TTL)
    if 8 <= offset < 40:
        return _part(_field(space, Field.SRC6 if offset < 24 else Field.DST6), (offset - 8) % 16)
    if offset < 40:
        return _unknown(space, "ip6", offset)
    whole = ~space.bit(Field.FRAGMENT, 0) & ~space.first_fragment()
    return _choose(whole, _transport(space, 6, offset - 40), _unknown(space, "ip6", offset))


def _minus_40(space: HeaderSpace, bits: Bits) -> Bits:
    result: Bits = []
    borrow = space.false
    for place, bit in enumerate(bits):
        taken = space.true if 40 >> place & 1 else space.false
        result.append(bit ^ taken ^ borrow)
        borrow = ~bit & (taken | borrow) | taken & borrow
    return result


def _transport(space: HeaderSpace, version: int, offset: int) -> Bits:
    """The bytes after the IP header; a later fragment has no transport header."""
    bits = _unknown(space, "payload", offset)
    later = space.bit(Field.FRAGMENT, 0)
    for protocols, field, start in (
        (PORT_PROTOCOLS, Field.SRC_PORT, 0),
        (PORT_PROTOCOLS, Field.DST_PORT, 2),
        ((ICMP if version == 4 else ICMP6,), Field.ICMP_TYPE, 0),
        ((ICMP if version == 4 else ICMP6,), Field.ICMP_CODE, 1),
        ((IGMP,), Field.IGMP_TYPE, 0),
    ):
        width = WIDTHS[field] // 8
        if start <= offset < start + width:
            here = _one_of(space, protocols) & ~later
            bits = _choose(here, _part(_field(space, field), offset - start), bits)
    if offset == 13:
        flags = [*_field(space, Field.TCP_FLAGS), *bits[6:]]
        bits = _choose(_one_of(space, (6,)) & ~later, flags, bits)
    return bits


def _one_of(space: HeaderSpace, protocols: tuple[int, ...]) -> Diagram:
    node = space.false
    for number in protocols:
        node |= space.number(_field(space, Field.PROTOCOL), number)
    return node
