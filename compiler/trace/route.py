"""A packet from the port that it comes in by to the port that it leaves by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

from qosc.datapath.crossing.kept_dscp import kept_dscp
from qosc.datapath.crossing.translation import Before
from qosc.datapath.doubts import PER_LINK
from qosc.datapath.rates import base_of
from qosc.datapath.unit_trees import vlan_of
from qosc.datapath.units import path_ports
from qosc.fields import DS_VIEWS, Field
from qosc.ir import (
    AllOf,
    Attachment,
    Device,
    Interval,
    Mark,
    Named,
    Policy,
    Port,
    PortKind,
    Predicate,
    Relation,
    RuleList,
    Stage,
    Test,
)
from qosc.ir.fragments import with_fragments
from qosc.ir.leaves import has_queues
from qosc.ir.resolve import resolve
from qosc.packets import LowBits, PacketSpace, Region, image
from qosc.packets.layout import BITS, LAYERS
from qosc.profiles import Profile
from qosc.source import Span
from qosc.trace.ends import logical_port
from qosc.trace.notation import Asked
from qosc.trace.steps import Kept, Marked, Matched, Way
from qosc.trace.to_itself import arriving, is_plane, own_address_notes
from qosc.trace.travellers import Packets
from qosc.trace.walk import T, Walk
from qosc.values import replace

__all__ = ["BESIDE", "NoPacketError", "Route", "Trace", "code_points", "headers", "route", "trace"]

_FRESH: tuple[Test, ...] = (
    *(
        Test(field, (Interval(0, 0),))
        for field in (Field.QOS_GROUP, Field.DISCARD_CLASS, Field.TRAFFIC_CLASS)
    ),
    Test(Field.FORWARDING_CLASS, (Named(""),)),
    Test(Field.LOSS_PRIORITY, (Named("low"),)),
)
"""What the device keeps beside a packet that has just come in."""
BESIDE = (*(test.field for test in _FRESH), Field.INPUT_INTERFACE)
"""What the device keeps beside a packet and no header has."""
_CUT = (Relation.CUT, Relation.THROUGH)


class NoPacketError(ValueError):
    """No packet is as it was asked for; the message says between which ports."""


@dataclass(frozen=True)
class Route(Generic[T]):
    """The stages between two ports. One of them may be left out: then only the other is looked at.

    `entered` and `left` are the ports as packets meet them: with what a unit has of its port.
    """

    device: Device
    profile: Profile
    entered: Port | None
    left: Port | None
    tag: int | None = None
    """The VLAN tag by which the tree of a port tells the unit that packets leave by."""
    aside: tuple[str, ...] = ()
    """What the lines say of packets that leave, beside the stages: see `qosc.trace.unfollowed`."""
    translated: Before | None = None
    """What address translation may have changed before the output looks at it."""
    groups: tuple[str, ...] = ()
    """The groups of spokes, with queues for each spoke, of the tunnel that packets leave by."""

    def conditions(self) -> Predicate:
        """What is so of every packet that comes in, before anything looks at it."""
        if self.entered is None:
            return AllOf(())
        return AllOf((*_FRESH, Test(Field.INPUT_INTERFACE, (Named(self.entered.name),))))

    def follow(self, way: Way[T], *, meters: bool = True) -> list[Way[T]]:
        """The ways that packets go. Raises TooManyWaysError and UndecidedError."""
        ways = [way]
        for end, port in (("input", self.entered), ("output", self.left)):
            if port is None:
                continue
            side = "input" if is_plane(port) else end
            base = base_of(self.device, port, self.profile, output=side == "output")
            walk: Walk[T] = Walk(self.device, self.profile, port.name, side, base, meters)
            if side == "output" and self.tag is not None:
                tagged = Mark(Field.VLAN, self.tag)
                ways = [one.of(one.traveller.write(tagged)) for one in ways]
            ways = walk.stages(port.input if end == "input" else port.output, ways)
        line = kept_dscp(self.device)
        return ways if line is None else [_kept(one, way.traveller, line) for one in ways]

    def notes(self) -> tuple[str, ...]:
        """What is not followed: what else packets meet on the way out, and links of a bundle."""
        relations = self.left.beside if self.left is not None else ()
        bundle = any(one is not None and one.per_link for one in (self.entered, self.left))
        return (
            *(
                f"the output of {one.name}, which they go on through, is not followed"
                for one in relations
                if one.relation in _CUT
            ),
            *((f"a bundle: {PER_LINK}",) if bundle else ()),
            *self.aside,
        )


def route(device: Device, profile: Profile, entered: Port | None, left: Port | None) -> Route[Any]:
    """The route between two ports of a device whose units are joined and defaults filled in.

    Raises SeveralUnitsError for a port of which a unit has to be named.
    """
    device = with_fragments(device)
    entered, left, aside = _units(device, entered, left)
    between = _between(device, profile, entered, left)
    return replace(between, aside=(*aside, *between.aside)) if aside else between


def _units(
    device: Device, entered: Port | None, left: Port | None
) -> tuple[Port | None, Port | None, tuple[str, ...]]:
    """The ports, or the units that they stand for, and a note where one does."""
    into = logical_port(device, entered) if entered is not None else None
    out = logical_port(device, left) if left is not None else None
    notes = [
        f"{named.name} is taken for its unit {taken.name}"
        for named, taken in ((entered, into), (left, out))
        if named is not None and taken is not None and named is not taken
    ]
    return into, out, tuple(dict.fromkeys(notes))


def _between(
    device: Device, profile: Profile, entered: Port | None, left: Port | None
) -> Route[Any]:
    if entered is not None:
        entered = path_ports(device, (entered,), frozenset())[0]
    if left is None:
        return Route(device, profile, entered, None)
    if is_plane(left):
        left = path_ports(device, (left,), frozenset((left.name,)))[0]
        return Route(device, profile, entered, arriving(left))
    above = device.ports.get(left.parent)
    if above is not None and left.name in above.holds:
        stages: tuple[Stage, ...] = tuple(one for one in left.output if isinstance(one, RuleList))
        whole = replace(left, output=(*stages, *above.output), beside=())
        return Route(device, profile, entered, whole, vlan_of(left))
    if above is not None and _leaves_by(device, left, above):
        behind = above.output[above.of_unit[2] :]
        whole = replace(
            left,
            bandwidth=above.bandwidth,
            speed=above.speed,
            output=(*left.output, *behind),
            beside=(),
        )
        tag = vlan_of(left) if above.holds else None
        return Route(device, profile, entered, whole, tag, aside=_remaining(above))
    left = path_ports(device, (left,), frozenset((left.name,)))[0]
    return Route(device, profile, entered, left)


def _remaining(port: Port) -> tuple[str, ...]:
    """What is not followed of the traffic of units without queues of their own."""
    if port.remaining is None:
        return ()
    name = port.remaining.name.removeprefix("traffic-control-profile ")
    return (f"output-traffic-control-profile-remaining {name} of {port.name} is not followed",)


def _leaves_by(device: Device, left: Port, above: Port) -> bool:
    """Whether packets of a unit or subinterface without queues leave by the queues of its port.

    Cisco, QoS: Policing and Shaping Configuration Guide, Hierarchical Queueing for Ethernet: a
    policy of the main interface holds all of its subinterfaces, and comes behind a policy of the
    subinterface that polices or marks; Juniper, Hierarchical Schedulers: traffic of units without a
    traffic-control-profile is of the port. Percentages are of one rate: not where two count.
    """
    if left.kind is not PortKind.SUBINTERFACE:
        return False
    own = [resolve(device, one.policy) for one in left.output if isinstance(one, Attachment)]
    if any(not isinstance(policy, Policy) or has_queues(device, policy) for policy in own):
        return False
    if own and (left.bandwidth, left.speed) not in (
        (None, None),
        (above.bandwidth, above.speed),
    ):
        return False
    return any(isinstance(one, Attachment) for one in above.output)


@dataclass(frozen=True)
class Trace:
    """The ways of the packets that were asked for, in the order of the config."""

    route: Route[Packets]
    packets: Asked
    region: Region
    ways: tuple[Way[Packets], ...]


def trace(route: Route[Packets], packets: Asked) -> Trace:
    """Follow all packets that are as asked.

    Raises NoPacketError, TooManyWaysError and UndecidedError.
    """
    space = PacketSpace(route.device)
    said = space.region(packets.predicate)
    if said.is_empty():
        raise NoPacketError(f"no packet is at once {packets.words}")
    region = said & space.region(route.conditions())
    if region.is_empty():
        raise NoPacketError(
            f"no packet that has just come in is {packets.words}: what the device keeps beside a "
            "packet is not set yet"
        )
    ways = tuple(way for way in route.follow(Way(Packets(region))) if _is_asked(packets, way))
    if not ways:
        who = f"class {packets.taken_by}" if packets.taken_by else "default classes only"
        raise NoPacketError(f"no packet is taken by {who} here")
    notes = own_address_notes(route.device, packets.tests, region, route.left)
    return Trace(replace(route, aside=(*route.aside, *notes)), packets, region, ways)


def _kept(way: Way[T], first: T, line: Span) -> Way[T]:
    """A way of a switch that does not write its DSCP into packets: what was written is undone."""
    marks = (step.mark.field for step in way.steps if isinstance(step, Marked))
    if way.dropped or not any(field in DS_VIEWS for field in marks):
        return way
    return way.of(way.traveller.with_own_dscp(first)).passing(Kept(line))


def _is_asked(packets: Asked, way: Way[Packets]) -> bool:
    if packets.taken_by and packets.taken_by.lower() not in map(str.lower, way.classes):
        return False
    return not packets.unmatched or all(
        not isinstance(step, Matched) or step.by_default for step in way.steps
    )


def headers(region: Region, *, labels: bool = True) -> Region:
    """The packets of a region as the wire has them: whatever the device keeps beside them, and
    whatever is outside the model. Without `labels`, they may have a label of MPLS or not.
    """
    builder = region.space.builder
    kept = [variable for field in BESIDE for variable in BITS[field]]
    if not labels:
        kept += [LAYERS["labelled"], *BITS[Field.MPLS_EXP]]
    left = region.node.exists((*kept, *builder.free.values()))
    return Region(region.space, left & builder.well_formed)


def code_points(way: Way[Packets]) -> tuple[int, ...]:
    """The DSCPs that the packets of a way have at its end, in rising order; none if not IP."""
    region = image(way.traveller.region, way.traveller.marks, LowBits.KEEP)
    builder = region.space.builder
    return tuple(
        value
        for value in range(64)
        if (region.node & builder.value(Field.DSCP, Interval(value, value))).satisfiable()
    )
