"""A scheduler map that serves no queue for the packets of routing protocols.

## What it does

Reports each scheduler map in force that has no entry for a class of network control: not the class
of queue 3 or 7, not the one that a classifier gives to CS6 or CS7, and none with such a name.

## Why it matters

The router sends its own routing packets, hellos and keepalives through the queue of network
control. Without a scheduler that queue gets what the others leave. Under congestion neighbours time
out, and a full link turns into an outage.

## Example

```junos
class-of-service {
    schedulers {
        voice { transmit-rate percent 20; }
        rest { transmit-rate percent 80; }
    }
    scheduler-maps {
        core {
            forwarding-class expedited-forwarding scheduler voice;
            forwarding-class best-effort scheduler rest;
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
        voice { transmit-rate percent 20; }
        rest { transmit-rate percent 75; }
        control { transmit-rate percent 5; }
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

- Juniper, Class of Service User Guide, Default Schedulers Overview: the default map has 5 % for
  network control (queue 3); Default Scheduler Settings of security devices: queue 7.
- RFC 4594, section 3.1: network control traffic needs a class of its own with assured bandwidth.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import Interval, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.objects import objects
from qosc.lint.facts.places import Place, places
from qosc.lint.facts.rule_lists import assignments, parts, restricted, served, sounds_like_control
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS432", "missing-network-control", Severity.WARNING, "0.1")

_QUEUES = (3, 7)
"""Queues of network control by default, on routers and on switches and security devices."""
_CONTROL = {
    Field.DSCP: (48, 56),
    Field.PRECEDENCE: (6, 7),
    Field.COS: (6, 7),
    Field.MPLS_EXP: (6, 7),
}


def check(context: Context) -> Iterator[Diagnostic]:
    classes = context.once(objects).defined.get("forwarding-class", {})
    control = {
        name for name, forwarding_class in classes.items() if forwarding_class.queue in _QUEUES
    }
    control |= _control_classes(context)
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        known = served(policy) if policy is not None else frozenset()
        if policy is None or not known or not policy.feature.startswith("scheduler-map "):
            continue
        if not known <= classes.keys():
            # The queue of a class that the text does not define is not known.
            continue
        inside = context.once(restricted).get(name)
        if inside is not None and control.isdisjoint(inside):
            continue
        if control.isdisjoint(known) and not any(sounds_like_control(one) for one in known):
            yield _finding(policy.feature, policy.origin, spots[0])


def _control_classes(context: Context) -> set[str]:
    """The classes that some classifier gives to the code points of network control."""
    return {
        one.mark.name
        for one in context.once(assignments)
        for test in parts(one.rule.match)
        if isinstance(test, Test) and test.field in _CONTROL
        for value in test.values
        if isinstance(value, Interval)
        and value.low in _CONTROL[test.field]
        and value.low == value.high
    }


def _finding(feature: str, origin: Span, place: Place) -> Diagnostic:
    return RULE.at(
        origin,
        f"{feature} has no scheduler for network control",
        effect=f"on {place.port.name} the router's own routing packets get only what the other "
        "queues leave",
        label="no entry for network control",
        related=(Label(place.origin, "applied here"),) if place.origin != origin else (),
        help="give network-control a scheduler with 5 % or so",
    )
