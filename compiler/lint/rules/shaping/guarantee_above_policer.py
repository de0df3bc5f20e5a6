"""A class that is guaranteed more than its own policer lets through.

## What it does

Reports a class with a guarantee, or a priority with a rate, and a policer that drops what exceeds,
where the policer's rate is below three quarters of the guarantee at each port where it works.
Policers that count packets, or that several classes share, are left out.

## Why it matters

The policer comes before the queue: no more than its rate ever waits there, and the rest of what is
reserved is missing in the sum of the others. Most often one of the two figures has a digit or a
unit that the other has not.

## Example

```ios
class-map match-all VIDEO
 match dscp af41
policy-map WAN
 class VIDEO
  bandwidth 4000
  police 400000 50000 50000 conform-action transmit exceed-action drop
interface FastEthernet0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VIDEO
 match dscp af41
policy-map WAN
 class VIDEO
  bandwidth 4000
  police 4000000 500000 500000 conform-action transmit exceed-action drop
interface FastEthernet0/0
 service-policy output WAN
```

## Sources

- Cisco, QoS: Policing and Shaping Configuration Guide: packets above the rate of a policer that
  drops are never queued.
- Cisco, Comparing the bandwidth and priority Commands of a QoS Service Policy: what `bandwidth`
  reserves is subtracted from what other classes may have.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import RateBase, show_rate
from qosc.datapath.meters import buckets
from qosc.datapath.shares import Base
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Policer, Policy, TrafficClass, Verdict
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.lint.facts.titles import class_title

__all__ = ["RULE", "check"]

RULE = Rule("QOS456", "guarantee-above-policer", Severity.WARNING, "0.1")

_ABSOLUTE = Base(None)
_QUARTERS = 3
"""The policer is told below so many quarters: headers that one of the two counts make less."""


def check(context: Context) -> Iterator[Diagnostic]:
    where = context.once(places)
    for policy in context.device.policies.values():
        spots = where.get(policy.name, ())
        bases = [spot.base for spot in spots if spot.direction == "output"]
        if policy.feature or (spots and not bases):
            continue
        for item in policy.classes:
            for policer in item.policers:
                if policer.exceed.verdict is Verdict.DROP and not policer.shared:
                    yield from _finding(policy, item, policer, bases)


def _finding(
    policy: Policy, item: TrafficClass, policer: Policer, bases: list[Base]
) -> Iterator[Diagnostic]:
    asked = item.priority.rate if item.priority is not None else item.guarantee
    if asked is None or asked.default_by or policer.conform.verdict is Verdict.DROP:
        return
    if not bases and asked.base is RateBase.BPS:
        bases = [_ABSOLUTE]
    pairs = [(base.reserved(asked), _rate(policer, base)) for base in bases]
    sure = [(least, most) for least, most in pairs if least is not None and most is not None]
    if not sure or len(sure) < len(pairs):
        return
    if any(most * 4 >= least * _QUARTERS for least, most in sure):
        return
    least, most = sure[0]
    yield RULE.at(
        policer.origin,
        f"{class_title(policy, item)} is guaranteed {show_rate(least)}, and policed to "
        f"{show_rate(most)}",
        effect=f"no more than {show_rate(most)} ever comes to its queue",
        label="drops before the guarantee is used",
        related=(Label(asked.origin, f"{show_rate(least)} are reserved"),),
        help="give the two the same rate",
    )


def _rate(policer: Policer, base: Base) -> int | None:
    committed = buckets(policer.meter, base.whole).committed
    return None if committed.packets else committed.rate
