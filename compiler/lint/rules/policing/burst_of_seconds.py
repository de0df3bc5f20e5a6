"""A policer whose burst is many seconds of its rate, or whose rate is a few bits a second.

## What it does

Reports a policer with a rate in bit/s whose committed burst takes 10 s and more at that rate, and a
JunOS policer with a rate below 8 kbit/s. The bursts of policers that protect the router's own
control plane are passed over.

## Why it matters

Until the bucket is empty nothing is dropped: a download of that size passes at the speed of the
line. Such a burst, and a rate of some bit/s, come of a unit that was left out or written twice.

## Example

```junos
firewall {
    policer limit {
        if-exceeding { bandwidth-limit 1m; burst-size-limit 100m; }
        then discard;
    }
    family inet {
        filter edge { term all { then { policer limit; accept; } } }
    }
}
interfaces { ge-0/0/0 { unit 0 { family inet { filter { input edge; } } } } }
```

## Use instead

```junos
firewall {
    policer limit {
        if-exceeding { bandwidth-limit 1m; burst-size-limit 625k; }
        then discard;
    }
    family inet {
        filter edge { term all { then { policer limit; accept; } } }
    }
}
interfaces { ge-0/0/0 { unit 0 { family inet { filter { input edge; } } } } }
```

## Sources

- Juniper, Determining Proper Burst Size for Traffic Policers: 5 ms of the interface, or ten MTU on
  slow ones; `bandwidth-limit`: in bit/s, 8000 and more.
- Recorded outputs of IOS: 250 ms of the rate where `police` has no burst.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import show_rate
from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.meters import metered

__all__ = ["RULE", "check"]

RULE = Rule("QOS318", "burst-of-seconds", Severity.WARNING, "0.1")

_SECONDS = 10
_LEAST = 8000


def check(context: Context) -> Iterator[Diagnostic]:
    junos = context.profile.takes.junos_statements
    for policing in context.once(metered):
        rate, meter = policing.rate, policing.policer.meter
        depth = policing.buckets.committed.depth
        if rate is None or depth is None or rate <= 0 or meter.cbs is None:
            continue
        if junos and rate < _LEAST:
            yield RULE.at(
                meter.cir.origin,
                f"{policing.what} polices to {show_rate(rate)}",
                label="in bit/s",
                help="write k, m or g behind the number",
            )
            continue
        if policing.guards_control_plane or meter.cbs.default_by or rate < _LEAST:
            # Control packets come all at once, as after a restart; no IOS takes such a rate.
            continue
        if depth * 8 >= rate * _SECONDS:
            yield RULE.at(
                meter.cbs.origin,
                f"burst of {policing.what} is {depth * 8 // rate} s of its rate",
                label=f"{depth} bytes at {show_rate(rate)}",
                help="lower the burst; some hundred milliseconds of the rate are enough for TCP",
            )
