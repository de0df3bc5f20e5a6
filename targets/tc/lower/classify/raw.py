"""Conjunctions that need raw bits: broken address masks, lengths, the packet's mark.

u32 reads at fixed offsets. The ports of IPv4 stand after the options, so that each length of the
header gets a filter of its own, and fragments after the first, which have none, are kept out.
"""

from __future__ import annotations

from itertools import product
from math import prod

from qosc.fields import Field
from qosc.ir import Interval, Masked
from qosc.targets.tc.lower.classify.budget import TooLargeError
from qosc.targets.tc.lower.classify.conjunction import DS_KEY, Conjunction, pieces
from qosc.targets.tc.model import U32Key

__all__ = ["needs_raw", "raw_keys"]

Keys = tuple[U32Key, ...]

_ADDRESS4 = {Field.SRC4: 12, Field.DST4: 16}
_ADDRESS6 = {Field.SRC6: 8, Field.DST6: 24}
_TRANSPORT = {
    Field.SRC_PORT: (16, 0),
    Field.DST_PORT: (16, 2),
    Field.TCP_FLAGS: (8, 13),
    Field.ICMP_TYPE: (8, 0),
    Field.ICMP_CODE: (8, 1),
}
"""Width and offset in the transport header (RFC 9293, 768, 792)."""
_HEADER6 = 40
_LOOKED_AT = 128
"""Bytes, more than any key reads."""


def needs_raw(conjunction: Conjunction) -> bool:
    """Whether flower cannot look for it."""
    if conjunction.get(Field.LENGTH):
        return True
    protocol = conjunction.get(Field.PROTOCOL)
    if isinstance(protocol, Interval) and _odd_protocol(protocol, conjunction.protocols()):
        return True
    return any(
        isinstance(constraint, Masked) and not _contiguous(constraint.mask, width)
        for fields, width in ((_ADDRESS4, 32), (_ADDRESS6, 128))
        for constraint in map(conjunction.get, fields)
    )


def _odd_protocol(protocol: Interval, with_fields: tuple[int, ...]) -> bool:
    if with_fields:
        # tc takes ports for TCP, UDP and SCTP only.
        return protocol.low == protocol.high and protocol.low in (33, 136)
    if protocol.low == protocol.high:
        # tc takes 255 for no protocol; of 137, MPLS in IP, the kernel's flower reads what is inside
        # and no longer says that it is IP (flow_dissector.c, IPPROTO_MPLS; seen on 6.1).
        return protocol.low in (137, 255)
    return (protocol.low, protocol.high) != (0, 255)


def _contiguous(mask: int, width: int) -> bool:
    ones = mask.bit_count()
    return mask == ((1 << ones) - 1) << (width - ones)


def raw_keys(conjunction: Conjunction, version: int, most: int) -> list[Keys]:
    """The u32 keys of each filter, for one IP version; above `most` raises TooLargeError."""
    options = [*_header(conjunction, version), *_transport(conjunction, version, most)]
    total = 1
    for option in options:
        total *= len(option)
    if total > most:
        raise TooLargeError
    sets_of_keys = [tuple(key for part in choice for key in part) for choice in product(*options)]
    return [keys for keys in sets_of_keys if not _contradictory(keys)]


def _contradictory(keys: Keys) -> bool:
    """Whether two keys ask for different values of one bit: tc refuses what matches nothing.

    Such is a port of a later fragment, which has none.
    """
    value = mask = 0
    for key in keys:
        shift = (_LOOKED_AT - (key.offset or 0)) * 8 - key.width
        if (value ^ key.value << shift) & mask & key.mask << shift:
            return True
        value |= (key.value & key.mask) << shift
        mask |= key.mask << shift
    return False


def _header(conjunction: Conjunction, version: int) -> list[list[Keys]]:
    options: list[list[Keys]] = []
    for field, constraint in conjunction.tests:
        if field is DS_KEY and isinstance(constraint, Masked):
            options.append([(_ds_key(constraint, version),)])
        elif field is Field.TTL and isinstance(constraint, Masked):
            place = 8 if version == 4 else 7
            options.append([(U32Key(8, constraint.value, constraint.mask, place),)])
        elif field is Field.LENGTH and isinstance(constraint, Interval):
            options.append(_length(constraint, version))
        elif field in _ADDRESS4 and isinstance(constraint, Masked):
            options.append([(U32Key(32, constraint.value, constraint.mask, _ADDRESS4[field]),)])
        elif field in _ADDRESS6 and isinstance(constraint, Masked):
            options.append([_words(constraint, _ADDRESS6[field])])
        elif field is Field.FRAGMENT and isinstance(constraint, Interval):
            options.append(_fragment(constraint, version))
        elif field is Field.FIRST_FRAGMENT and isinstance(constraint, Interval):
            options.append(_first_fragment(constraint, version))
    return options


