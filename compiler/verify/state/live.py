"""The machine against the config: what stands as it says, what does not, and what is unknown.

Packets and figures are compared as `verify` compares a script (the same codes and witnesses).
Beside that each part of an interface is held to the script that `compile` makes: what was deleted,
added or changed is named, also where it makes no difference to packets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from qosc.datapath.assumed import with_assumed
from qosc.datapath.crossing.entered import with_entered
from qosc.ir import Device, Port
from qosc.ledger import Entry
from qosc.profiles import Profile
from qosc.verify.behind import plane_in
from qosc.verify.check import Verified
from qosc.verify.found import Difference
from qosc.verify.scripts import passed_ports, setups_of
from qosc.verify.state.dump import State
from qosc.verify.state.held import Machine, indices
from qosc.verify.state.interfaces import (
    doubts_of,
    nothing_compared,
    read_interfaces,
)
from qosc.verify.state.lines import Live
from qosc.verify.state.places import NOT_KNOWN, places, without_a_plane
from qosc.verify.state.planes import other_planes, unshared
from qosc.verify.tc.model import PortSetup

__all__ = ["LiveVerified", "verify_state"]


@dataclass(frozen=True, slots=True)
class LiveVerified:
    """What was found. `warnings` change nothing for any packet, or are beyond what is compared."""

    found: Verified
    warnings: tuple[Difference, ...]
    unknown: tuple[Difference, ...]
    """What the dump does not show, or what is not understood of it."""
    interfaces: Mapping[str, str]
    """The interface of each port that was compared."""
    unshown: int
    """Figures that tc does not print, of what stands there: taken to be as in the script."""
    system: tuple[str, ...]
    """The releases of the kernel and of tc."""


def verify_state(
    device: Device,
    ports: tuple[Port, ...],
    profile: Profile,
    ledger: Iterable[Entry],
    script: str,
    state: State,
    *,
    given: Mapping[str, Sequence[str]],
    undefined_access_list: str = "none",
    runner: str | None = None,
    mark_shift: int = 0,
    leaf: str = "",
) -> LiveVerified:
    """Compare a dump with the config. `script` is what compile makes of it, and `given` has
    interfaces by port; the others are those that `apply` remembers.

    Raises Unreadable for a script that is not understood, and `qosc.packets.UndecidedError`.
    """
    marked = device
    device, ports = with_entered(with_assumed(device, profile), ports)
    plane = plane_in(device, ports, ledger := tuple(ledger))
    passed = passed_ports(ports, plane)
    wanted = setups_of(script, runner, passed)
    known = places(state, passed, given)
    if plane is not None and known[plane.name] == NOT_KNOWN:
        behind = {port.name for port in passed if port is not plane} & wanted.keys()
        place = without_a_plane(device, behind)
        if place is None:
            passed = passed_ports(ports, None)
        else:
            known[plane.name] = place
    unknown = doubts_of(state)
    read = read_interfaces(state, known, unknown, passed, wanted)
    more: list[Live] = []
    if plane is not None and plane.name in read:
        more = other_planes(state, plane, known[plane.name], unknown, wanted)
    times = Counter(
        index
        for live in (*read.values(), *more)
        for each in live.filters
        for index in indices(each)
    )
    machine = Machine(
        marked=marked,
        device=device,
        profile=profile,
        ledger=ledger,
        state=state,
        wanted=wanted,
        times=times,
        undefined_access_list=undefined_access_list,
        plane=plane,
        mark_shift=mark_shift,
        leaf=leaf,
    )
    # A port that has nothing in the script needs no interface.
    ports = (
        *(
            port
            for port in passed
            if port.name in read or not (port.name in wanted or known[port.name].interface)
        ),
        *(port for port in ports if port not in passed and port is not plane),
    )
    got = machine.against(ports, read)
    interfaces = {port.name: read[port.name].name for port in passed if port.name in read}
    if plane is not None and more:
        for live in more:
            got = _with(got, machine.against((plane,), {plane.name: live}), live.name)
            interfaces[f"{plane.name} on {live.name}"] = live.name
        setup = wanted.get(plane.name, PortSetup(plane.name, (), (), ()))
        apart = unshared(plane, setup, (read[plane.name], *more))
        got = replace(got, differences=(*got.differences, *apart))
    unknown += machine.unknown
    if not (interfaces or unknown or got.differences):
        unknown.append(nothing_compared())
    return LiveVerified(
        got,
        (*machine.warnings, *_rooms(state, passed)),
        tuple(unknown),
        interfaces,
        machine.unshown,
        tuple(filter(None, (state.words("kernel"), state.words("tc")))),
    )


def _with(got: Verified, other: Verified, interface: str) -> Verified:
    """With what was found at another interface of the control plane."""
    lines = (
        replace(each, notes=(*each.notes, f"at the interface {interface}"))
        for each in other.differences
        if each.kind != "nothing"
    )
    return replace(
        got,
        differences=(*got.differences, *lines),
        commands=got.commands + other.commands,
        regions=got.regions + other.regions,
    )


def _rooms(state: State, ports: tuple[Port, ...]) -> list[Difference]:
    """Interfaces that a script for other ports has set up, or that wait to be confirmed."""
    names = {link.number: link.name for link in state.links()}
    own = {port.name.replace("\0", "") for port in ports}
    rooms = []
    for room in state.rooms():
        name = names.get(room.number)
        if name is None:
            continue
        if room.port and room.port not in own:
            message = f"{name} was set up for {room.port}, which is no port of this config with QoS"
            rooms.append(Difference("changed", message, "nothing", f"a script for {room.port}"))
        if room.waits:
            message = f"what is set up on {name} waits to be confirmed, and may be undone"
            rooms.append(Difference("changed", message, "to stay", "to be confirmed"))
        if room.cut_off:
            message = f"a run of the script on {name} was cut off"
            rooms.append(Difference("changed", message, "a run to its end", "cut off"))
    return rooms
