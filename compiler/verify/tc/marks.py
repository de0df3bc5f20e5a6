"""A script whose marks stand elsewhere in the packet's mark, read as if they stood as usual.

With `--mark-shift N` the fields that the config has follow each other from bit N on, in the order
of `MARK_PLACES` and of the same widths. Written without a look at the code that moves them there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import chain
from typing import Any

from qosc.fields import Field
from qosc.ir import Device, Mark, Test
from qosc.verify.packets.space import MARK_PLACES
from qosc.verify.tc.model import Filter, Key, PortSetup, SetMark, Unreadable

__all__ = ["as_usual"]


def as_usual(setup: PortSetup, device: Device, shift: int) -> PortSetup:
    """What a part of a script sets up, with its marks where scripts have them without the option.

    Raises Unreadable for a bit that no field of the config stands at.
    """
    bits: dict[int, int] = {}
    used = set(_fields(device))
    for field, (usual, width) in MARK_PLACES.items():
        if field in used:
            bits |= {shift + len(bits) + bit: usual + bit for bit in range(width)}
    filters = tuple(_filter(each, bits) for each in setup.filters)
    return replace(setup, filters=filters)


def _filter(firewall_filter: Filter, bits: dict[int, int]) -> Filter:
    def moved(number: int) -> int:
        result = 0
        for bit in range(number.bit_length()):
            if number >> bit & 1:
                if bit not in bits:
                    raise Unreadable(
                        f"bit {bit} of the mark is for none of its fields", firewall_filter.line
                    )
                result |= 1 << bits[bit]
        return result

    def key(each: Key) -> Key:
        if each.name not in ("fw", "mark"):
            return each
        return replace(each, numbers=tuple(map(moved, each.numbers)))

    return replace(
        firewall_filter,
        keys=tuple(map(key, firewall_filter.keys)),
        actions=tuple(
            SetMark(moved(each.value), moved(each.mask)) if isinstance(each, SetMark) else each
            for each in firewall_filter.actions
        ),
    )


def _fields(device: Device) -> Iterator[Field]:
    """The fields that any mark or test of the config has."""
    parts = (
        device.ports,
        device.policies,
        device.applied,
        device.class_maps,
        device.access_lists,
    )
    kept: dict[int, object] = {}
    levels: list[Any] = list(chain.from_iterable(part.values() for part in parts))
    while levels:
        item = levels.pop()
        if isinstance(item, tuple):
            levels += item
            continue
        if not is_dataclass(item) or isinstance(item, type) or id(item) in kept:
            continue
        kept[id(item)] = item
        if isinstance(item, Mark):
            yield item.field
            if item.table is not None:
                yield item.table.source
        elif isinstance(item, Test):
            yield item.field
        levels += (getattr(item, one.name) for one in fields(item) if one.name != "origin")
