"""Predicates of the model as matches of a scenario, with every reference followed."""

from __future__ import annotations

from qosc.fields import LOSS_PRIORITIES, WIDTHS, Field
from qosc.ir import (
    AccessList,
    AllOf,
    Anything,
    ClassMap,
    Device,
    Interval,
    Masked,
    Named,
    Not,
    Opaque,
    Predicate,
    Reference,
    RefKind,
    Test,
)
from qosc.ir.fragments import decisions
from qosc.ir.leaves import resolve
from qosc.ledger import Cursor, Fidelity
from qosc.scenario import Entry, Match
from qosc.scenario.values import parse_value, show_value
from qosc.targets.base import as_likely, unresolved
from qosc.targets.sim.words import clean

__all__ = ["EVERYTHING", "NOTHING", "lower_match"]

EVERYTHING = Match(where={})
NOTHING = Match(any=())


def lower_match(device: Device, match: Predicate, undefined: str, cursor: Cursor) -> Match:
    """The match, with an entry for each of the predicate's leaves, which are below `cursor`."""
    for leaf in cursor.ledger.open_leaves(cursor.path):
        fidelity, note, got = _fate(leaf.value, undefined)
        cursor.ledger.enter(leaf.path, fidelity, note, got)
    return _lower(device, match, undefined, ())


def _fate(value: object, undefined: str) -> tuple[Fidelity, str, str]:
    if isinstance(value, Opaque):
        if value.likely is not None:
            return as_likely(value)
        note = f"no simulated packet carries what {value.feature} looks at: the test never holds"
        return Fidelity.UNSUPPORTED, note, "matches nothing"
    if isinstance(value, Test):
        if not all(_fits(value.field, each) for each in value.values):
            return Fidelity.EXACT, "values that the field cannot hold are left out", ""
        return Fidelity.EXACT, "", ""
    if not isinstance(value, Reference):
        return Fidelity.EXACT, "", ""
    return unresolved(value, clean(value.name), undefined)


def _lower(device: Device, match: Predicate, undefined: str, seen: tuple[Reference, ...]) -> Match:
    if isinstance(match, Anything):
        return EVERYTHING
    if isinstance(match, Test):
        return _test(match)
    if isinstance(match, Opaque):
        made = NOTHING if match.likely is None else _lower(device, match.likely, undefined, seen)
        return made.model_copy(update={"note": clean(f"{match.feature} {match.argument}")})
    if isinstance(match, Reference):
        return _reference(device, match, undefined, seen)
    if isinstance(match, Not):
        return Match.model_validate({"not": _lower(device, match.operand, undefined, seen)})
    parts = [_lower(device, part, undefined, seen) for part in match.operands]
    if len(parts) == 1:
        return parts[0]
    return _all(parts) if isinstance(match, AllOf) else Match(any=tuple(parts))


def _all(parts: list[Match]) -> Match:
    """Tests of fields that differ stand together in one `where`."""
    where: dict[Field, tuple[int | str, ...]] = {}
    rest: list[Match] = []
    for part in parts:
        tests = part.where
        if tests is not None and not part.note and not where.keys() & tests.keys():
            where.update(tests)
        else:
            rest.append(part)
    if not rest:
        return Match(where=where)
    return Match(all=(*([Match(where=where)] if where else []), *rest))


def _test(test: Test) -> Match:
    values: list[int | str] = []
    for value in test.values:
        if isinstance(value, Interval) and test.field is Field.LOSS_PRIORITY:
            values.extend(LOSS_PRIORITIES[max(value.low, 0) : max(value.high + 1, 0)])
        elif isinstance(value, Interval) and test.field in (Field.SRC4, Field.DST4):
            values.extend(show_value(test.field, each) for each in _prefixes(value, 32))
        elif isinstance(value, Interval) and test.field in (Field.SRC6, Field.DST6):
            values.extend(show_value(test.field, each) for each in _prefixes(value, 128))
        elif _fits(test.field, value):
            values.append(show_value(test.field, value))
    return Match(where={test.field: tuple(dict.fromkeys(values))})


def _fits(field: Field, value: Interval | Masked | Named) -> bool:
    if field is Field.LOSS_PRIORITY:
        return (
            value.name in LOSS_PRIORITIES
            if isinstance(value, Named)
            else isinstance(value, Interval) and 0 <= value.low <= value.high < len(LOSS_PRIORITIES)
        )
    if isinstance(value, Named):
        return field not in WIDTHS and len(value.name) <= 200
    if field not in WIDTHS:
        return False
    try:
        if isinstance(value, Interval) and field in _ADDRESSES:
            return 0 <= value.low <= value.high < 1 << WIDTHS[field]
        return parse_value(field, show_value(field, value)) == value
    except ValueError:
        return False


_ADDRESSES = (Field.SRC4, Field.DST4, Field.SRC6, Field.DST6)


def _prefixes(value: Interval, width: int) -> list[Masked]:
    """The prefixes that make up an interval of addresses."""
    low, high = max(value.low, 0), min(value.high, (1 << width) - 1)
    prefixes = []
    while low <= high:
        size = low & -low or 1 << width
        while size > high - low + 1:
            size >>= 1
        prefixes.append(Masked(low, ((1 << width) - 1) ^ (size - 1)))
        low += size
    return prefixes


def _reference(
    device: Device, match: Reference, undefined: str, seen: tuple[Reference, ...]
) -> Match:
    target = None if match in seen else resolve(device, match)
    below = (*seen, match)
    if isinstance(target, ClassMap):
        return _lower(device, target.match, undefined, below)
    if isinstance(target, AccessList):
        return _list(device, target, undefined, below)
    note = clean(f"{match.target} {match.name} is not defined")
    is_list = match.target in (RefKind.ACCESS_LIST, RefKind.RATE_LIMIT_LIST)
    everything = is_list and undefined == "all" and match not in seen
    return (EVERYTHING if everything else NOTHING).model_copy(update={"note": note})


def _list(device: Device, target: AccessList, undefined: str, seen: tuple[Reference, ...]) -> Match:
    entries = list(decisions(target))
    while entries and not entries[-1][0]:
        # No entry means no match, so a deny at the end says nothing new.
        entries.pop()
    note = clean(f"access-list {target.name}")
    if len(entries) == 1:
        only = _lower(device, entries[0][1], undefined, seen)
        return only if only.note else only.model_copy(update={"note": note})
    made = tuple(_entry(device, *entry, undefined, seen) for entry in entries)
    return Match(first=made, note=note)


def _entry(
    device: Device, permit: bool, taken: Predicate, undefined: str, seen: tuple[Reference, ...]
) -> Entry:
    match = _lower(device, taken, undefined, seen)
    return Entry(permit=match) if permit else Entry(deny=match)
