"""Traffic that shows what a port does: each class below and above its share, and a ping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from qosc.fields import Field
from qosc.ir import Device, Stage
from qosc.ledger import Fidelity
from qosc.packets import Packet, PacketSpace
from qosc.scenario import Cbr, Ping, Source, header_values
from qosc.source import NOWHERE, Span
from qosc.targets.base import Options
from qosc.targets.sim.follow import Followed, Turn
from qosc.targets.sim.headers import header
from qosc.targets.sim.offer import Offer, above, limited, offers, phases
from qosc.targets.sim.port import Lowered
from qosc.targets.sim.reach import Reach
from qosc.targets.sim.wanted import Target, Wanted, target_of
from qosc.targets.sim.words import Names, clean

__all__ = ["Ingress", "Missing", "Plan", "Traffic"]

_SMALL, _USUAL = 200, 1000
"""Bytes of a packet of a priority class (20 ms of G.711, with RTP, UDP and IP), and of others."""
_PINGS = 200
"""In the time of the run, if there is room for so many."""
_LONGEST_PING_US = 100_000
_WARM_UP, _FIRST = 0.2, 0.6
"""Of the time: what is not measured, and where the second part begins."""
_APART_US = 137
"""Sources that start together at rates of one family would stay in step for ever."""


class Ingress(NamedTuple):
    """Where packets may come in: the host that sends them, and the router's port (None: one
    without QoS).
    """

    host: str
    port: Lowered | None


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

    def sources(self, duration_ms: int) -> tuple[Source, ...]:
        """The sources of a run of this length."""
        names, made = Names(), list[Source]()
        whole, half = duration_ms * 1000, int(duration_ms * 1000 * _FIRST)
        apart = max(1, min(_APART_US, whole // 100 // max(len(self.flows), 1)))
        for index, (flow, (first, second)) in enumerate(zip(self.flows, self.rates, strict=True)):
            common = {
                "kind": "cbr", "from": flow.host, "to": self.to,
                "header": header(flow.packet, "cbr"), "packet_bytes": flow.length,
            }  # fmt: skip
            start = index * apart
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
                source = {"name": names.take(name), "rate_bps": rate, "start_us": begin}
                made.append(Cbr.model_validate({**common, **source, "stop_us": end}))
        if self.ping is not None:
            packet, host = self.ping
            every = max(min(_LONGEST_PING_US, whole // _PINGS), 1)
            made.append(
                Ping.model_validate(
                    {"name": names.take("ping"), "kind": "ping", "from": host, "to": self.to,
                     "packet_bytes": _length(packet, 84), "interval_us": every,
                     "header": header(packet, "ping")}
                )
            )  # fmt: skip
        return tuple(made)

    def sent_by(self, host: str) -> int:
        """bit/s that a host sends at most."""
        mine = [
            rates for flow, rates in zip(self.flows, self.rates, strict=True) if flow.host == host
        ]
        return max(sum(first for first, _ in mine), sum(second for _, second in mine))


def warm_up_ms(duration_ms: int) -> int:
    """What of a run is not measured."""
    return int(duration_ms * _WARM_UP)


@dataclass(slots=True)
class Traffic:
    """Makes up the traffic of the scenarios of one device; what is found out is kept for all."""

    device: Device
    options: Options
    _space: PacketSpace | None = None
    _followed: Followed = field(default_factory=Followed)
    _reach: dict[tuple[object, ...], Reach] = field(default_factory=dict)

    @property
    def space(self) -> PacketSpace:
        """The packets of the device."""
        if self._space is None:
            nothing = self.options.undefined_access_list != "all"
            self._space = PacketSpace(
                self.device, undefined_matches_nothing=nothing, as_likely=True
            )
        return self._space

    def plan(
        self, leaving: Lowered | None, ways: Sequence[Ingress], spare: Sequence[Ingress], to: str,
        mtu: int,
    ) -> Plan:  # fmt: skip
        """Traffic to the port `leaving` from the first of `ways` by which each class is reached.

        Without a port to leave by it is for what the first of `ways` does to what it receives.
        `spare` are taken where no other way leads to a class.
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
        ways = (*ways, *spare)
        whole = _carried(main, _USUAL)
        shares = offers(target.made, whole)
        flows, found, missing = [], list[Offer](), list[Missing]()
        remarks: list[str] = []
        for index, each in enumerate(target.wanted):
            offer = shares.get(each.path, Offer(whole))
            usual = min(_SMALL if offer.steady else _USUAL, mtu)
            flow = self._flow(each, index, target, leaving, ways, usual, mtu)
            if flow is None:
                missing.append(_why(each))
                continue
            flows.append(flow)
            found.append(limited(offer, flow.turns, flow.length))
        if target.more:
            remarks.append(f"no traffic of their own for {target.more} more rules")
        rates = [
            (low + above(flow.turns, flow.length), high + above(flow.turns, flow.length))
            for flow, (low, high) in zip(flows, phases(found, whole), strict=True)
        ]
        remarks.extend(
            f"{clean(flow.wanted.name)} gets what a meter finds too fast: its source sends as much "
            "more as the meter passes"
            for flow in flows
            if above(flow.turns, flow.length)
        )
        ping = self._ping(target, flows, leaving, ways, mtu)
        hosts = {flow.host for flow in flows} | ({ping[1]} if ping is not None else set())
        return Plan(
            tuple(flows), tuple(rates), ping, to, tuple(remarks), tuple(missing), frozenset(hosts)
        )

    def _target(self, leaving: Lowered | None, main: Lowered) -> Target:
        if leaving is not None:
            return target_of(self.device, self.space, main.source.output, main.model.output)
        return target_of(self.device, self.space, main.source.input, main.model.input)

    def _flow(
        self, wanted: Wanted, index: int, target: Target, leaving: Lowered | None,
        ways: Sequence[Ingress], usual: int, mtu: int,
    ) -> _Flow | None:  # fmt: skip
        for way in ways:
            reach = self._reaching(way, target, leaving, mtu)
            packet = reach.find(wanted.taken, index, usual)
            if packet is None:
                continue
            length = _length(packet, usual)
            turns = self._turns(packet, "cbr", length, way, wanted, target, leaving)
            if turns is not None:
                return _Flow(wanted, packet, length, way.host, turns)
        return None

    def _ping(
        self, target: Target, flows: list[_Flow], leaving: Lowered | None,
        ways: Sequence[Ingress], mtu: int,
    ) -> tuple[Packet, str] | None:  # fmt: skip
        """An echo request to the best class that one comes to."""
        for flow in sorted(flows, key=lambda each: each.wanted.rank):
            for way in ways:
                packet = self._reaching(way, target, leaving, mtu).ping(
                    flow.wanted.taken, min(84, mtu)
                )
                if packet is None:
                    continue
                length = _length(packet, 84)
                if (
                    self._turns(packet, "ping", length, way, flow.wanted, target, leaving)
                    is not None
                ):
                    return packet, way.host
        return None

    def _reaching(self, way: Ingress, target: Target, leaving: Lowered | None, mtu: int) -> Reach:
        stages: tuple[Stage, ...] = target.before
        name = "from sender"
        if way.port is not None:
            name = way.port.source.name
            if leaving is not None:
                stages = (*way.port.source.input, *target.before)
        named = name in self.space.builder.names[Field.INPUT_INTERFACE]
        key = (name if named else "", stages, mtu)
        if key not in self._reach:
            self._reach[key] = Reach(self.space, name, stages, mtu)
        return self._reach[key]

    def _turns(
        self, packet: Packet, kind: str, length: int, way: Ingress, wanted: Wanted,
        target: Target, leaving: Lowered | None,
    ) -> tuple[Turn, ...] | None:  # fmt: skip
        """The meters on the way of a packet, asked of the scenario; None if it goes elsewhere."""
        source = {"name": "x", "kind": kind, "from": "a", "to": "b", "packet_bytes": length,
                  "header": header(packet, kind)}  # fmt: skip
        if kind == "cbr":
            model: Cbr | Ping = Cbr.model_validate({**source, "rate_bps": 1})
        else:
            model = Ping.model_validate(source)
        values = header_values(model, 0, 0)
        stages = way.port.model.input if way.port is not None else ()
        if way.port is not None:
            values[Field.INPUT_INTERFACE] = way.port.model.port
        sent = leaving.model.output if leaving is not None else stages
        until = next((at for at, each in enumerate(sent) if each is target.made), len(sent))
        before = (*stages, *sent[:until]) if leaving is not None else sent[:until]
        return self._followed.turns(values, length, before, target.made, wanted.path)


def _length(packet: Packet, usual: int) -> int:
    """The length of the packet, which is the usual one where the class does not mind."""
    return int(packet.get(Field.LENGTH) or usual)


def _carried(port: Lowered, length: int) -> int:
    """bit/s of IP packets of a length that the link of a port carries."""
    size = length + port.layer.wire
    wire = -(-size // 48) * 53 if port.layer.atm else size
    return max(port.rate * length // wire, 1)


def _why(wanted: Wanted) -> Missing:
    """Why no packet was found for a class."""
    if wanted.taken.is_empty():
        why = "no packet can be in it: its own conditions or the classes before it leave none"
        return Missing(wanted.name, why, Fidelity.EXACT, wanted.origin)
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
