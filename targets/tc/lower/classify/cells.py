"""A conjunction as the filters that look for it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from itertools import product

from qosc.fields import ICMP, ICMP6, TCP, UDP, Field
from qosc.ir import Interval, Masked
from qosc.targets.tc.capabilities import MARK_BITS
from qosc.targets.tc.lower.classify.budget import TooLargeError
from qosc.targets.tc.lower.classify.conjunction import DS_KEY, Conjunction, Constraint, pieces
from qosc.targets.tc.lower.classify.raw import needs_raw, raw_keys
from qosc.targets.tc.model import U32, Flower, Match, Matchall, U32Key
from qosc.targets.tc.types import Bits, Range
from qosc.targets.tc.vocabulary import ETHERTYPE, flower_key

__all__ = ["MOST_FILTERS", "Cell", "Ranges", "cells", "inside_key", "inside_tag"]

MOST_FILTERS = 512
"""A conjunction that needs more filters is not lowered."""


class Ranges(Enum):
    """Which ranges of ports tc takes as they are."""

    NONE = "none"
    SWAPPED_TOO = "those in order with the two bytes of each port swapped too"
    ALL = "all"

    def takes(self, ports: Interval) -> bool:
        """Whether a range of more than one port can be written as one.

        tc of older releases compares the two ends as a little-endian processor reads them from the
        packet, and refuses 5000-5999 as 34835-28439 (see `Feature.ALL_RANGES`). None takes a range
        that starts at 0.
        """
        if ports.low == 0 or self is Ranges.NONE:
            return False
        return self is Ranges.ALL or _swapped(ports.low) < _swapped(ports.high)


def _swapped(port: int) -> int:
    return (port & 0xFF) << 8 | port >> 8


Cell = tuple[str, Match]
"""The protocol and the match of a filter."""

_PROTOCOL_OF_VERSION = {4: "ip", 6: "ipv6"}
_SCTP = 132
_WITH_PORTS = (TCP, UDP, _SCTP)
"""The protocols whose ports tc lets a filter look at."""
_TRANSPORT_FIELDS = (
    Field.SRC_PORT,
    Field.DST_PORT,
    Field.TCP_FLAGS,
    Field.ICMP_TYPE,
    Field.ICMP_CODE,
)
_LINK_FIELDS = (Field.VLAN, Field.COS, Field.MPLS_EXP)


def cells(conjunction: Conjunction, *, ranges: Ranges = Ranges.ALL) -> tuple[Cell, ...]:
    """Filters that together match just the packets of a conjunction. Raises TooLargeError.

    A range of ports that is none of `ranges` is written as blocks of a power of two.
    """
    if not conjunction.tests:
        return (("all", Matchall()),)
    versions = conjunction.versions()
    if not versions:
        return tuple(_link_cells(conjunction))
    result: list[Cell] = []
    for version in versions:
        result += _ip_cells(conjunction, version, ranges)
        if len(result) > MOST_FILTERS:
            raise TooLargeError
    return tuple(result)


def inside_tag(cell: Cell) -> tuple[Cell, ...]:
    """The filter that looks for the same behind a VLAN tag, if it takes one.

    None for raw bits: u32 cannot ask what follows the tag.
    """
    protocol, match = cell
    if protocol in ("all", "802.1Q", "mpls_uc") or isinstance(match, U32):
        return ()
    keys = match.keys if isinstance(match, Flower) else ()
    return (("802.1Q", Flower((inside_key(protocol), *keys))),)


def inside_key(protocol: str) -> tuple[str, str]:
    """The key for what follows a VLAN tag; `protocol` as a filter names it."""
    return flower_key("vlan_ethtype", protocol)


def _link_cells(conjunction: Conjunction) -> Iterable[Cell]:
    """A conjunction that does not look at IP."""
    mark = _mark_keys(conjunction)
    ethertype = conjunction.get(Field.ETHERTYPE)
    names = ["all"]
    if isinstance(ethertype, Interval):
        _bounded(ethertype.high - ethertype.low + 1)
        names = [ETHERTYPE.write(n) for n in range(ethertype.low, ethertype.high + 1)]
    if mark:
        # Link fields beside the mark would need two classifiers for one packet.
        if any(conjunction.get(f) for f in (*_LINK_FIELDS, Field.SRC_MAC, Field.DST_MAC)):
            raise TooLargeError
        return [(name, U32(mark)) for name in names]
    result: list[Cell] = []
    for keys in _link_keys(conjunction):
        if conjunction.get(Field.VLAN) or conjunction.get(Field.COS):
            inner = [()] if names == ["all"] else [(inside_key(name),) for name in names]
            result += [("802.1Q", Flower((*keys, *kind))) for kind in inner]
        elif conjunction.get(Field.MPLS_EXP):
            result.append(("mpls_uc", Flower(keys)))
        else:
            result += [(name, Flower(keys) if keys else Matchall()) for name in names]
    return result


def _link_keys(conjunction: Conjunction) -> list[tuple[tuple[str, str], ...]]:
    options: list[list[tuple[str, str]]] = []
    for field, name in (
        (Field.VLAN, "vlan_id"),
        (Field.COS, "vlan_prio"),
        (Field.MPLS_EXP, "mpls_tc"),
    ):
        constraint = conjunction.get(field)
        if isinstance(constraint, Interval):
            values = range(constraint.low, constraint.high + 1)
            options.append([flower_key(name, value) for value in values])
    for field, name in ((Field.SRC_MAC, "src_mac"), (Field.DST_MAC, "dst_mac")):
        constraint = conjunction.get(field)
        if isinstance(constraint, Masked):
            options.append([flower_key(name, Bits(constraint.value, constraint.mask))])
    return _combinations(options)


def _ip_cells(conjunction: Conjunction, version: int, ranges: Ranges) -> list[Cell]:
    ethertype = conjunction.get(Field.ETHERTYPE)
    wanted = {4: 0x0800, 6: 0x86DD}[version]
    if isinstance(ethertype, Interval) and not ethertype.low <= wanted <= ethertype.high:
        return []
    if conjunction.get(Field.MPLS_EXP):
        return []  # a labelled packet is not an IP packet yet
    mark = _mark_keys(conjunction)
    if mark or needs_raw(conjunction):
        if _link_keys(conjunction) != [()]:
            raise TooLargeError
        protocol = _PROTOCOL_OF_VERSION[version]
        return [
            (protocol, U32((*mark, *keys))) for keys in raw_keys(conjunction, version, MOST_FILTERS)
        ]
    protocol = _PROTOCOL_OF_VERSION[version]
    result: list[Cell] = []
    for link in _link_keys(conjunction):
        tagged = any(name.startswith("vlan_") for name, _ in link)
        for keys in _ip_keys(conjunction, version, ranges):
            every = (*link, *((inside_key(protocol),) if tagged else ()), *keys)
            name = "802.1Q" if tagged else protocol
            result.append((name, Flower(every) if every else Matchall()))
    return result


def _ip_keys(
    conjunction: Conjunction, version: int, ranges: Ranges
) -> list[tuple[tuple[str, str], ...]]:
    options: list[list[tuple[str, str]]] = []
    protocols = _protocols(conjunction, version)
    if protocols is not None:
        options.append([flower_key("ip_proto", (version, number)) for number in protocols])
    for field, constraint in conjunction.tests:
        if field in (Field.SRC_PORT, Field.DST_PORT):
            name = "src_port" if field is Field.SRC_PORT else "dst_port"
            options.append([flower_key(name, port) for port in _ports(constraint, ranges)])
        else:
            options += _plain(field, constraint, version)
    # What a fragment lacks reads as 0.
    reads_zero = any(_admits_zero(conjunction.get(field)) for field in _TRANSPORT_FIELDS)
    texts = _fragment_texts(conjunction, whole=reads_zero)
    if texts is not None:
        options.append([flower_key("ip_flags", text) for text in texts])
    return _combinations(options)


def _admits_zero(constraint: Constraint | None) -> bool:
    if isinstance(constraint, Interval):
        return constraint.low == 0
    return isinstance(constraint, Masked) and constraint.value == 0


_MASKED = {
    DS_KEY: "ip_tos",
    Field.TTL: "ip_ttl",
    Field.TCP_FLAGS: "tcp_flags",
}
_ADDRESSES = {
    Field.SRC4: "src_ip",
    Field.SRC6: "src_ip",
    Field.DST4: "dst_ip",
    Field.DST6: "dst_ip",
}


def _plain(field: Field, constraint: Constraint, version: int) -> list[list[tuple[str, str]]]:
    if isinstance(constraint, Masked):
        bits = Bits(constraint.value, constraint.mask)
        if field in _MASKED:
            return [[flower_key(_MASKED[field], bits)]]
        if field in _ADDRESSES:
            return [[flower_key(_ADDRESSES[field], (version, bits))]] if constraint.mask else []
    if field in (Field.ICMP_TYPE, Field.ICMP_CODE) and isinstance(constraint, Interval):
        name = "type" if field is Field.ICMP_TYPE else "code"
        blocks = pieces(constraint, 8)
        return [[flower_key(name, Bits(block.value, block.mask)) for block in blocks]]
    return []


def _protocols(conjunction: Conjunction, version: int) -> list[int] | None:
    """The IP protocols to look for; None: any."""
    constraint = conjunction.get(Field.PROTOCOL)
    implied = conjunction.protocols()
    if implied:
        # tc reads ports of these only; ICMP's fields are of the version's own ICMP.
        known = {4: (ICMP, *_WITH_PORTS), 6: (ICMP6, *_WITH_PORTS)}[version]
        numbers = [number for number in implied if number in known]
        if isinstance(constraint, Interval):
            numbers = [n for n in numbers if constraint.low <= n <= constraint.high]
        return numbers
    if isinstance(constraint, Interval):
        if (constraint.low, constraint.high) == (0, 255):
            return None
        return list(range(constraint.low, constraint.high + 1))
    return None


def _ports(interval: Constraint, ranges: Ranges) -> list[int | Range | Bits]:
    if isinstance(interval, Masked):
        return [Bits(interval.value, interval.mask)]
    if not isinstance(interval, Interval):
        return []
    if interval.low == interval.high:
        return [interval.low]
    if not ranges.takes(interval):
        return [Bits(block.value, block.mask) for block in pieces(interval, 16)]
    return [Range(interval.low, interval.high)]


def _fragment_texts(conjunction: Conjunction, *, whole: bool) -> list[str] | None:
    """What `ip_flags` looks for; None: it looks for nothing. `whole`: in whole packets alone."""
    later, first = (conjunction.get(field) for field in (Field.FRAGMENT, Field.FIRST_FRAGMENT))
    if not isinstance(later, Interval) and not isinstance(first, Interval) and not whole:
        return None
    texts = []
    if _has(later, 0) and _has(first, 0):
        texts.append("nofrag")
    if _has(later, 0) and _has(first, 1) and not whole:
        texts.append("firstfrag")
    if _has(later, 1) and _has(first, 0) and not whole:
        texts.append("frag/nofirstfrag")
    return texts


def _has(constraint: Constraint | None, value: int) -> bool:
    return not isinstance(constraint, Interval) or constraint.low <= value <= constraint.high


def _mark_keys(conjunction: Conjunction) -> tuple[U32Key, ...]:
    value = mask = 0
    for field, (shift, _) in MARK_BITS.items():
        constraint = conjunction.get(field)
        if isinstance(constraint, Masked):
            value |= constraint.value << shift
            mask |= constraint.mask << shift
    return (U32Key(32, value, mask, None),) if mask else ()


def _combinations(options: list[list[tuple[str, str]]]) -> list[tuple[tuple[str, str], ...]]:
    total = 1
    for option in options:
        total *= len(option)
    _bounded(total)
    return [tuple(choice) for choice in product(*options)]


def _bounded(count: int) -> None:
    if count > MOST_FILTERS:
        raise TooLargeError
