"""The scenarios of an artefact: one for each output port, with every input port before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from qosc.ir import Device, PortKind, unnamed_ingress
from qosc.ir import Port as IrPort
from qosc.ir.leaves import join, leaves
from qosc.ledger import Entry, Fidelity, Ledger
from qosc.scenario import Link, Measure, Node, Overlay, Port, Scenario, dump, lay_over
from qosc.scenario.model import End
from qosc.scenario.near import no_such
from qosc.targets.base import OutputFile, UnknownNameError
from qosc.targets.file_names import FileNames
from qosc.targets.sim.budget import LONGEST_MS, fitting
from qosc.targets.sim.comments import (
    Told,
    comments,
    how_made_up,
    missing_rows,
    remarks_of,
    title,
    told,
)
from qosc.targets.sim.options import SimOptions
from qosc.targets.sim.police import MOST, SharedNames
from qosc.targets.sim.port import ROUTER, Lowered, lower_port
from qosc.targets.sim.traffic import Ingress, Plan, Traffic, warm_up_ms
from qosc.targets.sim.words import clean

__all__ = ["Known", "Made", "make_scenarios"]

_ADDRESS = ("10.0.0.1", "192.0.2.7")
_FAST = 100_000_000
_DELAY_US = 1_000
_DELAY_PART_US = 20
"""Of each ms of the run, the longest delay of a link of ours."""
_TOGETHER = 8
"""Up to so many input ports are in every scenario."""
_MOST_WAYS = 64
"""So many ports of other scenarios are tried for a class that no port of its own leads to."""
_MEASURE = Measure(warm_up_ms=5_000)
"""Where a user's own traffic does not say what to measure."""
_LAST = 1 << 40
"""The place of what the ledger tells behind all leaves."""
_SPARE = {
    "sender-plain": "sender-plain sends what no other port lets into its class, by a port without "
    "QoS",
    "sender-other": "sender-other sends what no other port lets into its class, by a port that the "
    "text does not name: the platform's defaults hold there",
    "sender-back": "sender-back sends what no other port lets into its class: packets that the "
    "router gets by the port itself, and sends back",
}
"""What to know of the hosts that take ways of their own."""
_ROOM = 4
"""An access link carries so many times what its host sends."""


class Made(NamedTuple):
    """A scenario, the name of its file without the ending, and what its first lines say."""

    name: str
    scenario: Scenario
    words: tuple[str, ...]

    def file(self) -> OutputFile:
        """It as YAML."""
        return OutputFile(f"{self.name}.yaml", dump(self.scenario, self.words))


def make_scenarios(
    device: Device, lowered: tuple[Lowered, ...], options: SimOptions, entries: tuple[Entry, ...]
) -> tuple[tuple[Made, ...], tuple[Entry, ...]]:
    """One scenario for each port that sends; where none does, one that ends behind the first port;
    and entries for what is in none of them.

    All input ports with stages of their own are in each scenario, each with a sender. Where they
    are many, each but the first two is in one scenario only: all in each would make the files grow
    with the square of the ports.
    """
    receiving = [port for port in lowered if port.model.input]
    leaving = [port for port in lowered if _leaves(port, options)]
    if options.leaving is not None and not leaving:
        receiving = [port for port in receiving if port.source.name in options.leaving]
    every = {port.source.name for port in lowered}
    making = _Making(device, options, told(entries, every))
    if not leaving and receiving:
        making.add(None, receiving)
    for number, port in enumerate(leaving):
        inputs = [each for each in _share(receiving, number, len(leaving)) if each is not port]
        there = {port.source.name, *(each.source.name for each in inputs)}
        making.add(port, inputs, [each for each in receiving if each.source.name not in there])
    if options.overlay is not None and making.found:
        making.known.check(options.overlay)
    return tuple(making.found), tuple(making.rows)


def _cut_off(port: Lowered, ports: int, options: SimOptions) -> Entry:
    """The row of a scenario that not all ports feed: traffic that is made up comes to each class
    that any port leads to, but a user's own cannot come in by a port that is not there.
    """
    fidelity, words = Fidelity.APPROX, "are in other scenarios of this config"
    if options.overlay is not None:
        fidelity = Fidelity.UNSUPPORTED
        words = "are not in its scenario, so that none of the traffic that you give comes in there"
    return Entry(
        join(port.source.name, "fed by"),
        fidelity,
        "all ports",
        f"all but {ports} ports",
        f"{ports} more ports receive packets for it and {words}: --interface makes the scenario "
        "with all of them",
        port.source.origin,
    )


