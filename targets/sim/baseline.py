"""Ports without QoS: what a scenario without any is compared with."""

from __future__ import annotations

from qosc.datapath.queues.flows import with_default_queue
from qosc.ir import Device, Port
from qosc.profiles import Profile
from qosc.values import replace

__all__ = ["is_plain", "with_baselines"]


def with_baselines(
    device: Device, ports: tuple[Port, ...], leaving: frozenset[str], profile: Profile
) -> tuple[Device, tuple[Port, ...]]:
    """The device and its ports, where those of `leaving` that have no QoS hold what their platform
    lets them hold, if a source says it.
    """
    changed = {
        port.name: with_default_queue(device, port, profile)
        for port in ports
        if port.name in leaving and is_plain(port)
    }
    return (
        replace(device, ports={**device.ports, **changed}),
        tuple(changed.get(port.name, port) for port in ports),
    )


def is_plain(port: Port) -> bool:
    """Whether the config says nothing of how a port sends, nor of what it does to what comes in."""
    said = (port.input, port.output, port.atm, port.fair_queue, port.hold_queue_out, port.tx_ring)
    return not any(said) and port.within is None
