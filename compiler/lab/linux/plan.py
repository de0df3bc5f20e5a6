"""A scenario laid out for the guest: namespaces, veth links, routes, queues and senders.

Names come from outside, and so none of them reaches the guest: nodes are n0, n1 ..., the ports of
a node e0, e1 ... in the order of the links.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address
from typing import Any

from qosc.amounts import in_cells
from qosc.datapath.lengths import MAC_HEADER
from qosc.fields import Field
from qosc.lab.linux.classes import ClassIds
from qosc.lab.linux.sources import LinuxError, Names, apart, source_of
from qosc.scenario.model import Link, Port, Scenario, has_queues
from qosc.scenario.routes import routes_in_use
from qosc.scenario.traffic import (
    RequestResponse,
    ShortTcp,
    Tcp,
)
from qosc.scenario.values import single_value

__all__ = ["FASTEST_BPS", "Script", "counted_ports", "experiment"]

FASTEST_BPS = 50_000_000
"""bit/s above which a link is left without a rate: the guest carries no more than this anyway."""
_NO_CONFIRM = "--no-confirm"
"""What `apply` of a script with filters that drop packets to the machine is told: nobody has a
session there."""
_RFC_6675 = {"tcp_recovery": "0", "tcp_max_reordering": "3", "tcp_dsack": "0"}
_LEAST_BURST = 1600
_ABOVE = "7f00"
"""The handle of a token bucket above the FIFO of a script, which no script of ours gives."""


@dataclass(frozen=True, slots=True)
class Script:
    """The artefact of the tc target for one node, and the names of all the ports in it.

    With `classes` (see `classes.class_ids`) the result has figures by class.
    """

    text: str
    ports: tuple[str, ...]
    classes: ClassIds = dataclasses.field(default_factory=dict)


def experiment(
    scenario: Scenario,
    scripts: Mapping[str, Script],
    mark: str = "",
    trace: frozenset[str] = frozenset(),
) -> dict[str, Any]:
    """The guest's experiment (see `guest.experiment`) for a scenario, a script for each router.

    `mark` makes the file names of several experiments differ; `trace` names sources whose instants
    of sending are kept. LinuxError for what this engine cannot do.
    """
    names = _names(scenario)
    for node in scripts:
        if node not in names.node:
            raise LinuxError(f"there is a script for {node!a}, which is no node of the scenario")
    sources = [source_of(scenario, index, names) for index in range(len(scenario.traffic))]
    sources = apart(scenario, sources)
    for model, source in zip(scenario.traffic, sources, strict=True):
        source["trace"] = model.name in trace
    steps = [
        {
            "node": names.node[node],
            "argv": _apply(script, node, f"@{mark}{names.node[node]}", names),
        }
        for node, script in scripts.items()
    ]
    links = [_link(index, link, names) for index, link in enumerate(scenario.links)]
    addresses = _addresses(scenario, sources)
    return {
        "name": scenario.name,
        "nodes": [
            {
                "name": names.node[node.name],
                "addresses": addresses[node.name],
                "forward": node.kind == "router",
                "sysctl": _sysctl(scenario, node.name),
            }
            for node in scenario.nodes
        ],
        "links": links,
        "routes": list(_routes(scenario, names, addresses)),
        "steps": [*steps, *_fifos(scenario, names, scripts)],
        "watch": [
            {"node": names.node[p.node], "interface": names.port[p.node, p.port]}
            for p in scenario.ports
        ],
        "counted": _counted(scenario, scripts),
        "sources": sources,
        "seed": scenario.seed,
        "warm_up_us": scenario.measure.warm_up_ms * 1000,
        "duration_us": scenario.duration_ms * 1000,
        "drain_us": 100_000,
        "interval_us": (scenario.measure.interval_ms or 0) * 1000,
    }


def counted_ports(
    scenario: Scenario, scripts: Mapping[str, Script]
) -> dict[tuple[str, str], tuple[str, str]]:
    """For the guest's node and interface the node and port whose classes are known."""
    names = _names(scenario)
    return {
        (names.node[port.node], names.port[port.node, port.port]): (port.node, port.port)
        for port in scenario.ports
        if port.node in scripts and scripts[port.node].classes.get(port.port)
    }


