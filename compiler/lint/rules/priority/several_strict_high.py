"""A scheduler map with more than one queue of strict-high priority.

## What it does

Reports each JunOS scheduler map in force with several classes of strict-high priority. It is for
information only: a config seldom says on which hardware it runs.

## Why it matters

Most JunOS routers and switches take one such queue for each interface, and reject the map or leave
a queue at another priority. Where several are allowed (ACX Series, EX4400, QFX10000) they share
what is left to them, and none has the delay that strict priority was to give.

## Example

```junos
class-of-service {
    schedulers {
        voice { transmit-rate { percent 10; rate-limit; } priority strict-high; }
        video { transmit-rate { percent 20; rate-limit; } priority strict-high; }
        rest { transmit-rate percent 60; }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class expedited-forwarding scheduler voice;
            forwarding-class assured-forwarding scheduler video;
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
        voice { transmit-rate { percent 10; rate-limit; } priority strict-high; }
        video { transmit-rate percent 20; priority high; }
        rest { transmit-rate percent 60; }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class expedited-forwarding scheduler voice;
            forwarding-class assured-forwarding scheduler video;
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

- Juniper, CLI Reference, `priority` (Schedulers): strict-high on one queue of an interface; several
  on ACX Series, on QFX10000, and on EX4400, where queues 4 to 7 are recommended for it. Nothing is
  reported where the config is of the ACX, EX or QFX Series.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Priority
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.packets.regions import join_words
from qosc.lint.facts.places import places

__all__ = ["RULE", "check"]

RULE = Rule("QOS434", "several-strict-high", Severity.INFO, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    if context.profile.takes.several_strict_high:
        return
    for name in context.once(places):
        policy = context.device.policies.get(name)
        if policy is None or not policy.feature.startswith("scheduler-map "):
            continue
        strict = [
            (item.name, item.priority)
            for item in policy.classes
            if item.priority is not None and _is_strict_high(context, item.priority)
        ]
        if len(strict) > 1:
            names = join_words([one[:40] for one, _ in strict])
            yield RULE.at(
                strict[1][1].origin,
                f"{policy.feature} has {len(strict)} strict-high queues",
                effect=f"{names} delay each other; most platforms allow one such queue",
                label="another strict-high",
                related=(Label(strict[0][1].origin, "the first"),),
                notes=("ACX Series routers, EX4400 and QFX10000 switches take several",),
                help="use priority high for all but one",
            )


def _is_strict_high(context: Context, priority: Priority) -> bool:
    """Low-latency queues stand above strict-high and are counted apart."""
    place = priority.origin
    text = context.source.line(place.line) if context.source is not None else ""
    return "low-latency" not in text[place.column - 1 : place.end_column]
