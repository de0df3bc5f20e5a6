"""What a scenario may say and no router can do: warnings, for a run that is done all the same."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.scenario.model import Scenario
from qosc.scenario.pipeline import Policy

__all__ = ["doubts"]

Place = tuple[int | str, ...]


def doubts(scenario: Scenario) -> Iterator[tuple[Place, str]]:
    """Each doubt with the path of the value that it is about."""
    rate = {(end.node, end.port): link.rate_bps for link in scenario.links for end in link.ends}
    for index, port in enumerate(scenario.ports):
        if port.limit.packets == 0 or port.limit.bytes == 0:
            yield ("ports", index, "limit"), _EMPTY
        for number, stage in enumerate(port.output):
            if isinstance(stage, Policy):
                link = rate.get((port.node, port.port), 0)
                yield from _policy(stage, ("ports", index, "output", number), link, "the link")
    if not scenario.traffic:
        yield ("traffic",), "the scenario has no traffic"


_EMPTY = "the queue holds no packet: each is dropped that cannot be sent at once"


def _policy(policy: Policy, place: Place, rate: int, of: str) -> Iterator[tuple[Place, str]]:
    total, told = 0, False
    for index, each in enumerate(policy.classes):
        queue, at = each.queue, (*place, "classes", index)
        if queue is None:
            continue
        total += queue.guarantee_bps
        if total > rate and queue.guarantee_bps and not told:
            told = True
            yield (
                (*at, "queue", "guarantee_bps"),
                f"the guarantees up to this class are {total:_} bit/s, and {of} has {rate:_}",
            )
        for number, limit in enumerate(queue.limits):
            if limit.packets == 0 or limit.bytes == 0:
                yield (*at, "queue", "limits", number), _EMPTY
        if each.child is not None:
            shape = queue.shape
            above = min(rate, shape.rate_bps) if shape is not None else rate
            name = "the shaper above" if shape is not None and shape.rate_bps < rate else of
            yield from _policy(each.child, (*at, "child"), above, name)
