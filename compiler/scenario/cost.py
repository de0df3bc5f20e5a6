"""What a run will cost, worked out before it begins: events, and memory.

An estimate, not a bound: it adds up what every source can send, carries no more over a link than
the link can, of a sender that waits for answers no more than the shapers on its way let through
either, and counts what stays in memory. It is the same on every machine. What policers and the
shares of classes take away is not counted: a run may take fewer events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from qosc.amounts import ceil_div, in_cells
from qosc.scenario.match import Match
from qosc.scenario.model import Link, Port, Scenario
from qosc.scenario.pipeline import Policy, RuleList, Stage
from qosc.scenario.queue import Limit
from qosc.scenario.routes import Hop, Routes
from qosc.scenario.traffic import OnOff, Ping, RequestResponse, ShortTcp, Source, Tcp

__all__ = ["DEFAULT_EVENTS", "DEFAULT_MEMORY", "Cost", "estimate", "refusal"]

DEFAULT_EVENTS = 1_000_000
"""Events of a run that nobody allowed more: about ten seconds of the built-in simulator."""
DEFAULT_MEMORY = 1_000_000_000
"""Bytes of a run that nobody allowed more."""

_US, _MS = 1_000, 1_000_000
_S = 1_000_000_000
_PER_HOP = 2.0
"""Events of a packet on a link: its last bit is sent, and it arrives."""
_TESTS_PER_EVENT = 20.0
"""So many tests of a match take the time of an event."""
_PACKET_BYTES = 300
"""Memory of a packet that is under way, with its place in a queue or in the heap of events."""
_SAMPLE_BYTES = 48
"""Memory of a delay or a wait that is kept, and sorted at the end."""
_CONNECTION_BYTES = 4_000
_POINT_BYTES = 160
"""Memory of one point of a series, and its text in the result."""
_NODE_BYTES = 20_000
_ACK = 40


@dataclass(frozen=True, slots=True)
class Cost:
    """Events (of the built-in simulator) and bytes of memory."""

    events: int
    memory: int


@dataclass(slots=True)
class _Demand:
    """Packets of one source (or of their answers) over the whole run, if nothing holds them."""

    packets: float
    length: int
    hops: tuple[Hop, ...]
    loop: int = -1
    """The source (by index) of a sender that waits for answers, and so sends no more than gets
    through in all directions; -1 for one that does not wait."""


def estimate(scenario: Scenario) -> Cost:
    """The cost of a scenario that `qosc.scenario.load` has checked."""
    routes = Routes(scenario)
    demands: list[_Demand] = []
    events = memory = 0.0
    for index, source in enumerate(scenario.traffic):
        there = routes.path(source.source, source.to) or ()
        back = routes.path(source.to, source.source) or ()
        demands.extend(_demands(scenario, index, there, back))
        memory += _connections(scenario, source) * _CONNECTION_BYTES
    parts = _share_out(scenario, demands)
    ports = {(port.node, port.port): port for port in scenario.ports}
    tests = {key: sum(map(_tests, (*port.input, *port.output))) for key, port in ports.items()}
    arriving: dict[Hop, float] = {}
    for demand in demands:
        passing = demand.packets
        events += passing
        memory += _SAMPLE_BYTES * passing
        for hop in demand.hops:
            arriving[hop] = arriving.get(hop, 0.0) + passing
            before, after = _ends(scenario.links[hop[1]], hop[0])
            events += passing * tests.get(before, 0) / _TESTS_PER_EVENT
            passing *= parts.get(hop, 1.0)
            events += passing * (_PER_HOP + tests.get(after, 0) / _TESTS_PER_EVENT)
            memory += _SAMPLE_BYTES * passing
            delay = scenario.links[hop[1]].delay_us / (scenario.duration_ms * 1000)
            memory += _PACKET_BYTES * passing * min(1.0, delay)
    for hop, packets in arriving.items():
        near, _ = _ends(scenario.links[hop[1]], hop[0])
        memory += _PACKET_BYTES * min(packets, _room(ports.get(near)))
    more_events, more_memory = _series(scenario)
    memory += _NODE_BYTES * (len(scenario.nodes) + 2 * len(scenario.links))
    return Cost(int(events + more_events), int(memory + more_memory))


def refusal(cost: Cost, max_events: int, max_memory: int) -> str:
    """What a run of this cost takes that it may not, and after a semicolon what to do; empty where
    it may be.
    """
    if cost.events > max_events:
        return (
            f"takes about {_count(cost.events)} events, more than the "
            f"{_count(max_events)} allowed; shorten duration_ms, lower the rates, or allow more "
            "with --max-events"
        )
    if cost.memory > max_memory:
        return (
            f"takes about {_size(cost.memory)} of memory, more than the "
            f"{_size(max_memory)} allowed; shorten duration_ms, lower limits and series, or allow "
            "more with --max-memory"
        )
    return ""


def _count(number: int) -> str:
    return f"{number:,}" if number < 10**12 else f"{number:.1e}"


def _size(size: int) -> str:
    return f"{ceil_div(size, 10**6):,} MB"


def _demands(
    scenario: Scenario, index: int, there: tuple[Hop, ...], back: tuple[Hop, ...]
) -> Iterator[_Demand]:
    source = scenario.traffic[index]
    time = _time(scenario, source)
    if isinstance(source, Ping):
        count = min(time / (source.interval_us * _US) + 1, source.count or float("inf"))
        yield _Demand(count, source.packet_bytes, there)
        yield _Demand(count, source.packet_bytes, back)
    elif isinstance(source, Tcp | ShortTcp | RequestResponse):
        full = source.mss_bytes + _ACK
        up, down = _segments(scenario, source, time, there, back)
        yield _Demand(up, full, there, index)
        yield _Demand(up, _ACK, back, index)
        if down:
            yield _Demand(down, full, back, index)
            yield _Demand(down, _ACK, there, index)
    else:
        if source.rate_bps is not None:
            packets = time * source.rate_bps / (source.packet_bytes * 8 * _S)
        elif source.packets_per_s is not None:
            packets = time * source.packets_per_s / _S
        else:
            packets = time / ((source.interval_us or 1) * _US)
        if isinstance(source, OnOff):
            period = (source.on_us + source.off_us) * _US
            packets = max(packets * source.on_us * _US / period, time / period)
        yield _Demand(packets + 1, source.packet_bytes, there)


def _segments(
    scenario: Scenario,
    source: Tcp | ShortTcp | RequestResponse,
    time: float,
    there: tuple[Hop, ...],
    back: tuple[Hop, ...],
) -> tuple[float, float]:
    """Segments with data that TCP can send in a time in ns, and those of the answers."""
    trip = max(
        1.0,
        sum(
            _crossing(scenario.links[link], source.mss_bytes + _ACK) for _, link in (*there, *back)
        ),
    )
    if isinstance(source, Tcp):
        window = ceil_div(source.socket_buffer_bytes, source.mss_bytes)
        total = ceil_div(source.total_bytes or 10**18, source.mss_bytes)
        return source.flows * min(time / trip * window + window, total), 0
    if isinstance(source, ShortTcp):
        each = ceil_div(source.size_bytes, source.mss_bytes)
        return (time / (source.interval_us * _US) + 1) * each, 0
    asked = min(time / (trip + source.think_us * _US) + 1, source.count or float("inf"))
    asked *= source.flows
    up, down = source.request_bytes, source.response_bytes
    return asked * ceil_div(up, source.mss_bytes), asked * ceil_div(down, source.mss_bytes)


def _connections(scenario: Scenario, source: Source) -> float:
    if isinstance(source, ShortTcp):
        return _time(scenario, source) / (source.interval_us * _US) + 1
    return source.flows if isinstance(source, Tcp | RequestResponse) else 0


def _time(scenario: Scenario, source: Source) -> float:
    """How long a source sends, in ns."""
    end = scenario.duration_ms * _MS
    if source.stop_us is not None:
        end = min(end, source.stop_us * _US)
    return float(max(0, end - source.start_us * _US))


def _crossing(link: Link, length: int) -> float:
    """The time in ns from the first bit of a packet sent to its last received."""
    return link.delay_us * _US + _wire(link, length) * 8 * _S / link.rate_bps


def _wire(link: Link, length: int) -> int:
    size = length + link.overhead_bytes
    return in_cells(size) if link.linklayer == "atm" else size


def _share_out(scenario: Scenario, demands: list[_Demand]) -> dict[Hop, float]:
    """The part of the packets that each link carries. What waits for answers is cut down to it."""
    able = scenario.duration_ms * _MS / (8 * _S)
    open_only = [each for each in demands if each.loop < 0]
    left = _parts(scenario, open_only, able)
    parts = _parts(scenario, demands, able, shaped=True)
    least: dict[int, float] = {}
    for each in demands:
        part = min((parts.get(hop, 1.0) for hop in each.hops), default=1.0)
        least[each.loop] = min(part, least.get(each.loop, 1.0))
    for each in demands:
        if each.loop >= 0:
            # Some segments go before the first answer, and some are sent once more.
            each.packets = min(each.packets, each.packets * least[each.loop] * 1.1 + 100)
    return left


def _parts(
    scenario: Scenario, demands: list[_Demand], able: float, *, shaped: bool = False
) -> dict[Hop, float]:
    """The part of these packets that each link can carry; `shaped`: and the shapers before it."""
    asked: dict[Hop, float] = {}
    for each in demands:
        for hop in each.hops:
            size = _wire(scenario.links[hop[1]], each.length)
            asked[hop] = asked.get(hop, 0.0) + each.packets * size
    ports = {(port.node, port.port): port for port in scenario.ports} if shaped else {}
    return {
        hop: min(1.0, _rate(scenario.links[hop[1]], hop[0], ports) * able / size)
        for hop, size in asked.items()
        if size
    }


def _rate(link: Link, node: str, ports: Mapping[tuple[str, str], Port]) -> float:
    """bit/s that a node can send over a link: those of the link, or less by the port's shapers."""
    port = ports.get(_ends(link, node)[0])
    stages = port.output if port is not None else ()
    return min([link.rate_bps, *(_most(each) for each in stages if isinstance(each, Policy))])


