"""A policer whose bucket cannot hold one full-size packet.

## What it does

Compares the burst of each policer, of `police` and of `rate-limit`, with the largest packet that
the interface carries. For a `rate-limit` with an extended burst above the normal one, the extended
burst counts, since a packet may borrow that much.

## Why it matters

A packet conforms only if there are tokens for all of it, and the bucket never holds more than its
burst. Every full-size packet exceeds, even on an idle line: a TCP transfer gets nowhere, while
small packets such as pings pass and hide it.

## Example

```ios
class-map match-all BULK
 match dscp af11
policy-map LAN-IN
 class BULK
  police cir 512000 bc 1000 conform-action transmit exceed-action drop
interface FastEthernet0/0
 ip address 192.0.2.129 255.255.255.128
 service-policy input LAN-IN
```

## Use instead

```ios
class-map match-all BULK
 match dscp af11
policy-map LAN-IN
 class BULK
  police cir 512000 bc 16000 conform-action transmit exceed-action drop
interface FastEthernet0/0
 ip address 192.0.2.129 255.255.255.128
 service-policy input LAN-IN
```

## Sources

- RFC 2697, section 3, and RFC 2698, section 3: a packet of B bytes conforms if the bucket holds at
  least B; section 2 of each: a burst should be no smaller than the largest packet of the stream.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.datapath.lengths import mtu_of
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Outcome, Policer, Verdict
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.meters import Metered, metered
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS302", "burst-below-mtu", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    # A policer that works on many ports is told once, with their number.
    places: dict[tuple[Span, int, int], list[Metered]] = {}
    for policing in context.once(metered):
        policer = policing.policer
        if policing.guards_control_plane or _alike(policer.conform, policer.exceed):
            continue
        if policer.meter.cbs is not None and policer.meter.cbs.default_by:
            continue  # of one platform: others of its kind differ, and nobody wrote it
        burst = policing.burst
        largest = mtu_of(policing.port, context.profile)
        if burst is not None and burst < largest:
            places.setdefault((_place(policer), burst, largest), []).append(policing)
    for (place, burst, largest), alike in places.items():
        yield _finding(alike[0], len(alike) - 1, place, burst, largest)


def _place(policer: Policer) -> Span:
    written = policer.meter.cbs.origin if policer.meter.cbs is not None else policer.origin
    return written if written.end_column > written.column else policer.origin


def _finding(policing: Metered, more: int, place: Span, burst: int, largest: int) -> Diagnostic:
    policer = policing.policer
    what = policing.what + (f" and {more} more" if more else "")
    drops = policer.exceed.verdict is Verdict.DROP
    return RULE.at(
        place,
        f"burst of {what} is {burst} bytes, less than a packet",
        effect="each larger packet is "
        + ("dropped even on an idle link" if drops else "treated as exceeding"),
        label=f"{burst} bytes",
        related=(Label(policing.port.origin, f"packets here have up to {largest} bytes"),)
        if policing.port is not None and policing.port.origin != NOWHERE
        else (),
        notes=()
        if policing.port is not None
        else (f"an interface with the usual MTU carries packets of up to {largest} bytes",),
        help=f"raise the burst to at least {largest} bytes; for TCP see QOS303",
        severity=None if drops else _quieter(policing, largest),
    )


def _quieter(policing: Metered, largest: int) -> Severity:
    """Info where the peak bucket holds a packet and more: so a policer gives all one colour."""
    peak = policing.buckets.peak
    deep = peak is not None and peak.depth is not None and peak.depth >= largest
    return Severity.INFO if deep else Severity.WARNING


def _alike(conform: Outcome, exceed: Outcome) -> bool:
    return (conform.verdict, conform.marks) == (exceed.verdict, exceed.marks)
