"""The packets of a predicate, as far as the artefact can see them."""

from __future__ import annotations

from typing import NamedTuple

from qosc.ir import (
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Not,
    Opaque,
    Predicate,
    Reference,
    RefKind,
    Test,
)
from qosc.ir.fragments import decisions
from qosc.ir.leaves import resolve
from qosc.packets.diagrams import Diagram
from qosc.verify.packets.space import HeaderSpace

__all__ = ["Predicates"]

Unseen = frozenset[Test | Opaque]


class _Unknown(NamedTuple):
    """What is not known of tests: `unseen` count as not met, `granted` as met; turned round under
    a negation.
    """

    unseen: Unseen = frozenset()
    granted: Unseen = frozenset()


class Predicates:
    """Makes the set of each predicate once.

    What cannot be seen counts as not met, and under a negation as met, so that no class takes a
    packet that is not its own. An opaque condition counts as what it likely is. `undefined_matches`
    says what a missing access list matches.
    """

    def __init__(self, space: HeaderSpace, *, undefined_matches: bool) -> None:
        self._space = space
        self._undefined = undefined_matches
        self._done: dict[tuple[int, bool, _Unknown], Diagram] = {}
        self._kept: list[Predicate] = []

    def of(self, match: Predicate, unseen: Unseen = frozenset()) -> Diagram:
        """The packets that a router would say match."""
        return self._of(match, negated=False, unseen=_Unknown(unseen), seen=())

    def either(self, match: Predicate, unseen: Unseen, open_tests: Unseen) -> Diagram:
        """The packets for which it depends on `open_tests` whether the predicate is met."""
        least = self.of(match, unseen | open_tests)
        most = self._of(match, negated=False, unseen=_Unknown(unseen, open_tests - unseen), seen=())
        return most & ~least

    def _of(
        self, match: Predicate, *, negated: bool, unseen: _Unknown, seen: tuple[Reference, ...]
    ) -> Diagram:
        key = (id(match), negated and any(unseen), unseen)
        if key in self._done:
            return self._done[key]
        node = self._make(match, negated, unseen, seen)
        self._kept.append(match)
        self._done[key] = node
        return node

    def _make(
        self, match: Predicate, negated: bool, unseen: _Unknown, seen: tuple[Reference, ...]
    ) -> Diagram:
        space = self._space
        if isinstance(match, Anything):
            return space.true
        if isinstance(match, Test | Opaque) and match in unseen.unseen:
            return space.true if negated else space.false
        if isinstance(match, Test | Opaque) and match in unseen.granted:
            return space.false if negated else space.true
        if isinstance(match, Test):
            return self._test(match)
        if isinstance(match, Opaque):
            if match.likely is None:
                return space.true if negated else space.false
            return self._of(match.likely, negated=negated, unseen=unseen, seen=seen)
        if isinstance(match, Not):
            return ~self._of(match.operand, negated=not negated, unseen=unseen, seen=seen)
        if isinstance(match, Reference):
            return self._reference(match, negated, unseen, seen)
        parts = [
            self._of(part, negated=negated, unseen=unseen, seen=seen) for part in match.operands
        ]
        if isinstance(match, AllOf):
            node = space.true
            for part in parts:
                node &= part
            return node
        assert isinstance(match, AnyOf)  # noqa: S101
        node = space.false
        for part in parts:
            node |= part
        return node

    def _test(self, test: Test) -> Diagram:
        builder, node = self._space.builder, self._space.false
        for value in test.values:
            node |= builder.value(test.field, value)
        return node

    def _reference(
        self, match: Reference, negated: bool, unseen: _Unknown, seen: tuple[Reference, ...]
    ) -> Diagram:
        target = None if match in seen else resolve(self._space.packets.device, match)
        inner = (*seen, match)
        if isinstance(target, ClassMap):
            return self._of(target.match, negated=negated, unseen=unseen, seen=inner)
        if isinstance(target, AccessList):
            node = self._space.false
            for permit, taken in reversed([*decisions(target)]):
                here = self._of(taken, negated=negated ^ (not permit), unseen=unseen, seen=inner)
                node = node | here if permit else node & ~here
            return node
        is_list = match.target in (RefKind.ACCESS_LIST, RefKind.RATE_LIMIT_LIST)
        return self._space.true if is_list and self._undefined else self._space.false
