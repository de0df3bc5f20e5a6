"""Paths through the network of a scenario: by fewest hops, ties to the link written first.

Only routers forward. Paths are worked out for the hosts that have traffic, and trees of paths are
shared by the hosts behind one router, so that a large network costs no more than the length of the
paths in use. A network in which even that is much is refused: `MAX_STEPS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from qosc.scenario.model import Scenario

__all__ = ["MAX_STEPS", "Hop", "Routes", "TooManyHopsError", "routes_in_use"]

MAX_STEPS = 10_000_000
"""Links that are looked at, and hops that are listed, for all traffic of a scenario: some seconds
of CPU time."""

Hop = tuple[str, int]
"""A node, and the link (by index) on which it sends."""
_Neighbours = dict[str, list[tuple[str, int]]]


class TooManyHopsError(ValueError):
    """The paths of the traffic are too many or too long to work out."""


@dataclass(frozen=True, slots=True)
class _Tree:
    """Routers by the order in which they were reached from one destination."""

    order: dict[str, int]
    towards: dict[str, tuple[int, str]]
    """A router's link and next router; none for those beside the destination."""


class Routes:
    """Finds paths between hosts; the trees found are kept.

    TooManyHopsError is raised by `path` when all calls together exceed `limit` steps.
    """

    def __init__(self, scenario: Scenario, limit: int = MAX_STEPS) -> None:
        self._routers = {node.name for node in scenario.nodes if node.kind == "router"}
        self._beside = _neighbours(scenario)
        self._between = {
            name: [each for each in self._beside[name] if each[0] in self._routers]
            for name in self._routers
            if name in self._beside
        }
        self._trees: dict[tuple[str, ...], _Tree] = {}
        self._left = limit
        self._limit = limit

    def path(self, source: str, to: str) -> tuple[Hop, ...] | None:
        """The hops from host to host; None where no path leads there."""
        neighbours = self._beside.get(to, [])
        self._spend(len(neighbours) + len(self._beside.get(source, ())))
        last: dict[str, int] = {}
        for name, link in neighbours:
            last.setdefault(name, link)
        if source in last:
            return ((source, last[source]),)
        tree = self._tree(tuple(name for name in last if name in self._routers))
        first = min(
            ((tree.order[n], link, n) for n, link in self._beside[source] if n in tree.order),
            default=None,
        )
        if first is None:
            return None
        _, link, at = first
        hops = [(source, link)]
        while (onward := tree.towards.get(at)) is not None:
            self._spend(1)
            hops.append((at, onward[0]))
            at = onward[1]
        hops.append((at, last[at]))
        return tuple(hops)

    def _tree(self, seeds: tuple[str, ...]) -> _Tree:
        tree = self._trees.get(seeds)
        if tree is not None:
            return tree
        order = {name: index for index, name in enumerate(seeds)}
        towards: dict[str, tuple[int, str]] = {}
        queue = list(seeds)
        for near in queue:
            links = self._between[near]
            self._spend(len(links) + 1)
            for far, link in links:
                if far not in order:
                    order[far] = len(order)
                    towards[far] = (link, near)
                    queue.append(far)
        self._trees[seeds] = tree = _Tree(order, towards)
        if len(self._trees) * len(order) > self._limit // 40:
            self._trees.pop(next(iter(self._trees)))
        return tree

    def _spend(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise TooManyHopsError(
                f"the paths of the traffic through this network take more than "
                f"{self._limit:,} steps to find; have traffic between fewer hosts"
            )


def routes_in_use(scenario: Scenario) -> dict[str, dict[str, Hop]]:
    """For each node on a path in use, in either direction: host -> (next node, link).

    Nodes and hosts are in the order of the document. TooManyHopsError as `Routes.path`.
    """
    routes, finder = {node.name: dict[str, Hop]() for node in scenario.nodes}, Routes(scenario)
    done: set[tuple[str, str]] = set()
    for source, to in _pairs(scenario):
        if (source, to) in done:
            continue
        done.add((source, to))
        hops = finder.path(source, to) or ()
        following = [*(node for node, _ in hops[1:]), to]
        for (node, link), onward in zip(hops, following, strict=True):
            routes[node].setdefault(to, (onward, link))
    place = {node.name: index for index, node in enumerate(scenario.nodes)}
    return {
        node: {host: hops[host] for host in sorted(hops, key=place.__getitem__)}
        for node, hops in routes.items()
    }


def _pairs(scenario: Scenario) -> Iterable[tuple[str, str]]:
    """Who sends to whom, answers included."""
    for each in scenario.traffic:
        yield each.source, each.to
        yield each.to, each.source


def _neighbours(scenario: Scenario) -> _Neighbours:
    """For each node the nodes it has a link to, with the link's index, in the order written."""
    neighbours: _Neighbours = {node.name: [] for node in scenario.nodes}
    for here, there, index in _ends(scenario):
        if here in neighbours and there in neighbours:
            neighbours[here].append((there, index))
    return neighbours


def _ends(scenario: Scenario) -> Iterator[tuple[str, str, int]]:
    for index, link in enumerate(scenario.links):
        for here, there in (link.ends, link.ends[::-1]):
            yield here.node, there.node, index
