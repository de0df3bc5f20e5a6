"""A queue with a transmit-rate of zero.

## What it does

Reports a class in force whose guarantee is zero, such as `transmit-rate percent 0`, and that has
neither priority nor a share of what others leave.

## Why it matters

The queue sends only while others have nothing to send, and on some hardware not even then: its
packets are dropped.

## Example

```junos
class-of-service {
    schedulers {
        bulk { transmit-rate percent 0; }
        rest { transmit-rate percent 90; }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class assured-forwarding scheduler bulk;
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
        bulk { transmit-rate percent 1; }
        rest { transmit-rate percent 89; }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class assured-forwarding scheduler bulk;
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

- Juniper, CLI Reference, `transmit-rate` (Schedulers): a percentage of zero drops all packets in
  the queue unless other queues leave bandwidth; older editions leave the exception out.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS433", "zero-transmit-rate", Severity.WARNING, "0.1")


def _is_remainder(context: Context, place: Span) -> bool:
    text = context.source.line(place.line) if context.source is not None else ""
    return "remainder" in text[place.column - 1 : place.end_column - 1]


def check(context: Context) -> Iterator[Diagnostic]:
    for name in context.once(places):
        policy = context.device.policies.get(name)
        if policy is None or not policy.feature.startswith("scheduler-map "):
            continue  # no public source says what a Nexus does with a share of zero
        for item in policy.classes:
            rate = item.guarantee
            if rate is None or rate.value or rate.default_by or item.part_of_rest or item.priority:
                continue
            if _is_remainder(context, rate.origin):
                continue  # the others ask for everything: that is QOS402
            yield RULE.at(
                rate.origin,
                f"class {item.name} of {policy.title} has a transmit-rate of zero",
                effect="its packets are dropped while the other classes have packets to send",
                label="zero",
                help="give it a small rate, or take the class out of the map",
            )
