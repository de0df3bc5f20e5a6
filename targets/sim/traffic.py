"""Traffic that shows what a port does: each class below and above its share, and a ping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from qosc.fields import Field
from qosc.ir import Device, Port, Stage
from qosc.ledger import Fidelity
from qosc.packets import Packet, PacketSpace
from qosc.scenario import Cbr, Ping, Source, header_values
from qosc.scenario import Stage as Made
from qosc.source import NOWHERE, Span
from qosc.targets.sim.follow import Followed, Turn
from qosc.targets.sim.headers import header
from qosc.targets.sim.offer import Offer, above, limited, offers, phases
from qosc.targets.sim.options import SimOptions
from qosc.targets.sim.port import Lowered
from qosc.targets.sim.reach import Reach
from qosc.targets.sim.wanted import Target, Wanted, target_of
from qosc.targets.sim.words import Names, clean

__all__ = ["Ingress", "Missing", "Plan", "Traffic"]

_SMALL, _USUAL = 200, 1000
"""Bytes of a packet of a priority class (20 ms of G.711, with RTP, UDP and IP), and of others."""
_PING = 84
_PINGS = 200
"""In the time of the run, if there is room for so many."""
_LONGEST_PING_US = 100_000
_WARM_UP, _FIRST = 0.2, 0.6
"""Of the time: what is not measured, and where the second part begins."""
_JITTER = 5
"""Packets are late by up to one part in so many of the time between them: without it sources at
rates of one family stay in step, and one always finds the queue that another has left."""
_SOME, _FEW = 10, 2
"""So many packets at least are in each part of the time from each source, and so many from one to a
priority class, whose burst they must fit."""
_APART_US = 137
"""Sources that start together at rates of one family would stay in step for ever."""


class Ingress(NamedTuple):
    """Where packets may come in: the host that sends them, its address, and the router's port
    (None: one without QoS).
    """

    host: str
    address: str
    port: Lowered | None = None


class Missing(NamedTuple):
    """A class without traffic, and why."""

    name: str
    why: str
    fidelity: Fidelity
    origin: Span = NOWHERE


class _Flow(NamedTuple):
    wanted: Wanted
    packet: Packet
    length: int
    host: str
    turns: tuple[Turn, ...]
    steady: bool = False
    """Whether it is offered less than its bound all the time."""


class _Course(NamedTuple):
    """What packets are looked for: to the classes of a stage, by these ways, to a host."""

    target: Target
    leaving: Lowered | None
    ways: tuple[Ingress, ...]
    to: tuple[str, str]
    mtu: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What is sent, for how long it may be; and what the reader should know about it."""

    flows: tuple[_Flow, ...]
    rates: tuple[tuple[int, int], ...]
    """bit/s of each flow in the first and the second part of the time."""
    ping: tuple[Packet, str] | None
    to: str
    remarks: tuple[str, ...] = ()
    missing: tuple[Missing, ...] = ()
    hosts: frozenset[str] = frozenset()
    """The hosts that send."""

    def sources(
        self, duration_ms: int, prefix: str = "", taken: Names | None = None
    ) -> tuple[Source, ...]:
        """The sources of a run of this length, each with `prefix` before its name; none has a name
        that was `taken`.
        """
        names, made = taken or Names(), list[Source]()
        whole, half = duration_ms * 1000, int(duration_ms * 1000 * _FIRST)
        apart = max(1, min(_APART_US, whole // 100 // max(len(self.flows), 1)))
        for index, (flow, rates) in enumerate(zip(self.flows, self.rates, strict=True)):
            common = {
                "kind": "cbr",
                "from": flow.host,
                "to": self.to,
                "header": header(flow.packet, "cbr"),
                "packet_bytes": flow.length,
            }
            start = index * apart
            first, second = _enough(flow, *rates, whole - half)
            spans: list[tuple[str, int, int, int | None]]
            spans = [(flow.wanted.name, first, start, None)]
            if first != second:
                low, high = "below its share", "above its share"
                words = (low, high) if first < second else (high, low)
                spans = [
                    (f"{flow.wanted.name}, {words[0]}", first, start, half),
                    (f"{flow.wanted.name}, {words[1]}", second, half + start, None),
                ]
            for name, rate, begin, end in spans:
                source = {
                    "jitter_ns": _jitter_ns(flow.length, rate),
                    "name": names.take(prefix + name),
                    "rate_bps": rate,
                    "start_us": begin,
                }
                made.append(Cbr.model_validate({**common, **source, "stop_us": end}))
        if self.ping is not None:
            packet, host = self.ping
            every = max(min(_LONGEST_PING_US, whole // _PINGS), 1)
            name = names.take(f"{prefix}ping")
            made.append(
                Ping.model_validate(
                    {
                        "name": name,
                        "kind": "ping",
                        "from": host,
                        "to": self.to,
                        "packet_bytes": _length(packet, _PING),
                        "interval_us": every,
                        "header": header(packet, "ping"),
                    }
                )
            )
        return tuple(made)

    def sent_by(self, host: str) -> int:
        """bit/s that a host sends at most."""
        mine = [
            rates for flow, rates in zip(self.flows, self.rates, strict=True) if flow.host == host
        ]
        return max(sum(first for first, _ in mine), sum(second for _, second in mine))


def _enough(flow: _Flow, first: int, second: int, span_us: int) -> tuple[int, int]:
    """The rates of a source, so that it sends some packets in each part of the time.

    A class that gets next to nothing of a fast link would have no packet in a short run: where its
    share is not enough for some, it is offered these, all the time.
    """
    some = _FEW if flow.steady else _SOME
    low, enough = min(first, second), some * flow.length * 8_000_000 // span_us
    if low >= enough:
        return first, second
    if enough >= 2 * low:  # twice as much as it is offered below its share
        return enough, enough
    return max(first, enough), max(second, enough)


def _jitter_ns(length: int, rate: int) -> int:
    """A part of the time between packets of a length at a rate in bit/s."""
    return length * 8_000_000_000 // rate // _JITTER


def warm_up_ms(duration_ms: int) -> int:
    """What of a run is not measured."""
    return int(duration_ms * _WARM_UP)


@dataclass(slots=True)
class Traffic:
    """Makes up the traffic of the scenarios of one device; what is found out is kept for all."""

    device: Device
    options: SimOptions
    _space: PacketSpace | None = None
    _followed: Followed = field(default_factory=Followed)
    _reach: dict[tuple[object, ...], Reach] = field(default_factory=dict)

    @property
    def space(self) -> PacketSpace:
        """The packets of the device."""
        if self._space is None:
            self._space = PacketSpace(
                self.device,
                undefined_matches_nothing=True,
                as_likely=True,
                lists_match_all=self.options.undefined_access_list == "all",
            )
        return self._space

    def kind(self, port: Port) -> tuple[str, tuple[Stage, ...]]:
        """What tells a port from others, for what comes in there: its stages, and its name where a
        match tests it.
        """
        named = port.name in self.space.builder.names[Field.INPUT_INTERFACE]
        return port.name if named else "", port.input

    def plan(
        self,
        leaving: Lowered | None,
        ways: Sequence[Ingress],
        spare: Sequence[Ingress],
        to: tuple[str, str],
        mtu: int,
    ) -> Plan:
        """Traffic to the port `leaving` from the first of `ways` by which each class is reached.

        Without a port to leave by it is for what the first of `ways` does to what it receives.
        `spare` are taken where no other way leads to a class. `to` are name and address of the host
        that all is sent to.
        """
        main = leaving or ways[0].port
        assert main is not None  # noqa: S101 - one of them is there
        target = self._target(leaving, main)
        if leaving is None:
            ways, spare = ways[:1], ()
        else:  # a unit of the port itself comes last: its packets would go back
            own = leaving.source.name
            first = [way for way in ways if way.port is None or way.port.source.parent != own]
            ways = [*first, *(way for way in ways if way not in first)]
        course = _Course(target, leaving, (*ways, *spare), to, mtu)
        whole = _carried(main, _USUAL)
        shares = offers(target.made, whole)
        flows, given_offers, missing = [], list[Offer](), list[Missing]()
        remarks: list[str] = []
        for index, each in enumerate(target.wanted):
            offer = shares.get(each.path, Offer(whole))
            usual = min(_SMALL if offer.steady else _USUAL, mtu)
            flow = self._flow(each, index, course, usual)
            if flow is None:
                missing.append(_why(each, gave_up=self._followed.gave_up))
                continue
            flows.append(flow._replace(steady=offer.steady))
            given_offers.append(limited(offer, flow.turns, flow.length))
        if target.more:
            remarks.append(f"no traffic of their own for {target.more} more rules")
        rates = [
            (low + above(flow.turns, flow.length), high + above(flow.turns, flow.length))
            for flow, (low, high) in zip(flows, phases(given_offers, whole), strict=True)
        ]
        remarks.extend(
            f"{clean(flow.wanted.name)} gets what a meter finds too fast: its source sends as much "
            "more as the meter passes"
            for flow in flows
            if above(flow.turns, flow.length)
        )
        ping = self._ping(flows, course)
        hosts = {flow.host for flow in flows} | ({ping[1]} if ping is not None else set())
        remarks_and_missing = (tuple(remarks), tuple(missing))
        return Plan(tuple(flows), tuple(rates), ping, to[0], *remarks_and_missing, frozenset(hosts))

    def _target(self, leaving: Lowered | None, main: Lowered) -> Target:
        if leaving is not None:
            return target_of(self.device, self.space, main.source.output, main.model.output)
        return target_of(self.device, self.space, main.source.input, main.model.input)

    def _flow(self, wanted: Wanted, index: int, course: _Course, usual: int) -> _Flow | None:
        for way in course.ways:
            ends = (way.address, course.to[1])
            packet = self._reaching(way, course).find(wanted.taken, index, usual, ends)
            if packet is None:
                continue
            length = _length(packet, usual)
            turns = self._turns(packet, "cbr", length, way, wanted, course)
            if turns is not None:
                return _Flow(wanted, packet, length, way.host, turns)
        return None

    def _ping(self, flows: list[_Flow], course: _Course) -> tuple[Packet, str] | None:
        """An echo request to the best class that one comes to."""
        usual = min(_PING, course.mtu)
        for flow in sorted(flows, key=lambda each: each.wanted.rank):
            for way in course.ways:
                ends = (way.address, course.to[1])
                packet = self._reaching(way, course).ping(flow.wanted.taken, usual, ends)
                if packet is None:
                    continue
                length = _length(packet, usual)
                turns = self._turns(packet, "ping", length, way, flow.wanted, course)
                if turns is not None:
                    return packet, way.host
        return None

    def _reaching(self, way: Ingress, course: _Course) -> Reach:
        stages: tuple[Stage, ...] = course.target.before
        name = "from sender"
        if way.port is not None:
            name = way.port.source.name
            if course.leaving is not None:
                stages = (*way.port.source.input, *stages)
        named = name in self.space.builder.names[Field.INPUT_INTERFACE]
        key = (name if named else "", stages, course.mtu)
        if key not in self._reach:
            self._reach[key] = Reach(self.space, name, stages, course.mtu)
        return self._reach[key]

    def _turns(
        self, packet: Packet, kind: str, length: int, way: Ingress, wanted: Wanted, course: _Course
    ) -> tuple[Turn, ...] | None:
        """The meters on the way of a packet, asked of the scenario; None if it goes elsewhere."""
        source = {
            "name": "x",
            "kind": kind,
            "from": "a",
            "to": "b",
            "packet_bytes": length,
            "header": header(packet, kind),
        }
        if kind == "cbr":
            model: Cbr | Ping = Cbr.model_validate({**source, "rate_bps": 1})
        else:
            model = Ping.model_validate(source)
        values = header_values(model, 0, 0)
        before = way.port.model.input if way.port is not None else ()
        if way.port is not None:
            values[Field.INPUT_INTERFACE] = way.port.model.port
        made = course.target.made
        if course.leaving is None:
            before = _until(before, made)
        else:
            before = (*before, *_until(course.leaving.model.output, made))
        return self._followed.turns(values, length, before, made, wanted.path)


def _until(stages: tuple[Made, ...], last: Made | None) -> tuple[Made, ...]:
    """The stages before one."""
    until = next((at for at, each in enumerate(stages) if each is last), len(stages))
    return stages[:until]


def _length(packet: Packet, usual: int) -> int:
    """The length of the packet, which is the usual one where the class does not mind."""
    return int(packet.get(Field.LENGTH) or usual)


def _carried(port: Lowered, length: int) -> int:
    """bit/s of IP packets of a length that the link of a port carries."""
    wire = port.layer.sent(length)
    return max(port.rate * length // wire, 1)


def _why(wanted: Wanted, *, gave_up: bool) -> Missing:
    """Why no packet was found for a class."""
    if wanted.taken.is_empty():
        why = "no packet can be in it: its own conditions or the classes before it leave none"
        return Missing(wanted.name, why, Fidelity.EXACT, wanted.origin)
    if gave_up:
        why = "a packet passes more meters on its way than are followed; use --traffic"
        return Missing(wanted.name, why, Fidelity.UNSUPPORTED, wanted.origin)
    packet = wanted.taken.witness()
    if packet is not None and packet.assumes:
        why = "it is told by what no simulated packet carries: see the row of its match"
        return Missing(wanted.name, why, Fidelity.APPROX, wanted.origin)
    why = (
        "no packet of IPv4 that comes in by any port gets there, so nothing of it is seen in the "
        "scenario; give the traffic with --traffic, or allow the loss"
    )
    fidelity = Fidelity.APPROX if wanted.default else Fidelity.UNSUPPORTED
    return Missing(wanted.name, why, fidelity, wanted.origin)
