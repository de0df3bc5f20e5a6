"""Fill in what a config leaves to its platform. Each value filled in names the profile."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from qosc.amounts import Burst, BurstUnit, Depth, DepthUnit, Rate, RateBase, ceil_div
from qosc.datapath.rates import link_rate
from qosc.datapath.wred import fill_wred
from qosc.ir import (
    Algorithm,
    Attachment,
    Device,
    Meter,
    Policer,
    Policy,
    Port,
    Priority,
    QueueLimit,
    Shaper,
    TrafficClass,
    Wred,
)
from qosc.profiles.model import Profile
from qosc.values import replace

__all__ = ["with_defaults"]

MICROSECONDS = 1_000_000
_PACKET = 1500
_LEVELS = 8
"""Policies inside policies are followed so far; routers allow two or three levels."""

_OWN_BUFFERS = ("srr-queue", "tx-queue", "wrr-queue")
"""Queues of a switch port share its buffers, whose size depends on the line card."""


def with_defaults(device: Device, profile: Profile) -> Device:
    """The device with the profile's defaults where the config is silent. Idempotent."""
    if device.standing:
        device = _with_standing(device)
    rates = _rates_of_policies(device, profile)
    policies = {
        name: _fill_policy(policy, rates.get(name), profile)
        for name, policy in device.policies.items()
    }
    ports = {name: _fill_port(port, policies, profile) for name, port in device.ports.items()}
    if any(port.atm is not None for port in ports.values()):
        from qosc.datapath.circuits import with_queues

        policies, ports = with_queues(replace(device, policies=policies, ports=ports), profile)
    return replace(device, policies=policies, ports=ports)


def _with_standing(device: Device) -> Device:
    """The device with the stages that its platform adds to ports by itself."""
    policies, ports = dict(device.policies), dict(device.ports)
    for name, added in device.standing.items():
        port = ports[name]
        ports[name] = replace(
            port, input=(*added.input, *port.input), output=(*added.output, *port.output)
        )
        policies.update((policy.name, policy) for policy in added.policies)
    return replace(device, policies=policies, ports=ports, standing={})


def _rates_of_policies(device: Device, profile: Profile) -> dict[str, int]:
    """bit/s of the slowest port or shaper that each policy serves, where known."""
    level: dict[str, int | None] = dict.fromkeys(device.policies)
    for port in device.ports.values():
        for stage in (*port.input, *port.output):
            if isinstance(stage, Attachment):
                _keep_least(level, stage.policy.name, link_rate(device, port, profile))
    found: dict[str, int | None] = {}
    # Level by level: policies that contain each other many times over, or themselves, cost no more
    # than their lines.
    for _ in range(_LEVELS):
        below: dict[str, int | None] = {}
        for name, rate in level.items():
            _keep_least(found, name, rate)
            policy = device.policies.get(name)
            for traffic_class in policy.classes if policy is not None else ():
                shaper = traffic_class.shaper
                if traffic_class.child is not None:
                    pool = (shaper.pool or shaper.rate) if shaper else None
                    inner = pool.bits_per_second(rate) if pool else rate
                    _keep_least(below, traffic_class.child.name, inner)
        level = below
    return {name: rate for name, rate in found.items() if rate is not None}


def _keep_least(rates: dict[str, int | None], name: str, rate: int | None) -> None:
    held = rates.setdefault(name, rate)
    if rate is not None and (held is None or rate < held):
        rates[name] = rate


def _fill_port(port: Port, policies: Mapping[str, Policy], profile: Profile) -> Port:
    if port.max_reserved is not None or profile.max_reserved is None or not port.output:
        return port
    for stage in port.output:
        if isinstance(stage, Attachment):
            policy = policies.get(stage.policy.name)
            # The reserve is a rule of policy-maps: a switch's weights and a priority-list know
            # none.
            if policy is None or not policy.feature:
                reserve = Rate(profile.max_reserved.value, RateBase.PERCENT, profile.name)
                return replace(port, max_reserved=reserve)
    return port


def _fill_policy(policy: Policy, link: int | None, profile: Profile) -> Policy:
    # The default class has a queue as soon as another class has one; a class that says nothing of
    # queueing has none of its own.
    if policy.feature.startswith(_OWN_BUFFERS):
        return policy
    queued = [traffic_class.has_queue for traffic_class in policy.classes]
    if True in queued:
        queued[-1] = True
    classes = tuple(
        _fill_class(traffic_class, link, profile, has_queue)
        for traffic_class, has_queue in zip(policy.classes, queued, strict=True)
    )
    return replace(policy, classes=classes)


