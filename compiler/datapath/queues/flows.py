"""Flow queues that an interface has although its config says nothing of them.

Weighted fair queueing is the default of serial interfaces at E1 speed and below, but not with X.25,
LAPB or SDLC; priority queueing and custom queueing take its place (Cisco, Building Cisco Remote
Access Networks 2.1, fair-queue; Cisco IOS Quality of Service Solutions Command Reference,
fair-queue (WFQ)). So does a policy with queues.
"""

from __future__ import annotations

from qosc.amounts import Depth
from qosc.datapath.rates import kind_of, link_rate
from qosc.ir import Attachment, Device, FairQueue, Policy, Port, PortKind
from qosc.ir.leaves import has_queues
from qosc.ir.resolve import resolve
from qosc.profiles.model import Fact, Profile
from qosc.values import replace

__all__ = ["HOLD", "flow_queues_open", "with_default_flows", "with_default_queue"]

HOLD = Fact(
    40,
    "Cisco IOS Interface and Hardware Component Command Reference, hold-queue: the default output "
    "limit is 40 packets; recorded show interfaces: Output queue: 0/40 (size/max)",
    others="asynchronous lines hold 10 (the same page)",
)
"""Packets that the one output queue of an interface holds."""
_HELD_BY = ("ios-12", "ios-15")

_WITHOUT = ("x25", "lapb", "sdlc", "stun", "bstun")
"""The first words of `encapsulation` with which there is none."""


def with_default_flows(device: Device, port: Port, profile: Profile) -> Port:
    """The port with the flow queues of its platform, or the port itself where it has none."""
    most = profile.serial_fair_queue.value
    if not most or not _plain(device, port, profile, most):
        return port
    return replace(port, fair_queue=FairQueue(default_by=profile.name))


def flow_queues_open(device: Device, port: Port, profile: Profile) -> str:
    """What is known where no public source says if the port has flow queues that its config does
    not name; empty where one does.
    """
    fact = profile.serial_fair_queue
    unsettled = fact.span is not None and _plain(device, port, profile, fact.span[1])
    return fact.source if unsettled else ""


def _plain(device: Device, port: Port, profile: Profile, most: int) -> bool:
    """Whether it is a serial line of at most so many bit/s that nothing gives queues."""
    if (
        port.fair_queue is not None
        or port.fifo
        or port.kind is not PortKind.INTERFACE
        or kind_of(port.name) != "serial"
        or port.encapsulation.startswith(_WITHOUT)
    ):
        return False
    rate = link_rate(device, port, profile)
    return rate is not None and rate <= most and not _queued(device, port)


def with_default_queue(device: Device, port: Port, profile: Profile) -> Port:
    """A port of which the config says nothing, with the queue or queues of its platform, if a
    source says it.
    """
    if profile.name not in _HELD_BY:
        return port
    with_flows = with_default_flows(device, port, profile)
    if with_flows.fair_queue is not None:
        return with_flows
    return replace(port, hold_queue_out=Depth(HOLD.value, default_by=profile.name))


def _queued(device: Device, port: Port) -> bool:
    """Whether a policy or a list of the output has queues, or is not in the text."""
    policies = [resolve(device, one.policy) for one in port.output if isinstance(one, Attachment)]
    return any(not isinstance(one, Policy) or has_queues(device, one) for one in policies)
