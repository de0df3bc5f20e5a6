"""A drop curve that ends above the queue's limit.

## What it does

Compares the maximum threshold of each `random-detect` curve with the depth that the config gives
the class's queue. Without one nothing is said: several systems make the queue deep enough for the
curves by themselves.

## Why it matters

The queue is full before the average reaches the maximum, and packets are dropped from its tail: the
part of the curve above the limit is never used, and early detection is weaker than its figures say.

## Example

```ios
class-map match-all DATA
 match dscp af21
policy-map WAN
 class DATA
  bandwidth 256
  queue-limit 30
  random-detect dscp-based
  random-detect dscp af21 24 40 10
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all DATA
 match dscp af21
policy-map WAN
 class DATA
  bandwidth 256
  queue-limit 64
  random-detect dscp-based
  random-detect dscp af21 24 40 10
interface Serial0/0
 service-policy output WAN
```

## Sources

- S. Floyd, V. Jacobson, Random Early Detection Gateways for Congestion Avoidance, 1993, section 4:
  the maximum threshold is to be reached before the buffer is full.
- Cisco 10000 Series Quality of Service Configuration Guide, "Managing Packet Queue Congestion", and
  Modular QoS Command Reference for Cisco NCS 5500 and NCS 540, queue limit default values: without
  `queue-limit` a queue with WRED holds twice the largest maximum threshold.
- VyOS: its check of a random-detect policy demands a queue limit above the maximum.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import TrafficClass
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS410", "wred-maximum-above-limit", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        for traffic_class in policy.classes:
            if traffic_class.wred is not None:
                yield from _check_class(policy.title, traffic_class)


def _check_class(policy: str, traffic_class: TrafficClass) -> Iterator[Diagnostic]:
    limit = next((limit for limit in traffic_class.limits if limit.match is None), None)
    curves = traffic_class.wred.curves if traffic_class.wred is not None else ()
    for curve in curves:
        high = curve.maximum
        if limit is None or limit.depth.default_by or high is None or high.default_by:
            continue
        if high.unit is not limit.depth.unit:
            continue
        if high.value > limit.depth.value:
            yield RULE.at(
                curve.origin,
                f"class {traffic_class.name} of {policy}: maximum threshold {high} is above "
                f"queue-limit {limit.depth}",
                effect="the queue overflows before the threshold is reached",
                label=f"up to {high}",
                related=(Label(limit.origin, f"the queue holds {limit.depth}"),),
                help="raise queue-limit above the maximum threshold",
            )
