"""Queues that packets come to and that no scheduler of a map serves.

Each forwarding class has a queue on each port. Source: Juniper, "Class of Service User Guide
(Routers and EX9200 Switches)", Configuring Forwarding Classes: a class without a scheduler on the
egress interface is served by a default mechanism with minimal buffer and round-robin credit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from qosc.fields import Field
from qosc.frontends.junos.cos.classes import ForwardingClasses
from qosc.frontends.junos.cos.priorities import LOW
from qosc.ir import Mark, Policy, Rule, RuleList, Stage, TrafficClass

__all__ = ["SOURCE", "classes_in_use", "complete"]

SOURCE = "Juniper, Configuring Forwarding Classes: a queue without a scheduler has minimal credit"


def classes_in_use(stages: Iterable[Stage]) -> frozenset[str]:
    """The forwarding classes that some rule of the stages puts packets into.

    Lists of rules with one name are looked at once: many units have the same.
    """
    used: set[str] = set()
    seen: set[tuple[str, int]] = set()
    for stage in stages:
        if not isinstance(stage, RuleList):
            continue
        key = (stage.feature, len(stage.rules))
        if key in seen:
            continue
        seen.add(key)
        for rule in stage.rules:
            used.update(m.name for m in _marks(rule) if m.field is Field.FORWARDING_CLASS)
    return frozenset(used - {""})


def _marks(rule: Rule) -> Iterator[Mark]:
    yield from rule.marks
    if rule.policer is not None:
        for outcome in (rule.policer.conform, rule.policer.exceed, rule.policer.violate):
            if outcome is not None:
                yield from outcome.marks


def complete(
    policy: Policy,
    used: frozenset[str],
    classes: ForwardingClasses,
    platform: str,
    within: Collection[str] | None = None,
) -> Policy:
    """A scheduler map with a class for each queue that packets come to.

    The class of queue 0 is the last: it has the packets that nothing put into a class. `within`
    are the classes that come to the map, where not all do.
    """
    served = {name for one in policy.classes for name in classes.in_queue_of(one.name)}
    by = f"{platform} ({SOURCE})"
    added: list[TrafficClass] = []
    rest = classes.of_queue(0)
    # The priority of a queue without a scheduler is low, which says nothing where all have one.
    level = LOW if any(one.level is not None for one in policy.classes) else None
    excess_level = LOW if any(one.excess_level is not None for one in policy.classes) else None
    for name in (*sorted(used, key=lambda one: classes.queues.get(one, 0)), rest):
        if name in served or (name not in classes.queues and name != rest):
            continue
        if within is not None and name not in within:
            continue
        names = classes.in_queue_of(name)
        served.update(names)
        added.append(
            TrafficClass(
                name,
                classes.test(names),
                origin=policy.origin,
                level=level,
                excess_level=excess_level,
                queued=True,
                default_by=by,
            )
        )
    complete_classes = [*policy.classes, *added]
    complete_classes.sort(key=lambda one: rest in classes.in_queue_of(one.name))
    return replace(policy, classes=tuple(complete_classes))
