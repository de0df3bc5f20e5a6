"""What a reference names."""

from __future__ import annotations

from qosc.ir.device import Device
from qosc.ir.match import Reference, RefKind

__all__ = ["resolve"]


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
