"""Marks: the actions that write a field, and what the ledger says of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qosc.fields import DS_VIEWS, WIDTHS, Field, ds_bits
from qosc.ir import AllOf, Device, Interval, Mark, MarkTable, Predicate, Test
from qosc.ledger import Fidelity
from qosc.targets.base import NARROWED_NOTE
from qosc.targets.tc.capabilities import FIELDS, MARK_BITS, MARK_NOTE, mark_width
from qosc.targets.tc.lower.classify.cells import Cell, cells
from qosc.targets.tc.lower.classify.decision import decide
from qosc.targets.tc.model import Action, Csum, Pedit, SkbMark, VlanPriority

__all__ = ["mark_actions", "mark_fate", "table_cells", "touches_ip", "written_versions"]

_DS = (Field.DSCP, Field.PRECEDENCE, Field.TOS)
_ECN = 0x03

PRIORITY_NOTE = "by the egress-qos-map of the VLAN device"

_FATES: dict[Field, tuple[Fidelity, str]] = {
    Field.DSCP: (Fidelity.EXACT, ""),
    Field.PRECEDENCE: (
        Fidelity.UNKNOWN,
        (
            "writes the three bits of the precedence and keeps the rest of the DS byte (RFC 791); "
            "whether a router clears the lower bits of the DSCP depends on its release"
        ),
    ),
    Field.TOS: (
        Fidelity.EXACT,
        "the last of the four bits of the TOS (RFC 1349) is the first of ECN (RFC 3168)",
    ),
    Field.COS: (Fidelity.EXACT, PRIORITY_NOTE),
    **dict.fromkeys(MARK_BITS, (Fidelity.EXACT, MARK_NOTE)),
}


def mark_fate(mark: Mark) -> tuple[Fidelity, str, str]:
    """Fidelity, note, and what the artefact does."""
    if mark.table is not None:
        return table_fate(mark.field, mark.table)
    known = _FATES.get(mark.field)
    if known is None:
        return Fidelity.UNSUPPORTED, f"nothing here can write {mark.field}", "not written"
    fidelity, note = known
    if mark.field in _DS:
        value, mask = ds_bits(mark.field, mark.value)
        kept = "" if mask & _ECN else ", ECN kept"
        return fidelity, note, f"DS byte {value:#04x} under mask {mask:#04x}{kept}"
    if mark.field is Field.COS:
        return fidelity, note, f"priority {mark.value} in the VLAN tag"
    shift, mask = MARK_BITS[mark.field]
    if not _fits(mark):
        note = f"the packet's mark has room for values of {mark.field} up to {mask >> shift}"
        return Fidelity.UNSUPPORTED, note, "not written"
    return fidelity, note, f"bits {mask:#x} of the packet's mark = {mark.value << shift:#x}"


def table_fate(field: Field, table: MarkTable) -> tuple[Fidelity, str, str]:
    """The same for a mark whose value is looked up: one filter for each value or run of values."""
    known = _FATES.get(field)
    if known is None:
        return Fidelity.UNSUPPORTED, f"nothing here can write {field}", "not written"
    source = FIELDS[table.source]
    if not source.lowered or table.source not in WIDTHS or WIDTHS[table.source] > _WIDEST:
        note = f"the {field} depends on the packet's {table.source}, which nothing here can read"
        return Fidelity.UNSUPPORTED, note, "not written"
    steps = _steps(field, table)
    if not all(_fits(Mark(field, value)) for _, _, value in steps):
        return Fidelity.UNSUPPORTED, f"values that have no room in a {field} here", "not written"
    fidelity, note = known
    if source.fidelity is not Fidelity.EXACT and fidelity is Fidelity.EXACT:
        fidelity = source.fidelity
    if table.narrowed and fidelity is Fidelity.EXACT:
        fidelity = Fidelity.UNKNOWN
    cut = NARROWED_NOTE if table.narrowed else ""
    notes = "; ".join(part for part in (note, source.note, cut) if part)
    return fidelity, notes, f"{len(steps)} values or runs of {table.source}, a filter each"


_WIDEST = 10
"""A field of more bits has too many values for filters of their own."""


def _steps(field: Field, table: MarkTable) -> list[tuple[int, int, int]]:
    """(first, last, value to write) by runs of the source; without what changes nothing."""
    width = mark_width(table.source) if table.source in MARK_BITS else WIDTHS[table.source]
    runs: list[tuple[int, int, int]] = []
    for held in range(1 << width):
        value = table.value(held)
        if value is None or (field is table.source and value == held):
            continue
        if runs and runs[-1][1:] == (held - 1, value):
            runs[-1] = (runs[-1][0], held, value)
        else:
            runs.append((held, held, value))
    return runs


def table_cells(mark: Mark) -> Iterator[tuple[Cell, tuple[Action, ...]]]:
    """Which packets get which value of a mark that looks it up; no packet is in two cells.

    Nothing where the mark is not written at all.
    """
    table = mark.table
    if table is None or mark_fate(mark)[0] is Fidelity.UNSUPPORTED:
        return
    versions = (4, 6) if mark.field in _DS else (0,)
    for first, last, value in _steps(mark.field, table):
        for version in versions:
            test: Predicate = Test(table.source, (Interval(first, last),))
            if version:
                test = AllOf((Test(Field.VERSION, (Interval(version, version),)), test))
            actions = mark_actions(
                (Mark(mark.field, value),), {4: "ip", 6: "ipv6"}.get(version, "")
            )
            for conjunction, verdict in decide(Device(), test).entries:
                if verdict:
                    yield from ((cell, actions) for cell in cells(conjunction))


def _fits(mark: Mark) -> bool:
    if mark.field not in MARK_BITS:
        return (
            mark.field in DS_VIEWS or mark.field is Field.COS
        ) and 0 <= mark.value < 1 << WIDTHS[mark.field]
    shift, mask = MARK_BITS[mark.field]
    return 0 <= mark.value <= mask >> shift


def touches_ip(marks: Iterable[Mark]) -> bool:
    """Whether some mark needs to know the IP version."""
    return any(mark.field in _DS and mark.table is None for mark in marks)


def written_versions(marks: Iterable[Mark]) -> tuple[str, ...]:
    """The protocols that need filters of their own for these marks."""
    return ("ip", "ipv6") if touches_ip(marks) else ()


def mark_actions(marks: Iterable[Mark], protocol: str) -> tuple[Action, ...]:
    """The actions that write the marks into packets of a protocol (`ip`, `ipv6` or any other).

    Several writes of the DS byte become one. The checksum of IPv4 is put right.
    """
    value = mask = 0
    skb_value = skb_mask = 0
    priority: int | None = None
    for mark in marks:
        if mark.table is not None:
            continue
        if mark.field in _DS:
            bits, covered = ds_bits(mark.field, mark.value)
            value, mask = (value & ~covered) | bits, mask | covered
        elif mark.field is Field.COS:
            priority = mark.value
        elif mark.field in MARK_BITS and _fits(mark):
            shift, covered = MARK_BITS[mark.field]
            bits = (mark.value << shift) & covered
            skb_value, skb_mask = (skb_value & ~covered) | bits, skb_mask | covered
    actions: list[Action] = []
    if skb_mask:
        actions.append(SkbMark(skb_value, skb_mask))
    if priority is not None:
        actions.append(VlanPriority(priority))
    if mask and protocol == "ip":
        actions += [Pedit("ip", value, mask), Csum()]
    elif mask and protocol == "ipv6":
        actions.append(Pedit("ip6", value, mask))
    return tuple(actions)
