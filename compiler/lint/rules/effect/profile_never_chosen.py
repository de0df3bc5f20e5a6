"""A drop profile for a loss priority that nothing on the device gives.

## What it does

Reports a `drop-profile-map` of a scheduler in force for a loss priority other than low which no
classifier, filter or policer of the device gives, those of the factory included, while another loss
priority that is not low is given.

## Why it matters

The profile is never chosen. The packets it was made for are dropped by the profile of their own
loss priority, or only when the queue is full.

## Example

```junos
class-of-service {
    classifiers {
        dscp EDGE {
            forwarding-class best-effort { loss-priority low code-points be; }
            forwarding-class assured-forwarding {
                loss-priority low code-points af21;
                loss-priority high code-points af22;
            }
            forwarding-class network-control { loss-priority low code-points cs6; }
        }
    }
    drop-profiles {
        STEEP { interpolate { fill-level [ 30 80 ]; drop-probability [ 0 100 ]; } }
    }
    schedulers {
        A {
            transmit-rate percent 40;
            drop-profile-map loss-priority medium-high protocol any drop-profile STEEP;
        }
        B { transmit-rate percent 35; }
        N { transmit-rate percent 5; }
    }
    scheduler-maps {
        M {
            forwarding-class assured-forwarding scheduler A;
            forwarding-class best-effort scheduler B;
            forwarding-class network-control scheduler N;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map M; unit 0 { classifiers { dscp EDGE; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } }
}
```

## Use instead

```junos
class-of-service {
    classifiers {
        dscp EDGE {
            forwarding-class best-effort { loss-priority low code-points be; }
            forwarding-class assured-forwarding {
                loss-priority low code-points af21;
                loss-priority high code-points af22;
            }
            forwarding-class network-control { loss-priority low code-points cs6; }
        }
    }
    drop-profiles {
        STEEP { interpolate { fill-level [ 30 80 ]; drop-probability [ 0 100 ]; } }
    }
    schedulers {
        A {
            transmit-rate percent 40;
            drop-profile-map loss-priority high protocol any drop-profile STEEP;
        }
        B { transmit-rate percent 35; }
        N { transmit-rate percent 5; }
    }
    scheduler-maps {
        M {
            forwarding-class assured-forwarding scheduler A;
            forwarding-class best-effort scheduler B;
            forwarding-class network-control scheduler N;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map M; unit 0 { classifiers { dscp EDGE; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } }
}
```

## Sources

- Juniper, Class of Service User Guide, RED Drop Profiles for Congestion Management: a drop profile
  is chosen by the loss priority that a packet has been given.

"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import LOSS_PRIORITIES, Field
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.effect.inner_values import inner_writes
from qosc.lint.facts.places import places
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS614", "profile-never-chosen", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete or not context.profile.takes.junos_statements:
        return
    given = context.once(inner_writes).losses
    if not given - {"", LOSS_PRIORITIES[0]}:
        return
    reported: set[Span] = set()
    for name in context.once(places):
        policy = context.device.policies.get(name)
        for item in policy.classes if policy is not None else ():
            wred = item.wred
            if wred is None or wred.field is not Field.LOSS_PRIORITY:
                continue
            for curve in wred.curves:
                names = {LOSS_PRIORITIES[one] for one in curve.values if 0 < one < 4}
                whole = len(names) == len(curve.values)
                if not names or not whole or names & given or curve.origin in reported:
                    continue
                if curve.origin == NOWHERE or len(names) > 1:
                    continue
                reported.add(curve.origin)
                yield RULE.at(
                    curve.origin,
                    f"nothing gives packets the loss priority {min(names)} of this drop profile",
                    effect=f"given are {', '.join(sorted(given))}",
                    label="never chosen",
                    help="write a loss priority that a classifier, filter or policer gives",
                )
