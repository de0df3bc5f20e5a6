"""Weighted fair queueing of an interface (`fair-queue`) as classes by IP precedence.

Cisco, Quality of Service Solutions Configuration Guide, Congestion Management Overview: a flow has
a weight in proportion to its IP precedence plus one. Where all flows of one precedence are taken
together, the classes share in that proportion, and the flows of a class alike.
"""

from __future__ import annotations

from dataclasses import replace

from qosc.amounts import Depth, Rate, RateBase
from qosc.fields import Field
from qosc.ir import (
    Anything,
    Attachment,
    Device,
    FairQueue,
    Interval,
    Policy,
    Port,
    Predicate,
    QueueLimit,
    Reference,
    RefKind,
    Test,
    TrafficClass,
)

__all__ = ["by_precedence"]

_NAME = "\0fair-queue"
"""No policy of a config has this name."""
_FLOWS, _THRESHOLD, _HOLD = 256, 64, 1000
"""Dynamic queues where the config does not say, packets of a flow and of all (Cisco IOS command
reference, fair-queue and hold-queue)."""


def by_precedence(device: Device, port: Port) -> tuple[Device, Port]:
    """The port with a policy of eight classes in place of its fair queue; the same port where it
    has none, or where a policy is attached to its output.
    """
    fair = port.fair_queue
    if fair is None or any(isinstance(stage, Attachment) for stage in port.output):
        return device, port
    policy = Policy(_NAME, tuple(_class(fair, number, port) for number in range(7, -1, -1)),
                    origin=fair.origin)  # fmt: skip
    reference = Reference(RefKind.POLICY_MAP, _NAME, fair.origin)
    changed = replace(
        port, fair_queue=None, output=(*port.output, Attachment(reference, fair.origin))
    )
    policies = {**device.policies, _NAME: policy}
    ports = {**device.ports, port.name: changed} if port.name in device.ports else device.ports
    return replace(device, policies=policies, ports=ports), changed


def _class(fair: FairQueue, number: int, port: Port) -> TrafficClass:
    match: Predicate = Anything()
    if number:
        match = Test(Field.PRECEDENCE, (Interval(number, number),), fair.origin)
    flows = max((fair.flows or _FLOWS) // 8, 1)
    return TrafficClass(
        f"precedence {number}",
        match,
        excess=Rate(number + 1, RateBase.RATIO, origin=fair.origin),
        limits=(QueueLimit(port.hold_queue_out or Depth(_HOLD), origin=fair.origin),),
        fair_queue=FairQueue(flows, fair.threshold or Depth(_THRESHOLD), origin=fair.origin),
        origin=fair.origin,
    )
