"""Where classifiers put the code points of the AF classes."""

from __future__ import annotations

from typing import NamedTuple

from qosc.fields import Field
from qosc.ir import AnyOf, Device, Interval, Policy, Predicate, Reference, RefKind, RuleList, Test
from qosc.lint.places import places
from qosc.lint.rule import Context
from qosc.lint.rule_lists import applied, goes_on, parts
from qosc.source import Span

__all__ = ["AF_CLASSES", "Table", "Taken", "tables"]

AF_CLASSES = {number: tuple(8 * number + 2 * p for p in (1, 2, 3)) for number in (1, 2, 3, 4)}
"""The DSCPs of each AF class by drop precedence: RFC 2597, section 6."""


class Taken(NamedTuple):
    """Where a DSCP goes: the class by name, its queue, its loss priority (empty: not given)."""

    precedence: int
    name: str
    queue: object
    loss: str
    origin: Span


class Table(NamedTuple):
    """What a classifier, filter or policy (`by` in words) does with the AF code points it names."""

    by: str
    taken: dict[int, Taken]


def tables(context: Context) -> list[Table]:
    """One table for each list of rules and each policy in force. Use through `context.once`."""
    found = [_of_rules(stage) for stage, _ in context.once(applied)]
    for name in context.once(places):
        policy = context.device.policies.get(name)
        if policy is not None:
            found.append(_of_policy(context.device, policy))
    return [table for table in found if table.taken]


def _of_rules(stage: RuleList) -> Table:
    taken: dict[int, Taken] = {}
    for rule in stage.rules:
        points = _points(rule.match)
        if not points or goes_on(rule) or rule.policer is not None:
            continue
        mark = next((m for m in rule.marks if m.field is Field.FORWARDING_CLASS), None)
        loss = next((m.name for m in rule.marks if m.field is Field.LOSS_PRIORITY), "")
        for point in points if mark is not None else ():
            if mark is not None:
                taken.setdefault(
                    point, Taken(point % 8 // 2, mark.name, mark.value, loss, rule.origin)
                )
    return Table(stage.feature, taken)


def _of_policy(device: Device, policy: Policy) -> Table:
    taken: dict[int, Taken] = {}
    for place, item in enumerate(policy.classes):
        if not item.has_queue:
            continue
        for point in _points(_resolved(device, item.match)):
            taken.setdefault(
                point, Taken(point % 8 // 2, f"class {item.name}", place, "", item.match.origin)
            )
    return Table(policy.title, taken)


def _resolved(device: Device, match: Predicate) -> Predicate:
    if isinstance(match, Reference) and match.target is RefKind.CLASS_MAP:
        found = device.class_maps.get(match.name)
        return found.match if found is not None else match
    return match


def _points(match: Predicate) -> tuple[int, ...]:
    """The AF code points that a match names, where it asks for a code point and nothing else."""
    operands = match.operands if isinstance(match, AnyOf) else parts(match)
    tests = [test for test in operands if isinstance(test, Test)]
    asked = [test for test in tests if test.field is Field.DSCP]
    others = [one for one in operands if one not in asked]
    version = all(isinstance(one, Test) and one.field is Field.VERSION for one in others)
    if not asked or not version or (not isinstance(match, AnyOf) and len(asked) > 1):
        return ()
    named = {
        value.low
        for test in asked
        for value in test.values
        if isinstance(value, Interval) and value.low == value.high
    }
    return tuple(point for points in AF_CLASSES.values() for point in points if point in named)
