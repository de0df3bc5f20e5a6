"""A strict-high queue of a QFX port in one forwarding-class-set with other queues.

## What it does

Reports a scheduler map with a strict-high queue and others that a forwarding-class-set of a port
uses.

## Why it matters

These switches want strict-high queues in a set of their own. In a set with others the commit fails,
or the guaranteed rate of the set goes to the strict queue first and nothing is left of it.

## Example

```junos junos-qfx
class-of-service {
    forwarding-classes {
        class best-effort queue-num 0;
        class voice queue-num 5;
    }
    forwarding-class-sets {
        lan { class best-effort; class voice; }
    }
    schedulers {
        rest { transmit-rate percent 80; }
        voice { priority strict-high; shaping-rate percent 20; }
    }
    scheduler-maps {
        core {
            forwarding-class best-effort scheduler rest;
            forwarding-class voice scheduler voice;
        }
    }
    traffic-control-profiles { T { scheduler-map core; guaranteed-rate percent 80; } }
    interfaces {
        xe-0/0/0 {
            forwarding-class-set { lan { output-traffic-control-profile T; } }
        }
    }
}
interfaces { xe-0/0/0 { unit 0 { family ethernet-switching; } } }
```

## Use instead

```junos junos-qfx
class-of-service {
    forwarding-classes {
        class best-effort queue-num 0;
        class voice queue-num 5;
    }
    forwarding-class-sets {
        lan { class best-effort; }
        strict { class voice; }
    }
    schedulers {
        rest { transmit-rate percent 80; }
        voice { priority strict-high; shaping-rate percent 20; }
    }
    scheduler-maps {
        core { forwarding-class best-effort scheduler rest; }
        high { forwarding-class voice scheduler voice; }
    }
    traffic-control-profiles {
        T { scheduler-map core; guaranteed-rate percent 80; }
        S { scheduler-map high; }
    }
    interfaces {
        xe-0/0/0 {
            forwarding-class-set {
                lan { output-traffic-control-profile T; }
                strict { output-traffic-control-profile S; }
            }
        }
    }
}
interfaces { xe-0/0/0 { unit 0 { family ethernet-switching; } } }
```

## Sources

- Juniper, CLI Reference, `priority` (Schedulers) for QFX: strict-high queues are in a separate
  forwarding-class-set, to which no guaranteed-rate is given.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS440", "strict-high-shares-set", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    reported: set[str] = set()
    for policy in context.device.policies.values():
        if not policy.feature.startswith("forwarding-class-sets of "):
            continue
        for item in policy.classes:
            child = item.child
            inner = context.device.policies.get(child.name) if child is not None else None
            if inner is None or inner.name in reported or len(inner.classes) < 2:
                continue
            strict = next((one for one in inner.classes if one.priority is not None), None)
            if strict is not None and strict.priority is not None:
                reported.add(inner.name)
                yield RULE.at(
                    strict.priority.origin,
                    f"strict-high {strict.name} is in forwarding-class-set {item.name} with others",
                    label="belongs in a set of its own",
                    related=(Label(item.origin, "the set"),),
                    help="put it into a forwarding-class-set of its own",
                )
