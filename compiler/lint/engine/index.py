"""Who defines what, and who refers to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from qosc.ir import (
    AccessList,
    Attachment,
    ClassMap,
    Device,
    Policer,
    Policy,
    Port,
    Reference,
    RefKind,
    RuleList,
)
from qosc.ir.resolve import references_of
from qosc.lint.engine.traits import traits_of
from qosc.tuples import NamedTuple

__all__ = ["Index", "Use", "index"]


class Use(NamedTuple):
    """One reference. `by` says in words who refers: `class-map pre5`, `ATM1/0.108 output`."""

    reference: Reference
    by: str


class Index:
    """The uses of every name, the ports with a pipeline (`busy`), and the traits of the device.

    A trait is a word for a kind of thing that the device has, such as `policer`; the registry says
    which of them each rule looks at. `qosc.lint.engine.traits` lists them.
    """

    __slots__ = ("_device", "busy", "traits", "uses")

    def __init__(
        self,
        device: Device,
        uses: Mapping[tuple[RefKind, str], list[Use]],
        busy: tuple[Port, ...],
        traits: frozenset[str],
    ) -> None:
        self._device = device
        self.uses = uses
        self.busy = busy
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
        for name, definition in self.defined(kind).items():
            if (kind, name) not in self.uses:
                yield definition

    def uses_of(self, kind: RefKind, name: str) -> list[Use]:
        """Who refers to a name."""
        return self.uses.get((kind, name), [])


def index(device: Device) -> Index:
    """Index a device."""
    uses: dict[tuple[RefKind, str], list[Use]] = {}
    for class_map in device.class_maps.values():
        for reference in references_of(class_map.match):
            _note(uses, reference, f"class-map {class_map.name}")
    for policy in device.policies.values():
        title = policy.title
        for traffic_class in policy.classes:
            by = f"{title} class {traffic_class.name}"
            for reference in references_of(traffic_class.match):
                _note(uses, reference, by)
            for policer in traffic_class.policers:
                for reference in _colours_of(policer):
                    _note(uses, reference, f"the police colours of {by}")
            if traffic_class.child is not None:
                _note(uses, traffic_class.child, by)
    busy = tuple(port for port in device.ports.values() if port.input or port.output)
    known: dict[int, list[Reference]] = {}
    for port in busy:
        _note_port(uses, port, known)
    traits = traits_of(device, busy)
    traits.update(_traits_of_names(device, uses))
    return Index(device, uses, busy, frozenset(traits))


def _colours_of(policer: Policer) -> list[Reference]:
    """What a colour-aware policer tells colours by."""
    colours = policer.meter.colours
    if colours is None:
        return []
    yellow = [] if colours.yellow is None else references_of(colours.yellow)
    return [*references_of(colours.green), *yellow]


def _note(uses: dict[tuple[RefKind, str], list[Use]], reference: Reference, by: str) -> None:
    uses.setdefault((reference.target, reference.name), []).append(Use(reference, by))


def _note_port(
    uses: dict[tuple[RefKind, str], list[Use]], port: Port, known: dict[int, list[Reference]]
) -> None:
    """Note what a port's pipelines refer to. `known` has what lists of rules of other ports refer
    to, by their identity: one filter may be on each of thousands of ports.
    """
    for direction, stages in (("input", port.input), ("output", port.output)):
        for stage in stages:
            if isinstance(stage, Attachment):
                _note(uses, stage.policy, f"{port.name} {direction}")
                continue
            references = known.get(id(stage))
            if references is None:
                references = known[id(stage)] = list(_references_of_rules(stage))
            for reference in references:
                _note(uses, reference, f"{port.name} {direction} {stage.feature}")


def _references_of_rules(stage: RuleList) -> Iterator[Reference]:
    for rule in stage.rules:
        yield from references_of(rule.match)
        if rule.policer is not None:
            yield from _colours_of(rule.policer)


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
    for kind, defined in definitions.items():
        if defined:
            yield str(kind)
        if any((kind, name) not in uses for name in defined):
            yield f"unused-{kind}"
    for kind, name in uses:
        if name not in definitions[kind]:
            yield f"undefined-{kind}"
