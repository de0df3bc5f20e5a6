"""What a text does not write, and diff has to put in place.

Policies that an excerpt applies to no port, as if each had a port of its own; and the queues that a
platform gives each port by itself, on ports that one side leaves alone. The model has the default
scheduler map of JunOS on ports with class of service only. A port from which all of that is taken
has the default queues still (Juniper, Default Schedulers Overview).
"""

from __future__ import annotations

from collections.abc import Mapping

from qosc.changes.pairing import APPLIED_NOWHERE, Pairing
from qosc.ir import Attachment, Device, Policy, Port, Reference, RefKind, unnamed_ingress
from qosc.ir.leaves import has_qos
from qosc.ir.resolve import resolve
from qosc.profiles.model import Profile
from qosc.values import replace

__all__ = ["with_default_queues", "with_loose_policies"]


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


def with_default_queues(
    old: tuple[Device, Profile], new: tuple[Device, Profile], pairing: Pairing
) -> tuple[Device, Device]:
    """The two devices with default queues on both sides of a port where they are on one.

    Devices of two platforms are left as they are, and so are those of which one classifies
    nothing: what of it is put into which queue is not known.
    """
    classify = all(unnamed_ingress(device) for device, _ in (old, new))
    if old[1].name != new[1].name or not classify:
        return old[0], new[0]
    names = {pair.new: pair.old for pair in pairing.pairs}
    back = {pair.old: pair.new for pair in pairing.pairs}
    return _with(old[0], new[0], back), _with(new[0], old[0], names)


def _with(device: Device, other: Device, names: Mapping[str, str]) -> Device:
    """The device with default queues on ports without any whose partners have queues."""
    default = _default(device) or _default(other)
    if default is None:
        return device
    stage, policy = default
    use = f"default queues: {policy.name}"
    queues = (replace(stage, policy=replace(stage.policy, use=use)),)
    ports: dict[str, Port] = {
        name: replace(port, output=queues)
        for name, port in device.ports.items()
        if not port.output and _has_queues(other.ports.get(names.get(name, "")))
    }
    if not ports:
        return device
    return replace(
        device,
        ports={**device.ports, **ports},
        applied={**device.applied, use: policy},
    )


def _default(device: Device) -> tuple[Attachment, Policy] | None:
    """The default queues of a device, as some port has them."""
    for port in device.ports.values():
        for stage in port.output:
            if isinstance(stage, Attachment) and stage.default_by:
                policy = resolve(device, stage.policy)
                if isinstance(policy, Policy):
                    return stage, policy
    return None


def _has_queues(port: Port | None) -> bool:
    return port is not None and any(isinstance(stage, Attachment) for stage in port.output)
