"""Ways through a device: in at one port, out at another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from qosc.datapath.units import path_ports
from qosc.fields import Field
from qosc.ir import Attachment, Device, Port, PortKind, unnamed_ingress
from qosc.ir.leaves import has_qos
from qosc.packets.diagrams import Diagram
from qosc.packets.layout import BITS
from qosc.packets.space import PacketSpace
from qosc.profiles.model import Profile
from qosc.treatments.headers import BESIDE, Headers
from qosc.treatments.pipeline import Pipeline
from qosc.treatments.tree import Outcomes
from qosc.treatments.walk import Hop, Side

__all__ = ["UNNAMED_PORT", "along", "hops", "one_side", "port_ways", "start", "two_sides"]

UNNAMED_PORT = Port("")
"""A port that the text does not name, or that has no QoS."""


def one_side(device: Device, profile: Profile) -> Side:
    """A device in a space of its own. Raises NoRoomError, as every question may UndecidedError."""
    space = PacketSpace(device, later_fragments=True)
    return Side(device, profile, space, Headers(space))


def two_sides(
    old: tuple[Device, Profile], new: tuple[Device, Profile], aliases: Mapping[str, str]
) -> tuple[Side, Side]:
    """Two devices in one space. `aliases` gives the old names of the new one's interfaces."""
    first = one_side(*old)
    other_space = first.space.beside(new[0], aliases)
    return first, Side(*new, other_space, first.headers)


def port_ways(device: Device) -> dict[str, Port]:
    """The ports with QoS by name, each with all stages that its packets pass.

    A unit or subinterface has the stages of its port before its own on the way in, and behind them
    on the way out. One that says nothing itself is there too if its interface has an input policy.
    """
    ports = tuple(
        port for port in device.ports.values() if has_qos(port) or _inherits(device, port)
    )
    return {port.name: port for port in path_ports(device, ports)}


def _inherits(device: Device, port: Port) -> bool:
    above = device.ports.get(port.parent)
    return (
        above is not None
        and port.kind is PortKind.SUBINTERFACE
        and any(isinstance(stage, Attachment) for stage in above.input)
    )


def hops(side: Side, ingress: Port | None, egress: Port | None) -> tuple[Hop, ...]:
    """The hops of a way; no port: one that the text does not name, which has what the platform
    gives it on input and nothing on output. A control plane has its input stages on the way to it.
    """
    unnamed = ingress is None or not ingress.name
    stages = unnamed_ingress(side.device) if unnamed else ingress.input if ingress else ()
    made = [Hop(ingress or UNNAMED_PORT, stages, output=False)]
    if egress is not None and egress.kind is PortKind.CONTROL_PLANE:
        made.append(Hop(egress, (*egress.input, *egress.output), output=False))
    elif egress is not None:
        made.append(Hop(egress, egress.output, output=True))
    return tuple(made)


def start(side: Side, ingress: Port | None, free: Iterable[Field] = (), name: str = "") -> Diagram:
    """The packets that come in at a port, with nothing kept beside them but for fields of `free`.

    Where no port is meant they may have come by any.
    """
    builder = side.space.builder
    given = frozenset(free)
    node = side.headers.everything & builder.none_of(
        variable for field in BESIDE if field not in given for variable in BITS[field]
    )
    if ingress is not None and ingress.name:
        code = builder.code(Field.INPUT_INTERFACE, name or ingress.name)
        if code is not None:
            node &= builder.bits(BITS[Field.INPUT_INTERFACE], code)
    return node


def along(
    side: Side,
    ingress: Port | None,
    egress: Port | None,
    packets: Diagram | None = None,
    *,
    tracing: bool = False,
    inside: bool = False,
) -> Outcomes:
    """What becomes of the packets that come in at one port and leave by another; with `inside`,
    before marks are undone.
    """
    begin = start(side, ingress) if packets is None else packets
    way = hops(side, ingress, egress)
    return Pipeline(side, way, begin, tracing=tracing, inside=inside).outcomes()
