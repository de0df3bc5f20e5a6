"""A priority class without any bound on its rate.

## What it does

Reports a class with `priority` that has no rate of its own, no `police`, and no policer in its
child policy, where the policy has other classes to serve.

## Why it matters

The scheduler sends priority packets until there are none left. If more of them come than were
planned for, from a fault, a loop or an attacker who knows the mark, every other class waits without
end; routing protocols among them.

## Example

```ios ios-xe
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af21
policy-map WAN
 class VOICE
  priority
 class DATA
  bandwidth remaining percent 50
interface GigabitEthernet0/0/0
 service-policy output WAN
```

## Use instead

```ios ios-xe
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af21
policy-map WAN
 class VOICE
  priority
  police cir 10000000
 class DATA
  bandwidth remaining percent 50
interface GigabitEthernet0/0/0
 service-policy output WAN
```

## Sources

- Cisco ME 3400 Ethernet Access Switch Command Reference, `priority`: care is needed with priority
  without police, since it may congest the other queues.
- RFC 3246, section 2.8: an EF implementation that could starve others must bound the EF rate.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import TrafficClass
from qosc.lint.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS405", "unpoliced-priority", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        if policy.feature:
            continue  # such as a priority-list, whose queues cannot have a bound
        for traffic_class in policy.classes:
            priority = traffic_class.priority
            if priority is None or priority.rate is not None or _bounded(context, traffic_class):
                continue
            yield RULE.at(
                priority.origin,
                f"nothing bounds the rate of priority class {traffic_class.name} in policy-map "
                f"{policy.name}, so too many of its packets leave nothing to the other classes",
                label="no rate, no police",
                help="give priority a rate, or add a police line to the class",
            )


def _bounded(context: Context, traffic_class: TrafficClass) -> bool:
    if traffic_class.policers or traffic_class.shaper is not None or traffic_class.drop:
        return True
    child = traffic_class.child
    below = context.device.policies.get(child.name) if child is not None else None
    return below is not None and any(c.policers or c.shaper for c in below.classes)
