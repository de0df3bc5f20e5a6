"""Entries that deny what one before them has permitted, and else only what is denied anyway."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from qosc.fields import Field
from qosc.ir import AccessEntry, AccessList, Device
from qosc.lint.facts.walk import leaf_tests

if TYPE_CHECKING:
    from qosc.packets import Region

__all__ = ["late_exceptions", "may_be_late"]


def may_be_late(
    device: Device, access_list: AccessList, before: Sequence[Sequence[int]] | None
) -> frozenset[int]:
    """The places of entries that deny and that an entry before them may have come before; `before`
    has the places of those that may share a packet with each, None: any.

    An exception is of some address or port. An entry that counts what it denies (`log`) has its
    use, and one on flags of TCP is mostly for those that `established` leaves.
    """
    entries = access_list.entries
    first = next((at for at, entry in enumerate(entries) if entry.permit), len(entries))
    return frozenset(
        place
        for place in range(first + 1, len(entries))
        if not entries[place].permit
        and not entries[place].options
        and _asks(device, entries[place], _ENDS)
        and any(
            entries[other].permit and not _asks(device, entries[other], _FLAGS)
            for other in (range(place) if before is None else before[place])
        )
    )


_ENDS = frozenset((Field.SRC4, Field.DST4, Field.SRC6, Field.DST6, Field.SRC_PORT, Field.DST_PORT))

_FLAGS = frozenset((Field.TCP_FLAGS,))


def _asks(device: Device, entry: AccessEntry, fields: frozenset[Field]) -> bool:
    """Whether an entry looks at one of some fields."""
    return any(test.field in fields for test in leaf_tests(device, entry.match))


def late_exceptions(
    nothing: Region,
    access_list: AccessList,
    regions: Sequence[Region],
    before: Mapping[int, Region],
) -> list[tuple[int, int]]:
    """Of some places those whose entry could go without a packet noticing, though it is narrower
    than an entry before it that permits some of its packets: each with the place of that entry.
    `before` has for each place what the entries before it match.

    What denies all that is left behind some permits, as is customary, holds these whole.
    """
    if not before:
        return []
    entries = access_list.entries
    late = []
    after = nothing
    for place in range(len(entries) - 1, min(before) - 1, -1):
        if place in before and _is_idle(regions[place], before[place], after):
            earlier = _permits(access_list, regions, place)
            if earlier and not any(regions[at] <= regions[place] for at in earlier):
                late.append((place, earlier[0]))
        if entries[place].permit:
            after |= regions[place]
    return late[::-1]


def _is_idle(own: Region, before: Region, permitted: Region) -> bool:
    """Whether an entry before a denial has some of its packets, and none behind permits another."""
    left = own - before
    return own.meets(before) and not left.is_empty() and not left.meets(permitted)


def _permits(access_list: AccessList, regions: Sequence[Region], place: int) -> list[int]:
    """The places before one of entries that permit some of its packets."""
    entries = access_list.entries[:place]
    own = regions[place]
    return [at for at, entry in enumerate(entries) if entry.permit and regions[at].meets(own)]
