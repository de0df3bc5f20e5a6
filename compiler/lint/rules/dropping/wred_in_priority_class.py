"""Random early detection in a priority class.

## What it does

Reports a class that has both `priority` and `random-detect`.

## Why it matters

A priority queue is kept short by its bound, not by early drops, and the packets in it are mostly
voice and video over UDP, which does not slow down when it loses packets. Early drops only punch
holes into calls. The router rejects one of the two lines.

## Example

```ios
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af21
policy-map WAN
 class VOICE
  priority 128
  random-detect
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
  random-detect
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco 10000 Series Router Quality of Service Configuration Guide, chapter 8, restrictions for
  priority queuing: no random-detect with a priority service.
- Cisco Press, T. Szigeti et al., summary of queuing design principles: no WRED for priority.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS407", "wred-in-priority-class", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        if policy.feature:
            continue  # such as a scheduler-map, whose queues may have both
        for traffic_class in policy.classes:
            if traffic_class.priority is not None and traffic_class.wred is not None:
                yield RULE.at(
                    traffic_class.wred.origin,
                    f"class {traffic_class.name} of {policy.title} has priority and random-detect",
                    effect="the router rejects one of the two; random drops break up calls",
                    label="early drops",
                    related=(Label(traffic_class.priority.origin, "this is a priority class"),),
                    help="remove random-detect from the class",
                )
