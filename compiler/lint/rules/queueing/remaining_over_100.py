"""Classes with more than 100% of the remaining bandwidth together.

## What it does

Adds up `bandwidth remaining percent` of all classes of a policy and reports a sum above 100.

## Why it matters

More than all of what is left cannot be shared out. The router rejects the line with which the sum
passes 100, and that class shares what is left as if it said nothing.

## Example

```ios
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af21
policy-map WAN
 class VOICE
  priority 128
 class DATA
  bandwidth remaining percent 70
 class class-default
  bandwidth remaining percent 40
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af21
policy-map WAN
 class VOICE
  priority 128
 class DATA
  bandwidth remaining percent 60
 class class-default
  bandwidth remaining percent 40
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `bandwidth (policy-map class)`: a
  percentage of the remaining bandwidth, 1 to 100; it follows that the sum is at most 100.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import RateBase
from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.shares import Share, show_sum

__all__ = ["RULE", "check"]

RULE = Rule("QOS406", "remaining-over-100", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        shares = [
            Share(traffic_class.name, rate.value, is_priority=False, origin=rate.origin)
            for traffic_class in policy.classes
            for rate in [traffic_class.excess]
            if rate is not None and rate.base is RateBase.REMAINING
        ]
        total = 0
        for share in shares:
            total += share.amount
            if total > 1_000_000:
                yield RULE.at(
                    share.origin,
                    f"bandwidth remaining of {policy.title} adds up to more than 100%",
                    effect=f"the router rejects this line: {share.name} has no share",
                    label="the sum is above 100% from here on",
                    notes=(show_sum(shares, in_ppm=True),),
                    help="lower the percentages to 100 in all",
                )
                break
