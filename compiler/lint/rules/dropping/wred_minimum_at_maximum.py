"""A drop curve that has no slope.

## What it does

Reports each `random-detect` curve whose minimum threshold is not below its maximum. It is silent
where the thresholds are equal and the curve marks packets (ECN) instead of dropping them: Data
Center TCP has one threshold.

## Why it matters

Early detection drops some packets between the two thresholds, so that a few senders slow down in
time. Without room between them it drops none up to the threshold and all above it: a shorter tail
drop, with all senders losing at once. A router rejects a minimum above the maximum.

## Example

```ios
class-map match-all DATA
 match dscp af21
policy-map WAN
 class DATA
  bandwidth 256
  random-detect dscp-based
  random-detect dscp af21 40 40 10
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
  random-detect dscp-based
  random-detect dscp af21 24 40 10
interface Serial0/0
 service-policy output WAN
```

## Sources

- S. Floyd, V. Jacobson, Random Early Detection Gateways for Congestion Avoidance, 1993, section 4:
  the probability grows from the minimum to the maximum threshold.
- RFC 8257, Data Center TCP, section 3.1: a switch marks all packets above one threshold.
- Cisco MWR 2941 command reference, `random-detect dscp`: the maximum is at least the minimum.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS409", "wred-minimum-at-maximum", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        for traffic_class in policy.classes:
            wred = traffic_class.wred
            marks = wred is not None and wred.ecn
            for curve in wred.curves if wred is not None else ():
                low, high = curve.minimum, curve.maximum
                if low is None or high is None or low.default_by or low.unit is not high.unit:
                    continue
                refused = low.value > high.value
                if low.value < high.value or (marks and not refused):
                    continue
                yield RULE.at(
                    curve.origin,
                    f"class {traffic_class.name} of {policy.title}: minimum threshold {low}, "
                    f"maximum {high}",
                    effect="the router rejects the line"
                    if refused
                    else "no packet is dropped at random: all are queued, or all dropped",
                    label="no room between the thresholds",
                    help="give a minimum below the maximum, such as half of it",
                    severity=Severity.ERROR if refused else None,
                )
