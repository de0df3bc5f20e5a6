"""Fill in what a config leaves to its platform. Each value filled in names the profile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from qosc.amounts import PPM, Burst, BurstUnit, Depth, DepthUnit, Rate, RateBase, ceil_div
from qosc.datapath.doubts import AS_TRANSMIT_RATES, BY_TRANSMIT_RATES
from qosc.datapath.queues.depths import of_buffer
from qosc.datapath.queues.wred import fill_wred
from qosc.datapath.shares import Base
from qosc.ir import (
    Algorithm,
    Device,
    Meter,
    Policer,
    Policy,
    Priority,
    QueueLimit,
    Shaper,
    TrafficClass,
    Wred,
)
from qosc.ir.leaves import queued_classes, queues_below
from qosc.profiles.model import Profile
from qosc.values import replace

__all__ = ["CIRCUIT_QUEUE", "fill_policy"]

MICROSECONDS = 1_000_000
_PACKET = 1500
CIRCUIT_QUEUE = "queue of the circuit"
"""`Policy.feature` of the queue of an ATM circuit, whose depth no public source gives."""
_OWN_BUFFERS = (CIRCUIT_QUEUE, "srr-queue", "tx-queue", "wrr-queue")
"""Features whose queues have no default depth: those of a switch port share its buffers, whose size
depends on the line card."""


def fill_policy(device: Device, policy: Policy, base: Base, profile: Profile) -> Policy:
    """A policy with the profile's defaults where the config is silent, as it works at a base.
    Idempotent. What is inside its child policies, which are those of `device`, is not touched.
    """
    if policy.feature.startswith(_OWN_BUFFERS):
        return policy
    queued = queued_classes(device, policy)
    rates: Sequence[int | None] = [None] * len(queued)
    if profile.timed_limits.value and True in queued:
        from qosc.datapath.service_rates import service_rates

        rates = service_rates(policy.classes, queued, base, profile)
    classes = tuple(
        _fill_class(traffic_class, base, profile, own and _holds(device, traffic_class), rate)
        for traffic_class, own, rate in zip(policy.classes, queued, rates, strict=True)
    )
    if profile.rest_by_rate.value:
        classes = _rest_by_rates(classes, base)
    return replace(policy, classes=classes)


def _rest_by_rates(classes: tuple[TrafficClass, ...], base: Base) -> tuple[TrafficClass, ...]:
    """The classes with what they have of the rest without a line that says so
    (`Profile.rest_by_rate`).

    Queues that no rate is given, beside some that have one and that go neither before nor after
    them, have nothing of it. Beside a queue with a share of it the others have their rates as
    theirs; not where one takes what others leave as its rate.
    """
    if any(one.remainder for one in classes):
        return classes
    above = any(one.excess_level is not None for one in classes)
    order = [one.excess_level if above else one.level for one in classes]
    rated = [one.guarantee is not None and one.guarantee.value > 0 for one in classes]
    given = any(one.part_of_rest is not None for one in classes)
    sharing = {
        rank
        for one, rank, rate in zip(classes, order, rated, strict=True)
        if one.priority is None and (rate or one.part_of_rest is not None)
    }
    made = []
    for one, rank, rate in zip(classes, order, rated, strict=True):
        part, by = None, AS_TRANSMIT_RATES
        if one.queued and one.excess is None and one.priority is None:
            if rate and given:
                part = _part(one, base)
            elif not rate and rank in sharing:
                part, by = 0, BY_TRANSMIT_RATES
        rest = None if part is None else Rate(part, RateBase.REMAINING, by, one.origin)
        made.append(one if rest is None else replace(one, excess=rest))
    return tuple(made)


def _part(traffic_class: TrafficClass, base: Base) -> int | None:
    """The ppm of the link that the guarantee of a class is; None where that is not known, and
    where the class sends nothing above it.
    """
    held = traffic_class.shaper is not None and traffic_class.shaper.by_guarantee
    if traffic_class.guarantee is None or held or traffic_class.policers:
        return None
    if traffic_class.guarantee.base is RateBase.PERCENT:
        return traffic_class.guarantee.value
    rate = base.guaranteed(traffic_class)
    return rate * PPM // base.reservable if rate and base.reservable else None


def _holds(device: Device, traffic_class: TrafficClass) -> bool:
    """Whether a class may hold packets: not where only its child policy speaks of queueing."""
    return traffic_class.has_queue or not queues_below(device, traffic_class)


def _fill_class(
    traffic_class: TrafficClass, base: Base, profile: Profile, queued: bool, rate: int | None
) -> TrafficClass:
    whole, reservable = base.whole, base.reservable
    # Most classes have little to fill in: one copy is made, and only of those that have.
    filled: dict[str, Any] = {}
    if traffic_class.policers:
        filled["policers"] = tuple(
            _fill_policer(policer, whole, profile) for policer in traffic_class.policers
        )
    if traffic_class.priority is not None:
        filled["priority"] = _fill_priority(traffic_class.priority, reservable, profile)
    if traffic_class.shaper is not None:
        filled["shaper"] = _fill_shaper(traffic_class.shaper, whole, profile)
    limits = traffic_class.limits
    if limits and any(one.depth.unit is DepthUnit.SHARE for one in limits):
        limits = tuple(replace(one, depth=of_buffer(one.depth, base, profile)) for one in limits)
        filled["limits"] = limits
    depth = next((limit.depth for limit in limits if limit.match is None), None) if limits else None
    if rate and traffic_class.priority is None:
        limits = tuple(replace(one, depth=_served(one.depth, rate)) for one in limits)
        if limits != traffic_class.limits:
            filled["limits"] = limits
            depth = depth and _served(depth, rate)
    if queued and depth is None and profile.packet_limits.value:
        depth = _queue_limit(traffic_class, base, profile, rate)
        if depth is not None:
            filled["limits"] = (*limits, _limit(depth.value, depth.unit, profile.name))
    if traffic_class.wred is not None:
        wred = fill_wred(traffic_class.wred, depth, profile)
        timed = rate if traffic_class.priority is None else None
        filled["wred"] = _served_curves(wred, timed) if timed else wred
    return replace(traffic_class, **filled) if filled else traffic_class


def _served(depth: Depth, rate: int) -> Depth:
    """A depth that the config gives; a time is of the `rate` (bit/s) that its queue is served at.

    Cisco IOS XR Modular Quality of Service Command Reference for the CRS, queue-limit: the
    guaranteed service rate, for written limits as for the default.
    """
    if depth.unit is not DepthUnit.MICROSECONDS or depth.default_by:
        return depth
    return replace(depth, served=rate)


def _served_curves(wred: Wred, rate: int) -> Wred:
    """WRED whose thresholds in time are of the rate that the queue's own depth is of."""
    curves = tuple(
        replace(
            curve,
            minimum=curve.minimum and _served(curve.minimum, rate),
            maximum=curve.maximum and _served(curve.maximum, rate),
        )
        for curve in wred.curves
    )
    return wred if curves == wred.curves else replace(wred, curves=curves)