def _ds_key(constraint: Masked, version: int) -> U32Key:
    if version == 4:
        return U32Key(8, constraint.value, constraint.mask, 1)
    # The traffic class is the second to ninth bit-quad of an IPv6 header.
    return U32Key(16, constraint.value << 4, constraint.mask << 4, 0)


def _length(interval: Interval, version: int) -> list[Keys]:
    if version == 4:
        return [(U32Key(16, block.value, block.mask, 2),) for block in pieces(interval, 16)]
    payload = Interval(interval.low - _HEADER6, interval.high - _HEADER6)
    return [(U32Key(16, block.value, block.mask, 4),) for block in pieces(payload, 16)]


def _words(constraint: Masked, offset: int) -> Keys:
    keys = []
    for word in range(4):
        shift = 96 - 32 * word
        mask = constraint.mask >> shift & 0xFFFFFFFF
        if mask:
            value = constraint.value >> shift & 0xFFFFFFFF
            keys.append(U32Key(32, value, mask, offset + 4 * word))
    return tuple(keys)


def _fragment(interval: Interval, version: int) -> list[Keys]:
    """Offset 0 is not a later fragment; an offset with some bit set is one."""
    if interval.low == 0 and interval.high >= 1:
        return [()]
    if version == 6:
        # A fragment carries the extension header 44; its offset is not looked at here.
        return [()] if interval.low == 0 else [(U32Key(8, 44, 0xFF, 6),)]
    if interval.low == 0:
        return [(U32Key(16, 0, 0x1FFF, 6),)]
    return [(U32Key(16, 1 << bit, ((0x1FFF >> bit) << bit), 6),) for bit in range(13)]


def _first_fragment(interval: Interval, version: int) -> list[Keys]:
    """Offset 0 and the bit for more; what is no first fragment has another offset, or not the bit.

    Of IPv6 the two stand in the fragment header, where it is the first extension (RFC 8200, 4.5).
    """
    if interval.low == 0 and interval.high >= 1:
        return [()]
    place, more, offset, low = (6, 0x2000, 0x1FFF, 0) if version == 4 else (42, 0x0001, 0xFFF8, 3)
    guard: Keys = () if version == 4 else (U32Key(8, 44, 0xFF, 6),)
    if interval.low == 1:
        return [(*guard, U32Key(16, more, more | offset, place))]
    if version == 6:
        # A packet without a fragment header is none; one with it is not looked into.
        return [()]
    return [
        (U32Key(16, 0, more, place),),
        *((U32Key(16, 1 << bit, (offset >> bit) << bit, place),) for bit in range(low, 13 + low)),
    ]


def _transport(conjunction: Conjunction, version: int, most: int) -> list[list[Keys]]:
    constraint = conjunction.get(Field.PROTOCOL)
    implied = conjunction.protocols()
    # A later fragment of IPv6 has the protocol in its fragment header, right behind the first one.
    fragment = conjunction.get(Field.FRAGMENT)
    later = isinstance(fragment, Interval) and fragment.low == 1
    place = 9 if version == 4 else _HEADER6 if later else 6
    options: list[list[Keys]] = []
    if implied:
        low, high = (
            (constraint.low, constraint.high) if isinstance(constraint, Interval) else (0, 255)
        )
        wanted = [n for n in implied if low <= n <= high and n != (58 if version == 4 else 1)]
        options.append([(U32Key(8, number, 0xFF, place),) for number in wanted])
    elif isinstance(constraint, Interval):
        blocks = pieces(constraint, 8)
        options.append([(U32Key(8, block.value, block.mask, place),) for block in blocks])
    if not implied:
        return options
    starts = [4 * words for words in range(5, 16)] if version == 4 else [_HEADER6]
    by_start: list[Keys] = []
    for start in starts:
        guard: Keys = ()
        if version == 4:
            guard = (U32Key(8, start // 4, 0x0F, 0), U32Key(16, 0, 0x1FFF, 6))
        parts = [_at(conjunction, field, start) for field in _TRANSPORT if conjunction.get(field)]
        # The lengths of a header, too, are filters of their own: no product is made to be refused.
        if prod(map(len, parts)) * len(starts) > most:
            raise TooLargeError
        by_start += [
            (*guard, *(key for part in choice for key in part)) for choice in product(*parts)
        ]
    options.append(by_start)
    return options


def _at(conjunction: Conjunction, field: Field, start: int) -> list[Keys]:
    constraint = conjunction.get(field)
    width, offset = _TRANSPORT[field]
    if isinstance(constraint, Masked):
        return [(U32Key(width, constraint.value, constraint.mask, start + offset),)]
    blocks = pieces(constraint, width) if isinstance(constraint, Interval) else []
    return [(U32Key(width, block.value, block.mask, start + offset),) for block in blocks]
