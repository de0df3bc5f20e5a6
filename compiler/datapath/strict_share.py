"""What the priority classes of a policy can take of a link together.

The most that they can send, over all levels of the hierarchy, where of their policers those count
that drop. What the scheduler lets one class send first is `shares.Base.bound`; what the depths of
queues of IOS XR count such a class with is in `service_rates`.
"""

from __future__ import annotations

from typing import NamedTuple

from qosc.datapath.shares import Base
from qosc.ir import Device, Policy, TrafficClass, Verdict
from qosc.ir.resolve import POLICY_LEVELS, resolve

__all__ = ["PriorityShare", "priority_share"]


class PriorityShare(NamedTuple):
    """`bps` is what the bounded priority classes may send together, in bit/s; `unbounded` are the
    classes that nothing bounds.
    """

    bps: int = 0
    unbounded: tuple[TrafficClass, ...] = ()

    def above(self, ppm: int, whole: int) -> bool:
        """Whether they can take more than so many parts per million of a link of `whole` bit/s."""
        return bool(self.unbounded) or self.bps * 1_000_000 > whole * ppm

    def percent(self, whole: int) -> str:
        """What they take of a link of `whole` bit/s, in percent, to one place, rounded up."""
        tenths = -(-self.bps * 1_000 // whole)
        return f"{tenths // 10}.{tenths % 10}".removesuffix(".0")


def priority_share(
    device: Device, policy: Policy, base: Base, levels: int = POLICY_LEVELS - 1
) -> PriorityShare:
    """The share of a policy that sends by `base`; of a class with a child policy that of the child,
    and of a class with a shaper no more than its rate. `levels` of policies inside it are followed.

    A class is bounded by its priority rate, or by a policer of its own that drops what exceeds it:
    by the least of them.
    """
    bps = 0
    unbounded: tuple[TrafficClass, ...] = ()
    for traffic_class in policy.classes:
        own = _of_class(device, traffic_class, base, levels)
        cap = base.cap(traffic_class.shaper)
        if cap is not None and (own.unbounded or own.bps > cap):
            own = PriorityShare(cap)
        bps, unbounded = bps + own.bps, (*unbounded, *own.unbounded)
    return PriorityShare(bps, unbounded)


def _of_class(
    device: Device, traffic_class: TrafficClass, base: Base, levels: int
) -> PriorityShare:
    if traffic_class.priority is not None:
        rates = [bound.rate] if (bound := base.bound(traffic_class)) is not None else []
        for policer in traffic_class.policers:
            rate = policer.meter.cir.bits_per_second(base.whole)
            if policer.exceed.verdict is Verdict.DROP and rate is not None:
                rates.append(rate)
        return PriorityShare(min(rates)) if rates else PriorityShare(unbounded=(traffic_class,))
    child = (
        resolve(device, traffic_class.child) if traffic_class.child is not None and levels else None
    )
    if not isinstance(child, Policy):
        return PriorityShare()
    return priority_share(device, child, base.below(traffic_class), levels - 1)
