"""Queues of one port that have more than all of its buffer.

## What it does

Adds up `buffer-size percent` of the schedulers of each scheduler map of JunOS, and
`queue-buffers ratio` of the classes of each policy of a Catalyst 3650, 3850 or 9000.

## Why it matters

There is one buffer for the queues of a port. More than 100% cannot be given: the commit fails, or
the policy is rejected, or queues have less than the config says, and drop bursts that it makes
room for.

## Example

```junos
class-of-service {
    schedulers {
        rest { transmit-rate percent 90; buffer-size percent 90; }
        control { transmit-rate percent 10; buffer-size percent 20; }
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
    schedulers {
        rest { transmit-rate percent 90; buffer-size percent 90; }
        control { transmit-rate percent 10; buffer-size percent 10; }
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

- Juniper, CLI Reference, `buffer-size` (Schedulers): percent is of the total buffer of the port,
  and the defaults of queues 0 to 7 add up to 100.
- Cisco 218444, Understand Queue Buffer Allocation on Catalyst 9000 Switches, works with ratios that
  add up to 100, to less, and with classes that have none. No source was found for what a switch
  does with more than 100.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import DepthUnit
from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import QueueLimit
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS438", "buffers-over-100", Severity.WARNING, "0.1")

_WHOLE = 1_000_000


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        ratios = context.profile.takes.buffer_ratios and not policy.feature
        if not (ratios or policy.feature.startswith("scheduler-map ")):
            continue
        shares = [
            (item.name, limit)
            for item in policy.classes
            for limit in item.limits
            if limit.match is None and _is_share(limit)
        ]
        total = sum(limit.depth.value for _, limit in shares)
        if total > _WHOLE:
            terms = " + ".join(f"{name} {limit.depth.value / 10_000:g}" for name, limit in shares)
            # The order of MQC classes says nothing of who comes short: the largest may be a slip.
            at = max(reversed(shares), key=lambda one: one[1].depth.value) if ratios else shares[-1]
            yield RULE.at(
                at[1].depth.origin,
                f"buffers of {policy.title} add up to {total / 10_000:g}%",
                effect="the policy is rejected, or a queue has less than its line says"
                if ratios
                else "",
                label="more than the whole",
                notes=(f"{terms} = {total / 10_000:g}%",),
                help="lower the ratios"
                if ratios
                else "lower them, or write `buffer-size remainder` for one",
            )


def _is_share(limit: QueueLimit) -> bool:
    return limit.depth.unit is DepthUnit.SHARE and not limit.depth.default_by
