"""What the ledger says of a port that packets of other devices pass, too: those of its VLANs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qosc.datapath.crossing.tags_below import TagsBelow
from qosc.ir import Device, Port, PortKind
from qosc.ir.leaves import join, leaves, plain_tests
from qosc.ledger import Entry, Fidelity

__all__ = ["below_entries"]

_TWO_TAGS = (
    "packets of the subinterfaces with two tags carry them on this device, and its filters for IP "
    "do not see into them: they fall to class-default, or to what no rule takes. No bound is known"
)
_IN_TURN = (
    "packets of the subinterface pass both devices: both inputs meter and mark them, first that of "
    "the port, then its own, which sees what the first has written. A Cisco router applies its own "
    "alone, by what is published of two platforms (Cisco 10000 Series QoS guide, VLAN QoS "
    "Inheritance; document 10104 for IOS 12.2T); of others nothing is"
)


def below_entries(device: Device, ports: Iterable[Port], below: TagsBelow) -> Iterator[Entry]:
    """Entries of ports with subinterfaces below them: frames with two tags, and two inputs."""
    ports = tuple(ports)
    named = {port.name: port for port in ports}
    for port in ports:
        if port.name in below.two and _looks_at_packets(device, port):
            path = join(port.name, "packets with two VLAN tags")
            asked = "told apart as others are"
            yield Entry(path, Fidelity.APPROX, asked, "not looked into", _TWO_TAGS, port.origin)
        above = named.get(port.parent) if port.kind is PortKind.SUBINTERFACE else None
        if above is not None and above.unit == "" and _says_input(port) and _says_input(above):
            path = join(port.name, f"input behind that of {above.name}")
            got = "one after the other"
            yield Entry(path, Fidelity.UNKNOWN, "two inputs", got, _IN_TURN, port.origin)


def _says_input(port: Port) -> bool:
    """Whether the config, and not its platform, has something done to packets that come in."""
    return any(not stage.default_by for stage in port.input)


def _looks_at_packets(device: Device, port: Port) -> bool:
    return any(plain_tests(leaf.value) for leaf in leaves(device, port))
