"""What an access list does with fragments, which a router decides entry by entry.

A fragment other than the first has no ports, flags or types. Cisco IOS takes it by what is left of
an entry, its layer-3 part: one that permits takes the fragment, one that denies lets it go on to
the next (Cisco IOS IP Configuration Guide, "Filtering IP Packets Using Access Lists", IPC-94; Cisco
documents 8014 and 212971).
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.fields import Field
from qosc.ir.device import Device
from qosc.ir.match import AccessEntry, AccessList, AllOf, Interval, Predicate, Test
from qosc.values import replace

__all__ = ["LAYER_4", "decisions", "later_fragments", "with_fragments"]

LAYER_4 = frozenset(
    (
        Field.SRC_PORT,
        Field.DST_PORT,
        Field.TCP_FLAGS,
        Field.ICMP_TYPE,
        Field.ICMP_CODE,
        Field.IGMP_TYPE,
    )
)
"""What only the first fragment of a datagram carries."""
_LATER = Test(Field.FRAGMENT, (Interval(1, 1),))


def decisions(access_list: AccessList) -> Iterator[tuple[bool, Predicate]]:
    """What a list decides, in order: whether it permits, and what.

    An entry that takes later fragments by their layer-3 part is two of them.
    """
    seen: set[Predicate] = set()
    for entry in access_list.entries:
        yield entry.permit, entry.match
        if entry.fragments_by_layer_3:
            later = later_fragments(entry.match)
            if later is not None and later not in seen:
                seen.add(later)
                yield True, later


def with_fragments(device: Device) -> Device:
    """The device with an entry of its own for each decision of its access lists on later fragments.

    For what looks at entries one by one and knows no fragments. The same device where no entry
    takes any.
    """
    changed = {
        name: replace(access_list, entries=tuple(_entries(access_list)))
        for name, access_list in device.access_lists.items()
        if any(entry.fragments_by_layer_3 for entry in access_list.entries)
    }
    if not changed:
        return device
    return replace(device, access_lists={**device.access_lists, **changed})


def _entries(access_list: AccessList) -> Iterator[AccessEntry]:
    for entry in access_list.entries:
        yield entry
        later = later_fragments(entry.match) if entry.fragments_by_layer_3 else None
        if later is not None:
            yield replace(entry, match=later, fragments_by_layer_3=False)


def later_fragments(match: Predicate) -> Predicate | None:
    """The later fragments that the layer-3 part of a match takes; None if it has no other part."""
    parts = match.operands if isinstance(match, AllOf) else (match,)
    kept = [part for part in parts if not _of_layer_4(part)]
    return AllOf((*kept, _LATER)) if len(kept) < len(parts) else None


def _of_layer_4(match: Predicate) -> bool:
    if isinstance(match, AllOf):
        return bool(match.operands) and all(_of_layer_4(part) for part in match.operands)
    return isinstance(match, Test) and match.field in LAYER_4
