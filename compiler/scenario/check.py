"""What a scenario's shape cannot say: names that must exist, paths that must lead somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.fields import Field
from qosc.scenario.model import Scenario
from qosc.scenario.near import did_you_mean, no_such
from qosc.scenario.pipeline import Meter, policers
from qosc.scenario.routes import Hop, Routes, TooManyHopsError
from qosc.scenario.traffic import RequestResponse, ShortTcp, Tcp

__all__ = ["NOTHING_MEASURED", "check"]

NOTHING_MEASURED = "warm_up_ms leaves nothing of duration_ms to measure"

_LEAST = 28
"""Bytes of an IPv4 header and one of UDP or ICMP."""

Place = tuple[int | str, ...]


def check(scenario: Scenario) -> Iterator[tuple[Place, str]]:
    """Each fault with the path of the value that is wrong."""
    yield from _names(scenario)
    yield from _ends(scenario)
    yield from _ports(scenario)
    yield from _shared_meters(scenario)
    yield from _traffic(scenario)
    if scenario.measure.warm_up_ms >= scenario.duration_ms:
        yield ("measure", "warm_up_ms"), NOTHING_MEASURED


def _names(scenario: Scenario) -> Iterator[tuple[Place, str]]:
    for key, values in (("nodes", scenario.nodes), ("traffic", scenario.traffic)):
        seen: set[str] = set()
        for index, each in enumerate(values):
            if each.name in seen:
                yield (key, index, "name"), f"the name {each.name!a} is taken"
            seen.add(each.name)
    for index, node in enumerate(scenario.nodes):
        if node.kind == "host" and node.address is None:
            yield ("nodes", index, "name"), f"the host {node.name!a} needs an address"


def _ends(scenario: Scenario) -> Iterator[tuple[Place, str]]:
    nodes = {node.name for node in scenario.nodes}
    taken: set[tuple[str, str]] = set()
    for index, link in enumerate(scenario.links):
        for side, end in enumerate(link.ends):
            if end.node not in nodes:
                yield ("links", index, "ends", side, "node"), no_such("node", end.node, nodes)
            if (end.node, end.port) in taken:
                yield (
                    ("links", index, "ends", side, "port"),
                    f"the port {end.port!a} of {end.node!a} has a link",
                )
            taken.add((end.node, end.port))


def _ports(scenario: Scenario) -> Iterator[tuple[Place, str]]:
    ends = {(end.node, end.port) for link in scenario.links for end in link.ends}
    seen: set[tuple[str, str]] = set()
    for index, port in enumerate(scenario.ports):
        key = (port.node, port.port)
        if key not in ends:
            own = [name for node, name in ends if node == port.node]
            message = f"no link ends at port {port.port!a} of {port.node!a}"
            yield ("ports", index, "port"), message + did_you_mean(port.port, own)
        if key in seen:
            yield ("ports", index, "port"), f"the port {port.port!a} is described twice"
        seen.add(key)


def _shared_meters(scenario: Scenario) -> Iterator[tuple[Place, str]]:
    known: dict[tuple[str, str], Meter] = {}
    for index, port in enumerate(scenario.ports):
        for side, stages in (("input", port.input), ("output", port.output)):
            for number, stage in enumerate(stages):
                for police in policers(stage):
                    if police.shared:
                        key = (port.node, police.shared)
                        if known.setdefault(key, police.meter) != police.meter:
                            message = f"the shared meter {police.shared[:80]!a} has other values"
                            yield ("ports", index, side, number), message


def _traffic(scenario: Scenario) -> Iterator[tuple[Place, str]]:
    hosts = {node.name for node in scenario.nodes if node.kind == "host"}
    routes = Routes(scenario)
    for index, source in enumerate(scenario.traffic):
        ok = True
        for key, name in (("from", source.source), ("to", source.to)):
            if name not in hosts:
                ok = False
                yield ("traffic", index, key), no_such("host", name, hosts)
        if not ok:
            continue
        if source.source == source.to:
            yield ("traffic", index, "to"), "traffic goes from one host to another"
            continue
        try:
            hops = routes.path(source.source, source.to)
        except TooManyHopsError as error:
            yield ("traffic", index, "to"), str(error)
            return
        if hops is None:
            yield ("traffic", index, "to"), f"no path leads from {source.source!a} to {source.to!a}"
        else:
            yield from _fits(scenario, index, hops)


def _fits(scenario: Scenario, index: int, hops: tuple[Hop, ...]) -> Iterator[tuple[Place, str]]:
    source = scenario.traffic[index]
    if Field.SRC6 in source.header or Field.DST6 in source.header:
        yield ("traffic", index, "header"), "IPv6 is not simulated yet"
    if Field.FIRST_FRAGMENT in source.header:
        yield ("traffic", index, "header"), "nothing is fragmented here: packets are whole"
    if isinstance(source, Tcp | ShortTcp | RequestResponse):
        key, size = "mss_bytes", source.mss_bytes + 40
    else:
        key, size = "packet_bytes", source.packet_bytes
        if size < _LEAST:
            message = f"a packet of {source.kind} is at least {_LEAST} bytes long"
            yield ("traffic", index, key), message
    least = min(scenario.links[link].mtu_bytes for _, link in hops)
    if size > least:
        message = (
            f"a packet of {size} bytes is longer than the MTU of a link on its path, "
            f"{least} bytes, and nothing here fragments"
        )
        yield ("traffic", index, key), message
