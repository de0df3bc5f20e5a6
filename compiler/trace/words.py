"""The predicates of the config by which packets of a route are told apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qosc.ir import Device, Policy, Predicate, RuleList, Stage
from qosc.ir.leaves import resolve

__all__ = ["matches_of"]


def matches_of(device: Device, stages: Iterable[Stage]) -> Iterator[Predicate]:
    """The matches of all rules and classes of some stages, child policies included."""
    seen: set[str] = set()
    for stage in stages:
        if isinstance(stage, RuleList):
            yield from (rule.match for rule in stage.rules)
            continue
        waiting = [stage.policy]
        while waiting:
            reference = waiting.pop()
            policy = resolve(device, reference)
            if not isinstance(policy, Policy) or policy.name in seen:
                continue
            seen.add(policy.name)
            for traffic_class in policy.classes:
                yield traffic_class.match
                if traffic_class.child is not None:
                    waiting.append(traffic_class.child)
