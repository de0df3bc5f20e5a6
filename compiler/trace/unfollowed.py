"""What packets meet between two ports that only the lines tell, and that is not followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from qosc.amounts import Rate, show_rate
from qosc.datapath.crossing.access_groups import access_groups
from qosc.datapath.crossing.translation import nat
from qosc.ir import Device, Port, PortKind
from qosc.packets import Packet
from qosc.platforms import is_junos
from qosc.source import NOWHERE
from qosc.trace.route import Route
from qosc.trace.steps import Entered, Way
from qosc.trace.to_itself import is_plane
from qosc.trace.travellers import Packets
from qosc.trace.tunnels import spoke_groups, tunnel_notes
from qosc.values import replace

__all__ = ["undecided", "undecided_packet", "with_unfollowed"]

_FEW = 4
SPOKES = "which NHRP group the spoke is in"
CIRCUITS = "what the circuit that they leave by does"


def with_unfollowed(
    route: Route[Any], device: Device, left: Port | None, lines: Sequence[str]
) -> Route[Any]:
    """A route with what the lines of its config say of tunnels, of address translation and of
    access groups; `left` is the port that was asked for.
    """
    notes = [*route.aside, *tunnel_notes(device, left, lines), *_filters(route, lines)]
    notes += _in_its_set(route)
    if circuits := _circuits(route):
        notes.append(
            f"the policies of its circuits are at no step: {_follows(circuits, 'the circuit')}"
        )
    before = None
    if route.left is not None and not is_plane(route.left):
        translations = nat(lines, junos=is_junos(device.platform))
        before = translations.before(route.device, route.left, route.entered)
    if before is not None and route.entered is None:
        notes.append(f"{before}: name packets as NAT leaves them")
    elif before is not None:
        notes.append(
            f"{before}; NAT is not followed: the steps on output are those of packets that it "
            "leaves alone"
        )
    groups = spoke_groups(device, left)
    if groups:
        notes.append(
            "each spoke of an NHRP group has a policy of its own: the steps are those of spokes in "
            f"no group; {_follows(groups)}"
        )
    return replace(route, aside=tuple(notes), translated=before, groups=groups)


def _filters(route: Route[Any], lines: Sequence[str]) -> Iterator[str]:
    """That lists of access groups may drop the packets, which no step says."""
    groups = access_groups(lines, junos=is_junos(route.device.platform))
    for side, port in (("input", route.entered), ("output", route.left)):
        if port is None or is_plane(port):
            continue
        for one in groups.of(port, side):
            yield (
                f"{one} of {port.name} is not followed: the steps are those of packets that "
                f"{' and '.join(one.lists)} permits"
            )


def _in_its_set(route: Route[Any]) -> Iterator[str]:
    """What an interface set adds that stands at no step: see `qosc.datapath.units`."""
    within = route.left.within if route.left is not None else None
    if within is None:
        return
    has = []
    if within.shaper is not None:
        has.append(f"shaping-rate {_rate(within.shaper.rate)}")
    if within.guarantee is not None:
        has.append(f"guaranteed-rate {_rate(within.guarantee)}")
    if within.queues:
        has.append(f"queues of scheduler-map {within.queues}")
    line = f" (line {within.origin.line})" if within.origin != NOWHERE else ""
    yield (
        f"the units of {within.name}{line} share what it says, which is at no step: "
        f"{', '.join(has) or 'its profile'}"
    )


def _rate(rate: Rate) -> str:
    bits = rate.bits_per_second(None)
    return str(rate) if bits is None else show_rate(bits)


def _follows(groups: tuple[str, ...], what: str = "a group") -> str:
    named = " or ".join(f"--out '{name}'" for name in groups[:_FEW])
    return f"{named} follows those of {what}" + (" (and so on)" if len(groups) > _FEW else "")


def _circuits(route: Route[Any]) -> tuple[str, ...]:
    """The circuits of the port that packets leave by which have policies or queues of their own."""
    left = route.left
    if left is None or left.kind is PortKind.CIRCUIT:
        return ()
    return tuple(
        port.name
        for port in route.device.ports.values()
        if port.kind is PortKind.CIRCUIT and port.parent == left.name and port.output
    )


def _queues_of_its_set(route: Route[Any]) -> str:
    """Why the queue of packets is not known, where an interface set has queues; else empty."""
    within = route.left.within if route.left is not None else None
    if within is None or not within.queues:
        return ""
    return (
        f"in which queue: those of {within.name} (scheduler-map {within.queues}) are not followed"
    )


def undecided(route: Route[Any], way: Way[Packets]) -> Iterator[str]:
    """Why what happens on output is not known."""
    if route.groups and not way.dropped:
        yield SPOKES
    if (queues := _queues_of_its_set(route)) and not way.dropped:
        yield queues
    if _circuits(route) and not way.dropped:
        yield CIRCUITS
    yield from _translated(route, way)


def _translated(route: Route[Any], way: Way[Packets]) -> Iterator[str]:
    """Why the output of a way is not decided, where translation may change what it looks at."""
    before, region = route.translated, way.traveller.region
    if before is None or not _crosses(route, way):
        return
    have = region.space.builder.have
    if any((region.node & have(f"ip{each}")).satisfiable() for each in before.versions):
        yield (
            f"whether NAT (line {before.statement.line}) translates the packets before the output"
        )


def undecided_packet(route: Route[Any], way: Way[Any], packet: Packet) -> str:
    """The same for one packet of a capture; empty where its way is decided."""
    before = route.translated
    if route.groups and not way.dropped:
        return SPOKES
    if (queues := _queues_of_its_set(route)) and not way.dropped:
        return queues
    if _circuits(route) and not way.dropped:
        return CIRCUITS
    if before is None or packet.version not in before.versions or not _crosses(route, way):
        return ""
    return f"whether NAT (line {before.statement.line}) translates them before the output"


def _crosses(route: Route[Any], way: Way[Any]) -> bool:
    """Whether a way comes in by a port that was named and goes to the output."""
    return route.entered is not None and any(
        isinstance(step, Entered) and step.side == "output" for step in way.steps
    )
