"""Predicates as ordered decision lists: conjunctions with a verdict, the first that holds decides.

An access list is such a list already. The conjunction or disjunction of two lists is their
product in lexicographic order: the first pair that holds is the pair of the first entries that
hold. A negation turns the verdicts. What falls off the end is False.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from qosc.fields import DS_VIEWS, WIDTHS, Field, ds_bits
from qosc.ir import (
    AccessList,
    AllOf,
    AnyOf,
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
from qosc.targets.tc.capabilities import FIELDS, MARK_BITS, mark_width
from qosc.targets.tc.lower.classify.budget import COMPARISON, MEETING, Budget, TooLargeError
from qosc.targets.tc.lower.classify.conjunction import ANY, DS_KEY, Conjunction, Constraint, pieces

__all__ = ["MOST", "Decision", "decide"]

MOST = 16_384
"""A predicate that needs more entries is not lowered."""

_COMPARE = 512
"""Lists up to this length are searched for entries that earlier ones cover."""

_LONG = 64
"""A list above this length is combined with the others last."""

_BITS_MOST = 3

Entry = tuple[Conjunction, bool]
_REST: Entry = (ANY, False)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision list without needless entries; ends with a True entry or is empty."""

    entries: tuple[Entry, ...]

    @property
    def negatives(self) -> bool:
        """Whether an entry before the last says False."""
        return any(not verdict for _, verdict in self.entries)


def decide(
    device: Device, match: Predicate, undefined: str = "none", budget: Budget | None = None
) -> Decision:
    """The decision list of a predicate; `undefined` lists match "none" or "all".

    What tc cannot look at counts as not met, under a negation as met: a class never takes packets
    that are not its own. An opaque condition counts as what it likely is. Raises TooLargeError for
    more than `MOST` entries, or more work than `budget` allows.
    """
    allowed = budget if budget is not None else Budget()

    def work() -> Decision:
        built = _Builder(device, undefined, allowed).build(match, seen=(), alone=True)
        return Decision(tuple(_trim(built, allowed)))

    return allowed.once(match, "decision", undefined, make=work)


