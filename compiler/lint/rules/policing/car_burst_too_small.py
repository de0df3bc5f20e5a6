"""A rate-limit whose normal burst the router does not accept.

## What it does

Reports each `rate-limit` with a normal burst of less than a 2000th of its rate, or of less than
1000 bytes.

## Why it matters

The router rejects the line, and the traffic that it was to limit or to mark passes as it came.

## Example

```ios
interface FastEthernet0/0
 ip address 192.0.2.129 255.255.255.128
 rate-limit input 80000000 16000 16000 conform-action transmit exceed-action drop
```

## Use instead

```ios
interface FastEthernet0/0
 ip address 192.0.2.129 255.255.255.128
 rate-limit input 80000000 15000000 30000000 conform-action transmit exceed-action drop
```

## Sources

- J. Boney, Cisco IOS in a Nutshell, 2nd edition, `rate-limit`: burst-normal is at least the rate in
  bit/s divided by 2000, in bytes, and lies between 1000 and 512000000.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import ceil_div
from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Algorithm
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.meters import metered

__all__ = ["RULE", "check"]

RULE = Rule("QOS305", "car-burst-too-small", Severity.ERROR, "0.1")

_FLOOR = 1000
"""Bytes."""


def check(context: Context) -> Iterator[Diagnostic]:
    for policing in context.once(metered):
        meter = policing.policer.meter
        rate, burst, *_ = policing.buckets.committed
        if meter.algorithm is not Algorithm.CAR or rate is None or burst is None:
            continue
        least = max(_FLOOR, ceil_div(rate, 2000))
        if burst < least:
            place = meter.cbs.origin if meter.cbs is not None else policing.policer.origin
            yield RULE.at(
                place if place.end_column > place.column else policing.policer.origin,
                f"normal burst of {policing.what} is {burst} bytes, below {least}",
                effect="the router rejects the line, and nothing is limited",
                label=f"less than {least}",
                notes=(f"the least is the rate divided by 2000: {rate} / 2000 = {least} bytes",)
                if least > _FLOOR
                else (f"the least is {_FLOOR} bytes",),
                help=f"{ceil_div(rate * 3, 16)} bytes (1.5 s at the rate) is what Cisco recommends",
            )
