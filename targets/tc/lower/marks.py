"""Marks: the actions that write a field, and what the ledger says of them."""

from __future__ import annotations

from collections.abc import Iterable

from qosc.fields import Field, ds_bits
from qosc.ir import Mark
from qosc.ledger import Fidelity
from qosc.targets.tc.capabilities import MARK_BITS, MARK_NOTE
from qosc.targets.tc.model import Action, Csum, Pedit, SkbMark

__all__ = ["mark_actions", "mark_fate", "touches_ip", "written_versions"]

_DS = (Field.DSCP, Field.PRECEDENCE)

_FATES: dict[Field, tuple[Fidelity, str]] = {
    Field.DSCP: (Fidelity.EXACT, ""),
    Field.PRECEDENCE: (
        Fidelity.UNKNOWN,
        (
            "writes the three bits of the precedence and keeps the rest of the DS byte (RFC 791); "
            "whether a router clears the lower bits of the DSCP depends on its release"
        ),
    ),
    **dict.fromkeys(MARK_BITS, (Fidelity.EXACT, MARK_NOTE)),
}


def mark_fate(mark: Mark) -> tuple[Fidelity, str, str]:
    """Fidelity, note, and what the artefact does."""
    if mark.table is not None:
        note = f"a {mark.field} that depends on the packet's {mark.table.source}"
        return Fidelity.UNSUPPORTED, f"{note} is not written", "not written"
    known = _FATES.get(mark.field)
    if known is None:
        return Fidelity.UNSUPPORTED, f"nothing here can write {mark.field}", "not written"
    fidelity, note = known
    if mark.field in _DS:
        value, mask = ds_bits(mark.field, mark.value)
        return fidelity, note, f"DS byte {value:#04x} under mask {mask:#04x}, ECN kept"
    shift, mask = MARK_BITS[mark.field]
    if not _fits(mark):
        note = f"the packet's mark has room for values of {mark.field} up to {mask >> shift}"
        return Fidelity.UNSUPPORTED, note, "not written"
    return fidelity, note, f"bits {mask:#x} of the packet's mark = {mark.value << shift:#x}"


def _fits(mark: Mark) -> bool:
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
    for mark in marks:
        if mark.table is not None:
            continue
        if mark.field in _DS:
            bits, covered = ds_bits(mark.field, mark.value)
            value, mask = (value & ~covered) | bits, mask | covered
        elif mark.field in MARK_BITS and _fits(mark):
            shift, covered = MARK_BITS[mark.field]
            bits = (mark.value << shift) & covered
            skb_value, skb_mask = (skb_value & ~covered) | bits, skb_mask | covered
    actions: list[Action] = []
    if skb_mask:
        actions.append(SkbMark(skb_value, skb_mask))
    if mask and protocol == "ip":
        actions += [Pedit("ip", value, mask), Csum()]
    elif mask and protocol == "ipv6":
        actions.append(Pedit("ip6", value, mask))
    return tuple(actions)
