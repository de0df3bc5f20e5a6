"""What a reference names, and the references of a predicate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from qosc.ir.conditioning import RuleList
from qosc.ir.device import Device, Port
from qosc.ir.match import AllOf, AnyOf, ClassMap, Not, Predicate, Reference, RefKind, Test
from qosc.ir.queueing import Policy

__all__ = ["POLICY_LEVELS", "lists_of_classes", "references_of", "resolve"]

POLICY_LEVELS = 5
"""Policies on one way through a hierarchy that are followed, the outermost counted: as many as
routers take. Juniper, "Hierarchical Schedulers and Traffic Control Profiles": up to five levels
since Junos 16.1; Cisco 10000 Series QoS Configuration Guide, "Three-Level Hierarchical Policies":
three. Whoever comes to a policy further in says that it is not looked into.
"""


# Looking up a member of an enumeration takes ten times as long as a name of the module: rules ask
# for the same references hundreds of thousands of times.
_POLICY_MAP, _CLASS_MAP = RefKind.POLICY_MAP, RefKind.CLASS_MAP
_RATE_LIMIT_LIST = RefKind.RATE_LIMIT_LIST


def resolve(device: Device, reference: Reference) -> object | None:
    """What a reference names, or None."""
    target = reference.target
    if target is _POLICY_MAP:
        if reference.use in device.applied:
            return device.applied[reference.use]
        return device.policies.get(reference.name)
    if target is _CLASS_MAP:
        return device.class_maps.get(reference.name)
    if target is _RATE_LIMIT_LIST:
        return device.rate_limit_lists.get(reference.name)
    return device.access_lists.get(reference.name)


def references_of(match: Predicate) -> list[Reference]:
    """Every reference in a predicate, from left to right."""
    if isinstance(match, Reference):
        return [match]
    references: list[Reference] = []
    _collect(match, references)
    return references


def _collect(match: Predicate, references: list[Reference]) -> None:
    if isinstance(match, Reference):
        references.append(match)
    elif isinstance(match, (AllOf, AnyOf)):
        for operand in match.operands:
            if not isinstance(operand, Test):
                _collect(operand, references)
    elif isinstance(match, Not):
        _collect(match.operand, references)


def lists_of_classes(
    class_maps: Mapping[str, ClassMap], policies: Mapping[str, Policy], ports: Mapping[str, Port]
) -> set[str]:
    """The names of the access lists by which classes and rules match; those of filters of packets
    are not among them.
    """
    return {
        reference.name
        for match in _matches(class_maps, policies, ports)
        for reference in references_of(match)
        if reference.target is RefKind.ACCESS_LIST
    }


def _matches(
    class_maps: Mapping[str, ClassMap], policies: Mapping[str, Policy], ports: Mapping[str, Port]
) -> Iterator[Predicate]:
    """What class-maps, classes and the rules of ports match by."""
    for class_map in class_maps.values():
        yield class_map.match
    for policy in policies.values():
        for one in policy.classes:
            yield one.match
    for port in ports.values():
        for stage in (*port.input, *port.output):
            if isinstance(stage, RuleList):
                for rule in stage.rules:
                    yield rule.match
