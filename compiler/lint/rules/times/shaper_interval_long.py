"""A shaper with queues for calls below it whose interval is longer than a call can wait.

## What it does

Reports a shaper on a Cisco system whose interval, Bc / CIR, is 200 ms and more as the config has
it, where a policy below it has a priority class, however deep.

## Why it matters

A shaper sends Bc at the speed of the line and then nothing until the next interval: each call
stands still for up to that time, again and again, priority or not.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map QUEUES
 class VOICE
  priority percent 20
policy-map WAN
 class class-default
  shape average 10000000 5000000 0
  service-policy QUEUES
interface GigabitEthernet0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map QUEUES
 class VOICE
  priority percent 20
policy-map WAN
 class class-default
  shape average 10000000 100000 0
  service-policy QUEUES
interface GigabitEthernet0/0
 service-policy output WAN
```

## Sources

- Cisco, Enterprise QoS Solution Reference Network Design Guide, chapter 3: for voice, Bc is a
  hundredth of CIR, which makes an interval of 10 ms; the default of 125 ms is too long.
- ITU-T G.114: more than 150 ms from mouth to ear harm a call.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.datapath.shapers import shaped
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Policy, Priority, TrafficClass
from qosc.ir.resolve import POLICY_LEVELS, resolve
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.lint.facts.titles import class_title

__all__ = ["RULE", "check"]

RULE = Rule("QOS722", "shaper-interval-long", Severity.WARNING, "0.1")

_LONG = 200_000
"""Microseconds."""


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        wholes = {spot.whole for spot in context.once(places).get(policy.name, ())} or {None}
        for item in policy.classes:
            shaper = item.shaper
            if shaper is None or shaper.committed is None or shaper.committed.default_by:
                continue
            first = _priority_below(context, item)
            bounds = [shaped(shaper, whole) for whole in wholes]
            if first is None or not all(
                one is not None and one.interval >= _LONG for one in bounds
            ):
                continue
            shortest = min(one.interval for one in bounds if one is not None)
            yield RULE.at(
                shaper.committed.origin,
                f"Tc of {class_title(policy, item)} is {shortest // 1000} ms",
                effect="the priority class below it may wait as long",
                label="Bc in bits",
                related=(Label(first.origin, "waits for the next interval"),),
                help="write a hundredth of the rate (10 ms), or leave Bc out",
            )


def _priority_below(context: Context, item: TrafficClass) -> Priority | None:
    """The first priority class of the policies inside a class."""
    level = [item]
    for _ in range(POLICY_LEVELS - 1):
        children = {one.child.name: one.child for one in level if one.child is not None}
        below = [resolve(context.device, child) for child in children.values()]
        level = [one for policy in below if isinstance(policy, Policy) for one in policy.classes]
        first = next((one.priority for one in level if one.priority is not None), None)
        if first is not None:
            return first
    return None
