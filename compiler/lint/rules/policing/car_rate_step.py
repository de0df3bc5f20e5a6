"""A rate-limit whose rate is not a multiple of 8 kbit/s.

## What it does

Reports each `rate-limit` with a rate that is not a multiple of 8000 bit/s, or that is below
8000 bit/s.

## Why it matters

CAR counts in steps of 8 kbit/s, so the router works with another rate than the one written, or
rejects the line and limits nothing.

## Example

```ios
interface FastEthernet0/0
 ip address 192.0.2.129 255.255.255.128
 rate-limit input 1500500 281250 562500 conform-action transmit exceed-action drop
```

## Use instead

```ios
interface FastEthernet0/0
 ip address 192.0.2.129 255.255.255.128
 rate-limit input 1504000 282000 564000 conform-action transmit exceed-action drop
```

## Sources

- J. Boney, Cisco IOS in a Nutshell, 2nd edition, `rate-limit`: the rate is given in increments of
  8 kbit/s, from 8000 to 2000000000 bit/s.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import RateBase, show_rate
from qosc.diagnostics import Diagnostic, Edit, Fix, Severity
from qosc.ir import Algorithm
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.meters import metered

__all__ = ["RULE", "check"]

RULE = Rule("QOS304", "car-rate-step", Severity.WARNING, "0.1")

_STEP = 8000


def check(context: Context) -> Iterator[Diagnostic]:
    for policing in context.once(metered):
        meter = policing.policer.meter
        rate = meter.cir
        if meter.algorithm is not Algorithm.CAR or rate.base is not RateBase.BPS:
            continue
        if rate.value % _STEP == 0 and rate.value >= _STEP:
            continue
        nearest = max(_STEP, (rate.value + _STEP // 2) // _STEP * _STEP)
        known = rate.origin.end_column > rate.origin.column
        place = rate.origin if known else policing.policer.origin
        yield RULE.at(
            place,
            f"rate of {policing.what} is not a multiple of 8 kbit/s",
            effect=f"at {rate} packets are limited to another rate, or not at all",
            label="not a multiple of 8000",
            help=f"the nearest rate is {nearest} ({show_rate(nearest)})",
            fixes=(Fix(f"limit to {nearest}", (Edit(place, str(nearest)),)),) if known else (),
        )
