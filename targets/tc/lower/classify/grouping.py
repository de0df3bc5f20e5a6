"""The filters of a predicate in an order that the kernel can hash.

Filters of one `pref` are one instance of the flower classifier. It keeps those that look at the
same bits in one hash table (Linux cls_flower.c, fl_mask_lookup), so that a packet pays for each set
of bits, not for each line of an access list. Two filters on the same bits take no common packet
unless they are the same, so that their order does not matter; and a filter may pass others that
decide alike, or that take none of its packets.
"""

from __future__ import annotations

from functools import cache
from ipaddress import ip_address
from typing import NamedTuple

from qosc.targets.tc.lower.classify.budget import COMPARISON, MEETING, Budget
from qosc.targets.tc.model import Flower, Match, Matchall

__all__ = ["Bits", "Value", "bits_of", "grouped"]

_BACK = 64
"""A filter passes at most so many groups, and is compared with at most so many filters of each."""

Cell = tuple[str, Match]
Decided = tuple[Cell, bool]
Value = int | str | frozenset[str]


class Bits(NamedTuple):
    """What a filter looks at, and what it wants to see there."""

    shape: tuple[object, ...]
    values: tuple[Value, ...]


class _Group:
    """Filters on the same bits, by what they want to see."""

    def __init__(self, bits: Bits | None, decided: Decided) -> None:
        self.shape = None if bits is None else bits.shape
        self.cells = [decided]
        self.seen = set() if bits is None else {bits.values}
        self.verdicts = {decided[1]}

    def lets_pass(self, decided: Decided, budget: Budget) -> bool:
        """Whether a later filter may stand before this group."""
        budget.spend(COMPARISON)
        if self.verdicts == {decided[1]}:
            return True
        if len(self.cells) > _BACK:
            return _apart_by_protocol(self.cells[0][0][0], decided[0][0])
        budget.spend(MEETING * len(self.cells))
        return all(_apart(cell, decided[0]) for cell, _ in self.cells)


def grouped(cells: tuple[Decided, ...], budget: Budget) -> tuple[Decided, ...]:
    """The same decisions for every packet, with filters on the same bits side by side.

    Raises TooMuchError where `budget` does not allow the comparisons.
    """
    groups: list[_Group] = []
    by_shape: dict[tuple[object, ...], int] = {}
    for decided in cells:
        bits = bits_of(decided[0])
        place = None if bits is None else _place(groups, by_shape.get(bits.shape), decided, budget)
        if bits is None or place is None:
            if bits is not None:
                by_shape[bits.shape] = len(groups)
            groups.append(_Group(bits, decided))
        elif bits.values not in groups[place].seen:
            group = groups[place]
            group.seen.add(bits.values)
            group.verdicts.add(decided[1])
            group.cells.append(decided)
    return tuple(decided for group in groups for decided in group.cells)


def _place(groups: list[_Group], place: int | None, decided: Decided, budget: Budget) -> int | None:
    """`place` (the last group on the same bits) if the filter may go back so far."""
    if place is None or len(groups) - place > _BACK:
        return None
    return place if all(g.lets_pass(decided, budget) for g in groups[place + 1 :]) else None


def _apart_by_protocol(one: str, two: str) -> bool:
    return one != two and "all" not in (one, two)


def _apart(one: Cell, two: Cell) -> bool:
    """Whether it is plain to see that no packet is in both."""
    if _apart_by_protocol(one[0], two[0]):
        return True
    if not (isinstance(one[1], Flower) and isinstance(two[1], Flower)):
        return False
    others = dict(two[1].keys)
    return any(name in others and _differ(name, text, others[name]) for name, text in one[1].keys)


def _differ(name: str, one: str, two: str) -> bool:
    left, right = _key(name, one), _key(name, two)
    if left is None or right is None:
        return False
    if isinstance(left.value, int) and isinstance(right.value, int):
        assert isinstance(left.mask, int) and isinstance(right.mask, int)  # noqa: S101, PT018
        return bool((left.value ^ right.value) & left.mask & right.mask)
    return left.mask == right.mask and left.value != right.value


def bits_of(cell: Cell) -> Bits | None:
    """The bits of a filter that flower can hash; None for others: raw bits, ranges of ports."""
    protocol, match = cell
    if isinstance(match, Matchall) or not isinstance(match, Flower):
        return None
    keys = [(name, _key(name, text)) for name, text in sorted(match.keys)]
    shape: list[object] = [protocol]
    values: list[Value] = []
    for name, key in keys:
        if key is None:
            return None
        shape.append((name, key.mask))
        values.append(key.value)
    return Bits(tuple(shape), tuple(values))


class _Key(NamedTuple):
    """Value and mask; of names the mask is which names are looked for."""

    value: Value
    mask: int | frozenset[str]


_NAMES = frozenset({"ip_proto", "vlan_ethtype"})
_WIDTHS = {
    "src_ip": 32,
    "dst_ip": 32,
    "src_mac": 48,
    "dst_mac": 48,
    "ip_tos": 8,
    "ip_ttl": 8,
    "tcp_flags": 12,
    "type": 8,
    "code": 8,
    "src_port": 16,
    "dst_port": 16,
    "vlan_id": 12,
    "vlan_prio": 3,
    "mpls_tc": 3,
}


@cache
def _key(name: str, text: str) -> _Key | None:
    """A key as `cells` writes it; None for a range."""
    if name in _NAMES:
        return _Key(text, frozenset())
    if name == "ip_flags":
        flags = text.split("/")
        named = frozenset(flag.removeprefix("no") for flag in flags)
        return _Key(frozenset(flags), named)
    width = _WIDTHS.get(name)
    if width is None or (name.endswith("_port") and "-" in text):
        return None
    value, _, mask = text.partition("/")
    if name.endswith("_ip"):
        address = ip_address(value)
        length = int(mask) if mask else address.max_prefixlen
        ones = ((1 << length) - 1) << (address.max_prefixlen - length)
        return _Key(int(address) & ones, ones)
    if name.endswith("_mac"):
        number = int(value.replace(":", ""), 16)
        return _Key(number, int(mask.replace(":", ""), 16) if mask else (1 << width) - 1)
    ones = int(mask, 0) if mask else (1 << width) - 1
    return _Key(int(value, 0) & ones, ones)
