"""Entries that deny what one before them has permitted, and else only what is denied anyway."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from qosc.fields import Field
from qosc.ir import AccessEntry, AccessList, Device
from qosc.lint.facts.walk import leaf_tests

if TYPE_CHECKING:
    from qosc.packets import PacketSpace, Region

__all__ = ["late_exceptions", "may_be_late"]


def may_be_late(
    device: Device, access_list: AccessList, before: Sequence[Sequence[int]] | None
) -> list[int]:
    """The places of entries that deny and that an entry before them may have come before; `before`
    has the places of those that may share a packet with each, None: any.

    An exception is of some address or port. An entry that counts what it denies (`log`) has its
    use, and one on flags of TCP is mostly for those that `established` leaves.
    """
    entries = access_list.entries
    first = next((at for at, entry in enumerate(entries) if entry.permit), len(entries))
    return [
        place
        for place in range(first + 1, len(entries))
        if not entries[place].permit
        and not entries[place].options
        and _by_ends(device, entries[place])
        and any(
            entries[other].permit and not _by_flags(device, entries[other])
            for other in (range(place) if before is None else before[place])
        )
    ]


_ENDS = frozenset((Field.SRC4, Field.DST4, Field.SRC6, Field.DST6, Field.SRC_PORT, Field.DST_PORT))


def _by_ends(device: Device, entry: AccessEntry) -> bool:
    return any(test.field in _ENDS for test in leaf_tests(device, entry.match))


def _by_flags(device: Device, entry: AccessEntry) -> bool:
    return any(test.field is Field.TCP_FLAGS for test in leaf_tests(device, entry.match))


def late_exceptions(
    space: PacketSpace, access_list: AccessList, regions: Sequence[Region], places: Sequence[int]
) -> list[tuple[int, int]]:
    """Of some places those whose entry could go without a packet noticing, though it is narrower
    than an entry before it that permits some of its packets: each with the place of that entry.

    What denies all that is left behind some permits, as is customary, holds these whole.
    """
    if not places:
        return []
    entries = access_list.entries
    seen = space.nothing
    before: dict[int, tuple[Region, Region]] = {}
    wanted, permitted = frozenset(places), space.nothing
    for place, region in enumerate(regions):
        if place in wanted:
            before[place] = seen, permitted
        seen |= region
        if entries[place].permit:
            permitted |= region
    found = []
    after = space.nothing
    for place in range(len(entries) - 1, min(places) - 1, -1):
        if place in wanted and _is_late(regions, place, *before[place], after):
            earlier = [at for at in range(place) if entries[at].permit]
            others = [at for at in earlier if regions[at].meets(regions[place])]
            if not any(regions[at] <= regions[place] for at in others):
                found.append((place, others[0]))
        if entries[place].permit:
            after |= regions[place]
    return found[::-1]


def _is_late(
    regions: Sequence[Region], place: int, seen: Region, permitted: Region, after: Region
) -> bool:
    """Whether some packets of an entry are permitted before it, and none of the rest after it."""
    left = regions[place] - seen
    return not left.is_empty() and not left.meets(after) and regions[place].meets(permitted)
