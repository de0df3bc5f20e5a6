"""Priority and bandwidth in one class.

## What it does

Reports a class that has both `priority` and `bandwidth`, or `priority` and `bandwidth remaining`.

## Why it matters

A class is served either before all others or by its share, not both. The router rejects the second
line; which treatment the packets get depends on which line came first.

## Example

```ios
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af21
policy-map WAN
 class VOICE
  priority 128
  bandwidth 256
 class DATA
  bandwidth 256
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
  bandwidth 256
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco command references of the Catalyst 3650 and the NCS 540, `priority`: bandwidth and priority
  cannot be used in the same class within the same policy map.
- Cisco IOS 12.2SB, Distribution of Remaining Bandwidth Using Ratio: nor bandwidth remaining ratio.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS408", "priority-and-bandwidth", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        if policy.feature:
            continue  # such as a scheduler-map, whose queues may have both
        for traffic_class in policy.classes:
            share = traffic_class.guarantee or traffic_class.part_of_rest
            if traffic_class.priority is not None and share is not None:
                first, second = sorted((traffic_class.priority.origin, share.origin))
                yield RULE.at(
                    second,
                    f"class {traffic_class.name} of {policy.title} has priority and bandwidth",
                    effect="the router rejects this line and serves the class by the other",
                    label="rejected",
                    related=(Label(first, "the class already has this"),),
                    help="keep priority for delay, or bandwidth for throughput",
                )
