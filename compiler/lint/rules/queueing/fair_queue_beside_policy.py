"""An interface with `fair-queue` and with a policy that queues on output.

## What it does

Reports `fair-queue` on an interface whose output policy gives a class a queue.

## Why it matters

An interface has one way of queueing. A policy with queues can be attached only where the interface
has its default one; `fair-queue` beside it is rejected or thrown out, by which of the two lines
comes first. What the text says is not what runs, and after a reload it may be the other half.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 bandwidth 1024
 fair-queue 64 256 0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
 class class-default
  fair-queue
interface Serial0/0
 bandwidth 1024
 service-policy output WAN
```

## Sources

- Cisco IOS 12.2 Quality of Service Solutions Configuration Guide, Configuring Weighted Fair
  Queueing, Class-Based WFQ: it can be configured on an interface only where that is in its default
  queueing mode, and overrides it.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.queued import asks_for_queue

__all__ = ["RULE", "check"]

RULE = Rule("QOS449", "fair-queue-beside-policy", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for port in context.index.busy:
        flows = port.fair_queue
        if flows is None or flows.default_by:
            continue
        for stage in port.output:
            policy = (
                context.device.policies.get(stage.policy.name)
                if isinstance(stage, Attachment)
                else None
            )
            asked = None if policy is None or policy.feature else asks_for_queue(policy)
            if policy is not None and asked is not None and isinstance(stage, Attachment):
                yield RULE.at(
                    flows.origin,
                    f"{port.name} has fair-queue beside {policy.title}, which queues",
                    effect="the router rejects one of the two",
                    label="a second way of queueing",
                    related=(Label(stage.policy.origin, "the policy is applied here"),),
                    help="remove it here; `fair-queue` in class-default divides the rest by flows",
                )
