"""The rate that each queue of IOS XR is served at when all are full, which its depth follows from.

It is a figure of the platform and not the division of the link, which `shares.divide` gives: a
class without a share counts with 1 %, and a priority class with any policer that it has.

Cisco IOS XR Modular Quality of Service Command Reference for the CRS, queue-limit, "Guaranteed
Service Rate": minimum_bandwidth + bandwidth_remaining_percent * unallocated_bandwidth. Where that
is zero, 1 % of the interface or of the parent's rate counts (Cisco NCS 6000 QoS Configuration
Guide, tail drop).
"""

from __future__ import annotations

from collections.abc import Sequence

from qosc.amounts import PPM, Rate, RateBase
from qosc.datapath.shares import Base
from qosc.ir import TrafficClass
from qosc.profiles.model import Profile

__all__ = ["service_rates"]


def service_rates(
    classes: Sequence[TrafficClass], queued: Sequence[bool], base: Base, profile: Profile
) -> list[int | None]:
    """bit/s of each class; None where the rate of the link or parent is not known.

    `queued` says which classes have a queue. No class counts with more than its shaper lets
    through: recorded on NCS 5500 (xrdocs.io), a shaper of 4 Mbit/s on HundredGigE, Guaranteed
    service rate 4000 kbps.
    """
    whole = base.whole
    asked = [_asked(traffic_class, base.reservable) for traffic_class in classes]
    caps = [base.cap(traffic_class.shaper) for traffic_class in classes]
    if whole is None:
        return [_least(rate or None, cap) for rate, cap in zip(asked, caps, strict=True)]
    taken = sum(
        (_bound(traffic_class, base) if traffic_class.priority is not None else rate) or 0
        for traffic_class, rate in zip(classes, asked, strict=True)
    )
    rest = max(whole - taken, 0)
    parts = _parts(classes, queued, shared=profile.service_shared.value)
    return [
        _least((rate or 0) + rest * part // PPM or whole // 100, cap)
        for rate, part, cap in zip(asked, parts, caps, strict=True)
    ]


def _parts(classes: Sequence[TrafficClass], queued: Sequence[bool], *, shared: bool) -> list[int]:
    """The parts of the classes in what the guarantees leave, in parts per million.

    With `shared`, classes that say nothing of it part alike what the others leave.
    """
    sharing = [
        has_queue and item.priority is None for item, has_queue in zip(classes, queued, strict=True)
    ]
    given = [item.excess for item in classes if item.excess is not None]
    silent = sum(one and item.excess is None for one, item in zip(sharing, classes, strict=True))
    ratios = any(rate.base is RateBase.RATIO for rate in given)
    weigh = _ratio if ratios else _share
    if ratios:
        # A class without a ratio has ratio 1.
        total = sum(weigh(rate) for rate in given) + silent
        each = PPM // max(total, 1)
        own, other = each, each if shared else 0
    else:
        left = max(PPM - sum(rate.value for rate in given), 0)
        own, other = 1, left // max(silent, 1) if shared else 0
    return [
        0 if not one else other if item.excess is None else min(weigh(item.excess) * own, PPM)
        for one, item in zip(sharing, classes, strict=True)
    ]


def _ratio(rate: Rate) -> int:
    """The ratio of a class among ratios: a percentage, which no router takes beside them, counts as
    a ratio of as many.
    """
    return rate.value if rate.base is RateBase.RATIO else max(rate.value * 100 // PPM, 1)


def _share(rate: Rate) -> int:
    return rate.value


def _asked(traffic_class: TrafficClass, pool: int | None) -> int | None:
    return (
        traffic_class.guarantee.bits_per_second(pool)
        if traffic_class.guarantee is not None
        else None
    )


def _bound(traffic_class: TrafficClass, base: Base) -> int | None:
    """What a priority class may send at most: it goes before all others."""
    rates = [policer.meter.cir.bits_per_second(base.whole) for policer in traffic_class.policers]
    rates.append(base.cap(traffic_class.shaper))
    return min((rate for rate in rates if rate is not None), default=None)


def _least(rate: int | None, cap: int | None) -> int | None:
    return cap if rate is None else rate if cap is None else min(rate, cap)
