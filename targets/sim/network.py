"""Several routers in one scenario: their ports joined by links, hosts at the ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from ipaddress import IPv4Address
from typing import NamedTuple

from qosc.fields import Field
from qosc.ir import Device
from qosc.ir.leaves import join
from qosc.ledger import Entry
from qosc.scenario import Link, Measure, Node, Port, Scenario, Source, lay_over
from qosc.scenario.links import Links, Place, Wire
from qosc.scenario.model import End
from qosc.scenario.values import single_value
from qosc.targets.base import left_out_words
from qosc.targets.sim.budget import LONGEST_MS, fitting
from qosc.targets.sim.comments import how_made_up, missing_rows, remarks_of, told_of
from qosc.targets.sim.comments import told as told_by_port
from qosc.targets.sim.files import Made
from qosc.targets.sim.options import SimOptions
from qosc.targets.sim.police import MOST
from qosc.targets.sim.port import Lowered
from qosc.targets.sim.traffic import Ingress, Plan, Traffic, warm_up_ms
from qosc.targets.sim.words import Names, clean

__all__ = ["Router", "joined"]

_DELAY_US = 1_000
_FAST = 100_000_000
_ROOM = 4


@dataclass(slots=True)
class Router:
    """A router of the network: its device, and the ports that are in the scenario by name."""

    name: str
    device: Device
    options: SimOptions
    ports: Mapping[str, Lowered]
    entries: tuple[Entry, ...]
    hosts: dict[str, str] = field(default_factory=dict)
    """Hosts by the port that they hang on."""


class _Way(NamedTuple):
    """A link in one direction, and the traffic to it."""

    words: str
    plan: Plan


def joined(routers: Sequence[Router], links: Links) -> tuple[Made, tuple[Entry, ...]]:
    """The scenario, and the rows of what is not in it.

    `links` names routers that are there, and their ports as the devices do, each once.
    """
    network = _Network(routers, links)
    return network.made(), tuple(network.rows)


class _Network:
    def __init__(self, routers: Sequence[Router], links: Links) -> None:
        self._routers = {router.name: router for router in routers}
        self._links = links
        self._names = Names()
        self.rows: list[Entry] = []
        for router in routers:
            self._names.take(router.name)
        taken = {(place.node, place.port) for _, place in links.places()}
        for host in links.hosts:
            self._routers[host.at.node].hosts[host.at.port] = self._names.take(host.name)
        for router in routers:
            for port in router.ports:
                if (router.name, port) not in taken:
                    router.hosts[port] = self._names.take(f"{router.name} {port}")
            if not router.hosts:
                router.hosts[""] = self._names.take(f"{router.name} host")
        given = {host.name: host for host in links.hosts}
        self._addresses, self._delays = dict[str, str](), dict[str, int]()
        for place, router in enumerate(routers):
            for number, name in enumerate(router.hosts.values(), start=1):
                station, address = given.get(name), f"10.{place & 255}.{number & 255}.1"
                if station is not None and station.address is not None:
                    address = str(IPv4Address(single_value(Field.SRC4, station.address)))
                self._addresses[name] = address
                self._delays[name] = station.delay_us if station is not None else _DELAY_US
        self._ways = list(self._planned())

    # Traffic

    def _planned(self) -> Iterator[_Way]:
        """Traffic to each link, in both directions: from the hosts at its one end to one at the
        other.
        """
        makers = {name: Traffic(each.device, each.options) for name, each in self._routers.items()}
        for wire in self._links.links:
            rate, mtu = self._rate(wire), min(self._port(end).mtu for end in wire.ends)
            for near, far in (wire.ends, wire.ends[::-1]):
                router, other = self._routers[near.node], self._routers[far.node]
                port = replace(self._port(near), rate=rate)
                ways = [
                    Ingress(host, self._addresses[host], router.ports.get(at))
                    for at, host in router.hosts.items()
                ]
                host = next(iter(other.hosts.values()))
                to = (host, self._addresses[host])
                least = min([mtu, *(way.port.mtu for way in ways if way.port is not None)])
                plan = makers[near.node].plan(port, ways, (), to, least)
                yield _Way(f"{near.node} to {far.node}", plan)
                self.rows += (
                    replace(row, path=join(near.node, row.path)) for row in missing_rows(port, plan)
                )

    def _port(self, place: Place) -> Lowered:
        return self._routers[place.node].ports[place.port]

    def _rate(self, wire: Wire) -> int:
        return wire.rate_bps or min(self._port(end).rate for end in wire.ends)

    def _sources(self, duration_ms: int) -> tuple[Source, ...]:
        names = Names()
        return tuple(
            source
            for way in self._ways
            for source in way.plan.sources(duration_ms, f"{way.words}: ", names)
        )

    # The document

    def made(self) -> Made:
        """The scenario with its first lines."""
        overlay = next(iter(self._routers.values())).options.overlay
        if overlay is not None:
            scenario = lay_over(self._scenario(LONGEST_MS, ()), overlay)
        else:
            scenario = fitting(lambda duration: self._scenario(duration, self._sources(duration)))
        title = clean(self._links.name or " - ".join(self._routers))
        remarks = [f"{title}: {len(self._routers)} routers, with hosts at the ends."]
        if overlay is None:
            remarks += how_made_up()
            for way in self._ways:
                lines = [*remarks_of(way.plan), *way.plan.remarks]
                remarks += [clean(f"{way.words}: {words}") for words in lines]
        for router in self._routers.values():
            lines = [*left_out_words(router.device)]
            lines += told_of(told_by_port(router.entries, set(router.ports)), router.ports)
            remarks += [f"{router.name}: {words}" for words in lines]
        return Made("network", scenario, tuple(remarks))

    def _scenario(self, duration_ms: int, traffic: tuple[Source, ...]) -> Scenario:
        nodes: list[Node] = []
        links: list[Link] = []
        ports: list[Port] = []
        for router in self._routers.values():
            nodes.append(Node(name=router.name, kind="router"))
            ports += (
                port.model.model_copy(update={"node": router.name})
                for port in router.ports.values()
            )
            for at, host in router.hosts.items():
                nodes.append(Node(name=host, kind="host", address=self._addresses[host]))
                links.append(self._access(router, at, host, self._delays[host]))
        links += (self._wire(wire) for wire in self._links.links)
        return Scenario(
            schema="qosc/scenario/1",
            name=clean(self._links.name or " - ".join(self._routers)),
            duration_ms=duration_ms,
            measure=Measure(warm_up_ms=warm_up_ms(duration_ms)),
            nodes=tuple(nodes),
            links=tuple(links),
            ports=tuple(ports),
            traffic=traffic,
        )

    def _wire(self, wire: Wire) -> Link:
        near, far = (self._port(end) for end in wire.ends)
        ends = tuple(
            End(node=place.node, port=port.model.port)
            for place, port in zip(wire.ends, (near, far), strict=True)
        )
        return Link(
            name=clean(wire.name) or " - ".join(end.node for end in wire.ends),
            ends=(ends[0], ends[1]),
            rate_bps=self._rate(wire),
            delay_us=wire.delay_us,
            mtu_bytes=min(near.mtu, far.mtu),
            overhead_bytes=near.layer.wire,
            linklayer="atm" if near.layer.atm else "ethernet",
            loss_ppm=wire.loss_ppm,
        )

    def _access(self, router: Router, at: str, host: str, delay_us: int) -> Link:
        """The link of a host: with made-up traffic never one that its packets wait for.

        With traffic of the user's it is as fast as the port, whose queues it then fills.
        """
        made_up = next(iter(self._routers.values())).options.overlay is None
        sent = _ROOM * sum(way.plan.sent_by(host) for way in self._ways) if made_up else 0
        end = End(node=host, port="eth0")
        port = router.ports.get(at)
        if port is None:
            ends = (end, End(node=router.name, port="to host"))
            rate = min(max(_FAST, sent, _ROOM * self._most()), MOST)
            return Link(name=host, ends=ends, rate_bps=rate, delay_us=delay_us)
        return Link(
            name=host,
            ends=(end, End(node=router.name, port=port.model.port)),
            rate_bps=min(max(port.rate, sent), MOST),
            delay_us=delay_us,
            mtu_bytes=port.mtu,
            overhead_bytes=port.layer.wire,
            linklayer="atm" if port.layer.atm else "ethernet",
        )

    def _most(self) -> int:
        """The rate of the fastest link between routers."""
        return max(self._rate(wire) for wire in self._links.links)
