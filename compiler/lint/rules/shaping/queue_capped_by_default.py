"""A queue that is held to 1/25 of the link by a default that the config does not show.

## What it does

Reports a port with shaped round robin where the config gives queue 1 a share and says nothing of
shaping.

## Why it matters

The shaping weights of a port are 25 0 0 0 unless it says otherwise, and a shaping weight goes
before a share. Queue 1, which has voice by default, never gets more than 4 % of the link, however
idle that is.

## Example

```ios cat3750
interface GigabitEthernet0/1
 srr-queue bandwidth share 40 20 20 20
```

## Use instead

```ios cat3750
interface GigabitEthernet0/1
 srr-queue bandwidth share 40 20 20 20
 srr-queue bandwidth shape 0 0 0 0
```

## Sources

- Cisco, Catalyst 3560 and 3750 Switch Software Configuration Guides, Configuring QoS, default
  egress queue configuration: SRR shaped weights (absolute) 25 0 0 0.
- Cisco, Catalyst 3560 Switch Command Reference, srr-queue bandwidth shape: the shaped weight
  overrides the shared one; the inverse of the weight is the part of the bandwidth.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS422", "queue-capped-by-default", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        for traffic_class in policy.classes:
            share, shaper = traffic_class.overridden, traffic_class.shaper
            if share is None or shaper is None or not shaper.rate.default_by:
                continue
            yield RULE.at(
                share.origin,
                f"{traffic_class.name} of {policy.name} has a share of {share.value} "
                "and a default shaper",
                effect=f"it gets no more than {shaper.rate} of the link: its shaping weight is at "
                f"the default of {shaper.rate.default_by}",
                label="overridden by the default shaping weight",
                help="write `srr-queue bandwidth shape 0 0 0 0`, or the weights that are meant",
            )
