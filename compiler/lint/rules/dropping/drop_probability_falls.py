"""A drop profile that drops less when the queue is fuller.

## What it does

Reports a drop profile in force, given point by point, whose drop probability is lower at a higher
fill level.

## Why it matters

Random early detection tells senders to slow down before the queue is full. A curve that falls
drops packets while there is room and stops where it matters. Mostly two numbers are in the wrong
order.

## Example

```junos
class-of-service {
    drop-profiles {
        early { interpolate { fill-level [ 50 75 90 ]; drop-probability [ 10 80 40 ]; } }
    }
    schedulers {
        rest {
            transmit-rate percent 90;
            drop-profile-map loss-priority any protocol any drop-profile early;
        }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class best-effort scheduler rest;
            forwarding-class network-control scheduler control;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map core; }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Use instead

```junos
class-of-service {
    drop-profiles {
        early { interpolate { fill-level [ 50 75 90 ]; drop-probability [ 10 40 80 ]; } }
    }
    schedulers {
        rest {
            transmit-rate percent 90;
            drop-profile-map loss-priority any protocol any drop-profile early;
        }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class best-effort scheduler rest;
            forwarding-class network-control scheduler control;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map core; }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Sources

- S. Floyd, V. Jacobson, Random Early Detection Gateways for Congestion Avoidance, IEEE/ACM
  Transactions on Networking, 1993: the probability rises with the average queue.
- Juniper, Class of Service User Guide, Configuring RED Drop Profiles: pairs of fill level and
  drop probability.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places

__all__ = ["RULE", "check"]

RULE = Rule("QOS435", "drop-probability-falls", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for name in context.once(places):
        policy = context.device.policies.get(name)
        for item in policy.classes if policy is not None else ():
            for curve in item.wred.curves if item.wred is not None else ():
                for (low, before), (high, after) in pairwise(curve.points):
                    if after < before:
                        yield RULE.at(
                            curve.origin,
                            f"drop probability of class {item.name[:40]} falls from "
                            f"{before / 10_000:g}% to {after / 10_000:g}%",
                            effect=f"a fuller queue drops less: {before / 10_000:g}% at a fill "
                            f"level of {low / 10_000:g}%, {after / 10_000:g}% at "
                            f"{high / 10_000:g}%",
                            label="uses this profile",
                            help="let the probability rise with the fill level",
                        )
                        break
