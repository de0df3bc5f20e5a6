"""Where the packet's mark keeps what a router keeps beside a packet, where the user says so.

Ports are lowered for the places of `capabilities.MARK_BITS`. With `--mark-shift` the fields that
the config has stand one after the other from that bit on, in the same order and of the same widths,
and what was lowered is moved there. All scripts of one config then agree, whichever of its ports
they are for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from qosc.fields import Field
from qosc.ir import Device, Mark, Test
from qosc.ledger import Entry
from qosc.targets.tc.capabilities import FIELDS, MARK_BITS, mark_width
from qosc.targets.tc.model import U32, Command, Filter, Plan, SkbMark
from qosc.targets.tc.options import MarkShiftError
from qosc.values import parts

__all__ = ["MarkPlaces", "bits_used", "mark_places"]

_SIZE = 32
_WRITTEN = re.compile(r"bits (0x[0-9a-f]+) of the packet's mark = (0x[0-9a-f]+)")


@dataclass(frozen=True, slots=True)
class MarkPlaces:
    """The first bit of each field in the mark; a field without one is not in the config."""

    first: Mapping[Field, int]

    def moved(self, plan: Plan) -> Plan:
        """The plan with all that it reads and writes of the mark in these places."""
        commands = tuple(replace(each, node=self._node(each)) for each in plan.commands)
        return replace(plan, commands=commands)

    def told(self, entries: Iterable[Entry]) -> tuple[Entry, ...]:
        """The entries with these places where they name bits of the mark."""
        return tuple(replace(entry, got=self._words(entry.got)) for entry in entries)

    def _node(self, command: Command) -> Any:
        node = command.node
        if not isinstance(node, Filter):
            return node
        match = node.match
        if isinstance(match, U32):
            keys = (
                replace(key, value=self._bits(key.value), mask=self._bits(key.mask))
                if key.offset is None
                else key
                for key in match.keys
            )
            match = U32(tuple(keys))
        actions = tuple(
            SkbMark(self._bits(each.value), self._bits(each.mask))
            if isinstance(each, SkbMark)
            else each
            for each in node.actions
        )
        return replace(node, match=match, actions=actions)

    def _bits(self, bits: int) -> int:
        return sum(
            ((bits & mask) >> shift) << self.first[field]
            for field, (shift, mask) in MARK_BITS.items()
            if field in self.first
        )

    def _words(self, got: str) -> str:
        for field, first in self.first.items():
            if got == FIELDS[field].how:
                return f"u32 on bits {first} to {first + mark_width(field) - 1} of the mark"
        return _WRITTEN.sub(
            lambda found: (
                f"bits {self._bits(int(found[1], 16)):#x} of the packet's mark = "
                f"{self._bits(int(found[2], 16)):#x}"
            ),
            got,
        )


def mark_places(device: Device, shift: int) -> MarkPlaces:
    """The places from bit `shift` on. Raises MarkShiftError where there is no room."""
    used = _fields(device)
    first = {}
    width = 0
    for field in MARK_BITS:
        if field in used:
            first[field] = shift + width
            width += mark_width(field)
    if shift + width > _SIZE:
        raise MarkShiftError(shift, width, _SIZE)
    return MarkPlaces(first)


def bits_used(plans: Iterable[Plan]) -> int:
    """The bits of the mark that the commands read or write."""
    bits = 0
    for plan in plans:
        for command in plan.commands:
            node = command.node
            if not isinstance(node, Filter):
                continue
            for action in node.actions:
                bits |= action.mask if isinstance(action, SkbMark) else 0
            if isinstance(node.match, U32):
                for key in node.match.keys:
                    bits |= key.mask if key.offset is None else 0
    return bits


def _fields(device: Device) -> set[Field]:
    """The fields of marks and tests of a device, of all its ports."""
    fields: set[Field] = set()
    work: list[Any] = [
        *device.ports.values(),
        *device.policies.values(),
        *device.applied.values(),
        *device.class_maps.values(),
        *device.access_lists.values(),
    ]
    seen: set[int] = set()
    while work:
        value = work.pop()
        if isinstance(value, tuple):
            work.extend(value)
        elif (inner := parts(value)) and id(value) not in seen:
            seen.add(id(value))
            if isinstance(value, Test | Mark):
                fields.add(value.field)
            if isinstance(value, Mark) and value.table is not None:
                fields.add(value.table.source)
            work.extend(filter(None, inner))
    return fields
