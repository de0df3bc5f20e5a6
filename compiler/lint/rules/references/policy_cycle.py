"""A policy-map that contains itself.

## What it does

Follows the `service-policy` lines inside classes and reports each ring of policies that leads back
to where it began.

## Why it matters

A policy inside itself has no meaning: there is no order in which its queues could be built. A
router refuses the line that closes the ring, and the class keeps no child policy.

## Example

```ios
policy-map OUTER
 class class-default
  shape average 2000000
  service-policy INNER
policy-map INNER
 class class-default
  service-policy OUTER
interface Serial0/0
 service-policy output OUTER
```

## Use instead

```ios
policy-map OUTER
 class class-default
  shape average 2000000
  service-policy INNER
policy-map INNER
 class class-default
  fair-queue
interface Serial0/0
 service-policy output OUTER
```

## Sources

- It follows from what a hierarchy of policies is; Cisco 'QoS: Hierarchical Queueing Framework'
  allows two or three levels.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Policy
from qosc.lint.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS007", "policy-cycle", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    policies = context.device.policies
    done: set[str] = set()
    for start in policies.values():
        # A stack of our own: a chain of policies may be longer than Python likes to recurse.
        path: dict[str, None] = {}
        stack = [(start, False)]
        while stack:
            policy, leaving = stack.pop()
            if leaving:
                path.popitem()
                done.add(policy.name)
            elif policy.name in path:
                names = list(path)
                yield _finding(context, [*names[names.index(policy.name) :], policy.name])
            elif policy.name not in done:
                path[policy.name] = None
                stack.append((policy, True))
                stack += [(child, False) for child in reversed(_children(context, policy))]


def _children(context: Context, policy: Policy) -> list[Policy]:
    names = [c.child.name for c in policy.classes if c.child is not None]
    return [context.device.policies[name] for name in names if name in context.device.policies]


def _finding(context: Context, ring: list[str]) -> Diagnostic:
    links = []
    for name, below in pairwise(ring):
        for traffic_class in context.device.policies[name].classes:
            child = traffic_class.child
            if child is not None and child.name == below:
                links.append(Label(child.origin, f"{name} contains {below} here"))
                break
    return RULE.at(
        links[-1].span,
        f"policy-map {ring[0]} contains itself ({' > '.join(ring)}), so its queues cannot be built",
        label="this closes the ring",
        related=tuple(links[:-1]),
        help="take one of these service-policy lines out",
    )
