"""What a reference names."""

from __future__ import annotations

from qosc.ir.device import Device
from qosc.ir.match import Reference, RefKind

__all__ = ["POLICY_LEVELS", "resolve"]

POLICY_LEVELS = 5
"""Policies on one way through a hierarchy that are followed, the outermost counted: as many as
routers take. Juniper, "Hierarchical Schedulers and Traffic Control Profiles": up to five levels
since Junos 16.1; Cisco 10000 Series QoS Configuration Guide, "Three-Level Hierarchical Policies":
three. Whoever comes to a policy further in says that it is not looked into.
"""


def resolve(device: Device, reference: Reference) -> object | None:
    """What a reference names, or None."""
    if reference.target is RefKind.POLICY_MAP:
        if reference.use in device.applied:
            return device.applied[reference.use]
        return device.policies.get(reference.name)
    if reference.target is RefKind.CLASS_MAP:
        return device.class_maps.get(reference.name)
    if reference.target is RefKind.RATE_LIMIT_LIST:
        return device.rate_limit_lists.get(reference.name)
    return device.access_lists.get(reference.name)
