"""A guarantee in a class that has queues of its own below it, on IOS XE.

## What it does

On IOS XE, reports a class with `bandwidth` and a child policy that queues.

## Why it matters

The scheduler of IOS XE gives minimum rates to queues, not to groups of queues. The router rejects
`bandwidth` at that level, and the group has no share of its own under congestion.

## Example

```ios ios-xe
class-map match-all SITE
 match dscp cs1 cs2
class-map match-all DATA
 match dscp cs2
policy-map QUEUES
 class DATA
  bandwidth remaining percent 60
policy-map LINK
 class SITE
  bandwidth 20000
  service-policy QUEUES
interface GigabitEthernet0/0/0
 service-policy output LINK
```

## Use instead

```ios ios-xe
class-map match-all SITE
 match dscp cs1 cs2
class-map match-all DATA
 match dscp cs2
policy-map QUEUES
 class DATA
  bandwidth remaining percent 60
policy-map LINK
 class SITE
  bandwidth remaining ratio 20
  service-policy QUEUES
interface GigabitEthernet0/0/0
 service-policy output LINK
```

## Sources

- Cisco IOS XE, QoS three-level hierarchical scheduler guide: bandwidth is for leaf classes;
  a class with a queueing child takes bandwidth remaining instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS412", "bandwidth-above-queues", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.profile.guarantees_at_leaves.value:
        return
    policies = context.device.policies
    for policy in policies.values():
        for traffic_class in policy.classes:
            child, guarantee = traffic_class.child, traffic_class.guarantee
            if child is None or guarantee is None or child.name not in policies:
                continue
            if any(below.has_queue for below in policies[child.name].classes):
                yield RULE.at(
                    guarantee.origin,
                    f"class {traffic_class.name} of {policy.title} has bandwidth above the queues "
                    f"of {child.name}",
                    effect=f"{context.profile.title} rejects it: the group has no share of its own",
                    label="not above other queues",
                    related=(Label(child.origin, "the queues are in this policy"),),
                    help="use bandwidth remaining ratio here, or guarantees in the child policy",
                )
