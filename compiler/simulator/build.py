"""A scenario turned into ports, schedulers and sources that are wired to each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from qosc.fields import Field
from qosc.scenario.model import Port, Scenario, has_queues
from qosc.scenario.pipeline import Class, Policy, RuleList, Stage
from qosc.scenario.routes import Routes
from qosc.scenario.traffic import RequestResponse, ShortTcp, header_values
from qosc.scenario.values import single_value
from qosc.simulator.applications import Client, Completions, Transfers
from qosc.simulator.conditioning import SharedMeters, Step, build_stage
from qosc.simulator.loop import MICROSECOND, MILLISECOND, Loop
from qosc.simulator.match import fields_of
from qosc.simulator.occupancy import Occupancy
from qosc.simulator.packet import Header, Headers, Packet
from qosc.simulator.port import FifoPort, OutPort, ScheduledPort, Wire
from qosc.simulator.samples import Timed, untimed
from qosc.simulator.sources import Path, PingSource, UdpSource
from qosc.simulator.stats import ClassCount, Flow
from qosc.simulator.tcp import Connection
from qosc.simulator.tree import build_tree, limits

__all__ = ["Network"]

Values = dict[Field, int | str]
_ACK = 16
"""The TCP flags of all segments here."""
_STAGGER = 100 * MILLISECOND
"""The flows of one TCP source start within this time, at random: in step they would not be real."""


class Network:
    """All the moving parts of one run."""

    def __init__(
        self, scenario: Scenario, max_events: int | None = None, *, timed: bool = False
    ) -> None:
        self.scenario = scenario
        self.loop = Loop(max_events)
        self._values = partial(Timed, self.loop) if timed else untimed
        self.flows: list[Flow] = []
        self.counts: list[ClassCount] = []
        self.connections: dict[str, list[Connection]] = {}
        self.completions: dict[str, Completions] = {}
        self._headers = Headers()
        self._meters: dict[str, SharedMeters] = {node.name: {} for node in scenario.nodes}
        self._routers = {node.name for node in scenario.nodes if node.kind == "router"}
        self._qos = {(port.node, port.port): port for port in scenario.ports}
        self._internal = any(_OF_DEVICE & set(_fields(port)) for port in scenario.ports)
        self._names_input = any(Field.INPUT_INTERFACE in _fields(port) for port in scenario.ports)
        self._out = self._build_ports()
        self._routes = Routes(scenario)
        self._end = scenario.duration_ms * MILLISECOND
        self._start_sources()
        self.occupancy = self._watch(scenario.measure.occupancy_every_ms)

    def random(self, *what: str) -> Random:
        """A generator of its own for each user, so that one source never disturbs another."""
        return Random("/".join((str(self.scenario.seed), *what)))  # noqa: S311 - a simulation

    # Ports

    def port(self, node: str, name: str) -> OutPort:
        """The port of a node; KeyError where there is none."""
        for index, link in enumerate(self.scenario.links):
            if any((end.node, end.port) == (node, name) for end in link.ends):
                return self._out[node, index]
        raise KeyError(f"{node} {name}")

    def _build_ports(self) -> dict[tuple[str, int], OutPort]:
        """The sending port of each (node, link)."""
        out: dict[tuple[str, int], OutPort] = {}
        for index, link in enumerate(self.scenario.links):
            for here, there in (link.ends, link.ends[::-1]):
                wire = Wire(link, self.random("link", here.node, here.port))
                port = self._out_port(here.node, here.port, wire)
                port.receive = self._receiver(there.node, there.port)
                out[here.node, index] = port
        return out

    def _counter(self, port: str, side: str) -> Callable[[str, str, str], ClassCount]:
        def new(policy: str, name: str, origin: str) -> ClassCount:
            count = ClassCount(port, side, policy, name, origin, self._values)
            self.counts.append(count)
            return count

        return new

    def _out_port(self, node: str, name: str, wire: Wire) -> OutPort:
        model = self._qos.get((node, name)) or Port(node=node, port=name)
        new = self._counter(f"{node} {name}", "output")
        extra = model.accounting_bytes
        steps, queued = [], None
        for stage in model.output:
            if isinstance(stage, Policy) and has_queues(stage):
                queued = stage
            else:
                steps.append(build_stage(stage, extra, new, self._meters[node]))
        if queued is None:
            count = new("", "(all)", model.limit.origin) if node in self._routers else None
            return FifoPort(
                self.loop,
                wire,
                tuple(steps),
                strip=self._internal,
                extra=extra,
                count=count,
                limits=limits((model.limit,)),
            )
        random = partial(self.random, "early", node, name)
        branch, root = build_tree(
            model=queued,
            extra=extra,
            new=new,
            random=random,
            meters=self._meters[node],
            above="",
            bounds=(),
        )
        return ScheduledPort(
            self.loop,
            wire,
            tuple(steps),
            strip=self._internal,
            branch=branch,
            root=root,
            ring=model.tx_ring_packets,
        )

    def _receiver(self, node: str, name: str) -> Callable[[Packet], None]:
        """What happens to a packet that a port receives."""
        model = self._qos.get((node, name))
        stages = model.input if model is not None else ()
        extra = model.accounting_bytes if model is not None else 0
        new = self._counter(f"{node} {name}", "input")
        meters = self._meters[node]
        steps: tuple[Step, ...] = tuple(build_stage(each, extra, new, meters) for each in stages)
        loop = self.loop
        came_in = ((Field.INPUT_INTERFACE, name),) if self._names_input else ()

        def pass_on(packet: Packet) -> None:
            packet.hop = hop = packet.hop + 1
            path = packet.path
            if hop < len(path):
                path[hop].send(packet)
            else:
                packet.sink(packet)

        def receive(packet: Packet) -> None:
            now = loop.now
            if came_in:
                packet.header = packet.header.marked(came_in)
            for step in steps:
                if not step(packet, now):
                    return
            pass_on(packet)

        return receive if steps or came_in else pass_on

    def _watch(self, every: int | None) -> Occupancy | None:
        if every is None:
            return None
        stores = dict(each for port in self._out.values() for each in port.stores())
        return Occupancy(self.loop, every, stores)

    # Sources

    def _path(self, source: str, to: str) -> Path:
        hops = self._routes.path(source, to) or ()
        return tuple(self._out[hop] for hop in hops)

    def _flow(self, name: str, kind: str) -> Flow:
        step = (self.scenario.measure.interval_ms or 0) * MILLISECOND
        flow = Flow(name, kind, step, self._values)
        self.flows.append(flow)
        return flow

    def _start_sources(self) -> None:
        address = {
            node.name: int(single_value(Field.SRC4, node.address or "0.0.0.0"))  # noqa: S104
            for node in self.scenario.nodes
        }
        for model in self.scenario.traffic:
            path, back = self._path(model.source, model.to), self._path(model.to, model.source)
            values = header_values(model, address[model.source], address[model.to])
            flow = self._flow(model.name, model.kind)
            if model.kind == "tcp":
                values[Field.TCP_FLAGS] = _ACK
                acks = self._flow(f"{model.name} (acks)", "ack")
                random = self.random("tcp", model.name)
                stop = self._stop(model.stop_us)
                made = self.connections[model.name] = []
                for number in range(model.flows):
                    start = model.start_us * MICROSECOND
                    start += random.randrange(_STAGGER) if model.flows > 1 else 0
                    header = self._numbered(values, number)
                    made.append(
                        Connection(
                            model=model,
                            loop=self.loop,
                            flow=flow,
                            acks=acks,
                            header=header,
                            path=path,
                            back=back,
                            start=start,
                            stop=stop,
                        )
                    )
            elif model.kind == "ping":
                answers = self._flow(f"{model.name} (replies)", "reply")
                header = self._headers.header(values)
                PingSource(
                    model=model,
                    loop=self.loop,
                    flow=flow,
                    answers=answers,
                    header=header,
                    path=path,
                    back=back,
                    end=self._end,
                )
            elif model.kind == "short-tcp":
                self._start_transfers(model, values, flow, path, back)
            elif model.kind == "request-response":
                self._start_clients(model, values, flow, path, back)
            else:
                header = self._headers.header(values)
                random = self.random("udp", model.name)
                seed = self.scenario.seed
                UdpSource(
                    model=model,
                    loop=self.loop,
                    flow=flow,
                    header=header,
                    path=path,
                    end=self._end,
                    random=random,
                    seed=seed,
                )

    def _start_transfers(
        self, model: ShortTcp, values: Values, flow: Flow, path: Path, back: Path
    ) -> None:
        values[Field.TCP_FLAGS] = _ACK
        acks = self._flow(f"{model.name} (acks)", "ack")
        completions = self.completions[model.name] = Completions(values=self._values)
        Transfers(
            model=model,
            loop=self.loop,
            flows=(flow, acks),
            completions=completions,
            header=partial(self._numbered, values),
            path=path,
            back=back,
            random=self.random("transfers", model.name),
            stop=self._stop(model.stop_us),
        )

    def _start_clients(
        self, model: RequestResponse, values: Values, flow: Flow, path: Path, back: Path
    ) -> None:
        values[Field.TCP_FLAGS] = _ACK
        flows = (
            flow,
            self._flow(f"{model.name} (request acks)", "ack"),
            self._flow(f"{model.name} (responses)", "response"),
            self._flow(f"{model.name} (response acks)", "ack"),
        )
        completions = self.completions[model.name] = Completions(clients=True, values=self._values)
        random = self.random("clients", model.name)
        for number in range(model.flows):
            start = model.start_us * MICROSECOND
            start += random.randrange(_STAGGER) if model.flows > 1 else 0
            header = self._numbered(values, number)
            Client(
                model=model,
                loop=self.loop,
                flows=flows,
                completions=completions,
                header=header,
                path=path,
                back=back,
                start=start,
                stop=self._stop(model.stop_us),
                number=number,
            )

    def _stop(self, stop_us: int | None) -> int:
        return self._end if stop_us is None else stop_us * MICROSECOND

    def _numbered(self, values: Values, number: int) -> Header:
        port = (int(values[Field.SRC_PORT]) + number) % 65_536
        return self._headers.header({**values, Field.SRC_PORT: port})


_OF_DEVICE = frozenset(
    (
        Field.INPUT_INTERFACE,
        Field.QOS_GROUP,
        Field.DISCARD_CLASS,
        Field.TRAFFIC_CLASS,
        Field.FORWARDING_CLASS,
        Field.LOSS_PRIORITY,
    )
)


def _fields(port: Port) -> Iterator[Field]:
    """The fields that a port looks at or writes."""
    for stage in (*port.input, *port.output):
        yield from _stage_fields(stage)


def _stage_fields(stage: Stage) -> Iterator[Field]:
    for each in stage.rules if isinstance(stage, RuleList) else stage.classes:
        yield from fields_of(each.match)
        yield from each.set
        polices = each.police if isinstance(each, Class) else (each.police,)
        for police in polices:
            for action in (police.conform, police.exceed, police.violate) if police else ():
                yield from action.set if action is not None else ()
        if isinstance(each, Class) and each.child is not None:
            yield from _stage_fields(each.child)