def _fill_class(
    traffic_class: TrafficClass, link: int | None, profile: Profile, queued: bool
) -> TrafficClass:
    # Most classes have little to fill in: one copy is made, and only of those that have.
    filled: dict[str, Any] = {}
    if traffic_class.policers:
        filled["policers"] = tuple(
            _fill_policer(policer, link, profile) for policer in traffic_class.policers
        )
    if traffic_class.priority is not None:
        filled["priority"] = _fill_priority(traffic_class.priority, link, profile)
    if traffic_class.shaper is not None:
        filled["shaper"] = _fill_shaper(traffic_class.shaper, link, profile)
    limits = traffic_class.limits
    whole = next((limit.depth for limit in limits if limit.match is None), None) if limits else None
    if queued and whole is None and profile.packet_limits.value:
        whole = _queue_limit(traffic_class, link, profile)
        if whole is not None:
            filled["limits"] = (*limits, _limit(whole.value, whole.unit, profile.name))
    if traffic_class.wred is not None:
        filled["wred"] = fill_wred(traffic_class.wred, whole, profile)
    return replace(traffic_class, **filled) if filled else traffic_class


@lru_cache(maxsize=256)
def _limit(depth: int, unit: DepthUnit, by: str) -> QueueLimit:
    """A limit of so much by a profile: most classes of a config have the same."""
    return QueueLimit(Depth(depth, unit, by))


def _queue_limit(traffic_class: TrafficClass, link: int | None, profile: Profile) -> Depth | None:
    if profile.timed_limits.value:
        return _timed_limit(traffic_class, link, profile)
    if traffic_class.priority is not None and profile.priority_queue_limit is not None:
        return Depth(profile.priority_queue_limit.value, default_by=profile.name)
    packets = profile.queue_limit_packets.value
    if packets is None:
        return None
    rate = _queue_rate(traffic_class, link)
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
        (one.value for one in given
         if one is not None and not one.default_by and one.unit is DepthUnit.PACKETS),
        default=0,
    )  # fmt: skip


def _timed_limit(traffic_class: TrafficClass, link: int | None, profile: Profile) -> Depth:
    """So much time of the guarantee, in bytes; a class without one counts with 1 % of the link.

    No class counts with more than its shaper lets through: recorded on NCS 5500 (xrdocs.io), shaper
    of 4 Mbit/s on HundredGigE: Guaranteed service rate 4000 kbps.
    """
    if traffic_class.priority is not None and profile.priority_queue_time is not None:
        return Depth(
            profile.priority_queue_time.value, DepthUnit.MICROSECONDS, default_by=profile.name
        )
    time = profile.queue_limit_time.value
    guarantee = traffic_class.guarantee
    rate = guarantee.bits_per_second(link) if guarantee is not None else None
    if rate is None and link is not None:
        rate = link // 100
    shaper = traffic_class.shaper
    cap = shaper.rate.bits_per_second(link) if shaper is not None else None
    rate = cap if rate is None else min(rate, rate if cap is None else cap)
    if rate is None:
        return Depth(time, DepthUnit.MICROSECONDS, default_by=profile.name)
    return Depth(rate * time // (8 * MICROSECONDS), DepthUnit.BYTES, default_by=profile.name)


def _queue_rate(traffic_class: TrafficClass, link: int | None) -> int | None:
    if traffic_class.shaper is not None:
        return traffic_class.shaper.rate.bits_per_second(link)
    if traffic_class.guarantee is not None:
        return traffic_class.guarantee.bits_per_second(link)
    return link


def _fill_priority(priority: Priority, link: int | None, profile: Profile) -> Priority:
    if priority.rate is None or priority.burst is not None:
        return priority
    burst = _burst(
        priority.rate, link, profile.priority_burst_time.value, profile.priority_burst_least.value,
        profile.name,
    )  # fmt: skip
    return replace(priority, burst=burst)


def _fill_policer(policer: Policer, link: int | None, profile: Profile) -> Policer:
    return replace(policer, meter=_fill_meter(policer.meter, link, profile))


def _fill_meter(meter: Meter, link: int | None, profile: Profile) -> Meter:
    time, least = profile.police_burst_time.value, profile.police_burst_least.value
    if meter.algorithm is Algorithm.CAR:
        return meter
    if meter.cbs is None:
        meter = replace(meter, cbs=_burst(meter.cir, link, time, least, profile.name))
    if meter.algorithm is Algorithm.SRTCM and meter.ebs is None:
        meter = replace(meter, ebs=_burst(meter.cir, link, time, least, profile.name))
    if meter.algorithm is Algorithm.TRTCM and meter.pbs is None and meter.pir is not None:
        rate = meter.cir if profile.peak_burst_by_cir.value else meter.pir
        meter = replace(meter, pbs=_burst(rate, link, time, least, profile.name))
    return meter


def _burst(
    rate: Rate, link: int | None, time: int | None, least: int | None, by: str
) -> Burst | None:
    bps = rate.bits_per_second(link)
    if bps is None or time is None:
        return None
    return Burst(max(least or 0, bps * time // (8 * MICROSECONDS)), default_by=by)


def _fill_shaper(shaper: Shaper, link: int | None, profile: Profile) -> Shaper:
    bps = shaper.rate.bits_per_second(link)
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