class _Builder:
    def __init__(self, device: Device, undefined: str, budget: Budget) -> None:
        self.device = device
        self.undefined = undefined
        self.budget = budget

    def build(
        self,
        match: Predicate,
        *,
        seen: tuple[Reference, ...],
        negated: bool = False,
        alone: bool = False,
    ) -> list[Entry]:
        """Entries whose last one is total.

        `alone`: they are all that is looked for, and not combined with others. Raises TooLargeError
        where `_trim` is sure to raise it for them then.
        """
        if isinstance(match, Anything):
            return [(ANY, True)]
        if isinstance(match, Test):
            return self._test(match, negated)
        if isinstance(match, Not):
            inner = self.build(match.operand, negated=not negated, seen=seen, alone=alone)
            return [(conjunction, not verdict) for conjunction, verdict in inner]
        if isinstance(match, Opaque):
            if match.likely is None:
                return [(ANY, negated)]
            return self.build(match.likely, negated=negated, seen=seen, alone=alone)
        if isinstance(match, Reference):
            return self._reference(match, negated, seen, alone)
        if len(match.operands) == 1:
            inner = self.build(match.operands[0], negated=negated, seen=seen, alone=alone)
            return _total(_trim(inner, self.budget))
        return self._combine(match, negated, seen)

    def _combine(
        self, match: AllOf | AnyOf, negated: bool, seen: tuple[Reference, ...]
    ) -> list[Entry]:
        is_all = isinstance(match, AllOf)
        result: list[Entry] = [(ANY, is_all)]
        parts = [self.build(part, negated=negated, seen=seen) for part in match.operands]
        alone = _as_one(parts, self.budget) if is_all else None
        if alone is not None:
            return alone
        # What a long list does not take is idle behind the others, and need not be compared.
        parts.sort(key=lambda part: len(part) > _LONG)
        for part in parts:
            # Without the idle entries the next product would multiply.
            product = _product(result, part, is_all, self.budget)
            result = _total(_trim(product, self.budget))
        return result

    def _reference(
        self, match: Reference, negated: bool, seen: tuple[Reference, ...], alone: bool
    ) -> list[Entry]:
        target = None if match in seen else resolve(self.device, match)
        if isinstance(target, ClassMap):
            return self.build(target.match, negated=negated, seen=(*seen, match), alone=alone)
        if isinstance(target, AccessList):
            lines = self._lines(target, negated, (*seen, match), alone)
            result: deque[Entry] = deque([(ANY, False)])
            for permit, inner in reversed(lines):
                if _is_plain(inner) and len(inner) <= MOST:
                    # As `_before` does it, without a copy of all that comes after.
                    result.extendleft((each, permit) for each, _ in reversed(inner[:-1]))
                else:
                    result = deque(_before(inner, permit, list(result), self.budget))
            return list(result)
        is_list = match.target in (RefKind.ACCESS_LIST, RefKind.RATE_LIMIT_LIST)
        return [(ANY, is_list and self.undefined == "all")]

    def _lines(
        self, target: AccessList, negated: bool, seen: tuple[Reference, ...], alone: bool
    ) -> list[tuple[bool, list[Entry]]]:
        """The entries of an access list that packets come to: whether they permit, and what."""
        lines: list[tuple[bool, list[Entry]]] = []
        before: list[Entry] = []
        enough = MOST
        for permit, taken in decisions(target):
            # What cannot be looked at in a deny entry counts as met.
            inner = self.build(taken, negated=negated ^ (not permit), seen=seen)
            lines.append((permit, inner))
            if inner[0] == (ANY, True):
                break
            alone = alone and _is_plain(inner)
            if alone:
                before += ((conjunction, permit) for conjunction, _ in inner[:-1])
                if len(before) > enough:
                    # Unless many of these cover each other, no end of the list makes it small.
                    _trim(before, self.budget)
                    enough = 2 * len(before)
        return lines

    def _test(self, test: Test, negated: bool) -> list[Entry]:
        if FIELDS[test.field].lowered is False:
            return [(ANY, negated)]
        conjunctions = [
            Conjunction(((_key(test.field), constraint),))
            for value in test.values
            for constraint in _constraints(test.field, value)
        ]
        return [*((conjunction, True) for conjunction in conjunctions), (ANY, False)]


def _key(field: Field) -> Field:
    return DS_KEY if field in DS_VIEWS else field


def _as_one(parts: list[list[Entry]], budget: Budget) -> list[Entry] | None:
    """The product of all `parts`, where each is one conjunction and no two look at one field.

    So are most lines of an access list: what `_product` and `_trim` would make of them one by one
    is known beforehand. None where it is not.
    """
    tests: dict[Field, Constraint] = {}
    count = 0
    for part in parts:
        if len(part) != 2 or not part[0][1] or part[1] != _REST:
            return None
        common = part[0][0].tests
        count += len(common)
        tests.update(common)
    if len(tests) != count or not count:
        return None
    budget.spend(MEETING * count)
    whole = Conjunction(tuple(sorted(tests.items())))
    return [_REST] if whole.impossible() else [(whole, True), _REST]


def _is_plain(entry: list[Entry]) -> bool:
    """Whether a list says True of some conjunctions, one after the other, and False of the rest."""
    if not entry:
        return False
    last, verdict = entry[-1]
    return not last.tests and not verdict and all(taken for _, taken in entry[:-1])


def _before(entry: list[Entry], permit: bool, rest: list[Entry], budget: Budget) -> list[Entry]:
    """The list `rest` with an access entry before it, whose own predicate is the list `entry`.

    Where the predicate is False the rest decides: only a predicate with a negation inside grows.
    """
    result: list[Entry] = []
    for conjunction, verdict in entry:
        if verdict:
            result.append((conjunction, permit))
        elif not conjunction.tests:
            return [*result, *rest]
        else:
            result += _product([(conjunction, True)], rest, is_all=True, budget=budget)
        if len(result) > MOST:
            raise TooLargeError
    return result


