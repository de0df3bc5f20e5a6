"""A number of flow queues that the router does not take.

## What it does

Reports a `fair-queue` whose number of dynamic queues is not a power of two between 16 and 4096.

## Why it matters

The router rejects the line, and the flows of the class share one queue: one greedy sender delays
all others.

## Example

```ios
policy-map WAN
 class class-default
  fair-queue 100
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
policy-map WAN
 class class-default
  fair-queue 128
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `fair-queue`: 16, 32, 64, 128, 256, 512,
  1024, 2048 and 4096 dynamic queues.
- Cisco IOS XE YANG model, `Cisco-IOS-XE-policy`: the same values.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import FairQueue
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS411", "fair-queue-flows", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    wrong = [
        (f"class {traffic_class.name} of {policy.title}", traffic_class.fair_queue)
        for policy in context.device.policies.values()
        for traffic_class in policy.classes
    ]
    wrong += [(port.name, port.fair_queue) for port in context.device.ports.values()]
    for what, queue in wrong:
        if queue is not None and queue.flows is not None and not _allowed(queue.flows):
            yield _finding(what, queue, queue.flows)


def _allowed(flows: int) -> bool:
    return 16 <= flows <= 4096 and flows.bit_count() == 1


def _finding(what: str, queue: FairQueue, flows: int) -> Diagnostic:
    nearest = min(max(16, 1 << (flows - 1).bit_length()), 4096) if flows > 0 else 16
    return RULE.at(
        queue.origin,
        f"{what}: {flows} flow queues is not a valid number",
        effect="the router rejects the line: all flows share one queue",
        label="not a power of two from 16 to 4096",
        help=f"use {nearest}",
    )
