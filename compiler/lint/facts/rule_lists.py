"""The lists of rules in force, each once, and what they write beside a packet."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.fields import Field
from qosc.ir import (
    AllOf,
    Attachment,
    Mark,
    Named,
    Policy,
    Port,
    Predicate,
    Rule,
    RuleList,
    Test,
    Verdict,
)
from qosc.lint.engine.rule import Context
from qosc.lint.facts.places import places
from qosc.tuples import NamedTuple

__all__ = [
    "Applied",
    "Assignment",
    "applied",
    "assignments",
    "chains",
    "goes_on",
    "names_of",
    "parts",
    "restricted",
    "served",
    "sounds_like_control",
    "where",
]


class Applied(NamedTuple):
    """A list of rules and the ports that apply it, with the direction."""

    stage: RuleList
    ports: list[tuple[Port, str]]


class Assignment(NamedTuple):
    """A rule of a list that puts packets into a forwarding class.

    `loss` is the loss priority that it gives with the class, empty if none. `by` names the list in
    words; `plain` says that a line of its own says so, and not a table taken over as a whole.
    """

    stage: RuleList
    rule: Rule
    mark: Mark
    loss: str
    by: str
    plain: bool


def applied(context: Context) -> list[Applied]:
    """Each list of rules that a port applies, in the order of the ports. For `context.once`.

    Copies of one list on several ports are one. In an excerpt without any interface the lists that
    it defines stand for those in force, with no port.
    """
    by_list: dict[tuple[str, object], Applied] = {}
    for port in context.index.busy:
        for direction, stages in (("input", port.input), ("output", port.output)):
            for stage in stages:
                if isinstance(stage, RuleList):
                    key = (stage.feature, stage.origin)
                    by_list.setdefault(key, Applied(stage, [])).ports.append((port, direction))
    if not context.device.complete:
        have = {stage.feature for stage, _ in by_list.values()}
        for feature, stage in context.device.rule_lists.items():
            if feature not in have:
                by_list[feature, stage.origin] = Applied(stage, [])
    return list(by_list.values())


def where(applied_list: Applied) -> str:
    """The ports of a list in words: `ge-0/0/0.0`, `ge-0/0/0.0 and 12 others`."""
    names = list(dict.fromkeys(port.name for port, _ in applied_list.ports))
    if not names:
        return "the interface that applies it"
    if len(names) == 1:
        return names[0]
    more = len(names) - 1
    return f"{names[0]} and {more} other{'s' if more > 1 else ''}"


def goes_on(rule: Rule) -> bool:
    """Whether the next rule may look at a packet of this one."""
    if rule.policer is None:
        return rule.verdict is Verdict.CONTINUE
    outcomes = (rule.policer.conform, rule.policer.exceed, rule.policer.violate)
    return any(one is not None and one.verdict is Verdict.CONTINUE for one in outcomes)


def assignments(context: Context) -> list[Assignment]:
    """Every rule of a list in force that writes a forwarding class. For `context.once`."""
    listed: list[Assignment] = []
    for stage, _ in context.once(applied):
        classes: dict[object, set[str]] = {}
        of_table = stage.feature.startswith("classifiers ")
        for rule in stage.rules:
            for marks in chains(rule):
                for mark in marks:
                    if mark.field is Field.FORWARDING_CLASS:
                        classes.setdefault(mark.origin, set()).add(mark.name)
        for rule in stage.rules:
            for marks in chains(rule):
                loss = next((m.name for m in marks if m.field is Field.LOSS_PRIORITY), "")
                for mark in marks:
                    if mark.field is Field.FORWARDING_CLASS:
                        rest = of_table and mark.origin == stage.origin
                        plain = len(classes[mark.origin]) == 1 and not rest
                        listed.append(Assignment(stage, rule, mark, loss, stage.feature, plain))
    return listed


def chains(rule: Rule) -> Iterator[tuple[Mark, ...]]:
    """The marks that a packet of a rule can leave it with, for each colour."""
    if rule.policer is None:
        yield rule.marks
        return
    for outcome in (rule.policer.conform, rule.policer.exceed, rule.policer.violate):
        if outcome is not None and outcome.verdict is not Verdict.DROP:
            yield (*rule.marks, *outcome.marks)


def served(policy: Policy) -> frozenset[str]:
    """The forwarding classes that the classes of a policy take by name."""
    return frozenset(
        name for item in policy.classes if not item.default_by for name in names_of(item.match)
    )


def restricted(context: Context) -> dict[str, frozenset[str]]:
    """The forwarding classes that come to a policy inside others, where not all do.

    Use through `context.once`. Source: Juniper, Understanding CoS Forwarding Class Sets (Priority
    Groups): the scheduler map of a set serves the classes of the set.
    """
    allowed: dict[str, frozenset[str] | None] = {}
    for place in context.once(places):
        policy = context.device.policies.get(place)
        for item in policy.classes if policy is not None else ():
            if item.child is not None:
                held = allowed.setdefault(item.child.name, frozenset())
                own = frozenset(names_of(item.match)) or None
                allowed[item.child.name] = held | own if held is not None and own else None
    for port in context.device.ports.values():
        for stage in (*port.input, *port.output):
            if isinstance(stage, Attachment):
                allowed[stage.policy.name] = None
    return {name: classes for name, classes in allowed.items() if classes is not None}


def names_of(match: Predicate) -> tuple[str, ...]:
    """The forwarding classes that a match names."""
    return tuple(
        value.name
        for test in parts(match)
        if isinstance(test, Test) and test.field is Field.FORWARDING_CLASS
        for value in test.values
        if isinstance(value, Named) and value.name
    )


def sounds_like_control(name: str) -> bool:
    """Whether a forwarding class is meant for network control, by its name."""
    plain = name.lower().replace("_", "-")
    return "control" in plain or "nc" in plain.split("-") or plain.startswith("nc")


def parts(match: Predicate) -> tuple[Predicate, ...]:
    """The operands of a conjunction, or the predicate itself."""
    return match.operands if isinstance(match, AllOf) else (match,)
