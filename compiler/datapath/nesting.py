"""Which policies are inside which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from qosc.ir import Attachment, Device, Policy, Reference
from qosc.ir.resolve import POLICY_LEVELS, resolve

__all__ = ["bottom_up", "too_far_inside"]


def too_far_inside(device: Device, stage: Attachment) -> tuple[Reference, ...]:
    """What leads, from a stage of a port on, to policies that are not looked into: those inside
    `POLICY_LEVELS` others. Policies that contain themselves are told of by themselves.
    """
    level = {stage.policy.name: stage.policy}
    for _ in range(POLICY_LEVELS):
        inside = [resolve(device, each) for each in level.values()]
        children = [
            each.child
            for policy in inside
            if isinstance(policy, Policy)
            for each in policy.classes
            if each.child is not None
        ]
        level = {child.name: child for child in children}
    references = [each for each in level.values() if each.name in device.policies]
    looped = bottom_up(device.policies)[1] if references else frozenset()
    return tuple(each for each in references if each.name not in looped)


def bottom_up(policies: Mapping[str, Policy]) -> tuple[list[str], frozenset[str]]:
    """The names of policies, each after those inside it, and which of them have no such order.

    Those are policies that contain themselves, and what lies between two of them.
    """
    inside = {
        name: {each.child.name for each in policy.classes if each.child is not None}
        & policies.keys()
        for name, policy in policies.items()
        if any(each.child is not None for each in policy.classes)
    }
    outside: dict[str, set[str]] = {name: set() for name in policies}
    for name, children in inside.items():
        for child in children:
            outside[child].add(name)
    counts = {name: len(inside.get(name, ())) for name in policies}
    first = _freed(policies, counts, outside)
    left = policies.keys() - set(first)
    if not left:
        return first, frozenset()
    rest = [name for name in policies if name in left]
    counts = {name: len(outside[name] & left) for name in rest}
    last = _freed(rest, counts, {name: inside[name] & left for name in rest})
    looped = left.difference(last)
    middle = [name for name in rest if name in looped]
    return [*first, *middle, *reversed(last)], frozenset(looped)


def _freed(
    names: Iterable[str], counts: dict[str, int], frees: Mapping[str, Iterable[str]]
) -> list[str]:
    """The names whose count is 0, or comes to it: each takes 1 off those that it frees."""
    freed = [name for name in names if not counts[name]]
    for name in freed:  # which grows meanwhile
        for other in frees[name]:
            counts[other] -= 1
            if not counts[other]:
                freed.append(other)
    return freed