def _most(policy: Policy) -> float:
    """bit/s that the shapers of a policy let through; infinite where a class has none."""
    most = 0.0
    for each in policy.classes:
        below = float("inf") if each.child is None else _most(each.child)
        shape = each.queue.shape if each.queue is not None else None
        most += below if shape is None else min(below, shape.rate_bps)
    return most


def _ends(link: Link, node: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """The sending port of a link, and the receiving one."""
    first, second = link.ends
    near, far = (first, second) if first.node == node else (second, first)
    return (near.node, near.port), (far.node, far.port)


def _tests(stage: Stage) -> int:
    """Tests that a packet may go through in a stage."""
    if isinstance(stage, RuleList):
        return sum(1 + _size_of(rule.match) for rule in stage.rules)
    return sum(
        1
        + _size_of(each.match)
        + len(each.police)
        + (len(each.queue.limits) if each.queue is not None else 0)
        + (_tests(each.child) if each.child is not None else 0)
        for each in stage.classes
    )


def _size_of(match: Match) -> int:
    """Values and parts of a match."""
    total, todo = 0, [match]
    while todo:
        each = todo.pop()
        total += 1 + sum(len(values) for values in (each.where or {}).values())
        todo.extend((*(each.all or ()), *(each.any or ())))
        if each.negated is not None:
            todo.append(each.negated)
        for entry in each.first or ():
            inner = entry.permit or entry.deny
            if inner is not None:
                todo.append(inner)
    return total


def _room(port: Port | None) -> float:
    """Packets that the queues of a port hold at most."""
    if port is None:
        return 1000.0
    limits: list[tuple[Limit, ...]] = []
    todo = [stage for stage in port.output if isinstance(stage, Policy)]
    while todo:
        for each in todo.pop().classes:
            if each.child is not None:
                todo.append(each.child)
            if each.queue is not None:
                limits.append(each.queue.bounds)
    if not limits:
        limits = [(port.limit,)]
    return float(port.tx_ring_packets) + sum(min(map(_packets, each)) for each in limits)


def _packets(limit: Limit) -> float:
    return limit.packets if limit.packets is not None else (limit.bytes or 0) / 28


def _series(scenario: Scenario) -> tuple[float, float]:
    """Events and bytes of what is measured over time."""
    measure, time = scenario.measure, scenario.duration_ms
    events = memory = 0.0
    if measure.interval_ms:
        memory += _POINT_BYTES * time / measure.interval_ms * 2 * max(1, len(scenario.traffic))
    if measure.occupancy_every_ms:
        queues = 2 * len(scenario.links) + sum(
            len(stage.classes)
            for port in scenario.ports
            for stage in port.output
            if isinstance(stage, Policy)
        )
        looks = time / measure.occupancy_every_ms
        events += looks * (1 + queues / 5)
        memory += _POINT_BYTES * looks * queues
    return events, memory