def _product(one: list[Entry], two: list[Entry], is_all: bool, budget: Budget) -> list[Entry]:
    result: list[Entry] = []
    for left, left_verdict in one:
        if left_verdict is not is_all:
            # The left side settles it: false and x, true or x.
            result.append((left, left_verdict))
            continue
        before = len(result)
        budget.spend(MEETING * len(two))
        if left.tests:
            for right, right_verdict in two:
                result += ((both, right_verdict) for both in left.meets(right))
        else:  # it meets each as it is
            result += two
        budget.spend(MEETING * (len(result) - before))
        if len(result) > MOST:
            raise TooLargeError
    return result


def _trim(entries: Iterable[Entry], budget: Budget) -> list[Entry]:
    """Without entries that an earlier one covers, and without False ones that change nothing."""
    kept: list[Entry] = []
    for conjunction, verdict in entries:
        if len(kept) <= _COMPARE:
            budget.spend(COMPARISON * len(kept))
            if any(earlier.covers(conjunction) for earlier, _ in kept):
                continue
        kept.append((conjunction, verdict))
        if not conjunction.tests:
            break
    if len(kept) > MOST:
        raise TooLargeError
    return _without_idle(kept, budget)


def _total(entries: list[Entry]) -> list[Entry]:
    """With an entry for what falls off the end."""
    return entries if entries and not entries[-1][0].tests else [*entries, (ANY, False)]


def _without_idle(entries: Sequence[Entry], budget: Budget) -> list[Entry]:
    result: list[Entry] = []
    later: list[Conjunction] = []
    for conjunction, verdict in reversed(entries):
        if verdict:
            later.append(conjunction)
        elif len(later) <= _COMPARE:
            budget.spend(MEETING * len(later))
            if all(conjunction.meet(other) is None for other in later):
                continue
        result.append((conjunction, verdict))
    return result[::-1]


def _constraints(field: Field, value: Interval | Masked | Named) -> list[Constraint]:
    """A value as constraints of the one kind that its field has in a conjunction."""
    if field in DS_VIEWS:
        shift, _ = DS_VIEWS[field]
        if isinstance(value, Masked):
            byte, mask = value.value << shift, value.mask << shift
            return [Masked(byte & mask, mask)]
        if isinstance(value, Interval):
            _, mask = ds_bits(field, 0)
            width = WIDTHS[field]
            return [
                Masked((piece.value << shift) & mask, (piece.mask << shift) & mask)
                for piece in pieces(value, width)
            ]
        return []
    if field in MARK_BITS and isinstance(value, Named):
        # A name that no mark of the config gives; a packet without a mark has loss priority low.
        low = field is Field.LOSS_PRIORITY and value.name == "low"
        return [Masked(0, (1 << mark_width(field)) - 1)] if low else []
    if FIELDS[field].masked:
        if isinstance(value, Interval):
            width = mark_width(field) if field in MARK_BITS else WIDTHS[field]
            return list(pieces(value, width))
        return [value]
    if isinstance(value, Masked):
        few = _intervals(value, WIDTHS[field])
        return [value] if few is None else list(few)
    return [value]


def _intervals(value: Masked, width: int) -> list[Interval] | None:
    """A masked value as a few intervals; None where they would be many (every other port)."""
    top = (1 << width) - 1
    free = top & ~value.mask
    run = 0
    while free >> run & 1:
        run += 1
    high_bits = [bit for bit in range(run, width) if free >> bit & 1]
    if len(high_bits) > _BITS_MOST:
        return None
    result = []
    for chosen in range(1 << len(high_bits)):
        low = value.value
        for place, bit in enumerate(high_bits):
            if chosen >> place & 1:
                low |= 1 << bit
        result.append(Interval(low, low + (1 << run) - 1))
    return sorted(result, key=lambda item: item.low)
