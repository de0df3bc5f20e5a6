"""A shaping weight on the queue that `priority-queue out` makes strict.

## What it does

Reports a port with shaped round robin where queue 1 is strict and the config gives it a shaping
weight as well.

## Why it matters

The switch leaves the weights of a strict queue out of its count. The queue is not held to the part
of the link that the weight stands for: it may take all of it, and the other queues then wait.

## Example

```ios cat3750
interface GigabitEthernet0/1
 srr-queue bandwidth share 10 10 60 20
 srr-queue bandwidth shape 10 0 0 0
 priority-queue out
```

## Use instead

Leave the weight out, and police what goes into the queue where it comes in:

```ios cat3750
interface GigabitEthernet0/1
 srr-queue bandwidth share 10 10 60 20
 srr-queue bandwidth shape 0 0 0 0
 priority-queue out
```

## Sources

- Cisco, Catalyst 3560 Switch Command Reference, priority-queue: weight 1 of srr-queue bandwidth
  shape and share is ignored.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import PPM
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS421", "shape-of-strict-queue", Severity.INFO, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        for traffic_class in policy.classes:
            weight = traffic_class.overridden
            if traffic_class.priority is None or weight is None or not weight.value:
                continue
            yield RULE.at(
                weight.origin,
                f"{traffic_class.name} of {policy.name} is strict: "
                "its shaping weight has no effect",
                effect=f"nothing limits it to {PPM / weight.value / 10_000:.3g}% of the link",
                label="has no effect",
                related=(Label(traffic_class.priority.origin, "makes the queue strict"),),
                help="write 0, and police the traffic of this queue on input",
            )
