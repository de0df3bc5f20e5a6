"""A policer that drops what the shaper of the same class was to delay.

## What it does

Reports a class of an output policy that has both `shape` and `police`, where the policer drops
above a rate that is not larger than the shaper's.

## Why it matters

A packet meets the policer first. What is above its rate and burst is dropped there, although the
shaper would have delayed it. And the policer does not know the classes of a policy inside: it drops
packets of a priority class as it drops others, before the child policy tells them apart. What its
burst lets through still waits for the shaper, and only there do priorities and guarantees decide.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map QUEUES
 class VOICE
  priority percent 20
policy-map TO-CUSTOMER
 class class-default
  police 10000000
  shape average 10000000
  service-policy QUEUES
interface FastEthernet0/0
 service-policy output TO-CUSTOMER
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map QUEUES
 class VOICE
  priority percent 20
policy-map TO-CUSTOMER
 class class-default
  shape average 10000000
  service-policy QUEUES
interface FastEthernet0/0
 service-policy output TO-CUSTOMER
```

## Sources

- Cisco, Packet Marking: QoS Order of Operation (tech note 22141): policing comes before queueing
  and shaping on output.
- cisco-nsp, 18 February 2009, Mixing WRR with policing: a policer drops before the queues, which it
  does not know.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import Rate
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Policer, Verdict
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS442", "police-before-shape", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        for traffic_class in () if policy.feature else policy.classes:
            shaper = traffic_class.shaper
            for policer in traffic_class.policers if shaper is not None else ():
                passed = _passed(policer)
                if shaper is None or passed is None or not _within(passed, shaper.rate):
                    continue
                inside = (
                    f", of all classes of policy-map {traffic_class.child.name} alike"
                    if traffic_class.child is not None
                    else ""
                )
                yield RULE.at(
                    policer.origin,
                    f"class {traffic_class.name} of {policy.title} polices to {passed} "
                    "before it shapes",
                    effect=f"packets above that are dropped before the shaper of {shaper.rate} can "
                    f"delay them{inside}",
                    label="drops first",
                    related=(Label(shaper.origin, "delays what the policer lets through"),),
                    help="leave the policer out, or police above the shaper's rate",
                )


def _passed(policer: Policer) -> Rate | None:
    """The rate above which the policer drops everything, if there is one."""
    if policer.exceed.verdict is Verdict.DROP:
        return policer.meter.cir
    if policer.violate is not None and policer.violate.verdict is Verdict.DROP:
        return policer.meter.pir
    return None


def _within(policed: Rate, shaped: Rate) -> bool:
    return policed.base is shaped.base and policed.value <= shaped.value
