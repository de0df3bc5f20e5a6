"""Ports without QoS: what a scenario without any is compared with."""

from __future__ import annotations

from qosc.amounts import Depth
from qosc.datapath.flows import with_default_flows
from qosc.ir import Device, Port
from qosc.profiles import Profile
from qosc.profiles.model import Fact
from qosc.values import replace

__all__ = ["HOLD", "is_plain", "with_baselines"]

HOLD = Fact(
    40,
    "Cisco IOS Interface and Hardware Component Command Reference, hold-queue: the default output "
    "limit is 40 packets; recorded show interfaces: Output queue: 0/40 (size/max)",
    others="asynchronous lines hold 10 (the same page)",
)
"""Packets that the one output queue of an interface holds."""
_PLATFORMS = ("ios-12", "ios-15")


def with_baselines(
    device: Device, ports: tuple[Port, ...], leaving: frozenset[str], profile: Profile
) -> tuple[Device, tuple[Port, ...]]:
    """The device and its ports, where those of `leaving` that have no QoS hold what their platform
    lets them hold, if a source says it.
    """
    changed = {
        port.name: _queued(device, port, profile)
        for port in ports
        if port.name in leaving and is_plain(port) and profile.name in _PLATFORMS
    }
    if not changed:
        return device, ports
    return (
        replace(device, ports={**device.ports, **changed}),
        tuple(changed.get(port.name, port) for port in ports),
    )


def _queued(device: Device, port: Port, profile: Profile) -> Port:
    """The port with the queue or queues that its platform gives it."""
    with_flows = with_default_flows(device, port, profile)
    if with_flows.fair_queue is not None:
        return with_flows
    return replace(port, hold_queue_out=Depth(HOLD.value, default_by=profile.name))


def is_plain(port: Port) -> bool:
    """Whether the config says nothing of how a port sends, nor of what it does to what comes in."""
    said = (port.input, port.output, port.atm, port.fair_queue, port.hold_queue_out, port.tx_ring)
    return not any(said) and port.within is None
