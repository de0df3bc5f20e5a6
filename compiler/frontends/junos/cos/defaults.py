"""What the platform does on ports that say nothing of class of service.

A port takes part where `class-of-service interfaces` speaks of it, or a filter or policer on one of
its units sets or tests a forwarding class or a loss priority. Where one does, each unit that
transit may come in by has the default classifiers: the packets that it gives a class meet the
queues of that port. Elsewhere nothing depends on the defaults. An excerpt without interfaces says
too little: what it leaves out may stand elsewhere.

Sources: Juniper, "Class of Service User Guide (Routers and EX9200 Switches)": Default IP Precedence
Classifier (`ipprec-compatibility` on logical interfaces without a classifier); Default MPLS EXP
Classifier (on logical interfaces with family mpls); Default Schedulers Overview. Statement
`no-default`: an interface with it has no default classifier.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from qosc.datapath.doubts import IP6_COMPATIBILITY
from qosc.fields import Field
from qosc.frontends.junos.cos.classes import ForwardingClasses
from qosc.frontends.junos.cos.classifiers import match_code_points
from qosc.frontends.junos.cos.code_points import default_codes
from qosc.frontends.junos.cos.policies import Policies
from qosc.frontends.junos.cos.unscheduled import classes_in_use
from qosc.frontends.junos.interfaces.bundles import bundle_of
from qosc.frontends.junos.text.values import LOSS
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import (
    UNNAMED,
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

__all__ = ["standing"]

_COS = frozenset((Field.FORWARDING_CLASS, Field.LOSS_PRIORITY))
_IP = frozenset(("dscp", "inet-precedence", "ieee-802.1", "ieee-802.1ad"))
"""Kinds of classifier in whose presence IP packets have no default one."""
_IP6 = frozenset(("dscp-ipv6", "ieee-802.1", "ieee-802.1ad"))
"""The same for IPv6 packets."""
_MANAGEMENT = ("fxp", "em", "me", "vme", "dsc", "lo")
"""Ports that no transit passes."""
_WITHOUT_QUEUES = ("lo", "irb", "vlan", "st0", "fxp", "em", "me", "vme", "dsc", "gr-", "ip-", "lt-")
_NAMES = {
    "compatibility": "inet-precedence ipprec-compatibility",
    "compatibility-ipv6": IP6_COMPATIBILITY,
    "exp": "exp default",
}
_KINDS = {"compatibility": "inet-precedence", "compatibility-ipv6": "dscp-ipv6", "exp": "exp"}


def standing(
    root: Node,
    ports: dict[str, Port],
    bound: Mapping[str, bool],
    classes: ForwardingClasses,
    policies: Policies,
) -> dict[str, Standing]:
    """The default classifiers and the default scheduler map, where nothing else is in force.

    `bound` names the ports that `class-of-service interfaces` speaks of, and says of each whether
    it has default classifiers at all. The scheduler maps get classes for all queues in use.
    """
    stages = [stage for port in ports.values() for stage in (*port.input, *port.output)]
    seen: dict[str, bool] = {}
    taking = {
        name: port
        for name, port in ports.items()
        if port.kind is not PortKind.CONTROL_PLANE and (name in bound or _marks(port, seen))
    }
    if not taking:
        policies.complete(classes_in_use(stages))
        return {}
    kinds, shares = classes.defaults.classifiers, classes.defaults.shares
    platform = policies.schedulers.platform
    lists = {kind: _list(kind, classes, f"{platform} ({kinds.source})") for kind in kinds.value}
    standings: dict[str, Standing] = {}
    shared: dict[tuple[str, ...], Standing] = {}
    for name, port in ports.items():
        if port.parent and bound.get(name, True) and not name.startswith(_MANAGEMENT):
            missing = tuple(kind for kind in _missing(root, port) if kind in lists)
            if missing:
                one = Standing(tuple(lists[kind] for kind in missing))
                standings[name] = shared.setdefault(missing, one)
    families = {
        one.value
        for node in root.all("interfaces")
        for port in node.children
        for unit in port.all("unit")
        for one in unit.all("family")
    }
    unnamed = tuple(lists[kind] for kind in _of_families(families | {"inet"}, ()) if kind in lists)
    if unnamed:
        standings[UNNAMED] = Standing(unnamed)
    stages += [stage for one in standings.values() for stage in one.input]
    used = classes_in_use(stages)
    policies.complete(used)
    scheduled = {
        port.parent or name
        for name, port in ports.items()
        if any(isinstance(stage, Attachment) for stage in port.output)
    }
    if shares.value:
        policy = policies.completed(policies.default_policy(), used)
        reference = Reference(RefKind.POLICY_MAP, policy.name)
        stage = Attachment(reference, default_by=f"{platform} ({shares.source})")
        for name in dict.fromkeys(port.parent or name for name, port in taking.items()):
            if name in ports and name not in scheduled and _has_queues(root, name):
                standings[name] = Standing((), (stage,), (policy,))
    return standings


def _has_queues(root: Node, name: str) -> bool:
    if name.startswith(_WITHOUT_QUEUES):
        return False
    node = root.get("interfaces", name)
    # A link of a bundle is scheduled as the bundle says.
    return node is None or not bundle_of(node)


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
    yield from _of_families(families, held)


def _of_families(families: Collection[str], held: Iterable[str]) -> Iterator[str]:
    """The default classifiers of a unit with some families and some classifiers of its own."""
    own = frozenset(held)
    if own.isdisjoint(_IP) and "inet" in families:
        yield "compatibility"
    if own.isdisjoint(_IP6) and "inet6" in families:
        yield "compatibility-ipv6"
    if "exp" not in own and "mpls" in families:
        yield "exp"


def _list(kind: str, classes: ForwardingClasses, default_by: str) -> RuleList:
    codes = default_codes(kind if kind.startswith("compatibility") else _KINDS[kind])
    groups: dict[tuple[str, str], list[int]] = {}
    for code, (name, loss) in codes.items():
        groups.setdefault((classes.of_default(name), loss), []).append(code)
    rules = [
        Rule(
            match_code_points(classes.kind(_KINDS[kind]), points, NOWHERE),
            None,
            (
                Mark(Field.FORWARDING_CLASS, classes.queues.get(name, 0), name=name),
                Mark(Field.LOSS_PRIORITY, LOSS[loss], name=loss),
            ),
        )
        for (name, loss), points in groups.items()
    ]
    return RuleList(f"default classifier {_NAMES[kind]}", tuple(rules), default_by=default_by)
