"""A number that no release of the router's system takes.

## What it does

On IOS and IOS XE, compares the numbers of policy-maps (rates, shares, bursts, depths, weights,
qos-groups) with the ranges that the system's own data model gives. Releases and line cards may take
less; what is reported here is outside the widest range known. On JunOS it reports a `transmit-rate`
or `shaping-rate` of a scheduler below 3200 bit/s. The value is kept as it was meant.

## Why it matters

The router rejects the line. The class then works as if the line were not there: without its
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

from qosc.amounts import Burst, BurstUnit, DepthUnit, Rate, RateBase
from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.ir import Algorithm, Policer, SupportState, TrafficClass, Wred
from qosc.lint.engine.rule import Context, Rule
from qosc.profiles.ranges import MODULE, MQC, Range
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS501", "value-out-of-range", Severity.WARNING, "0.1")

_SLOWEST = 3_200
"""bit/s: Juniper, transmit-rate and shaping-rate, range 3200 through 32,000,000,000 bps."""
_PERCENT = 100

_Value = tuple[str, int, Span]
"""A value of the model: the name of its range, the value, its place."""


def check(context: Context) -> Iterator[Diagnostic]:
    yield from _slow_queues(context)
    if not context.profile.mqc_ranges.value:
        return
    # What the reader could not take into the model is reported as such, once.
    known = {
        residue.origin.line
        for residue in context.device.residue
        if residue.state is SupportState.UNKNOWN
    }
    for policy in context.device.policies.values():
        if policy.feature:
            continue
        for traffic_class in policy.classes:
            for range_name, value, origin in _values(traffic_class):
                bounds = MQC[range_name]
                if origin is NOWHERE or origin.line in known or bounds.holds(value):
                    continue
                where = f"class {traffic_class.name} of policy-map {policy.name}"
                yield _finding(where, value, origin, bounds)


def _slow_queues(context: Context) -> Iterator[Diagnostic]:
    """Rates of schedulers of JunOS below the least that it takes."""
    for policy in context.device.policies.values():
        if not policy.feature.startswith("scheduler-map "):
            continue
        for item in policy.classes:
            shaper = item.shaper.rate if item.shaper is not None else None
            for rate, words in ((item.guarantee, "transmit-rate"), (shaper, "shaping-rate")):
                if rate is None or rate.default_by or rate.base is not RateBase.BPS:
                    continue
                if 0 < rate.value < _SLOWEST and rate.origin is not NOWHERE:
                    yield RULE.at(
                        rate.origin,
                        f"{words} of {item.name[:30]} is {rate}, below the least there is",
                        effect="the commit fails",
                        label=f"from {_SLOWEST} bit/s on",
                        notes=(f"Juniper, {words}: 3200 bps and more, or `percent`",),
                        help=f"write `{words} percent {rate.value}` if a share was meant"
                        if rate.value <= _PERCENT
                        else "give it a unit: k, m or g",
                    )


def _finding(where: str, value: int, origin: Span, bounds: Range) -> Diagnostic:
    unit = f" {bounds.unit}" if bounds.unit else ""
    given = f"{value / bounds.scale:.15g}{unit}"
    return RULE.at(
        origin,
        f"{bounds.what} of {given} in {where[:40]} is out of range",
        effect="the router rejects the line",
        label=f"from {bounds.least} to {bounds.most}{unit}",
        notes=(f"{MODULE}, {bounds.leaf}: {bounds.least} to {bounds.most}{unit}",),
        help="releases and line cards may take less than that",
    )


def _values(traffic_class: TrafficClass) -> list[_Value]:
    """Every number of a class that has a range; what a profile has filled in has none."""
    values: list[_Value] = []
    _note_rate(values, traffic_class.guarantee, "bandwidth")
    _note_rate(values, traffic_class.excess, "remaining")
    if traffic_class.priority is not None:
        values.append(
            ("priority level", traffic_class.priority.level, traffic_class.priority.origin)
        )
        _note_rate(values, traffic_class.priority.rate, "priority")
        _note_burst(values, traffic_class.priority.burst, "priority burst")
    if traffic_class.shaper is not None:
        _note_rate(values, traffic_class.shaper.rate, "shape")
        _note_burst(values, traffic_class.shaper.committed, "shape bc")
        _note_burst(values, traffic_class.shaper.excess, "shape be")
    for limit in traffic_class.limits:
        depth = limit.depth
        if not depth.default_by and depth.unit is not DepthUnit.SHARE:
            values.append((f"queue-limit {depth.unit.value}", depth.value, depth.origin))
    if traffic_class.fair_queue is not None and traffic_class.fair_queue.threshold is not None:
        depth = traffic_class.fair_queue.threshold
        values.append(("flow limit", depth.value, depth.origin))
    if traffic_class.wred is not None:
        _note_wred(values, traffic_class.wred)
    for mark in traffic_class.marks:
        if mark.field is Field.QOS_GROUP:
            values.append(("qos-group", mark.value, mark.origin))  # noqa: PERF401  (seldom one)
    for policer in traffic_class.policers:
        _note_policer(values, policer)
    return values


def _note_wred(values: list[_Value], wred: Wred) -> None:
    if wred.exponent is not None:
        values.append(("wred exponent", wred.exponent, wred.origin))
    values += [
        ("wred denominator", curve.denominator, curve.origin)
        for curve in wred.curves
        if curve.denominator is not None and curve.origin is not NOWHERE
    ]


def _note_policer(values: list[_Value], policer: Policer) -> None:
    meter = policer.meter
    if meter.algorithm is Algorithm.CAR:
        return
    _note_rate(values, meter.cir, "police")
    if meter.pir is not None and meter.pir.base is RateBase.BPS:
        values.append(("police peak", meter.pir.value, meter.pir.origin))
    for burst in (meter.cbs, meter.ebs, meter.pbs):
        _note_burst(values, burst, "police burst")


def _note_rate(values: list[_Value], rate: Rate | None, name: str) -> None:
    if rate is None or rate.default_by:
        return
    if rate.base is RateBase.BPS:
        values.append((name, rate.value, rate.origin))
    elif rate.base is RateBase.RATIO:
        values.append((f"{name} ratio", rate.value, rate.origin))


def _note_burst(values: list[_Value], burst: Burst | None, name: str) -> None:
    if burst is None or burst.default_by:
        return
    if burst.unit is BurstUnit.MICROSECONDS and f"{name} ms" in MQC:
        values.append((f"{name} ms", burst.value, burst.origin))
    elif MQC[name].unit == burst.unit.value:
        values.append((name, burst.value, burst.origin))