def _leaves(port: Lowered, options: SimOptions) -> bool:
    """Whether a port has a scenario of its own: it is to be sent through, and says how it sends or
    has no QoS at all.
    """
    if options.leaving is None:
        return port.sends
    return port.source.name in options.leaving and (port.sends or not port.model.input)


@dataclass(slots=True)
class Known:
    """The names in all scenarios made: one traffic file serves them all, so that a name counts as
    mistyped only where none of them has it.
    """

    hosts: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)

    def add(self, scenario: Scenario) -> None:
        """The names of a scenario."""
        self.hosts |= {node.name for node in scenario.nodes if node.kind == "host"}
        self.links |= {link.name for link in scenario.links}

    def check(self, overlay: Overlay) -> None:
        """UnknownNameError for a name that no scenario has."""
        for name in overlay.addresses:
            if name not in self.hosts:
                raise UnknownNameError(no_such("host", name, self.hosts), "addresses", name)
        for name in overlay.delays_us:
            if name not in self.links:
                raise UnknownNameError(no_such("link", name, self.links), "delays_us", name)


def _share(receiving: list[Lowered], number: int, files: int) -> list[Lowered]:
    """The input ports of one of the files. Two are in all: one is not the port that sends."""
    if len(receiving) <= _TOGETHER:
        return receiving
    return [*receiving[:2], *receiving[2 + number :: files]]


