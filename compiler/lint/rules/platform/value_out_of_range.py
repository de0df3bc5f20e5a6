"""A number that no release of the router's system takes.

## What it does

On IOS and IOS XE, compares the numbers of policy-maps (rates, shares, bursts, depths, weights,
qos-groups) with the ranges that the system's own data model gives. Releases and line cards may take
less; what is reported here is outside the widest range known. The value is kept as it was meant.

## Why it matters

The router refuses the line. The class then works as if the line were not there: without its
guarantee, its policer or its mark.

## Example

```ios ios-xe
class-map match-all DATA
 match dscp af21
policy-map WAN
 class DATA
  bandwidth remaining ratio 70000
interface GigabitEthernet0/0/0
 service-policy output WAN
```

## Use instead

```ios ios-xe
class-map match-all DATA
 match dscp af21
policy-map WAN
 class DATA
  bandwidth remaining ratio 700
interface GigabitEthernet0/0/0
 service-policy output WAN
```

## Sources

- YangModels/yang, `vendor/cisco/xe/17181/Cisco-IOS-XE-policy.yang`: the leaf is named in a note.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from qosc.amounts import Burst, BurstUnit, Depth, DepthUnit, Rate, RateBase
from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.ir import Algorithm, Policer, SupportState, TrafficClass
from qosc.lint.rule import Context, Rule
from qosc.profiles.ranges import MODULE, MQC, Range
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS501", "value-out-of-range", Severity.WARNING, "0.1")

_SHARES = {RateBase.PERCENT: "percent", RateBase.REMAINING: "percent", RateBase.RATIO: "ratio"}


class _Value(NamedTuple):
    """A value of the model with the name of its range."""

    range_name: str
    value: int
    origin: Span


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.profile.mqc_ranges.value:
        return
    # What the reader could not take into the model is reported as such, once.
    told = {
        residue.origin.line
        for residue in context.device.residue
        if residue.state is SupportState.UNKNOWN
    }
    for policy in context.device.policies.values():
        if policy.feature:
            continue
        for traffic_class in policy.classes:
            for found in _values(traffic_class):
                bounds = MQC[found.range_name]
                if found.origin is NOWHERE or found.origin.line in told:
                    continue
                if not bounds.holds(found.value):
                    where = f"class {traffic_class.name} of policy-map {policy.name}"
                    yield _finding(where, found, bounds)


def _finding(where: str, found: _Value, bounds: Range) -> Diagnostic:
    unit = f" {bounds.unit}" if bounds.unit else ""
    given = f"{found.value / bounds.scale:.15g}{unit}"
    return RULE.at(
        found.origin,
        f"{bounds.what} of {given} in {where} is outside what any release takes, so the router "
        "refuses the line",
        label=f"from {bounds.least} to {bounds.most}{unit}",
        notes=(f"{MODULE}, {bounds.leaf}: {bounds.least} to {bounds.most}{unit}",),
        help="releases and line cards may take less than that",
    )


def _values(found: TrafficClass) -> Iterator[_Value]:
    """Every number of a class that has a range; what a profile has filled in has none."""
    yield from _rate(found.guarantee, "bandwidth")
    yield from _rate(found.excess, "remaining")
    if found.priority is not None:
        yield _Value("priority level", found.priority.level, found.priority.origin)
        yield from _rate(found.priority.rate, "priority")
        yield from _burst(found.priority.burst, "priority burst")
    if found.shaper is not None:
        yield from _rate(found.shaper.rate, "shape")
        yield from _burst(found.shaper.committed, "shape bc")
        yield from _burst(found.shaper.excess, "shape be")
    for limit in found.limits:
        yield from _depth(limit.depth)
    if found.fair_queue is not None and found.fair_queue.threshold is not None:
        depth = found.fair_queue.threshold
        yield _Value("flow limit", depth.value, depth.origin)
    if found.wred is not None:
        if found.wred.exponent is not None:
            yield _Value("wred exponent", found.wred.exponent, found.wred.origin)
        for curve in found.wred.curves:
            if curve.denominator is not None:
                yield _Value("wred denominator", curve.denominator, curve.origin)
    for mark in found.marks:
        if mark.field is Field.QOS_GROUP:
            yield _Value("qos-group", mark.value, mark.origin)
    for policer in found.policers:
        yield from _policer(policer)


def _policer(policer: Policer) -> Iterator[_Value]:
    meter = policer.meter
    if meter.algorithm is Algorithm.CAR:
        return
    yield from _rate(meter.cir, "police")
    if meter.pir is not None and meter.pir.base is RateBase.BPS:
        yield _Value("police peak", meter.pir.value, meter.pir.origin)
    for burst in (meter.cbs, meter.ebs, meter.pbs):
        yield from _burst(burst, "police burst")


def _rate(rate: Rate | None, name: str) -> Iterator[_Value]:
    if rate is None or rate.default_by:
        return
    if rate.base is RateBase.BPS:
        yield _Value(name, rate.value, rate.origin)
    elif rate.base in _SHARES:
        yield _Value(f"{name} {_SHARES[rate.base]}", rate.value, rate.origin)


def _burst(burst: Burst | None, name: str) -> Iterator[_Value]:
    if burst is None or burst.default_by:
        return
    if burst.unit is BurstUnit.MICROSECONDS and f"{name} ms" in MQC:
        yield _Value(f"{name} ms", burst.value, burst.origin)
    elif MQC[name].unit == burst.unit.value:
        yield _Value(name, burst.value, burst.origin)


def _depth(depth: Depth) -> Iterator[_Value]:
    if not depth.default_by and depth.unit is not DepthUnit.SHARE:
        yield _Value(f"queue-limit {depth.unit.value}", depth.value, depth.origin)
