"""The regions of a policy's classes, and a packet for each."""

from __future__ import annotations

from qosc.ir import Device, Policy, TrafficClass
from qosc.ir.leaves import join
from qosc.ir.resolve import POLICY_LEVELS, resolve
from qosc.packets.packet import Packet
from qosc.packets.space import PacketSpace, Region
from qosc.values import dataclass

__all__ = ["ClassRegion", "class_witnesses", "partition"]


@dataclass(frozen=True, slots=True)
class ClassRegion:
    """A class, the packets that its match describes, and those that first match leaves to it."""

    traffic_class: TrafficClass
    own: Region
    taken: Region

    def children(self) -> tuple[ClassRegion, ...]:
        """The classes of the child policy, which share what this class takes; none without one."""
        reference = self.traffic_class.child
        device = self.own.space.device
        policy = resolve(device, reference) if reference is not None else None
        if not isinstance(policy, Policy):
            return ()
        return partition(self.own.space, policy, self.taken)


def partition(
    space: PacketSpace, policy: Policy, within: Region | None = None
) -> tuple[ClassRegion, ...]:
    """The classes of `policy` in order, with the regions of each inside `within`.

    The regions `taken` are disjoint; with a default class at the end they cover `within`.
    """
    left = space.everything if within is None else within
    result = []
    for traffic_class in policy.classes:
        own = space.region(traffic_class.match)
        if within is not None:
            own &= within
        result.append(ClassRegion(traffic_class, own, own & left))
        left -= own
    return tuple(result)


def class_witnesses(
    device: Device, policy: Policy | str, *, space: PacketSpace | None = None
) -> list[tuple[str, Packet | None]]:
    """One packet for each class that first match really puts there, or None if there is none.

    A class of a child policy comes after its parent and is named `parent > child`; its packet
    passes both. `policy` may be a name; one that does not exist has no classes. What is not defined
    matches nothing, unless `space` says otherwise. A packet for a class that matches on something
    outside the model (an NBAR protocol) says so in `assumes`.
    """
    resolved = device.policies.get(policy) if isinstance(policy, str) else policy
    if resolved is None:
        return []
    space = space or PacketSpace(device, undefined_matches_nothing=True)
    result: list[tuple[str, Packet | None]] = []
    work = [("", part, 1) for part in reversed(partition(space, resolved))]
    while work:
        above, part, level = work.pop()
        name = join(above, part.traffic_class.name) if above else part.traffic_class.name
        result.append((name, part.taken.witness()))
        if level < POLICY_LEVELS:
            work.extend((name, child, level + 1) for child in reversed(part.children()))
    return result
