"""A queue that is given what the others leave, where they leave nothing.

## What it does

Reports a queue of a scheduler map whose transmit-rate is `remainder`, where the percentages of the
other queues add up to just 100. More than 100 is the matter of
[over-reservable-share](QOS402.md).

## Why it matters

The remainder is zero. While the other queues have packets the queue sends nothing, and in it are
mostly the packets of best effort.

## Example

```junos
class-of-service {
    schedulers {
        V { transmit-rate percent 90; }
        B { transmit-rate remainder; }
        N { transmit-rate percent 10; }
    }
    scheduler-maps {
        M {
            forwarding-class expedited-forwarding scheduler V;
            forwarding-class best-effort scheduler B;
            forwarding-class network-control scheduler N;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map M; unit 0 { classifiers { dscp default; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } }
}
```

## Use instead

```junos
class-of-service {
    schedulers {
        V { transmit-rate percent 30; }
        B { transmit-rate remainder; }
        N { transmit-rate percent 10; }
    }
    scheduler-maps {
        M {
            forwarding-class expedited-forwarding scheduler V;
            forwarding-class best-effort scheduler B;
            forwarding-class network-control scheduler N;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map M; unit 0 { classifiers { dscp default; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } }
}
```

## Sources

- Juniper, CLI Reference, `transmit-rate (Schedulers)`: `remainder` uses the remaining rate that is
  available.

"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import PPM, RateBase
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.patterns import pattern
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS609", "nothing-remains", Severity.WARNING, "0.1")

_REMAINDER = pattern(r"\bremainder\b")


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.profile.takes.junos_statements:
        return
    reported: set[Span] = set()
    for name in context.once(places):
        policy = context.device.policies.get(name)
        if policy is None or not policy.feature.startswith("scheduler-map "):
            continue
        rates = [
            (item, item.guarantee)
            for item in policy.classes
            if item.guarantee is not None and item.guarantee.base is RateBase.PERCENT
        ]
        others = sum(rate.value for _, rate in rates)
        largest = max(rates, key=lambda one: one[1].value, default=None)
        for item, rate in rates:
            if rate.value or rate.origin in reported or not _is_remainder(context, rate.origin):
                continue
            if others != PPM or largest is None:
                continue
            reported.add(rate.origin)
            yield RULE.at(
                rate.origin,
                f"the remainder of {item.name} in {policy.title} is zero",
                effect="the other queues have 100 % together: it sends when they have no packets",
                label="nothing remains",
                related=(Label(largest[1].origin, f"{largest[0].name} has {largest[1]}"),),
                help="give the others less, or this queue a rate of its own",
            )


def _is_remainder(context: Context, origin: Span) -> bool:
    """Whether the line of a rate says `remainder`."""
    if origin == NOWHERE or context.source is None:
        return False
    return _REMAINDER.search(context.source.line(origin.line)) is not None
