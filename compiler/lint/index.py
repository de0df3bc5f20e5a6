"""Who defines what, who refers to it, and what kinds of thing a device has: one pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from qosc.fields import Field
from qosc.ir import (
    AccessList,
    Algorithm,
    AllOf,
    AnyOf,
    Attachment,
    ClassMap,
    Device,
    Not,
    Policer,
    Policy,
    Port,
    Predicate,
    Reference,
    RefKind,
    RuleList,
    SupportState,
    TrafficClass,
)

__all__ = ["Index", "Use", "index", "references_of"]


class Use(NamedTuple):
    """One reference. `by` says in words who refers: `class-map pre5`, `ATM1/0.108 output`."""

    reference: Reference
    by: str


class Index:
    """The uses of every name, and the traits of the device.

    A trait is a word for a kind of thing that the device has, such as `policer`; the registry says
    which of them each rule looks at. See `index` for the list.
    """

    __slots__ = ("_device", "traits", "uses")

    def __init__(
        self, device: Device, uses: Mapping[tuple[RefKind, str], list[Use]], traits: frozenset[str]
    ) -> None:
        self._device = device
        self.uses = uses
        self.traits = traits

    def defined(self, kind: RefKind) -> Mapping[str, AccessList | ClassMap | Policy]:
        """The objects of a kind by name, in the order of the config."""
        return _definitions(self._device)[kind]

    def undefined(self, kind: RefKind) -> Iterator[tuple[str, list[Use]]]:
        """Each name of a kind that is used and not defined, with its uses."""
        for (used, name), uses in self.uses.items():
            if used is kind and name not in self.defined(kind):
                yield name, uses

    def unused(self, kind: RefKind) -> Iterator[AccessList | ClassMap | Policy]:
        """Each object of a kind that nothing refers to."""
        for name, found in self.defined(kind).items():
            if (kind, name) not in self.uses:
                yield found

    def uses_of(self, kind: RefKind, name: str) -> list[Use]:
        """Who refers to a name."""
        return self.uses.get((kind, name), [])


def index(device: Device) -> Index:
    """Index a device.

    The traits: `class-map`, `policy-map`, `access-list`, `rate-limit-list` (defined),
    `undefined-...` and `unused-...` with each of these, `attachment`, `rule-list`, `policer`,
    `car`, `mark`, `priority`, `guarantee`, `excess`, `shaper`, `limit`, `wred`, `fair-queue`,
    `child`, `empty-class-map`, `unknown-line`, `recognised-line`; `name` where the model knows
    definitions and uses of objects that it holds only as parts of others, `filter` where a list
    of rules drops what none of them takes, `forwarding-class` where a rule writes such a mark,
    `drop-points` where a drop profile is given point by point.
    """
    uses: dict[tuple[RefKind, str], list[Use]] = {}
    traits: set[str] = set()
    for class_map in device.class_maps.values():
        if not class_map.match.operands:
            traits.add("empty-class-map")
        for reference in references_of(class_map.match):
            _note(uses, reference, f"class-map {class_map.name}")
    for policy in device.policies.values():
        for traffic_class in policy.classes:
            by = f"{policy.title} class {traffic_class.name}"
            for reference in references_of(traffic_class.match):
                _note(uses, reference, by)
            for policer in traffic_class.policers:
                for reference in _colours_of(policer):
                    _note(uses, reference, f"the police colours of {by}")
            if traffic_class.child is not None:
                _note(uses, traffic_class.child, by)
            traits.update(_traits_of_class(traffic_class))
    for port in device.ports.values():
        traits.update(_index_port(port, uses))
    for residue in device.residue:
        traits.add("unknown-line" if residue.state is SupportState.UNKNOWN else "recognised-line")
    traits.update(_traits_of_names(device, uses))
    return Index(device, uses, frozenset(traits))


def references_of(match: Predicate) -> Iterator[Reference]:
    """Every reference in a predicate, from left to right."""
    if isinstance(match, Reference):
        yield match
    elif isinstance(match, Not):
        yield from references_of(match.operand)
    elif isinstance(match, AllOf | AnyOf):
        for operand in match.operands:
            yield from references_of(operand)


def _colours_of(policer: Policer) -> Iterator[Reference]:
    """What a colour-aware policer tells colours by."""
    colours = policer.meter.colours
    if colours is not None:
        yield from references_of(colours.green)
        if colours.yellow is not None:
            yield from references_of(colours.yellow)


def _note(uses: dict[tuple[RefKind, str], list[Use]], reference: Reference, by: str) -> None:
    uses.setdefault((reference.target, reference.name), []).append(Use(reference, by))


def _index_port(port: Port, uses: dict[tuple[RefKind, str], list[Use]]) -> Iterator[str]:
    """Note what a port's pipelines refer to, and yield its traits."""
    for direction, stages in (("input", port.input), ("output", port.output)):
        for stage in stages:
            if isinstance(stage, Attachment):
                yield "attachment"
                _note(uses, stage.policy, f"{port.name} {direction}")
            else:
                yield from _traits_of_rules(stage)
                for rule in stage.rules:
                    for reference in references_of(rule.match):
                        _note(uses, reference, f"{port.name} {direction} {stage.feature}")
                    for reference in _colours_of(rule.policer) if rule.policer else ():
                        _note(uses, reference, f"{port.name} {direction} {stage.feature}")
    if port.fair_queue is not None:
        yield "fair-queue"


