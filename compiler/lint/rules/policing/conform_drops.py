"""A policer that drops what conforms to its rate and sends what exceeds it.

## What it does

Reports a policer whose conform-action is `drop` and whose exceed-action or violate-action sends
packets.

## Why it matters

A packet conforms while there are tokens for it. With the actions the wrong way round a slow flow
is dropped whole, and a flow far above the rate gets through but for its first part: the more one
sends, the less one loses.

## Example

```ios
class-map match-all BULK
 match dscp af11
policy-map IN
 class BULK
  police cir 1000000 bc 62500 conform-action drop exceed-action transmit
interface FastEthernet0/0
 service-policy input IN
```

## Use instead

```ios
class-map match-all BULK
 match dscp af11
policy-map IN
 class BULK
  police cir 1000000 bc 62500 conform-action transmit exceed-action drop
interface FastEthernet0/0
 service-policy input IN
```

## Sources

- RFC 2697, section 3: a packet is green where the bucket has tokens for it, red where none has.
- Cisco IOS Quality of Service Solutions Command Reference, `police`: conform-action is for packets
  that conform to the rate limit, exceed-action for those that exceed it.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Policer, Verdict
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.meters import metered

__all__ = ["RULE", "check"]

RULE = Rule("QOS312", "conform-drops", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for policing in context.once(metered):
        if _inverted(policing.policer):
            origin = policing.policer.conform.origin
            yield RULE.at(
                origin if origin.line else policing.policer.origin,
                f"{policing.what} drops conforming packets and sends exceeding ones",
                label=f"drops what is within {policing.policer.meter.cir}",
                help="exchange conform-action and exceed-action",
            )


def _inverted(policer: Policer) -> bool:
    """Whether packets within the rate are dropped and some above it are not."""
    above = (policer.exceed, policer.violate)
    return policer.conform.verdict is Verdict.DROP and any(
        one is not None and one.verdict is not Verdict.DROP for one in above
    )
