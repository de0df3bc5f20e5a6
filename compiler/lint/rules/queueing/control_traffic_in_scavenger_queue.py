"""A queue with hardly any share for scavenger traffic and for control or voice traffic alike.

## What it does

Reports a class that is served with 5 % of the link or less when all classes have packets, and that
takes code points of scavenger traffic (CoS or precedence 1, DSCP CS1 or LE) together with such of
voice, internetwork control or network control (CoS or precedence 5 to 7, DSCP CS5 and above).

## Why it matters

The small share is meant to hold back traffic that may be lost. Routing protocols mark their packets
with precedence 6 and voice is mostly marked EF (precedence 5): in the same queue they wait behind
the scavenger packets and are dropped with them, so that a flood of unimportant packets can take
down neighbours and calls.

## Example

```ios
interface GigabitEthernet3/1
 wrr-queue bandwidth 99 1
 wrr-queue cos-map 1 1 0
 wrr-queue cos-map 2 1 1 2 3 4 5 6 7
```

## Use instead

```ios
interface GigabitEthernet3/1
 wrr-queue bandwidth 99 1
 wrr-queue cos-map 1 1 0 2 3 4
 wrr-queue cos-map 1 2 5 6 7
 wrr-queue cos-map 2 1 1
```

## Sources

- RFC 791, section 3.1: precedence 6 is internetwork control, 7 is network control.
- RFC 4594, section 2.3: CS6 for routing, EF for telephony, CS1 for low-priority data.
- RFC 8622: a lower-effort class (DSCP 1) yields to all other traffic.
- The limit of 5 % is this rule's own: classes for scavenger traffic mostly have 1 % to 5 %.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import PPM, RateBase
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import (
    AllOf,
    AnyOf,
    ClassMap,
    Device,
    Interval,
    Policy,
    Predicate,
    Reference,
    RefKind,
    Test,
    TrafficClass,
)
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS414", "control-traffic-in-scavenger-queue", Severity.WARNING, "0.1")

_MOST = 50_000
"""Parts per million of the link."""
_SCAVENGER = {Field.COS: {1}, Field.PRECEDENCE: {1}, Field.DSCP: {1, 8}}
_CONTROL = {
    Field.COS: set(range(5, 8)),
    Field.PRECEDENCE: set(range(5, 8)),
    Field.DSCP: {40, 44, 46, 48, 56},
}
"""By DSCP: CS5, VOICE-ADMIT, EF, CS6 and CS7. Tables of switches name the values between as well,
which nothing sends (RFC 4594, section 1.4, and RFC 5865).
"""
_DEEPEST = 4
_WORDS = {Field.COS: "CoS", Field.PRECEDENCE: "precedence", Field.DSCP: "DSCP"}


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        for traffic_class in policy.classes:
            share = _share(policy, traffic_class)
            if share is None or share > _MOST:
                continue
            taken = _values(context.device, traffic_class.match, 0)
            for field, low in _SCAVENGER.items():
                scavenger = taken.get(field, set()) & low
                control = taken.get(field, set()) & _CONTROL[field]
                if scavenger and control:
                    yield _finding(policy, traffic_class, field, scavenger, control, share)
                    break


def _finding(
    policy: Policy,
    traffic_class: TrafficClass,
    field: Field,
    scavenger: set[int],
    control: set[int],
    share: int,
) -> Diagnostic:
    where = policy.name if policy.feature else f"policy-map {policy.name}"
    what = traffic_class.name if policy.feature else f"class {traffic_class.name}"
    word = _WORDS[field]
    weight = traffic_class.part_of_rest or traffic_class.guarantee
    least = f"{share / 10_000:.3g} %"
    return RULE.at(
        traffic_class.match.origin,
        f"{what} of {where} has {least} of the link and control traffic",
        effect=f"it has {word} {_listed(field, control)} together with {word} "
        f"{_listed(field, scavenger)}: control and voice are lost with scavenger traffic",
        label="all of these in one queue",
        related=(Label(weight.origin, f"{least} of the link"),) if weight is not None else (),
        help="give scavenger traffic a queue of its own",
    )


def _listed(field: Field, values: set[int]) -> str:
    names = [code_point_name(field, value) for value in sorted(values)]
    if len(names) > 4:
        names = [*names[:3], f"{len(names) - 3} more"]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _share(policy: Policy, traffic_class: TrafficClass) -> int | None:
    """The share under congestion in parts per million, where the policy alone tells it."""
    if traffic_class.priority is not None:
        return None
    guarantee, excess = traffic_class.guarantee, traffic_class.part_of_rest
    if guarantee is not None:
        return guarantee.value if guarantee.base is RateBase.PERCENT and excess is None else None
    if excess is None:
        return None
    if excess.base is RateBase.REMAINING:
        return excess.value
    if excess.base is not RateBase.RATIO:
        return None
    others = [each.part_of_rest for each in policy.classes if each.priority is None]
    if any(each.guarantee is not None for each in policy.classes):
        return None
    whole = sum(rate.value if rate is not None else 1 for rate in others)
    return excess.value * PPM // whole if whole else None


def _values(device: Device, match: Predicate, depth: int) -> dict[Field, set[int]]:
    """The code points that a match takes, by field, as far as it names them."""
    if isinstance(match, Test):
        if match.field not in _SCAVENGER:
            return {}
        taken = {
            value
            for span in match.values
            if isinstance(span, Interval)
            for value in range(span.low, min(span.high, 63) + 1)
        }
        return {match.field: taken}
    if isinstance(match, Reference) and match.target is RefKind.CLASS_MAP and depth < _DEEPEST:
        target = device.class_maps.get(match.name)
        return _values(device, target.match, depth + 1) if isinstance(target, ClassMap) else {}
    if isinstance(match, AnyOf) or (isinstance(match, AllOf) and _one_field(match)):
        by_field: dict[Field, set[int]] = {}
        for operand in match.operands:
            for field, values in _values(device, operand, depth + 1).items():
                by_field.setdefault(field, set()).update(values)
        return by_field
    return {}


def _one_field(match: AllOf) -> bool:
    """Whether the match asks for one code point, in packets of one version at most."""
    rest = [
        operand
        for operand in match.operands
        if not (isinstance(operand, Test) and operand.field is Field.VERSION)
    ]
    return len(rest) == 1
