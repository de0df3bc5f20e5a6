"""Where classifiers put the code points of the AF classes."""

from __future__ import annotations

from qosc.fields import Field
from qosc.ir import AllOf, AnyOf, Interval, Policy, Predicate, Reference, RefKind, RuleList, Test
from qosc.lint.engine.rule import Context
from qosc.lint.facts.places import places
from qosc.lint.facts.rule_lists import applied, goes_on
from qosc.source import Span
from qosc.tuples import NamedTuple

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
    device = context.device
    listed = [_of_rules(stage) for stage, _ in context.once(applied)]
    named = {name: _points(one.match) for name, one in device.class_maps.items()}
    for name in context.once(places):
        policy = device.policies.get(name)
        if policy is not None:
            listed.append(_of_policy(policy, named))
    return [table for table in listed if table.taken]


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


def _of_policy(policy: Policy, named: dict[str, tuple[int, ...]]) -> Table:
    """`named` holds the code points of each class-map."""
    taken: dict[int, Taken] = {}
    for place, item in enumerate(policy.classes):
        match = item.match
        if isinstance(match, Reference) and match.target is RefKind.CLASS_MAP:
            points = named.get(match.name, ())
        else:
            points = _points(match)
        for point in points if points and item.has_queue else ():
            taken.setdefault(
                point, Taken(point % 8 // 2, f"class {item.name}", place, "", match.origin)
            )
    return Table(policy.title, taken)


def _points(match: Predicate) -> tuple[int, ...]:
    """The AF code points that a match names, where it asks for a code point and nothing else."""
    several = isinstance(match, AnyOf)
    asked: list[Test] = []
    for one in match.operands if isinstance(match, (AllOf, AnyOf)) else (match,):
        if not isinstance(one, Test) or one.field not in (Field.DSCP, Field.VERSION):
            return ()
        if one.field is Field.DSCP:
            asked.append(one)
    if not asked or (len(asked) > 1 and not several):
        return ()
    named = {
        value.low
        for test in asked
        for value in test.values
        if isinstance(value, Interval) and value.low == value.high
    }
    return tuple(point for points in AF_CLASSES.values() for point in points if point in named)