class _Making:
    """The scenarios of one device, as they are made."""

    def __init__(self, device: Device, options: SimOptions, told: Told) -> None:
        self._device, self._options, self._told = device, options, told
        parents = {port.parent for port in device.ports.values()}
        self._plain = {
            port.name
            for port in device.ports.values()
            if not port.input
            and port.kind is not PortKind.CONTROL_PLANE
            and port.name not in parents
        }
        """Ports that do nothing to what comes in."""
        self._names = FileNames()
        self._traffic = Traffic(device, options)
        self.known = Known()
        self.found: list[Made] = []
        self.rows: list[Entry] = []

    def add(
        self, leaving: Lowered | None, inputs: list[Lowered], cut: Sequence[Lowered] = ()
    ) -> None:
        """The scenario of the ports `inputs` before the port `leaving`, or before none. Of the
        ports `cut` those come along that are the only way to a class.
        """
        main = leaving or inputs[0]
        ways = [
            Ingress(name, _sender_address(index), port)
            for index, (name, port) in enumerate(zip(_senders(inputs), inputs, strict=False))
        ]
        others = self._other_ways(inputs, cut)
        spare = [*others, *self._spare_ways(main, inputs, len(inputs) + len(others))]
        plan, remarks = None, list[str]()
        overlay = self._options.overlay
        if overlay is None:
            mtu = min(port.mtu for port in (main, *inputs, *cut))
            plan = self._traffic.plan(leaving, ways, spare, ("receiver", _ADDRESS[1]), mtu)
            remarks = [*how_made_up(), *remarks_of(plan), *plan.remarks]
            remarks += [words for host, words in _SPARE.items() if host in plan.hosts]
            rows = missing_rows(main, plan)
            self.rows += rows
            mine = self._told.setdefault(main.source.name, [])
            mine += [(_LAST + place, row) for place, row in enumerate(rows)]
        used = [way for way in spare if plan is not None and way.host in plan.hosts]
        ways += used or ([] if inputs else spare[:1])
        hosts = {way.host for way in used}
        come_along = [way.port for way in others if way.host in hosts and way.port is not None]
        inputs = [*inputs, *come_along]
        if leaving is not None and len(cut) > len(come_along):
            self.rows.append(_cut_off(leaving, len(cut) - len(come_along), self._options))

        def made(duration_ms: int) -> Scenario:
            return self._scenario(leaving, main, ways, plan, duration_ms)

        if overlay is not None:
            scenario = made(LONGEST_MS).model_copy(update={"measure": _MEASURE})
            self.known.add(scenario)
            scenario = lay_over(scenario, overlay)
        else:
            scenario = fitting(made)
        words = comments(self._device, main, [*inputs, main], self._told, remarks)
        name = self._names.take(main.source.name)
        self.found.append(Made(name, scenario, tuple(words)))

    def _other_ways(self, inputs: list[Lowered], cut: Sequence[Lowered]) -> list[Ingress]:
        """Ways in by ports that are in other scenarios: one of each kind that `inputs` lack."""
        if not cut or self._options.overlay is not None:
            return []
        seen = {self._traffic.kind(port.source) for port in inputs}
        kinds = {self._traffic.kind(port.source): port for port in reversed(cut)}
        new = [port for kind, port in reversed(kinds.items()) if kind not in seen][:_MOST_WAYS]
        number = len(inputs)
        return [
            Ingress(f"sender{at + 1}", _sender_address(at), port)
            for at, port in enumerate(new, start=number)
        ]

    def _spare_ways(self, main: Lowered, inputs: list[Lowered], place: int) -> list[Ingress]:
        """Other ways in, for classes that packets of no input port come to: a port without QoS, and
        the port itself, whose packets a router may send back. `place` numbers their addresses.
        """
        spare = []
        other = self._unnamed_port(main)
        if not inputs:
            spare.append(Ingress("sender", _ADDRESS[0], other))
        elif other is not None:
            spare.append(Ingress("sender-other", _sender_address(place), other))
        elif self._plain - {main.source.name}:
            spare.append(Ingress("sender-plain", _sender_address(place)))
        if main.model.input and main not in inputs:
            model = Port(node=ROUTER, port=f"{main.model.port} (back)", input=main.model.input)
            address = _sender_address(place + 1)
            spare.append(Ingress("sender-back", address, replace(main, model=model)))
        return spare

    def _unnamed_port(self, main: Lowered) -> Lowered | None:
        """A port that the text does not name, where its platform does something to what comes in.

        Nothing of it is in the config, so that the ledger has no entry for it.
        """
        stages = unnamed_ingress(self._device)
        if not stages:
            return None
        port = IrPort("other port", input=stages)
        ledger = Ledger(leaves(self._device, port))
        made = lower_port(self._device, port, self._options, ledger, SharedNames(self._device))
        return made and replace(made, rate=main.rate, mtu=main.mtu, layer=main.layer)

    def _scenario(
        self,
        leaving: Lowered | None,
        main: Lowered,
        ways: list[Ingress],
        plan: Plan | None,
        duration_ms: int,
    ) -> Scenario:
        nodes = [
            *(Node(name=way.host, kind="host", address=way.address) for way in ways),
            Node(name=ROUTER, kind="router"),
            Node(name="receiver", kind="host", address=_ADDRESS[1]),
        ]
        links = [self._access(way, main, plan) for way in ways]
        far = End(node="receiver", port="eth0")
        if leaving is not None:
            links.append(_link(leaving, far, "output"))
        else:
            ends = (End(node=ROUTER, port="to receiver"), far)
            rate = max(10 * main.rate, _FAST)
            links.append(Link(name="output", ends=ends, rate_bps=rate, mtu_bytes=main.mtu))
        # A run of a millisecond, as of a very fast port, is not to end before packets are there.
        longest = duration_ms * _DELAY_PART_US
        links = [
            link.model_copy(update={"delay_us": min(link.delay_us, longest)}) for link in links
        ]
        ports = [way.port.model for way in ways if way.port is not None]
        if leaving is not None:
            ports.append(leaving.model)
        return Scenario(
            schema="qosc/scenario/1",
            name=clean(title(self._device, main)),
            duration_ms=duration_ms,
            measure=Measure(warm_up_ms=warm_up_ms(duration_ms)),
            nodes=tuple(nodes),
            links=tuple(links),
            ports=tuple(ports),
            traffic=plan.sources(duration_ms) if plan is not None else (),
        )

    def _access(self, way: Ingress, main: Lowered, plan: Plan | None) -> Link:
        """The link of a sender: with made-up traffic never one that packets wait for."""
        host = End(node=way.host, port="eth0")
        sent = _ROOM * plan.sent_by(way.host) if plan is not None else 0
        if way.port is not None:
            link = _link(way.port, host, way.host)
            return link.model_copy(update={"rate_bps": min(max(link.rate_bps, sent), MOST)})
        ends = (host, End(node=ROUTER, port="from sender"))
        name = "access" if way.host == "sender" else way.host
        rate = min(max(10 * main.rate, _FAST, sent), MOST)
        return Link(name=name, ends=ends, rate_bps=rate, mtu_bytes=main.mtu)


def _senders(inputs: list[Lowered]) -> list[str]:
    if len(inputs) < 2:
        return ["sender"]
    return [f"sender{number}" for number in range(1, len(inputs) + 1)]


def _sender_address(index: int) -> str:
    return _ADDRESS[0] if index == 0 else f"10.{index >> 8 & 255}.{index & 255}.2"


def _link(port: Lowered, far: End, name: str) -> Link:
    return Link(
        name=name,
        ends=(far, End(node=ROUTER, port=port.model.port)),
        rate_bps=port.rate,
        delay_us=_DELAY_US,
        mtu_bytes=port.mtu,
        overhead_bytes=port.layer.wire,
        linklayer="atm" if port.layer.atm else "ethernet",
    )
