"""A shaper whose Bc is a few bits, as if it were written in bytes.

## What it does

Reports a `shape` with a Bc in the config that is sent in less than 4 ms of the CIR.

## Why it matters

The bursts of `shape` are in bits, those of `police` in bytes. A Bc in bytes is an eighth of what
was meant: the interval Tc = Bc / CIR is so short that no packet of full size fits into it, and
below the 4 ms that routers keep to. The shaper then rounds, or sends less than its rate.

## Example

```ios
policy-map WAN
 class class-default
  shape average 10000000 12500
interface FastEthernet0/0
 service-policy output WAN
```

## Use instead

```ios
policy-map WAN
 class class-default
  shape average 10000000 100000
interface FastEthernet0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `shape`: mean-rate in bit/s, burst-size
  and excess-burst-size in bits.
- Cisco, Comparing Traffic Policing and Traffic Shaping for Bandwidth Limiting (tech note 19645):
  Tc = Bc / CIR; recorded outputs of HQF and IOS XE have Tc = 4 ms where the config leaves Bc out.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.datapath.shapers import shaped
from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.lint.facts.titles import class_title

__all__ = ["RULE", "check"]

RULE = Rule("QOS450", "shaper-burst-in-bytes", Severity.WARNING, "0.1")

_LEAST = 4000
"""Microseconds of the shortest interval of a router's shaper."""


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.profile.shape_bursts_in_bits.value:
        return
    for policy in context.device.policies.values():
        spots = context.once(places).get(policy.name, ())
        wholes = {spot.whole for spot in spots} or {None}
        for item in policy.classes:
            shaper = item.shaper
            if policy.feature or shaper is None or shaper.committed is None:
                continue
            bounds = [shaped(shaper, whole) for whole in wholes]
            if shaper.committed.default_by or not all(
                one is not None and 0 < one.interval < _LEAST for one in bounds
            ):
                continue
            longest = max(one.interval for one in bounds if one is not None)
            yield RULE.at(
                shaper.committed.origin,
                f"Bc of {class_title(policy, item)} is {longest / 1000:g} ms of its CIR",
                label="in bits",
                notes=("Bc and Be of `shape` are in bits, those of `police` in bytes",),
                help=f"write {shaper.committed.value * 8} if bytes were meant, or leave it out",
            )
