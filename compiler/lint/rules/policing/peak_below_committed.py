"""A two-rate policer whose peak rate is below its committed rate.

## What it does

Compares the two rates of each two-rate policer (`police cir ... pir ...`, JunOS `two-rate`) that
are given in the same unit, and reports a peak rate that is the lower one.

## Why it matters

A packet is looked at against the peak rate first. What is above it is red, even while it is within
the committed rate: the committed rate is never reached, and no packet is ever yellow. Some routers
reject such a line.

## Example

```ios
class-map match-all DATA
 match dscp af21
policy-map EDGE
 class DATA
  police cir 8000000 bc 250000 pir 4000000 be 250000
   conform-action transmit
   exceed-action set-dscp-transmit af22
   violate-action drop
interface FastEthernet0/0
 service-policy input EDGE
```

```ios
interface ATM0/0.1 point-to-point
 ip address 192.0.2.1 255.255.255.252
 pvc 1/32
  vbr-nrt 1024 2048
```

## Use instead

```ios
class-map match-all DATA
 match dscp af21
policy-map EDGE
 class DATA
  police cir 4000000 bc 250000 pir 8000000 be 250000
   conform-action transmit
   exceed-action set-dscp-transmit af22
   violate-action drop
interface FastEthernet0/0
 service-policy input EDGE
```

```ios
interface ATM0/0.1 point-to-point
 ip address 192.0.2.1 255.255.255.252
 pvc 1/32
  vbr-nrt 2048 1024
```

## Sources

- RFC 2698, section 2: the PIR must be equal to or greater than the CIR; section 3: a packet is held
  against the peak rate first.
- Cisco IOS Asynchronous Transfer Mode Command Reference, `vbr-nrt`: first the peak cell rate, then
  the sustained one, which may be as high as that.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Algorithm
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.meters import metered
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS311", "peak-below-committed", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    reported: set[Span] = set()
    for policing in context.once(metered):
        meter = policing.policer.meter
        peak, committed = meter.pir, meter.cir
        if (
            meter.algorithm is Algorithm.TRTCM
            and peak is not None
            and peak.base is committed.base
            and peak.value < committed.value
            and not (policing.name and peak.origin in reported)
        ):
            reported.add(peak.origin)
            title = f"PIR of {policing.what} is {peak}, below its CIR of {committed}"
            if policing.name:
                words = "peak-information-rate below committed-information-rate"
                title = f"{policing.name[:33]}: {words}"
            yield RULE.at(
                peak.origin,
                title,
                effect="packets within the CIR are treated as violating",
                label=f"{peak}, the lower of the two",
                related=(Label(committed.origin, f"{committed}, the committed rate"),),
                help="give the peak rate the larger value",
            )
    for port in context.device.ports.values():
        circuit = port.atm
        if circuit is None or circuit.peak is None or circuit.sustained is None:
            continue
        if circuit.peak.value < circuit.sustained.value:
            yield RULE.at(
                circuit.origin,
                f"{port.name[:40]}: peak {circuit.peak}, below its sustained {circuit.sustained}",
                effect="the router rejects the line, or the circuit never sends more than its peak",
                label="the peak comes first",
                help="give the peak rate first",
                severity=Severity.WARNING,
            )
