"""Who writes a mark on a device, and who looks at it further on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from qosc.fields import DS_VIEWS, Field
from qosc.ir import (
    AllOf,
    Attachment,
    Device,
    Mark,
    Opaque,
    Policer,
    Policy,
    Predicate,
    Rule,
    RuleList,
    Stage,
    Test,
    TrafficClass,
    Verdict,
)
from qosc.ir.resolve import POLICY_LEVELS, resolve
from qosc.packets.terms import vocabulary

__all__ = ["Chain", "Reader", "Writer", "overlap", "readers", "writers"]


class Chain:
    """Predicates in the order in which they are asked. Immutable.

    A longer one shares what it begins with, so that the beginnings of a list of n predicates take
    room for n of them. Of those that grow from one empty chain, equal ones are the same object.
    """

    __slots__ = ("_longer", "before", "last", "length")

    def __init__(self, before: Chain | None = None, last: Predicate | None = None) -> None:
        self.before = before
        self.last = last
        self.length: int = 0 if before is None else before.length + 1
        self._longer: dict[Predicate, Chain] = {}

    def then(self, match: Predicate) -> Chain:
        """This chain with one predicate more."""
        if match not in self._longer:
            self._longer[match] = Chain(self, match)
        return self._longer[match]

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Predicate]:
        """The predicates, the last one first."""
        here = self
        while here.before is not None and here.last is not None:
            yield here.last
            here = here.before


class Writer(NamedTuple):
    """Packets of `match` that none of `before` takes get `marks`; `mark` is the one in question.

    `stage` is the list of rules or the policy that it stands in, `by` names it in words. `rest` is
    the number of the first rule of the same list that looks at the packet afterwards; 0 for none.
    """

    stage: RuleList | Policy
    by: str
    owner: Rule | TrafficClass
    match: Predicate
    before: Chain
    marks: tuple[Mark, ...]
    mark: Mark
    rest: int = 0


class Reader(NamedTuple):
    """Packets of `match` are told apart; `fields` are those that it looks at.

    `policy` is the policy of a class, None for a rule of a list.
    """

    match: Predicate
    fields: frozenset[Field]
    policy: Policy | None


def overlap(one: Field, other: Field) -> bool:
    """Whether two fields are one, or views of the DS byte that share a bit."""
    if one in DS_VIEWS and other in DS_VIEWS:
        return bool(DS_VIEWS[one][1] & DS_VIEWS[other][1])
    return one is other


def policies_of(device: Device, stage: Stage) -> Iterator[Policy]:
    """The policy of an attachment and the policies inside it, each once."""
    applied_policy = resolve(device, stage.policy) if isinstance(stage, Attachment) else None
    level = [applied_policy] if isinstance(applied_policy, Policy) else []
    seen: set[str] = set()
    for _ in range(POLICY_LEVELS):
        below: list[Policy] = []
        for policy in level:
            if policy.name in seen:
                continue
            seen.add(policy.name)
            yield policy
            for item in policy.classes:
                child = resolve(device, item.child) if item.child else None
                if isinstance(child, Policy):
                    below.append(child)
        level = below


def writers(
    device: Device, stage: Stage, direction: str, port: str, none: Chain
) -> Iterator[Writer]:
    """The writers of one stage of a port's input or output pipeline.

    Their chains grow from `none`, the empty one of the device.
    """
    before = none
    if isinstance(stage, RuleList):
        for number, rule in enumerate(stage.rules):
            goes_on = _goes_on(rule)
            rest = number + 1 if goes_on and number + 1 < len(stage.rules) else 0
            policers = (rule.policer,) if rule.policer else ()
            for marks, mark in _chains(rule.marks, policers):
                by = f"the {direction} {stage.feature} of {port}"
                yield Writer(
                    stage=stage,
                    by=by,
                    owner=rule,
                    match=rule.match,
                    before=before,
                    marks=marks,
                    mark=mark,
                    rest=rest,
                )
            if not goes_on:
                before = before.then(rule.match)
        return
    for policy in policies_of(device, stage):
        before = none
        for item in policy.classes:
            for marks, mark in _chains(item.marks, item.policers):
                by = f"class {item.name} of {policy.title}"
                yield Writer(
                    stage=policy,
                    by=by,
                    owner=item,
                    match=item.match,
                    before=before,
                    marks=marks,
                    mark=mark,
                )
            before = before.then(item.match)


def _goes_on(rule: Rule) -> bool:
    """Whether the next rule may look at a packet of this one."""
    if rule.policer is None:
        return rule.verdict is Verdict.CONTINUE
    policer = rule.policer
    outcomes = (policer.conform, policer.exceed, policer.violate)
    return any(outcome and outcome.verdict is Verdict.CONTINUE for outcome in outcomes)


def _chains(
    first: tuple[Mark, ...], policers: tuple[Policer, ...]
) -> Iterator[tuple[tuple[Mark, ...], Mark]]:
    """Each mark that a packet can leave with, and all that are written on its way."""
    if not first and not policers:
        return
    chains = [first]
    for policer in policers:
        outcomes = (policer.conform, policer.exceed, policer.violate)
        kept = [one for one in outcomes if one and one.verdict is not Verdict.DROP]
        chains = [(*chain, *outcome.marks) for chain in chains for outcome in kept][:64]
    for chain in dict.fromkeys(chains):
        for number, mark in enumerate(chain):
            if not any(overlap(mark.field, later.field) for later in chain[number + 1 :]):
                yield chain, mark


def readers(device: Device, stage: Stage) -> Iterator[Reader]:
    """What one stage tells apart by looking at packets."""
    if isinstance(stage, RuleList):
        yield from rule_readers(device, stage.rules)
        return
    for policy in policies_of(device, stage):
        for item in policy.classes:
            fields = _fields(device, item.match)
            if item.wred is not None and item.wred.field is not None:
                fields |= {item.wred.field}
            yield Reader(item.match, fields, policy)
            for limit in item.limits:
                if limit.match is not None:
                    both = AllOf((item.match, limit.match))
                    yield Reader(both, _fields(device, limit.match), policy)


def rule_readers(device: Device, rules: Iterable[Rule]) -> Iterator[Reader]:
    """What rules tell apart."""
    for rule in rules:
        yield Reader(rule.match, _fields(device, rule.match), None)


_BLIND = frozenset(("protocol", "time-range", "object-group", "evaluate"))
"""Conditions outside the model that certainly do not look at a mark."""


def _fields(device: Device, match: Predicate) -> frozenset[Field]:
    """The fields that a predicate looks at: all of them where a line was not understood."""
    fields = set()
    for item in vocabulary(device, match):
        if isinstance(item, Opaque) and item.feature not in _BLIND:
            return frozenset(Field)
        if isinstance(item, Test):
            fields.add(item.field)
    return frozenset(fields)
