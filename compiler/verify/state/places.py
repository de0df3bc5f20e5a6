"""Which interface of the machine stands for which port of the router."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from qosc.ir import Device, Port, PortKind
from qosc.platforms import is_junos
from qosc.verify.state.dump import Link, State

__all__ = ["NOT_KNOWN", "Place", "places", "without_a_plane"]

_INNER = ("loopback", "null", "nvi", "virtual-template")
"""Interfaces of IOS that no packet enters by from outside."""
_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class Place:
    """The interface of a port, or why it is not known. `more` are those of a control plane that is
    at several.
    """

    interface: str = ""
    doubt: str = ""
    more: tuple[str, ...] = ()


NOT_KNOWN = Place(doubt="its interface is not known: name it with --map PORT=INTERFACE")


def places(
    state: State, ports: Iterable[Port], given: Mapping[str, Sequence[str]]
) -> dict[str, Place]:
    """The place of each port: as it is given, else as `apply` remembers it.

    An interface is given by its name, an alternative name or its MAC address.
    """
    links = state.links()
    remembered: dict[str, list[str]] = {}
    names = {link.number: link.name for link in links}
    for room in state.rooms():
        if room.port and room.number in names:
            remembered.setdefault(room.port, []).append(names[room.number])
    return {port.name: _place(port, links, given, remembered) for port in ports}


def _place(
    port: Port,
    links: tuple[Link, ...],
    given: Mapping[str, Sequence[str]],
    remembered: dict[str, list[str]],
) -> Place:
    plane = port.kind is PortKind.CONTROL_PLANE
    # A shell's word holds no NUL.
    known = remembered.get(port.name.replace("\0", ""), [])
    if port.name in given:
        own: list[str] = []
        for name in given[port.name]:
            called = _called(name, links)
            if len(called) != 1:
                which = "several interfaces" if called else "no interface"
                return Place(doubt=f"{which} of the dump {'are' if called else 'is'} {name}")
            own += called
        others = {name for key, names in given.items() if key != port.name for name in names}
        # What is named of a control plane is beside what is known of it.
        more = [name for name in known if plane and name not in others]
        first, *rest = dict.fromkeys((*own, *more))
        return Place(first, more=tuple(rest))
    if len(known) == 1 or (known and plane):
        return Place(known[0], more=tuple(known[1:]))
    if known:
        return Place(doubt=f"apply remembers it of {', '.join(known)}: say which with --map")
    return NOT_KNOWN


def _called(name: str, links: tuple[Link, ...]) -> list[str]:
    """A VLAN device has often the address of what it stands on, which is meant then."""
    exact = [link.name for link in links if name == link.name or name in link.alternatives]
    if exact:
        return exact
    return [link.name for link in links if link.address and link.address == name.lower()]


def without_a_plane(device: Device, wanted: Iterable[str]) -> Place | None:
    """Why an interface for the control plane alone has to be known; None where there need be none.

    It stands behind the input of the ports in `wanted`, by name. A packet to the router that
    enters by another interface of it meets the control plane there.
    """
    known = set(wanted)
    below: dict[str, list[Port]] = {}
    for port in device.ports.values():
        if port.parent and not port.shutdown:
            below.setdefault(port.parent, []).append(port)

    def covered(port: Port) -> bool:
        parts = below.get(port.name, ())
        if port.name in known or (all(part.name in known for part in parts) and parts):
            return True
        # On JunOS a unit has the addresses; a port of a bundle has no unit.
        unitless = is_junos(device.platform) and not (parts or port.unit)
        return unitless or (port.name in device.without_address and not parts)

    left = [
        port.name
        for port in device.ports.values()
        if port.kind is PortKind.INTERFACE and not (port.parent or port.shutdown or covered(port))
        if not port.name.lower().startswith(_INNER)
    ]
    if not left:
        return None if known else NOT_KNOWN
    names = ", ".join(left[:_MOST_NAMED])
    more = f" and {len(left) - _MOST_NAMED} more" if len(left) > _MOST_NAMED else ""
    return Place(
        doubt=f"it belongs to the interfaces without QoS of their own ({names}{more}), too: "
        "name them with --map PORT=INTERFACE"
    )
