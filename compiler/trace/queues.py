"""The queue that a packet waits in, and the classes around it."""

from __future__ import annotations

from typing import NamedTuple

from qosc.datapath.shares import Base, divide, ranks
from qosc.ir import Device, Policy, TrafficClass
from qosc.ir.leaves import queued_classes, queues_below, resolve
from qosc.profiles import Profile
from qosc.trace.steps import Level

__all__ = ["Chosen", "levels"]


class Chosen(NamedTuple):
    """The class that takes a packet at one level of a policy, and what its percentages are of."""

    policy: Policy
    found: TrafficClass
    base: Base


def levels(device: Device, profile: Profile, chosen: tuple[Chosen, ...]) -> tuple[Level, ...]:
    """The queue of the packets of these classes (from the outermost), then what is around it.

    A class without a part in the scheduler has its packets in the queue of the default class of its
    policy; where no class has one, the classes around the policy have them.
    """
    names: list[str] = []
    inner: list[Level] = []
    for policy, traffic_class, base in chosen:
        queued = queued_classes(device, policy, names)
        names.append(policy.name)
        if not any(queued):
            break
        at = next(place for place, one in enumerate(policy.classes) if one is traffic_class)
        own = queued[at]
        place = at if own else len(queued) - 1
        inner.append(_level(profile, policy, place, base, queued, shared=not own))
        if not own:
            inner += _below(device, profile, policy.classes[place], base, names)
            break
    return tuple(reversed(inner))


def _level(
    profile: Profile,
    policy: Policy,
    place: int,
    base: Base,
    queued: tuple[bool, ...],
    *,
    shared: bool,
) -> Level:
    classes = policy.classes
    part = divide(classes, base, profile, queued)[place]
    return Level(policy, classes[place], base, part, ranks(classes)[place], shared)


def _below(
    device: Device, profile: Profile, item: TrafficClass, base: Base, above: list[str]
) -> list[Level]:
    """The default classes inside a class in whose queue packets of another class wait."""
    made: list[Level] = []
    names = list(above)
    while item.child is not None and queues_below(device, item, names):
        policy = resolve(device, item.child)
        if not isinstance(policy, Policy):
            break
        base = base.below(item)
        queued = queued_classes(device, policy, names)
        made.append(_level(profile, policy, len(queued) - 1, base, queued, shared=True))
        names.append(policy.name)
        item = policy.classes[-1]
    return made