@lru_cache(maxsize=256)
def _limit(depth: int, unit: DepthUnit, by: str) -> QueueLimit:
    """A limit of so much by a profile: most classes of a config have the same."""
    return QueueLimit(Depth(depth, unit, by))


def _queue_limit(
    traffic_class: TrafficClass, base: Base, profile: Profile, served: int | None
) -> Depth | None:
    if profile.timed_limits.value:
        return _timed_limit(traffic_class, profile, served)
    if traffic_class.priority is not None and profile.priority_queue_limit is not None:
        return Depth(profile.priority_queue_limit.value, default_by=profile.name)
    packets = profile.queue_limit_packets.value
    if packets is None:
        return None
    rate = _queue_rate(traffic_class, base)
    if profile.queue_limit_time.value and rate is not None:
        timed = rate * profile.queue_limit_time.value // MICROSECONDS // (8 * _PACKET)
        packets = max(packets, timed)
    if traffic_class.wred is not None and profile.wred_limit_times is not None:
        most = _largest_threshold(traffic_class.wred)
        if most > packets:
            packets = most * profile.wred_limit_times.value
    return Depth(packets, default_by=profile.name)


def _largest_threshold(wred: Wred) -> int:
    """The largest maximum threshold that the config gives, in packets; 0 without one."""
    given = (curve.maximum for curve in wred.curves)
    return max(
        (
            one.value
            for one in given
            if one is not None and not one.default_by and one.unit is DepthUnit.PACKETS
        ),
        default=0,
    )


