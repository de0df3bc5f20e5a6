"""What the platform does on ports that take part in class of service and say nothing of it.

A port takes part where `class-of-service interfaces` speaks of it, or a filter or policer on one of
its units gives or asks for a forwarding class or a loss priority. On other ports nothing depends on
the defaults, and a config of a thousand units would drown in them. An excerpt without interfaces
says too little: what it leaves out may stand elsewhere.

Sources: Juniper, "Class of Service User Guide (Routers and EX9200 Switches)": Default IP Precedence
Classifier (`ipprec-compatibility` on logical interfaces without a classifier); Default MPLS EXP
Classifier (on logical interfaces with family mpls); Default Schedulers Overview. Statement
`no-default`: an interface with it has no default classifier.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from qosc.fields import Field
from qosc.ir import (
    AllOf,
    AnyOf,
    Attachment,
    Mark,
    Not,
    Port,
    PortKind,
    Predicate,
    Reference,
    RefKind,
    Rule,
    RuleList,
    Standing,
    Test,
)
from qosc.source import NOWHERE

from .lower_classes import ForwardingClasses
from .lower_classifiers import match_code_points
from .lower_code_points import default_codes
from .lower_policies import Policies
from .lower_words import LOSS
from .tree import Node

__all__ = ["standing"]

_COS = frozenset((Field.FORWARDING_CLASS, Field.LOSS_PRIORITY))
_IP = frozenset(("dscp", "inet-precedence", "ieee-802.1", "ieee-802.1ad"))
"""Kinds of classifier in whose presence IP packets have no default one."""
_WITHOUT_QUEUES = ("lo", "irb", "vlan", "st0", "fxp", "em", "me", "vme", "dsc", "gr-", "ip-", "lt-")
_NAMES = {"compatibility": "inet-precedence ipprec-compatibility", "exp": "exp default"}
_KINDS = {"compatibility": "inet-precedence", "exp": "exp"}


def standing(
    root: Node, ports: dict[str, Port], bound: Mapping[str, bool], classes: ForwardingClasses,
    policies: Policies,
) -> dict[str, Standing]:  # fmt: skip
    """The default classifiers and the default scheduler map, where nothing else is in force.

    `bound` names the ports that `class-of-service interfaces` speaks of, and says of each whether
    it has default classifiers at all.
    """
    seen: dict[str, bool] = {}
    taking = {
        name: port for name, port in ports.items()
        if port.kind is not PortKind.CONTROL_PLANE and (name in bound or _marks(port, seen))
    }  # fmt: skip
    if not taking:
        return {}
    kinds, shares = classes.defaults.classifiers, classes.defaults.shares
    platform = policies.schedulers.platform
    lists = {kind: _list(kind, classes, f"{platform} ({kinds.source})") for kind in kinds.value}
    found: dict[str, Standing] = {}
    for name, port in taking.items():
        if port.parent and bound.get(name, True):
            added = tuple(lists[kind] for kind in _missing(root, port) if kind in lists)
            if added:
                found[name] = Standing(added)
    scheduled = {
        port.parent or name
        for name, port in ports.items()
        if any(isinstance(stage, Attachment) for stage in port.output)
    }
    if shares.value:
        policy = policies.default_policy()
        reference = Reference(RefKind.POLICY_MAP, policy.name)
        stage = Attachment(reference, default_by=f"{platform} ({shares.source})")
        for name in dict.fromkeys(port.parent or name for name, port in taking.items()):
            if name in ports and name not in scheduled and _has_queues(root, name):
                found[name] = Standing((), (stage,), (policy,))
    return found


def _has_queues(root: Node, name: str) -> bool:
    if name.startswith(_WITHOUT_QUEUES):
        return False
    node = root.get("interfaces", name)
    # A link of a bundle is scheduled as the bundle says.
    return node is None or not any(
        node.get(word, "802.3ad") for word in ("gigether-options", "ether-options")
    )


def _marks(port: Port, seen: dict[str, bool]) -> bool:
    """Whether a filter or a policer of the port gives or asks for a class or a loss priority.

    `seen` holds the answer for lists of rules by their name: many units have the same filter.
    """
    for stage in (*port.input, *port.output):
        if isinstance(stage, RuleList):
            if stage.feature not in seen:
                seen[stage.feature] = any(_concerned(rule) for rule in stage.rules)
            if seen[stage.feature]:
                return True
    return False


def _concerned(rule: Rule) -> bool:
    marks = list(rule.marks)
    if rule.policer is not None:
        for outcome in (rule.policer.conform, rule.policer.exceed, rule.policer.violate):
            marks += outcome.marks if outcome is not None else ()
    return any(mark.field in _COS for mark in marks) or any(
        test.field in _COS for test in _tests(rule.match)
    )


def _tests(match: Predicate) -> Iterator[Test]:
    if isinstance(match, Test):
        yield match
    elif isinstance(match, Not):
        yield from _tests(match.operand)
    elif isinstance(match, AllOf | AnyOf):
        for part in match.operands:
            yield from _tests(part)


def _missing(root: Node, port: Port) -> Iterable[str]:
    """The default classifiers of a unit: those of its families that the config gives none to."""
    physical, _, number = port.name.partition(".")
    unit = root.get("interfaces", physical, "unit", number)
    families = {one.value for one in unit.all("family")} if unit is not None else set()
    held: set[str] = set()
    for stage in port.input:
        words = stage.feature.split() if isinstance(stage, RuleList) else []
        if words[:1] == ["classifiers"]:
            held.add(words[1])
        elif words[:1] == ["forwarding-class"]:
            return
    if held.isdisjoint(_IP) and "inet" in families:
        yield "compatibility"
    if "exp" not in held and "mpls" in families:
        yield "exp"


def _list(kind: str, classes: ForwardingClasses, default_by: str) -> RuleList:
    codes = default_codes("compatibility" if kind == "compatibility" else _KINDS[kind])
    groups: dict[tuple[str, str], list[int]] = {}
    for code, (name, loss) in codes.items():
        groups.setdefault((classes.of_default(name), loss), []).append(code)
    rules = [
        Rule(
            match_code_points(_KINDS[kind], points, NOWHERE),
            None,
            (
                Mark(Field.FORWARDING_CLASS, classes.queues.get(name, 0), name=name),
                Mark(Field.LOSS_PRIORITY, LOSS[loss], name=loss),
            ),
        )
        for (name, loss), points in groups.items()
    ]
    return RuleList(f"default classifier {_NAMES[kind]}", tuple(rules), default_by=default_by)
