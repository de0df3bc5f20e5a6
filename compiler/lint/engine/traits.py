"""What kinds of thing a device has: by them the registry says which rules have something to say.

A trait is a word. Those of the index of names (`qosc.lint.engine.index`) are `name`, where the
model knows definitions and uses of objects that it holds only as parts of others, and `class-map`,
`policy-map`, `access-list`, `rate-limit-list` (defined), with `undefined-...` and `unused-...`.
The engine adds `suppression` (a comment silences a rule), `odd-text` (it may be no config), `asa`
(it is a config of Cisco ASA) and `given-up` (a rule before had no answer). `TRAITS` lists those
that are found here, each with what it means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter

from qosc.amounts import RateBase
from qosc.fields import Field
from qosc.ir import (
    Algorithm,
    AllOf,
    AnyOf,
    Device,
    FairQueue,
    Not,
    Policer,
    Port,
    PortKind,
    Predicate,
    RefKind,
    ResidueKind,
    RuleList,
    SupportState,
    Test,
    TrafficClass,
    Wred,
)

__all__ = ["REFUSED", "TRAITS", "traits_of"]

TRAITS = {
    "attachment": "a policy is applied to a port",
    "burst-left-out": "a policer of a list of rules has no burst of its own",
    "car": "a policer counts as `rate-limit` does",
    "child": "a policy is inside another",
    "circuit": "an ATM circuit has a contract",
    "control-plane": "a policy is applied to what comes for the router itself",
    "cos": "a class matches CoS, or sets it",
    "crossed-line": "a statement gives a minimum above its maximum",
    "drop-points": "a drop profile is given point by point",
    "empty-class-map": "a class-map has no line",
    "excess": "a class has a share of what is left",
    "exp": "a class matches the EXP bits of MPLS",
    "fair-queue": "a class or a port has flow queues",
    "filter": "a list of rules drops what none of them takes",
    "flows": "the config gives a number of flow queues",
    "forwarding-class": "a rule of a list puts packets into a forwarding class",
    "given-curve": "the config gives a threshold of a drop curve",
    "given-shaper-burst": "the config gives a shaper its Bc",
    "guarantee": "a class has a least rate",
    "guarantee-and-shaper": "a class has a least rate and is shaped",
    "input-interface": "a class matches the interface by which packets came in",
    "input-policy": "a policy is applied to what comes in",
    "limit": "a class has a queue limit",
    "logical-output": "a policy is applied to what a subinterface or a tunnel sends",
    "mark": "a packet is marked",
    "mixed-guarantees": "there are guarantees in bit/s, and others or shares of what is left",
    "nested-class-map": "a class-map matches another",
    "peak": "a policer has a peak rate",
    "percent": "a guarantee is in percent",
    "policer": "a rate is policed",
    "port-fair-queue": "the config gives a port flow queues",
    "priority": "a class has priority",
    "priority-and-overridden": "a class has priority and a share that has no effect",
    "priority-and-share": "a class has priority and a share",
    "priority-and-wred": "a class has priority and WRED",
    "recognised-line": "a line is understood and not modelled",
    "refused-line": "a line is not committed",
    "remark": "what exceeds a rate is marked",
    "repeated-entry": "an access list has an entry twice",
    "rival-line": "a line excludes another one",
    "rule-list": "a list of rules is applied, or stands in an excerpt",
    "scheduler-map": "a policy is a scheduler map of JunOS",
    "several-lines": "a match-all class-map has several lines",
    "several-rules": "a list of rules has several",
    "shaper": "a class is shaped",
    "trust": "a port of a switch says which marks it trusts",
    "unbounded-priority": "a priority class has no rate",
    "unknown-line": "a line on QoS is not understood",
    "vlan": "a class matches VLANs",
    "wred": "a class has WRED",
    "zero-guarantee": "a class is guaranteed nothing, in so many words",
}

_PARTS = {
    "policer": "policers",
    "mark": "marks",
    "priority": "priority",
    "guarantee": "guarantee",
    "excess": "excess",
    "shaper": "shaper",
    "limit": "limits",
    "wred": "wred",
    "fair-queue": "fair_queue",
    "child": "child",
    "overridden": "overridden",
}
"""The traits of a class that has a part, with the part."""

REFUSED = (ResidueKind.RIVALS, ResidueKind.UNPAIRED)
"""Statements that JunOS does not commit."""
_COS = (Field.COS, Field.COS_INNER)
_ASKED = {
    **dict.fromkeys(_COS, "cos"),
    Field.MPLS_EXP: "exp",
    Field.INPUT_INTERFACE: "input-interface",
    Field.VLAN: "vlan",
}
"""The traits of a device whose class-maps ask for a field."""

_parts_of = attrgetter(*_PARTS.values())


def traits_of(device: Device, busy: tuple[Port, ...]) -> set[str]:
    """The traits of a device but for those of names. `busy` are its ports with a pipeline."""
    traits: set[str] = set()
    for class_map in device.class_maps.values():
        _note_class_map(traits, class_map.match)
    _note_policies(traits, device)
    # One filter may be on each of thousands of ports.
    lists: dict[int, RuleList] = {}
    for port in busy:
        _note_port(traits, port, lists)
    for stage in lists.values():
        _note_rules(traits, stage)
    for stage in () if device.complete else device.rule_lists.values():
        _note_rules(traits, stage)
    for port in device.ports.values():
        _note_line(traits, port)
    for residue in device.residue:
        if residue.kind is ResidueKind.REPEATED:
            traits.add("repeated-entry")
            continue
        if residue.kind is ResidueKind.CROSSED:
            traits.add("crossed-line")
        if residue.kind in REFUSED:
            traits.add("refused-line")
        unknown = residue.state is SupportState.UNKNOWN
        traits.add("unknown-line" if unknown else "recognised-line")
        if residue.rival is not None:
            traits.add("rival-line")
    return traits


def _note_class_map(traits: set[str], match: AllOf | AnyOf) -> None:
    for one in _plain(match.operands):
        if getattr(one, "target", None) is RefKind.CLASS_MAP:
            traits.add("nested-class-map")
        elif isinstance(one, Test) and one.field in _ASKED:
            traits.add(_ASKED[one.field])
    if not match.operands:
        traits.add("empty-class-map")
    elif len(match.operands) > 1 and isinstance(match, AllOf):
        traits.add("several-lines")


def _plain(operands: Iterable[Predicate]) -> Iterator[Predicate]:
    """The operands, those of `match not` without it."""
    for one in operands:
        yield one.operand if isinstance(one, Not) else one


def _note_policies(traits: set[str], device: Device) -> None:
    # Thousands of classes are of a few kinds: what follows from the parts is asked of each kind.
    kinds: set[tuple[bool, ...]] = set()
    bases: set[RateBase] = set()
    for policy in device.policies.values():
        if policy.feature.startswith("scheduler-map "):
            traits.add("scheduler-map")
        for item in policy.classes:
            kinds.add(tuple(map(bool, _parts_of(item))))
            if item.guarantee is not None:
                bases.add(item.guarantee.base)
            _note_class(traits, item)
    if RateBase.PERCENT in bases:
        traits.add("percent")
        if RateBase.BPS in bases:
            traits.add("mixed-guarantees")
    for kind in kinds:
        _note_kind(traits, {part for part, has in zip(_PARTS, kind, strict=True) if has})
    if "guarantee" in traits and "excess" in traits:
        traits.add("mixed-guarantees")


def _note_class(traits: set[str], item: TrafficClass) -> None:
    guarantee, priority = item.guarantee, item.priority
    burst = item.shaper.committed if item.shaper is not None else None
    if burst is not None and not burst.default_by:
        traits.add("given-shaper-burst")
    for policer in item.policers:
        _note_policer(traits, policer)
    if item.marks and any(mark.field in _COS for mark in item.marks):
        traits.add("cos")
    if guarantee is not None and not guarantee.value and not guarantee.default_by:
        traits.add("zero-guarantee")
    if priority is not None and priority.rate is None:
        traits.add("unbounded-priority")
    if item.wred is not None:
        _note_curves(traits, item.wred)
    if item.fair_queue is not None:
        _note_flows(traits, item.fair_queue)


def _note_kind(traits: set[str], parts: set[str]) -> None:
    """Note what a class with some parts has."""
    traits |= parts - {"overridden"}
    if {"guarantee", "shaper"} <= parts:
        traits.add("guarantee-and-shaper")
    if "priority" in parts:
        if "wred" in parts:
            traits.add("priority-and-wred")
        if "overridden" in parts:
            traits.add("priority-and-overridden")
        if "guarantee" in parts or "excess" in parts:
            traits.add("priority-and-share")


def _note_curves(traits: set[str], wred: Wred) -> None:
    for curve in wred.curves:
        if curve.points:
            traits.add("drop-points")
        low, high = curve.minimum, curve.maximum
        if (low and not low.default_by) or (high and not high.default_by):
            traits.add("given-curve")


def _note_flows(traits: set[str], queue: FairQueue) -> None:
    traits.add("fair-queue")
    if queue.flows is not None:
        traits.add("flows")


def _note_port(traits: set[str], port: Port, lists: dict[int, RuleList]) -> None:
    for stage in port.input:
        if isinstance(stage, RuleList):
            lists[id(stage)] = stage
        else:
            traits.update(("attachment", "input-policy"))
            if port.kind is PortKind.CONTROL_PLANE:
                traits.add("control-plane")
    for stage in port.output:
        if isinstance(stage, RuleList):
            lists[id(stage)] = stage
        else:
            traits.add("attachment")
            if port.kind is not PortKind.INTERFACE or port.name.startswith("Tunnel"):
                traits.add("logical-output")


def _note_line(traits: set[str], port: Port) -> None:
    """Note what a port has beside its pipelines."""
    if port.atm is not None:
        traits.add("circuit")
    if port.fair_queue is not None:
        _note_flows(traits, port.fair_queue)
        if not port.fair_queue.default_by:
            traits.add("port-fair-queue")


def _note_rules(traits: set[str], stage: RuleList) -> None:
    traits.add("rule-list")
    if stage.otherwise_drop:
        traits.add("filter")
    if len(stage.rules) > 1:
        traits.add("several-rules")
    if stage.feature.startswith("mls qos "):
        traits.add("trust")
    for rule in stage.rules:
        marks = rule.marks
        if rule.policer is not None:
            traits.add("policer")
            _note_policer(traits, rule.policer)
            burst = rule.policer.meter.cbs
            if burst is None or burst.default_by:
                traits.add("burst-left-out")
            marks = (*marks, *rule.policer.exceed.marks)
        for mark in marks:
            traits.add("mark")
            if mark.field is Field.FORWARDING_CLASS:
                traits.add("forwarding-class")


def _note_policer(traits: set[str], policer: Policer) -> None:
    if policer.meter.algorithm is Algorithm.CAR:
        traits.add("car")
    if policer.meter.pir is not None:
        traits.add("peak")
    if policer.conform.marks:
        traits.add("mark")
    if policer.exceed.marks or (policer.violate is not None and policer.violate.marks):
        traits.update(("mark", "remark"))
