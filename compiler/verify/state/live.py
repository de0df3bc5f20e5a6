"""The machine against the config: what stands as it says, what does not, and what is unknown.

Packets and figures are compared as `verify` compares a script (the same codes and witnesses).
Beside that each part of an interface is held to the script that `compile` makes: what was deleted,
added or changed is named, also where no packet is treated otherwise by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from qosc.datapath.assumed import with_assumed
from qosc.datapath.entered import with_entered
from qosc.ir import Device, Port
from qosc.ledger import Entry
from qosc.profiles import Profile
from qosc.verify.behind import plane_in
from qosc.verify.check import Notes, Verified, compare
from qosc.verify.found import Difference
from qosc.verify.scripts import passed_ports, setups_of
from qosc.verify.state.dump import State
from qosc.verify.state.interfaces import (
    doubts_of,
    nothing_compared,
    read_interfaces,
    strange_parts,
    unfollowed,
)
from qosc.verify.state.lines import Live
from qosc.verify.state.places import NOT_KNOWN, places, without_a_plane
from qosc.verify.state.shown import settle_class, settle_filter, settle_qdisc
from qosc.verify.state.structure import filter_key, structure_differences
from qosc.verify.tc.marks import as_usual
from qosc.verify.tc.model import Filter, Police, PortSetup, Unreadable

__all__ = ["LiveVerified", "verify_state"]

_JOINING = (
    "generic-receive-offload",
    "large-receive-offload",
    "generic-segmentation-offload",
    "tcp-segmentation-offload",
    "rx-gro-hw",
)


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
    given: Mapping[str, str],
    undefined_access_list: str = "none",
    runner: str | None = None,
    mark_shift: int = 0,
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
    compared: list[Port] = []
    setups: dict[str, PortSetup] = {}
    extra: dict[str, list[Difference]] = {}
    warnings: list[Difference] = []
    unshown = 0
    read = read_interfaces(state, known, unknown, passed, wanted)
    times = Counter(
        index for live in read.values() for each in live.filters for index in _indices(each)
    )
    for port in passed:
        if port.name not in read:
            # A port that has nothing in the script needs no interface.
            if port.name not in wanted and not known[port.name].interface:
                compared.append(port)
            continue
        live = read[port.name]
        unshown += live.unshown
        script_setup = wanted.get(port.name, PortSetup(port.name, (), (), ()))
        setup = _settled(live, script_setup, times)
        extra[port.name] = [
            *structure_differences(port.name, live.name, script_setup, setup, port.origin),
            *strange_parts(port, live),
        ]
        warnings += _joining(state, port, live.name, script_setup)
        try:
            usual = as_usual(setup, marked, mark_shift) if mark_shift else setup
        except Unreadable as error:
            unknown.append(unfollowed(port, error))
            continue
        if setup.qdiscs or setup.classes or setup.filters:
            setups[port.name] = usual
        compared.append(port)
    notes = Notes()
    others = tuple(port for port in ports if port not in passed and port is not plane)
    got = compare(
        device,
        (*compared, *others),
        profile,
        ledger,
        setups,
        undefined_access_list=undefined_access_list,
        notes=notes,
        plane=plane,
    )
    unknown += [
        unfollowed(port, notes.unread[port.name]) for port in compared if port.name in notes.unread
    ]
    strange, quiet = _sorted(got, extra, notes)
    warnings += [*quiet, *_rooms(state, passed)]
    interfaces = {port.name: read[port.name].name for port in passed if port.name in read}
    if not (interfaces or unknown or got.differences):
        unknown.append(nothing_compared())
    return LiveVerified(
        replace(got, differences=(*map(_of_machine, got.differences), *strange)),
        tuple(warnings),
        tuple(unknown),
        interfaces,
        unshown,
        tuple(filter(None, (state.words("kernel"), state.words("tc")))),
    )


def _of_machine(found: Difference) -> Difference:
    """What is said of scripts, said of the machine."""
    message = found.message.replace("the script", "the machine")
    message = message.replace("router and script", "router and machine")
    notes = (note.replace("the script", "the machine") for note in found.notes)
    return replace(found, message=message, notes=tuple(notes))


def _indices(found: Filter) -> list[int]:
    return [each.index for each in found.actions if isinstance(each, Police)]


def _settled(live: Live, script: PortSetup, times: Mapping[int, int]) -> PortSetup:
    classes = {each.classid: each for each in script.classes}
    qdiscs = {each.parent: each for each in script.qdiscs}
    filters = {filter_key(each): each for each in script.filters}
    return PortSetup(
        script.name,
        tuple(
            settle_qdisc(each, qdiscs.get(each.parent), live.hidden.get(each.line))
            for each in live.qdiscs
        ),
        tuple(settle_class(each, classes.get(each.classid)) for each in live.classes),
        tuple(settle_filter(each, filters.get(filter_key(each)), times) for each in live.filters),
        script.line,
    )


def _sorted(
    got: Verified, extra: Mapping[str, list[Difference]], notes: Notes
) -> tuple[list[Difference], list[Difference]]:
    """What is drift, and what changes nothing for any packet.

    A part that was changed is drift on a port of which packets or figures differ. It is not told
    where a difference is told of its line.
    """
    told = {each.line for each in got.differences if each.line}
    drift: list[Difference] = []
    quiet: list[Difference] = []
    for port, found in extra.items():
        sure = port not in notes.differing and port not in notes.unread
        for each in found:
            if each.kind == "foreign":
                drift.append(each)
            elif each.line not in told:
                (quiet if sure else drift).append(each)
    return drift, quiet


def _joining(state: State, port: Port, interface: str, script: PortSetup) -> list[Difference]:
    """Whether the interface joins packets, where meters or classes count them."""
    metered = script.classes or any(_indices(each) for each in script.filters)
    if not metered:
        return []
    part = state.part("offloads", interface)
    if part is None or part.status:
        message = f"the dump does not say whether {interface} joins packets (offloads)"
        return [Difference("offloads", message, "single packets", "not shown", port.origin)]
    on = [
        (number, text.split(":")[0])
        for number, text in part.lines
        if text.split(":")[0] in _JOINING and ": on" in text
    ]
    if not on:
        return []
    names = ", ".join(name for _, name in on)
    message = f"{interface} joins packets: meters and shares hold for single ones"
    return [Difference("offloads", message, "single packets", names, port.origin, on[0][0])]


def _rooms(state: State, ports: tuple[Port, ...]) -> list[Difference]:
    """Interfaces that a script for other ports has set up, or that wait to be confirmed."""
    names = {link.number: link.name for link in state.links()}
    own = {port.name.replace("\0", "") for port in ports}
    found = []
    for room in state.rooms():
        name = names.get(room.number)
        if name is None:
            continue
        if room.port and room.port not in own:
            message = f"{name} was set up for {room.port}, which is no port of this config with QoS"
            found.append(Difference("changed", message, "nothing", f"a script for {room.port}"))
        if room.waits:
            message = f"what is set up on {name} waits to be confirmed, and may be undone"
            found.append(Difference("changed", message, "to stay", "to be confirmed"))
        if room.cut_off:
            message = f"a run of the script on {name} was cut off"
            found.append(Difference("changed", message, "a run to its end", "cut off"))
    return found
