"""Which code points a class can hold when its packets are queued.

A packet is in the first class that takes it. A code point is out of reach where an entry of an
earlier class takes every packet that has it, or where the class's own entries take none. What
writes the field between the choice of the class and its queue is not followed: then every value
may be there.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.fields import DS_VIEWS, WIDTHS, Field, ds_bits
from qosc.ir import Device, Interval, Mark, Masked, Policy, RuleList, TrafficClass
from qosc.ir.device import Port
from qosc.targets.tc.lower.classify.budget import Budget, TooLargeError
from qosc.targets.tc.lower.classify.conjunction import DS_KEY, Conjunction
from qosc.targets.tc.lower.classify.decision import decide

__all__ = ["NOT_THERE", "class_values", "marks_itself", "writes", "written_after"]

NOT_THERE = "no packet of the class has these values"


def class_values(
    device: Device,
    classes: tuple[TrafficClass, ...],
    number: int,
    undefined: str,
    budget: Budget,
) -> frozenset[int] | None:
    """The values of the field of class `number`'s early drop that its packets may have; None: any.

    Only what the classes of its own policy say is looked at; a parent's can only take more away.
    """
    traffic_class = classes[number]
    if traffic_class.wred is None or traffic_class.wred.field is None or writes(traffic_class):
        return None
    field = traffic_class.wred.field
    if field not in (*DS_VIEWS, Field.COS):
        return None
    try:
        wanted = [each.match for each in classes[: number + 1]]
        lists = [decide(device, match, undefined, budget).entries for match in wanted]
    except TooLargeError:
        return None
    reached = {
        value for value in range(1 << WIDTHS[field]) if _reaches(lists, _holding(field, value))
    }
    # What is not IP counts as precedence 0 (Cisco IOS Quality of Service Solutions Configuration
    # Guide, "Congestion Avoidance Overview", WRED).
    if field in DS_VIEWS and _reaches(lists, None):
        reached.add(0)
    return frozenset(reached)


def _holding(field: Field, value: int) -> Conjunction:
    if field in DS_VIEWS:
        bits, mask = ds_bits(field, value)
        return Conjunction(((DS_KEY, Masked(bits, mask)),))
    return Conjunction(((field, Interval(value, value)),))


def _reaches(lists: list[tuple[tuple[Conjunction, bool], ...]], wanted: Conjunction | None) -> bool:
    """Whether some packet of `wanted`, or for None some that is not IP, is in the last class."""
    for number, entries in enumerate(lists):
        own = number == len(lists) - 1
        for conjunction, verdict in entries:
            if wanted is None:
                met, whole = not conjunction.versions(), not conjunction.tests
            else:
                met, whole = bool(conjunction.meets(wanted)), conjunction.covers(wanted)
            if own and verdict and met:
                return True
            if whole:
                if verdict:
                    return False
                break
    return False


def writes(traffic_class: TrafficClass) -> bool:
    """Whether the class, or a child of it, may write marks."""
    return traffic_class.child is not None or marks_itself(traffic_class)


def marks_itself(traffic_class: TrafficClass) -> bool:
    """Whether the class writes marks, not looking at its children."""
    return bool(traffic_class.marks) or any(
        outcome is not None and outcome.marks
        for policer in traffic_class.policers
        for outcome in (policer.conform, policer.exceed, policer.violate)
    )


def written_after(port: Port, policy: Policy) -> bool:
    """Whether another stage of the output pipeline writes marks behind the policy's choice."""
    stages = list(port.output)
    for place, stage in enumerate(stages):
        if not isinstance(stage, RuleList) and stage.policy.name == policy.name:
            return any(_stage_marks(later) for later in stages[place + 1 :])
    return True


def _stage_marks(stage: object) -> bool:
    if not isinstance(stage, RuleList):
        return True
    return any(True for rule in stage.rules for _ in _rule_marks(rule.marks, rule.policer))


def _rule_marks(marks: tuple[Mark, ...], policer: object) -> Iterator[Mark]:
    yield from marks
    for name in ("conform", "exceed", "violate"):
        outcome = getattr(policer, name, None)
        if outcome is not None:
            yield from outcome.marks
