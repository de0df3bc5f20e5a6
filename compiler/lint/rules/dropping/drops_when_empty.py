"""A drop profile of JunOS that drops packets of a queue that is empty, or almost so.

## What it does

Reports a drop profile in force that drops at a fill level of 0, and one that drops all packets at a
fill level of 10 % or less. A queue with `explicit-congestion-notification`, which marks packets in
place of dropping them, may begin that early, and is passed over.

## Why it matters

Packets are lost while the queue has room for all of them: the class has a part of its rate only,
at any hour. Usually a figure has a digit too few, or the two lists are of another profile.

## Example

```junos
class-of-service {
    drop-profiles {
        EARLY { interpolate { fill-level [ 3 8 ]; drop-probability [ 0 100 ]; } }
    }
    schedulers {
        BE {
            transmit-rate percent 95;
            drop-profile-map loss-priority any protocol any drop-profile EARLY;
        }
        NC { transmit-rate percent 5; }
    }
    scheduler-maps {
        M {
            forwarding-class best-effort scheduler BE;
            forwarding-class network-control scheduler NC;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map M; }
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
        EARLY { interpolate { fill-level [ 30 80 ]; drop-probability [ 0 100 ]; } }
    }
    schedulers {
        BE {
            transmit-rate percent 95;
            drop-profile-map loss-priority any protocol any drop-profile EARLY;
        }
        NC { transmit-rate percent 5; }
    }
    scheduler-maps {
        M {
            forwarding-class best-effort scheduler BE;
            forwarding-class network-control scheduler NC;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map M; }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Sources

- Juniper, Class of Service User Guide, RED Drop Profiles: fill-level is the part of the queue's
  buffer that is taken; at a fill level of 0 the probability is 0 unless a point says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.objects import objects
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS417", "drops-when-empty", Severity.WARNING, "0.1")

_ALL = 1_000_000
"""Points are in parts per million."""
_EARLY = 100_000


def check(context: Context) -> Iterator[Diagnostic]:
    reported: set[Span] = set()
    for policy in context.device.policies.values():
        for item in policy.classes:
            wred = item.wred
            for curve in wred.curves if wred is not None and not wred.ecn else ():
                origin = curve.origin
                if not curve.points or origin == NOWHERE:
                    continue
                first = next((fill for fill, drop in curve.points if drop >= _ALL), None)
                if curve.points[0][0] == 0 and curve.points[0][1]:
                    share = curve.points[0][1] * 100 // _ALL
                    what = f"drops {share}% of the packets of an empty queue"
                elif first is not None and first <= _EARLY:
                    what = f"drops all packets once {first * 100 // _ALL}% of the buffer is taken"
                else:
                    continue
                levels = _levels(context, origin)
                if (levels or origin) in reported:
                    continue
                reported.add(levels or origin)
                yield RULE.at(
                    levels or origin,
                    f"drop profile of {item.name} of {policy.title} drops packets too early",
                    effect=f"it {what}",
                    label="fill levels are in percent",
                    related=(Label(origin, "used here"),) if levels is not None else (),
                    help="begin at a fill level above 0, and end near 100",
                )


def _levels(context: Context, use: Span) -> Span | None:
    """The line with the fill levels of the profile that a line uses."""
    source = context.source
    if source is None:
        return None
    words = source.line(use.line).replace(";", " ").split()
    known = context.once(objects).defined.get("drop-profile", {})
    named = next((known[word] for word in words[::-1] if word in known), None)
    begins = named.origin.line if named is not None else 0
    for number in range(begins, min(begins + _NEAR, source.last + 1)) if begins else ():
        line = source.line(number)
        start = line.find("fill-level")
        if start >= 0:
            return Span(source.path, number, start + 1, number, len(line.rstrip()) + 1)
    return None


_NEAR = 6
"""So many lines from the name of a profile its points begin at most."""