def _timed_limit(traffic_class: TrafficClass, profile: Profile, served: int | None) -> Depth:
    """So much time of the rate that a queue is served at, in bytes where that is known."""
    if traffic_class.priority is not None and profile.priority_queue_time is not None:
        return Depth(
            profile.priority_queue_time.value, DepthUnit.MICROSECONDS, default_by=profile.name
        )
    time = profile.queue_limit_time.value
    if served is None:
        return Depth(time, DepthUnit.MICROSECONDS, default_by=profile.name)
    return Depth(served * time // (8 * MICROSECONDS), DepthUnit.BYTES, default_by=profile.name)


def _queue_rate(traffic_class: TrafficClass, base: Base) -> int | None:
    if traffic_class.shaper is not None:
        return traffic_class.shaper.rate.bits_per_second(base.above(traffic_class.shaper))
    if traffic_class.guarantee is not None:
        return traffic_class.guarantee.bits_per_second(base.reservable)
    return base.whole


def _fill_priority(priority: Priority, whole: int | None, profile: Profile) -> Priority:
    if priority.rate is None or priority.burst is not None:
        return priority
    burst = _burst(
        priority.rate,
        whole,
        profile.priority_burst_time.value,
        profile.priority_burst_least.value,
        profile.name,
    )
    return replace(priority, burst=burst)


def _fill_policer(policer: Policer, whole: int | None, profile: Profile) -> Policer:
    return replace(policer, meter=_fill_meter(policer.meter, whole, profile))


def _fill_meter(meter: Meter, whole: int | None, profile: Profile) -> Meter:
    time, least = profile.police_burst_time.value, profile.police_burst_least.value
    if meter.algorithm is Algorithm.CAR:
        return meter
    if meter.cbs is None:
        meter = replace(meter, cbs=_burst(meter.cir, whole, time, least, profile.name))
    if meter.algorithm is Algorithm.SRTCM and meter.ebs is None:
        meter = replace(meter, ebs=_burst(meter.cir, whole, time, least, profile.name))
    if meter.algorithm is Algorithm.TRTCM and meter.pbs is None and meter.pir is not None:
        rate = meter.cir if profile.peak_burst_by_cir.value else meter.pir
        meter = replace(meter, pbs=_burst(rate, whole, time, least, profile.name))
    return meter


def _burst(
    rate: Rate, whole: int | None, time: int | None, least: int | None, by: str
) -> Burst | None:
    bps = rate.bits_per_second(whole)
    if bps is None or time is None:
        return None
    return Burst(max(least or 0, bps * time // (8 * MICROSECONDS)), default_by=by)


def _fill_shaper(shaper: Shaper, whole: int | None, profile: Profile) -> Shaper:
    bps = shaper.rate.bits_per_second(whole)
    interval = profile.shape_interval.value
    if bps is None or interval is None:
        return shaper
    committed = shaper.committed or Burst(
        max(
            profile.shape_burst_least.value or 0,
            ceil_div(bps * interval, MICROSECONDS),
        ),
        BurstUnit.BITS,
        profile.name,
    )
    excess = shaper.excess
    if excess is None and profile.shape_excess.value:
        excess = replace(committed, default_by=profile.name)
    return replace(shaper, committed=committed, excess=excess)
