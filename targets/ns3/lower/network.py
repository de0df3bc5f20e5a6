"""The network: nodes, links in both directions, routes; and the whole of a program."""

from __future__ import annotations

from itertools import count

from qosc.fields import Field
from qosc.scenario import Node, Policy, Port, Scenario, Stage
from qosc.scenario.model import has_queues
from qosc.scenario.routes import routes_in_use
from qosc.scenario.values import single_value
from qosc.targets.ns3.known import refuse_unknown
from qosc.targets.ns3.lower.fields import ABSENT, OF_DEVICE, Fields
from qosc.targets.ns3.lower.pipeline import Place, Stages
from qosc.targets.ns3.lower.queues import Queues
from qosc.targets.ns3.lower.traffic import Traffic
from qosc.targets.ns3.model import Program, Refused, Tables

__all__ = ["lower"]

_MILLISECOND = 1_000_000
_POOL = 0xC6120001
"""198.18.0.1, for benchmarks (RFC 2544): where a node has no address of its own to use."""


def lower(scenario: Scenario, remarks: tuple[str, ...] = ()) -> Program:
    """The program of a scenario that `qosc.scenario.load` has checked.

    Refused when the scenario says something that the program cannot do.
    """
    refuse_unknown(scenario)
    if scenario.duration_ms * _MILLISECOND >= 1 << 62:
        raise Refused("ns-3 counts time up to 146 years")
    tables = Tables()
    fields = Fields(tables)
    stages = Stages(tables, fields, Queues(tables, fields))
    addresses = _addresses(scenario.nodes)
    for node in scenario.nodes:
        tables.add("nodes", host=int(node.kind == "host"), address=addresses[node.name])
    _links(scenario, stages)
    _routes(scenario, tables)
    used = frozenset(fields.used)
    if Field.INPUT_INTERFACE not in used:
        tables.fill("ports", "input_name", ABSENT)
    Traffic(scenario, tables, fields).lower()
    return Program(
        tables=tables,
        seed=scenario.seed,
        duration=scenario.duration_ms * _MILLISECOND,
        warm_up=scenario.measure.warm_up_ms * _MILLISECOND,
        scenario=tables.text(scenario.name),
        strip=bool(OF_DEVICE & used),
        remarks=remarks,
        occupancy=(scenario.measure.occupancy_every_ms or 0) * _MILLISECOND,
    )


def _addresses(nodes: tuple[Node, ...]) -> dict[str, int]:
    """An IPv4 address for each node: its own, where no other node has it and packets can go there.

    Classifiers see the addresses of the scenario in any case.
    """
    written = {
        node.name: int(single_value(Field.SRC4, node.address))
        for node in nodes
        if node.address is not None
    }
    numbers: dict[str, int] = {}
    taken: set[int] = set()
    for name, address in written.items():
        if 1 <= address >> 24 <= 223 and address >> 24 != 127 and address not in taken:
            numbers[name] = address
            taken.add(address)
    pool = (address for address in count(_POOL) if address not in taken)
    return {node.name: numbers.get(node.name) or next(pool) for node in nodes}


def _links(scenario: Scenario, stages: Stages) -> None:
    """Rows 2k and 2k + 1 of the ports are the two directions of link k."""
    tables = stages.tables
    number = {node.name: index for index, node in enumerate(scenario.nodes)}
    routers = {node.name for node in scenario.nodes if node.kind == "router"}
    qos = {(port.node, port.port): port for port in scenario.ports}
    for index, link in enumerate(scenario.links):
        tables.add(
            "wires",
            rate=link.rate_bps,
            delay=link.delay_us * 1000,
            mtu=link.mtu_bytes,
            overhead=link.overhead_bytes,
            atm=int(link.linklayer == "atm"),
            loss_ppm=link.loss_ppm,
        )
        for here, there in (link.ends, link.ends[::-1]):
            port = qos.get((here.node, here.port)) or Port(node=here.node, port=here.port)
            place = Place(here.node, f"{here.node} {here.port}", output=True)
            sends = _output(port, place, stages, counted=here.node in routers)
            port = qos.get((there.node, there.port)) or Port(node=there.node, port=there.port)
            place = Place(there.node, f"{there.node} {there.port}", output=False)
            first, count = stages.rows(list(port.input), place)
            tables.add(
                "ports",
                link=index,
                from_=number[here.node],
                to=number[there.node],
                **sends,
                extra_in=port.accounting_bytes,
                stage_in=first,
                stages_in=count,
                input_name=stages.fields.name(there.port),
            )


def _output(port: Port, place: Place, stages: Stages, *, counted: bool) -> dict[str, int]:
    """The columns that say how a port sends."""
    before: list[Stage] = []
    queued: Policy | None = None
    for stage in port.output:
        if isinstance(stage, Policy) and has_queues(stage):
            queued = stage
        else:
            before.append(stage)
    first, number = stages.rows(before, place)
    cells = {"extra_out": port.accounting_bytes, "stage_out": first, "stages_out": number}
    if queued is not None:
        policy = stages.policy(queued, place, "", queued=True)
        ring = port.tx_ring_packets
        return {**cells, "policy": policy, "limit": -1, "fifo_counter": -1, "ring": ring}
    counter = stages.counter(place, "", "(all)", port.limit.origin) if counted else -1
    limit, _ = stages.queues.limits((port.limit,))
    return {**cells, "policy": -1, "limit": limit, "fifo_counter": counter, "ring": 0}


def _routes(scenario: Scenario, tables: Tables) -> None:
    number = {node.name: index for index, node in enumerate(scenario.nodes)}
    for node, hosts in routes_in_use(scenario).items():
        for host, (following, link) in hosts.items():
            ends = scenario.links[link].ends
            backward = not (ends[0].node == node and ends[1].node == following)
            tables.add(
                "routes", node=number[node], host=number[host], port=2 * link + int(backward)
            )
