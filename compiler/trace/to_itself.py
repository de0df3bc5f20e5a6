"""Packets to the device itself: they pass its control plane, or lo0, behind the port of arrival."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from ipaddress import ip_address

from qosc.fields import Field
from qosc.ir import AnyOf, Device, Interval, Port, PortKind, Predicate, Test
from qosc.packets import Region
from qosc.values import replace

__all__ = ["arriving", "is_plane", "own_address_notes"]

_FIELDS = {4: Field.DST4, 6: Field.DST6}


def is_plane(port: Port | None) -> bool:
    """Whether only packets to the device itself, and from it, pass a port."""
    return port is not None and port.kind is PortKind.CONTROL_PLANE


def arriving(plane: Port) -> Port:
    """A control plane as the end of a way: what it does to packets on input comes last there."""
    return replace(plane, input=(), output=plane.input)


def own_address_notes(
    device: Device, asked: Iterable[Predicate], region: Region, left: Port | None
) -> Iterator[str]:
    """That packets whose destination is an address of the device pass its control plane, which is
    not on the way that was asked for.
    """
    tests = [test for test in asked if isinstance(test, Test)]
    planes = [
        port.name
        for port in device.ports.values()
        if is_plane(port) and port.input and not port.whole
    ]
    if is_plane(left) or not planes or not any(t.field in _FIELDS.values() for t in tests):
        return
    own = AnyOf(tuple(_destination(address) for address in device.addresses))
    if not device.addresses or not region <= region.space.region(own):
        return
    may = f"may pass {' and '.join(planes)}" if device.sent_on else f"pass {' and '.join(planes)}"
    why = f" ({device.sent_on} may send them on)" if device.sent_on else ""
    yield (
        f"the destination is an address of the device: packets to it {may}{why}, which is not "
        f"followed here; --out {planes[0]} follows it"
    )


def _destination(address: str) -> Test:
    destination = ip_address(address)
    return Test(_FIELDS[destination.version], (Interval(int(destination), int(destination)),))