def _definitions(
    device: Device,
) -> dict[RefKind, Mapping[str, AccessList | ClassMap | Policy]]:
    return {
        RefKind.ACCESS_LIST: device.access_lists,
        RefKind.RATE_LIMIT_LIST: device.rate_limit_lists,
        RefKind.CLASS_MAP: device.class_maps,
        RefKind.POLICY_MAP: device.policies,
    }


def _traits_of_names(
    device: Device, uses: Mapping[tuple[RefKind, str], list[Use]]
) -> Iterator[str]:
    definitions = _definitions(device)
    if device.names:
        yield "name"
    for stage in () if device.complete else device.rule_lists.values():
        yield from _traits_of_rules(stage)
    for kind, defined in definitions.items():
        if defined:
            yield str(kind)
        if any((kind, name) not in uses for name in defined):
            yield f"unused-{kind}"
    for kind, name in uses:
        if name not in definitions[kind]:
            yield f"undefined-{kind}"


def _traits_of_class(traffic_class: TrafficClass) -> Iterator[str]:
    parts = (
        ("policer", traffic_class.policers), ("mark", traffic_class.marks),
        ("priority", traffic_class.priority), ("guarantee", traffic_class.guarantee),
        ("excess", traffic_class.excess), ("shaper", traffic_class.shaper),
        ("limit", traffic_class.limits), ("wred", traffic_class.wred),
        ("fair-queue", traffic_class.fair_queue), ("child", traffic_class.child),
    )  # fmt: skip
    for trait, part in parts:
        if part:
            yield trait
    if traffic_class.wred and any(curve.points for curve in traffic_class.wred.curves):
        yield "drop-points"
    for policer in traffic_class.policers:
        if policer.conform.marks or policer.exceed.marks:
            yield "mark"


def _traits_of_rules(stage: RuleList) -> Iterator[str]:
    yield "rule-list"
    if stage.otherwise_drop:
        yield "filter"
    for rule in stage.rules:
        policer = rule.policer
        if policer is not None:
            yield "policer"
            if policer.meter.algorithm is Algorithm.CAR:
                yield "car"
        if rule.marks or (policer and (policer.conform.marks or policer.exceed.marks)):
            yield "mark"
        exceed = policer.exceed.marks if policer else ()
        for mark in (*rule.marks, *exceed):
            if mark.field is Field.FORWARDING_CLASS:
                yield "forwarding-class"
