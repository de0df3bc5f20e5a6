"""Which lines of the config put a packet into a class."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.ir import AccessList, AllOf, AnyOf, ClassMap, Device, Predicate, Reference
from qosc.ir.describe import describe_match
from qosc.ir.resolve import resolve
from qosc.source import NOWHERE, Span
from qosc.trace.steps import Reason
from qosc.trace.travellers import Traveller

__all__ = ["reasons"]

MOST = 6
"""Lines that are named for one class: of a set of packets there may be many."""
_LEVELS = 8


def reasons(device: Device, match: Predicate, traveller: Traveller) -> tuple[Reason, ...]:
    """The match lines and the entries of lists by which `match` takes all of `traveller`.

    Of alternatives those that the packets meet first, each with its place; at most `MOST`.
    """
    distinct: dict[Reason, None] = {}
    for reason in _reasons(device, match, traveller, NOWHERE, _LEVELS):
        distinct.setdefault(reason)
        if len(distinct) == MOST:
            break
    return tuple(distinct)


def _reasons(
    device: Device, match: Predicate, traveller: Traveller, origin: Span, levels: int
) -> Iterator[Reason]:
    own = match.origin if match.__class__ is not Reference else origin
    here = own if own != NOWHERE else origin
    target = resolve(device, match) if isinstance(match, Reference) else None
    if not levels:
        yield Reason(describe_match(match), here)
    elif isinstance(target, ClassMap) and target.match.operands:
        yield from _reasons(device, target.match, traveller, target.origin, levels - 1)
    elif isinstance(target, AccessList) and target.entries:
        assert isinstance(match, Reference)  # noqa: S101 - what resolves is a reference
        if match.origin != NOWHERE:
            yield Reason(describe_match(match), match.origin)
        yield from _entries(target, traveller)
    elif isinstance(match, Reference):
        yield Reason(describe_match(match, lambda ref: resolve(device, ref)), match.origin)
    elif isinstance(match, AnyOf):
        left: Traveller | None = traveller
        for part in match.operands:
            if left is None:
                return
            hit, left = left.split(part)
            if hit is not None:
                yield from _reasons(device, part, hit, here, levels - 1)
    elif isinstance(match, AllOf) and _is_of_lines(match):
        for part in match.operands:
            yield from _reasons(device, part, traveller, here, levels - 1)
    else:
        yield Reason(describe_match(match), here)


def _is_of_lines(match: AllOf) -> bool:
    """Whether the parts of a conjunction stand on lines of their own, or name other objects."""
    if any(isinstance(part, Reference | AnyOf) for part in match.operands):
        return True
    lines = {part.origin.line for part in match.operands if part.origin != NOWHERE}
    return bool(lines - {match.origin.line})


def _entries(target: AccessList, traveller: Traveller) -> Iterator[Reason]:
    """The entries that permit the packets, none of which an earlier entry has taken."""
    left: Traveller | None = traveller
    for entry in target.entries:
        if left is None:
            return
        hit, left = left.split(entry.match)
        if hit is not None:
            word = "permit" if entry.permit and not entry.deny_ignored else "deny"
            ignored = "; the action is ignored in a class-map" if entry.deny_ignored else ""
            yield Reason(f"{word} {describe_match(entry.match)}{ignored}", entry.origin)
