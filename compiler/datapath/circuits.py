"""ATM circuits that the config gives a rate and no queues.

Such a circuit sends no faster than its contract, so that packets wait in a queue of its own, first
come, first served (Cisco document 10417, "Understanding the VBR-nrt Service Category and Traffic
Shaping for ATM VCs"; each VC has its queue on adapters that shape). How much that holds no public
source gives for all adapters.
"""

from __future__ import annotations

from qosc.amounts import Rate, RateBase
from qosc.datapath.fill import CIRCUIT_QUEUE
from qosc.ir import (
    Anything,
    Attachment,
    Device,
    Policy,
    Port,
    QueueLimit,
    Reference,
    RefKind,
    TrafficClass,
)
from qosc.ir.leaves import has_queues, resolve
from qosc.profiles.model import Profile
from qosc.values import replace

__all__ = ["with_queues"]


def with_queues(device: Device, profile: Profile) -> tuple[dict[str, Policy], dict[str, Port]]:
    """The policies and ports of a device, its circuits with a queue each. Idempotent."""
    policies, ports = dict(device.policies), dict(device.ports)
    for name, port in device.ports.items():
        atm = port.atm
        if atm is None or (atm.sustained or atm.peak) is None or port.fair_queue is not None:
            continue
        used = (resolve(device, one.policy) for one in port.output if isinstance(one, Attachment))
        if any(isinstance(one, Policy) and has_queues(device, one) for one in used):
            continue
        hold = port.hold_queue_out
        called = CIRCUIT_QUEUE if hold is None else f"{CIRCUIT_QUEUE} {name}"
        reference = Reference(RefKind.POLICY_MAP, called, atm.origin)
        whole = Attachment(reference, atm.origin, default_by=profile.name)
        ports[name] = replace(port, output=(*port.output, whole))
        one_class = TrafficClass(
            "class-default",
            Anything(),
            excess=Rate(1, RateBase.RATIO, profile.name),
            limits=() if hold is None else (QueueLimit(hold),),
            origin=atm.origin,
        )
        policies[called] = Policy(called, (one_class,), "", atm.origin, CIRCUIT_QUEUE)
    return policies, ports
