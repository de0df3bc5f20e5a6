"""A JunOS policer with a burst of less than ten packets.

## What it does

Compares the burst of each JunOS policer that drops with ten times the largest packet that its
interfaces carry. One that does not hold a single such packet is QOS302.

## Why it matters

Hosts send packets back to back, many at a time. A bucket of a few packets drops the rest of each
such burst, even where the traffic is far below the rate on average.

## Example

```junos
firewall {
    family inet {
        filter edge {
            term all {
                then { policer ten-megabit; accept; }
            }
        }
    }
    policer ten-megabit {
        if-exceeding { bandwidth-limit 10m; burst-size-limit 12500; }
        then discard;
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input edge; } } } }
}
```

## Use instead

```junos
firewall {
    family inet {
        filter edge {
            term all {
                then { policer ten-megabit; accept; }
            }
        }
    }
    policer ten-megabit {
        if-exceeding { bandwidth-limit 10m; burst-size-limit 625k; }
        then discard;
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input edge; } } } }
}
```

## Sources

- Juniper, Determining Proper Burst Size for Traffic Policers: no lower than ten times the MTU, and
  no lower than what the interface carries in 5 ms.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.datapath.lengths import mtu_of
from qosc.diagnostics import Diagnostic, Severity, first_names
from qosc.ir import Verdict
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.meters import Metered, metered
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS307", "burst-below-ten-mtu", Severity.WARNING, "0.1")

_SHOWN = 3
"""So many of the users of a policer are named; the rest is counted."""


def check(context: Context) -> Iterator[Diagnostic]:
    packets = context.profile.takes.burst_packets
    if not packets:
        return  # the advice is for the hardware of one vendor
    by_line: dict[Span, list[tuple[Metered, int, int]]] = {}
    for policing in context.once(metered):
        burst = _before_drop(policing)
        largest = mtu_of(policing.port, context.profile)
        place = _place(policing)
        low = burst is not None and largest <= burst < packets * largest
        if low and burst is not None and not policing.guards_control_plane:
            by_line.setdefault(place, []).append((policing, burst, largest))
    for alike in by_line.values():
        users = list(dict.fromkeys(policing.what for policing, _, _ in alike))
        policing, burst, largest = alike[0]
        yield _finding(policing, burst, largest, packets * largest, users)


def _before_drop(policing: Metered) -> int | None:
    """The bytes that pass at once before a packet is dropped; None where none is, or unknown."""
    violate, used = policing.policer.violate, policing.buckets
    if policing.policer.exceed.verdict is Verdict.DROP:
        return used.at_once
    if violate is None or violate.verdict is not Verdict.DROP:
        return None
    if used.peak is not None:
        return used.peak.depth
    normal, more = used.at_once, used.excess
    return None if normal is None or more is None or more.depth is None else normal + more.depth


def _place(policing: Metered) -> Span:
    burst = policing.policer.meter.cbs
    return burst.origin if burst is not None and burst.origin.line else policing.policer.origin


def _finding(
    policing: Metered, burst: int, largest: int, least: int, users: list[str]
) -> Diagnostic:
    rate = policing.rate
    notes = (
        [f"at the policed rate that is {burst * 8_000_000 // rate} microseconds"] if rate else []
    )
    if policing.name:
        notes.append(f"used by {first_names(users, _SHOWN)}")
    whole = burst // largest
    packets = f"{whole} packet{'s' if whole > 1 else ''}"
    advice = f"{least} bytes"
    return RULE.at(
        _place(policing),
        f"burst of {(policing.name or policing.what)[:50]} holds {packets} of {largest} bytes",
        effect="packets back to back are dropped even where the average rate is low",
        label=f"{burst} bytes",
        notes=tuple(notes),
        help=f"Juniper advises {advice} at least, and what the interface carries in 5 ms",
    )
