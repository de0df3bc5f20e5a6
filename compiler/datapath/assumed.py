"""What a back end takes where no public source gives a value: it says so in its ledger."""

from __future__ import annotations

from collections.abc import Mapping

from qosc.amounts import Depth
from qosc.ir import Device, Policy, QueueLimit, TrafficClass
from qosc.ir.leaves import queued_classes, queues_below
from qosc.profiles.model import Profile
from qosc.values import replace

__all__ = [
    "BY",
    "DENOMINATOR",
    "DEPTH",
    "DEPTH_NOTE",
    "EXPONENT",
    "SHAPE_BURST",
    "SHAPE_INTERVAL",
    "depth",
    "with_assumed",
]

DEPTH = 64
"""Packets of a queue."""
EXPONENT = 9
"""Of the weight of the average of early detection, 2**-9."""
DENOMINATOR = 10
"""One packet in so many is dropped at the maximum threshold."""
SHAPE_INTERVAL = 4_000
"""A shaper's burst is what its rate sends in so many microseconds,"""
SHAPE_BURST = 1500
"""and no less than so many bytes."""
BY = "assumed: no public source"
"""`Depth.default_by` of a depth that `with_assumed` has filled in."""
DEPTH_NOTE = "assumed: no public source gives the depth of this queue"


def depth(profile: Profile) -> Depth:
    """The depth of a queue that nobody says, in packets."""
    known = profile.queue_limit_packets.value
    return Depth(DEPTH if known is None else known, default_by=BY)


def with_assumed(device: Device, profile: Profile) -> Device:
    """The device with a limit for each queue whose depth neither its config nor its profile gives.

    For back ends, and for what verifies them: so the depth that they take has an entry in the
    ledger. `device` has its defaults filled in.
    """
    limit = QueueLimit(depth(profile))
    policies = _limited(device, device.policies, limit)
    applied = _limited(device, device.applied, limit)
    if policies is device.policies and applied is device.applied:
        return device
    return replace(device, policies=policies, applied=applied)


def _limited(
    device: Device, policies: Mapping[str, Policy], limit: QueueLimit
) -> Mapping[str, Policy]:
    changed: dict[str, Policy] = {}
    for name, policy in policies.items():
        queued = queued_classes(device, policy)
        if not any(queued):
            continue
        classes = tuple(
            replace(traffic_class, limits=(*traffic_class.limits, limit))
            if own and _of_unknown_depth(device, traffic_class)
            else traffic_class
            for traffic_class, own in zip(policy.classes, queued, strict=True)
        )
        if any(new is not old for new, old in zip(classes, policy.classes, strict=True)):
            changed[name] = replace(policy, classes=classes)
    return {**policies, **changed} if changed else policies


def _of_unknown_depth(device: Device, traffic_class: TrafficClass) -> bool:
    if any(limit.match is None for limit in traffic_class.limits):
        return False
    # The queues of a class with a child that has some are the child's.
    return not queues_below(device, traffic_class)
