"""Excerpts: policies that a text applies to no port, as if each had a port of its own."""

from __future__ import annotations

from qosc.changes.pairing import APPLIED_NOWHERE
from qosc.ir import Attachment, Device, Port, Reference, RefKind
from qosc.ir.leaves import has_qos
from qosc.profiles.model import Profile
from qosc.values import replace

__all__ = ["with_loose_policies"]


def with_loose_policies(device: Device, other: Device, profile: Profile) -> tuple[Device, Profile]:
    """The device with a port for each policy and list of rules, where neither text applies any."""
    if any(has_qos(port) for one in (device, other) for port in one.ports.values()):
        return device, profile
    inside = {
        traffic_class.child.name
        for policy in device.policies.values()
        for traffic_class in policy.classes
        if traffic_class.child is not None
    }
    ports = dict(device.ports)
    for name, policy in device.policies.items():
        if name not in inside:
            stage = Attachment(Reference(RefKind.POLICY_MAP, name), policy.origin)
            title = f"{policy.title}{APPLIED_NOWHERE}"
            ports[title] = Port(title, output=(stage,), origin=policy.origin)
    for feature, rules in device.rule_lists.items():
        title = f"{feature}{APPLIED_NOWHERE}"
        ports[title] = Port(title, input=(rules,), origin=rules.origin)
    return replace(device, ports=ports), profile
