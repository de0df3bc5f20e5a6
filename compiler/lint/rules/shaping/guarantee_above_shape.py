"""A class that is guaranteed more than its own shaper lets it send.

## What it does

Reports a class, a JunOS scheduler or a traffic control profile with a guarantee and a shaper of its
own, where the guarantee is the higher of the two at each port that it works on.

## Why it matters

The shaper wins: the class never sends what it is guaranteed, and what is reserved for it is missing
in the sum of the others. Some releases reject the pair.

## Example

```ios ios-15
class-map match-all DATA
 match dscp af21
policy-map WAN
 class DATA
  bandwidth 20000
  shape average 10000000
interface FastEthernet0/0
 service-policy output WAN
```

## Use instead

```ios ios-15
class-map match-all DATA
 match dscp af21
policy-map WAN
 class DATA
  bandwidth 10000
  shape average 20000000
interface FastEthernet0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `shape`: what a shaped class sends is
  held to the rate of the shaper, whatever `bandwidth` reserves.
- Juniper, Class of Service User Guide, `shaping-rate` of schedulers: it is the peak of the queue,
  and no more than it is sent of its transmit-rate; `guaranteed-rate`: the shaping rate must be as
  high at least.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import RateBase, show_rate
from qosc.datapath.shares import Base
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Policy, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.lint.facts.titles import class_title

__all__ = ["RULE", "check"]

RULE = Rule("QOS448", "guarantee-above-shape", Severity.WARNING, "0.1")

_ABSOLUTE = Base(None)
_PARTS = Base(1_000_000)
"""Bases where the policy is attached nowhere: bit/s compare with bit/s, shares with shares."""


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        if policy.feature.startswith("srr-queue"):
            continue  # weights of queues: QOS423
        bases = [spot.base for spot in context.once(places).get(policy.name, ())]
        for item in policy.classes:
            yield from _finding(policy, item, bases)


def _finding(policy: Policy, item: TrafficClass, bases: list[Base]) -> Iterator[Diagnostic]:
    guarantee, shaper = item.guarantee, item.shaper
    if guarantee is None or shaper is None or guarantee.default_by or shaper.rate.default_by:
        return
    if guarantee.base is RateBase.BPS:
        bases = bases or [_ABSOLUTE]
    elif guarantee.base is RateBase.PERCENT and shaper.rate.base is RateBase.PERCENT:
        bases = bases or [_PARTS]
    pairs = [(base.reserved(guarantee), base.cap(shaper)) for base in bases]
    sure = [(least, most) for least, most in pairs if least is not None and most is not None]
    if not sure or len(sure) < len(pairs) or any(least <= most for least, most in sure):
        return
    least, most = sure[0]
    shown: tuple[object, object] = (guarantee, shaper.rate)
    if bases[0] is not _PARTS:
        shown = (
            guarantee if guarantee.base is RateBase.BPS else show_rate(least),
            shaper.rate if shaper.rate.base is RateBase.BPS else show_rate(most),
        )
    yield RULE.at(
        guarantee.origin,
        f"{class_title(policy, item)} is guaranteed {shown[0]}, but shaped to {shown[1]}",
        effect="the queue is held to the shaper: it never gets all that it is guaranteed, and what "
        "is reserved for it is missing in the sum of the others",
        label="more than the shaper",
        related=(Label(shaper.rate.origin, "the shaper of the same class"),),
        help="raise the shaper, or lower the guarantee",
    )
