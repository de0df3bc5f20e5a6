"""A scenario turned into ports, schedulers and sources that are wired to each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from qosc.fields import Field
from qosc.scenario.check import next_hops
from qosc.scenario.match import Match
from qosc.scenario.model import Port, Scenario, has_queues
from qosc.scenario.pipeline import Class, Policy, RuleList, Stage
from qosc.scenario.queue import Limit, Queue
from qosc.scenario.traffic import header_values
from qosc.scenario.values import single_value
from qosc.simulator.conditioning import ClassStep, SharedMeters, Step, build_stage
from qosc.simulator.droppers import Early, FlowStore
from qosc.simulator.loop import MICROSECOND, MILLISECOND, Loop
from qosc.simulator.match import Classifier, compile_match, fields_of
from qosc.simulator.meters import SingleBucket
from qosc.simulator.packet import Header, Headers, Packet
from qosc.simulator.port import Branch, FifoPort, OutPort, ScheduledPort, Wire
from qosc.simulator.scheduler import Leaf, Limits, Node, Scheduler, Shaper
from qosc.simulator.sources import Path, PingSource, UdpSource
from qosc.simulator.stats import ClassCount, Flow
from qosc.simulator.tcp import Connection

__all__ = ["Network"]

_UNBOUNDED = 1 << 62
_STAGGER = 100 * MILLISECOND
"""The flows of one TCP source start within this time, at random: in step they would not be real."""


class Network:
    """All the moving parts of one run."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.loop = Loop()
        self.flows: list[Flow] = []
        self.counts: list[ClassCount] = []
        self.connections: dict[str, list[Connection]] = {}
        self._headers = Headers()
        self._meters: dict[str, SharedMeters] = {node.name: {} for node in scenario.nodes}
        self._routers = {node.name for node in scenario.nodes if node.kind == "router"}
        self._qos = {(port.node, port.port): port for port in scenario.ports}
        self._internal = any(_OF_DEVICE & set(_fields(port)) for port in scenario.ports)
        self._names_input = any(Field.INPUT_INTERFACE in _fields(port) for port in scenario.ports)
        self._out = self._build_ports()
        self._routes = next_hops(scenario)
        self._end = scenario.duration_ms * MILLISECOND
        self._start_sources()

    def random(self, *what: str) -> Random:
        """A generator of its own for each user, so that one source never disturbs another."""
        return Random("/".join((str(self.scenario.seed), *what)))  # noqa: S311 - a simulation

    # Ports

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
            count = ClassCount(port, side, policy, name, origin)
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
                self.loop, wire, tuple(steps), strip=self._internal, extra=extra, count=count,
                limits=_limits((model.limit,)),
            )  # fmt: skip
        random = partial(self.random, "early", node, name)
        branch, root = _tree(queued, extra, new, random, self._meters[node], "")
        return ScheduledPort(
            self.loop, wire, tuple(steps), strip=self._internal, branch=branch, root=root,
            ring=model.tx_ring_packets,
        )  # fmt: skip

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

        def receive(packet: Packet) -> None:
            now = loop.now
            if came_in:
                packet.header = packet.header.marked(came_in)
            for step in steps:
                if not step(packet, now):
                    return
            packet.hop = hop = packet.hop + 1
            if hop < len(packet.path):
                packet.path[hop].send(packet)
            else:
                packet.sink(packet)

        return receive

    # Sources

    def _path(self, source: str, to: str) -> Path:
        ports, at = [], source
        while at != to:
            link, following = self._routes[at][to]
            ports.append(self._out[at, link])
            at = following
        return tuple(ports)

    def _flow(self, name: str, kind: str) -> Flow:
        step = (self.scenario.measure.interval_ms or 0) * MILLISECOND
        flow = Flow(name, kind, step)
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
                values[Field.TCP_FLAGS] = 16
                acks = self._flow(f"{model.name} (acks)", "ack")
                random = self.random("tcp", model.name)
                stop = self._end if model.stop_us is None else model.stop_us * MICROSECOND
                made = self.connections[model.name] = []
                for number in range(model.flows):
                    start = model.start_us * MICROSECOND
                    start += random.randrange(_STAGGER) if model.flows > 1 else 0
                    header = self._numbered(values, number)
                    made.append(
                        Connection(model, self.loop, flow, acks, header, path, back, start=start,
                                   stop=stop)
                    )  # fmt: skip
            elif model.kind == "ping":
                answers = self._flow(f"{model.name} (replies)", "reply")
                header = self._headers.header(values)
                PingSource(model, self.loop, flow, answers, header, path, back, self._end)
            else:
                header = self._headers.header(values)
                random = self.random("udp", model.name)
                UdpSource(model, self.loop, flow, header, path, self._end, random)

    def _numbered(self, values: dict[Field, int | str], number: int) -> Header:
        port = (int(values[Field.SRC_PORT]) + number) % 65_536
        return self._headers.header({**values, Field.SRC_PORT: port})


