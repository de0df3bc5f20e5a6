"""A queue of a scheduler map without a transmit-rate, where the default is zero.

## What it does

On JunOS, reports a scheduler without `transmit-rate`, `excess-rate`, `shaping-rate` and strict-high
priority of a forwarding class that is neither that of queue 0 nor network control, where another
scheduler of the map has a transmit-rate.

## Why it matters

Without the statement queue 0 is guaranteed 95% and network control 5%, and every other queue
nothing. Its packets are sent while others leave room, and dropped when the link is full; priority
`high` is for what is within the guarantee, of which there is none.

## Example

```junos
class-of-service {
    schedulers {
        voice { buffer-size percent 10; priority high; }
        rest { transmit-rate percent 80; buffer-size percent 80; }
        control { transmit-rate percent 10; buffer-size percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class expedited-forwarding scheduler voice;
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
        voice { transmit-rate percent 10; buffer-size percent 10; priority high; }
        rest { transmit-rate percent 80; buffer-size percent 80; }
        control { transmit-rate percent 10; buffer-size percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class expedited-forwarding scheduler voice;
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

- Juniper, CLI Reference, `transmit-rate` (Schedulers): without the statement the rates of queues 0
  to 7 are 95, 0, 0, 5, 0, 0, 0 and 0 percent.
- Juniper, Class of Service User Guide, Priority Scheduling Overview: a queue above its
  transmit-rate is served after all that are within theirs.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Named, Test, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.objects import objects
from qosc.lint.facts.places import places
from qosc.lint.facts.rule_lists import names_of, sounds_like_control

__all__ = ["RULE", "check"]

RULE = Rule("QOS437", "queue-without-share", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.profile.takes.rates_by_statement:
        return
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        if policy is None or not policy.feature.startswith("scheduler-map "):
            continue
        if not any(_is_given(item) for item in policy.classes):
            continue  # nobody has one: all is left to the platform
        missing = context.once(_lines_of_undefined)
        for item in policy.classes:
            if item.origin.line in missing:
                continue
            if not _has_share(item) and not _has_default(item) and item.origin.line:
                yield RULE.at(
                    item.origin,
                    f"{item.name} of {policy.title} has no transmit-rate",
                    effect="it is guaranteed nothing",
                    label="no share of the link",
                    related=(Label(spots[0].origin, f"applied to {spots[0].port.name}"),),
                    help="give its scheduler a transmit-rate",
                )


def _lines_of_undefined(context: Context) -> frozenset[int]:
    """The lines of scheduler maps that name a scheduler which is not defined: another rule's."""
    return frozenset(
        use.origin.line
        for kind, _, uses in context.once(objects).missing()
        for use in uses
        if kind == "scheduler"
    )


def _is_given(item: TrafficClass) -> bool:
    """Whether the config gives a class its transmit-rate."""
    return item.guarantee is not None and not item.guarantee.default_by


def _has_share(item: TrafficClass) -> bool:
    parts = (item.guarantee, item.part_of_rest, item.priority, item.shaper)
    return any(part is not None for part in parts) or bool(item.default_by)


def _has_default(item: TrafficClass) -> bool:
    """Whether the queue has a share where nothing is said: queue 0, and network control."""
    first = isinstance(item.match, Test) and Named("") in item.match.values
    return first or any(map(sounds_like_control, (item.name, *names_of(item.match))))