def _counted(scenario: Scenario, scripts: Mapping[str, Script]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for node, interface in counted_ports(scenario, scripts):
        names.setdefault(node, []).append(interface)
    return names


def _sysctl(scenario: Scenario, node: str) -> dict[str, str]:
    """Settings of net.ipv4 for a node that sends or takes TCP with selective acknowledgements.

    RFC 6675 takes three segments that came early for a loss. This kernel tolerates more once it
    has seen packets overtake each other, and judges by time (RACK, RFC 8985) besides.
    """
    ends = {
        end
        for each in scenario.traffic
        if isinstance(each, Tcp | ShortTcp | RequestResponse) and each.sack
        for end in (each.source, each.to)
    }
    return dict(_RFC_6675) if node in ends else {}


def script_files(scenario: Scenario, scripts: Mapping[str, Script], mark: str) -> dict[str, str]:
    """The guest's files for the scripts of an experiment."""
    names = _names(scenario)
    return {f"{mark}{names.node[node]}": script.text for node, script in scripts.items()}


def _names(scenario: Scenario) -> Names:
    ports: dict[tuple[str, str], str] = {}
    count: dict[str, int] = {}
    for link in scenario.links:
        for end in link.ends:
            ports[end.node, end.port] = f"e{count.get(end.node, 0)}"
            count[end.node] = count.get(end.node, 0) + 1
    return Names({node.name: f"n{i}" for i, node in enumerate(scenario.nodes)}, ports)


def _link_address(link: int, side: int) -> str:
    """Link-local, so that it meets no address of a host."""
    return str(IPv4Address("169.254.0.0") + 4 * link + 1 + side)


def _link(index: int, link: Link, names: Names) -> dict[str, Any]:
    return {
        "mtu": link.mtu_bytes,
        "delay_us": link.delay_us,
        "loss_ppm": link.loss_ppm,
        "ends": [
            {
                "node": names.node[end.node],
                "interface": names.port[end.node, end.port],
                "address": _link_address(index, side),
            }
            for side, end in enumerate(link.ends)
        ],
    }


def _addresses(scenario: Scenario, sources: list[dict[str, Any]]) -> dict[str, list[str]]:
    """For each node its own address, and those that its traffic is sent from or to."""
    by_node = {
        node.name: [str(single_value(Field.SRC4, node.address))] if node.address else []
        for node in scenario.nodes
    }
    for model, source in zip(scenario.traffic, sources, strict=True):
        by_node[model.source].append(source["src"])
        by_node[model.to].append(source["dst"])
    return {
        name: list(dict.fromkeys(_dotted(address) for address in addresses))
        for name, addresses in by_node.items()
    }


def _dotted(address: str) -> str:
    return str(IPv4Address(int(address))) if address.isdigit() else address


def _routes(
    scenario: Scenario, names: Names, addresses: Mapping[str, list[str]]
) -> list[dict[str, Any]]:
    routes = []
    for node, hops in routes_in_use(scenario).items():
        for host, (_, index) in hops.items():
            link = scenario.links[index]
            side = 0 if link.ends[0].node == node else 1
            here = link.ends[side]
            for address in addresses[host]:
                own = addresses[node][0] if addresses[node] else ""
                routes.append(
                    {
                        "node": names.node[node],
                        "to": f"{address}/32",
                        "src": own,
                        "via": _link_address(index, 1 - side),
                        "interface": names.port[here.node, here.port],
                    }
                )
    return routes


def _apply(script: Script, node: str, program: str, names: Names) -> list[str]:
    """The script's command for those of its ports that the scenario has."""
    pairs = [(port, names.port[node, port]) for port in script.ports if (node, port) in names.port]
    if not pairs:
        raise LinuxError(f"the script for {node!a} has none of that node's ports")
    options = [_NO_CONFIRM] if f"apply{_NO_CONFIRM})" in script.text else []
    if len(script.ports) == 1:
        return [program, "apply", *options, pairs[0][1]]
    return [program, "apply", *options, *(f"{port}={interface}" for port, interface in pairs)]


def _fifos(scenario: Scenario, names: Names, scripts: Mapping[str, Script]) -> list[dict[str, Any]]:
    """The rate of each link, and one queue, at the ports whose output no script takes care of."""
    described = {(port.node, port.port): port for port in scenario.ports}
    steps: list[dict[str, Any]] = []
    for link in scenario.links:
        for end in link.ends:
            port = described.get((end.node, end.port)) or Port(node=end.node, port=end.port)
            scripted = end.node in scripts and end.port in scripts[end.node].ports
            if (port.input or port.output) and not scripted:
                raise LinuxError(f"no script sets up the port {end.port!a} of {end.node!a}")
            if link.rate_bps > FASTEST_BPS or any(has_queues(stage) for stage in port.output):
                continue
            place = (names.node[end.node], names.port[end.node, end.port])
            steps += _fifo(link, port, *place, scripted=scripted)
    return steps


def _fifo(
    link: Link, port: Port, node: str, interface: str, *, scripted: bool
) -> list[dict[str, Any]]:
    """The rate of a link, and one FIFO below it. Where a script set up the port, that is the
    script's own FIFO, if it made one: a veth has no rate, and so the FIFO at its root would never
    fill.
    """
    stab = ["stab", "linklayer", link.linklayer, "overhead", str(link.overhead_bytes - MAC_HEADER)]
    stab += ["mtu", "2048", "tsize", "2048"]
    # The bucket drops what it can never hold: it must take the longest packet as it is on the wire.
    longest = link.mtu_bytes + link.overhead_bytes
    if link.linklayer == "atm":
        longest = in_cells(longest)
    burst = max(_LEAST_BURST, longest + 64)
    shaper = ["tbf", "rate", f"{link.rate_bps}bit", "burst", f"{burst}b", "limit", "100000000b"]
    tc = ["tc", "qdisc"]
    if port.limit.packets is not None:
        queue = ["pfifo", "limit", str(port.limit.packets)]
    else:
        queue = ["bfifo", "limit", str(port.limit.bytes)]
    if scripted:
        # Another handle: a qdisc cannot be replaced by one of another kind under its own.
        root = [*tc, "replace", "dev", interface, "root", "handle", f"{_ABOVE}:", *stab, *shaper]
        keep = {"dev": interface, "parent": f"{_ABOVE}:1", "else": queue}
        return [{"node": node, "argv": root, "keep": keep}]
    root = [*tc, "add", "dev", interface, "root", "handle", "1:", *stab, *shaper]
    child = [*tc, "add", "dev", interface, "parent", "1:1", *queue]
    return [{"node": node, "argv": root}, {"node": node, "argv": child}]
