"""Lists of addresses: which packets they hold.

Source: Juniper, Specifying Address Filter Match Conditions (JUNOS 9.3 Policy Framework guide): the
order does not count, the longest prefix that holds an address decides, and an address in none does
not match, so that a list of nothing but `except` matches nothing. `source-address` and
`source-prefix-list` of one term are one list: Juniper's example of blocking Telnet and SSH needs
`source-address 0.0.0.0/0` beside `source-prefix-list manager-ip except`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from qosc.fields import Field
from qosc.ir import AllOf, AnyOf, Masked, Not, Predicate, Test
from qosc.source import Span

__all__ = ["Prefix", "longest_match", "mac", "prefix"]


class Prefix(NamedTuple):
    """An address with its mask, of IP version 4 or 6."""

    version: int
    value: int
    mask: int
    taken: bool = True
    """False for `except`."""


def prefix(text: str) -> Prefix | None:
    """A prefix: `10.0.0.0/8`, `10` (a host, filled up with zeros), `10.0.0.1/255.0.0.255`, IPv6."""
    from ipaddress import IPv4Address, IPv6Address

    address, slash, length = text.partition("/")
    version = 6 if ":" in address else 4
    width = 128 if version == 6 else 32
    try:
        if version == 6:
            value = int(IPv6Address(address))
        else:
            value = int(IPv4Address(address + ".0" * (3 - address.count("."))))
        if not slash:
            mask = (1 << width) - 1
        elif length.isascii() and length.isdecimal() and len(length) < 4:
            if int(length) > width:
                return None
            mask = ((1 << int(length)) - 1) << (width - int(length))
        elif version == 4:
            mask = int(IPv4Address(length))
        else:
            mask = int(IPv6Address(length))
    except ValueError:
        return None
    return Prefix(version, value & mask, mask)


def longest_match(
    prefixes: Iterable[Prefix], fields: tuple[Field, Field], origin: Span
) -> Predicate:
    """What the list matches in the fields of an IPv4 and an IPv6 address."""
    parts = []
    given = tuple(prefixes)
    for version, field in zip((4, 6), fields, strict=True):
        mine = [one for one in given if one.version == version]
        # Of two entries for one prefix the one without `except` is taken.
        mine.sort(key=lambda one: (one.mask.bit_count(), one.taken))
        predicate: Predicate | None = None
        for taken, group in groupby(mine, key=lambda one: one.taken):
            masks = tuple(dict.fromkeys(Masked(one.value, one.mask) for one in group))
            test = Test(field, masks, origin)
            if taken:
                predicate = test if predicate is None else AnyOf((test, predicate))
            elif predicate is not None:
                predicate = AllOf((predicate, Not(test)))
        if predicate is not None:
            parts.append(predicate)
    return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))


def mac(text: str) -> Masked | None:
    """A MAC address with an optional prefix length: `00:11:22:33:44:55/48`."""
    address, slash, length = text.partition("/")
    digits = address.replace(":", "").replace(".", "").replace("-", "")
    bits = int(length) if slash and length.isascii() and length.isdecimal() else 48
    if len(digits) != 12 or not 0 <= bits <= 48:
        return None
    try:
        value = int(digits, 16)
    except ValueError:
        return None
    mask = ((1 << bits) - 1) << (48 - bits)
    return Masked(value & mask, mask)