_OF_DEVICE = frozenset(
    (Field.INPUT_INTERFACE, Field.QOS_GROUP, Field.DISCARD_CLASS, Field.TRAFFIC_CLASS,
     Field.FORWARDING_CLASS, Field.LOSS_PRIORITY)
)  # fmt: skip


def _limits(models: tuple[Limit, ...]) -> Limits:
    made: list[tuple[Callable[[Packet], bool] | None, int, int]] = []
    for model in models:
        packets = _UNBOUNDED if model.packets is None else model.packets
        size = _UNBOUNDED if model.bytes is None else model.bytes
        made.append((_applies(model.match) if model.match is not None else None, packets, size))
    return Limits(made)


def _applies(match: Match) -> Callable[[Packet], bool]:
    holds = compile_match(match)
    return lambda packet: holds(packet.header.values, packet.length)


def _tree(
    model: Policy,
    extra: int,
    new: Callable[[str, str, str], ClassCount],
    random: Callable[[str], Random],
    meters: SharedMeters,
    above: str,
) -> tuple[Branch, Scheduler]:
    """The classifier and the scheduler of a policy with queues, children first."""
    title = f"{above}{model.name or 'policy'}"
    steps: list[ClassStep] = []
    ends: list[Leaf | Branch | None] = []
    nodes: list[Node] = []
    for each in model.classes:
        count = new(title, each.name, each.origin)
        steps.append(ClassStep(each, extra, count, meters))
        if each.queue is None:
            ends.append(None)
        elif each.child is not None and has_queues(each.child):
            below = f"{title} > {each.name} > "
            branch, inner = _tree(each.child, extra, new, random, meters, below)
            nodes.append(_node(model, each, count, random, inner))
            ends.append(branch)
        else:
            leaf = _node(model, each, count, random, None)
            nodes.append(leaf)
            assert isinstance(leaf, Leaf)  # noqa: S101
            ends.append(leaf)
    # A class without a queue shares that of the last class; what no class matches does, too.
    shared = [end if end is not None else ends[-1] for end in ends]
    last = len(model.classes) - 1
    find = Classifier([(each.match, i) for i, each in enumerate(model.classes)], last)
    return Branch(find, steps, [end for end in shared if end is not None]), Scheduler(nodes, extra)


def _node(
    policy: Policy,
    model: Class,
    count: ClassCount,
    random: Callable[[str], Random],
    inner: Scheduler | None,
) -> Node:
    queue = model.queue
    assert queue is not None  # noqa: S101
    priority, shape = queue.priority, queue.shape
    weight = queue.excess_weight
    if weight is None:
        weight = queue.guarantee_bps if policy.excess == "proportional" else 1
    level = priority.level if priority is not None else 0
    shaper = Shaper(shape.rate_bps, shape.burst_bytes) if shape is not None else None
    if inner is not None:
        return _placed(Node(queue.guarantee_bps, weight, level, shaper, inner), queue)
    police = None
    if priority is not None and priority.rate_bps is not None:
        police = SingleBucket(priority.rate_bps, priority.burst_bytes or 0)
    early, flows = queue.early_drop, queue.flow_queues
    leaf = Leaf(
        queue.guarantee_bps, weight, level, shaper, limits=_limits(queue.limits), police=police,
        count=count,
        early=Early(early, random(f"{count.policy} > {count.name}")) if early else None,
        flows=FlowStore(flows) if flows else None,
    )  # fmt: skip
    return _placed(leaf, queue)


def _placed(node: Node, queue: Queue) -> Node:
    """The node with its place in the order of service."""
    node.rank, node.excess_rank = queue.level, queue.excess_level
    node.quantum = queue.quantum_bytes or 0
    return node


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
