"""Guarantees in kbit/s and in percent in one policy.

## What it does

Reports a policy-map in which some classes have `bandwidth` in kbit/s and others in percent of the
link, and one on IOS or IOS XE in which a class has either and another has `bandwidth remaining
ratio`. `priority` may have another unit than `bandwidth` and is not looked at. JunOS has no such
rule: there each scheduler and each traffic-control-profile has a unit of its own.

## Why it matters

The router takes the unit of the first class and rejects the lines with the other, so those classes
have no guarantee. And a sum of both kinds means something else on each link the policy is applied
to.

## Example

```ios
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af21
class-map match-all BULK
 match dscp af11
policy-map WAN
 class VOICE
  priority 128
 class DATA
  bandwidth 256
 class BULK
  bandwidth percent 10
interface Serial0/0
 bandwidth 1536
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af21
class-map match-all BULK
 match dscp af11
policy-map WAN
 class VOICE
  priority 128
 class DATA
  bandwidth 256
 class BULK
  bandwidth 152
interface Serial0/0
 bandwidth 1536
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `bandwidth (policy-map class)`: all
  classes of a policy map in kbit/s or all in percent; the unit of `priority` may differ.
- Cisco IOS Quality of Service Solutions Configuration Guide, Distribution of Remaining Bandwidth
  Using Ratio: beside a ratio no class of the policy map may have another `bandwidth`.
- Cisco ME 3800X and ME 3600X Switch Command Reference, `bandwidth`: the same units in each
  bandwidth configuration of an output policy.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import RateBase
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS403", "mixed-units", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    if context.profile.takes.own_units:
        return  # each scheduler and each traffic control profile has a unit of its own
    for policy in context.device.policies.values():
        ratios = context.profile.takes.ratios_alone
        asked = [
            (traffic_class.name, rate)
            for traffic_class in policy.classes
            for rate in (traffic_class.guarantee, traffic_class.part_of_rest if ratios else None)
            if rate is not None and not rate.default_by and rate.base in _UNITS
        ]
        if len({rate.base for _, rate in asked}) < 2:
            continue
        first, base = asked[0][0], asked[0][1].base
        others = [(name, rate) for name, rate in asked if rate.base is not base]
        name, rate = others[0]
        yield RULE.at(
            rate.origin,
            f"{policy.title} mixes units: {rate} for {name}, {asked[0][1]} for {first}",
            effect=f"the router rejects the line: {name} does not get it",
            label=f"in {_unit(rate.base)}",
            related=(Label(asked[0][1].origin, f"in {_unit(base)}"),),
            help=f"give all guarantees of the policy in {_unit(base)}",
        )


def _unit(base: RateBase) -> str:
    return _UNITS[base]


_UNITS = {RateBase.BPS: "kbit/s", RateBase.PERCENT: "percent", RateBase.RATIO: "ratios"}
