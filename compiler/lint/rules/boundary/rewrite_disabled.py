"""A switch that sets a DSCP and may not write it.

## What it does

Reports `no mls qos rewrite ip dscp` where a policy in force sets a DSCP, or a port has a DSCP
mutation map.

## Why it matters

The new DSCP chooses the queue and the CoS inside the switch and is not written: packets leave with
the DSCP that they came with, and a next device that goes by the DSCP does not see the new one.

## Example

```ios cat3750
hostname sw
mls qos
no mls qos rewrite ip dscp
ip access-list extended ERP
 permit tcp any any eq 1521
class-map match-all ERP
 match access-group name ERP
policy-map ROOM
 class ERP
  set dscp af21
interface GigabitEthernet0/1
 switchport access vlan 10
 service-policy input ROOM
```

## Use instead

```ios cat3750
hostname sw
mls qos
ip access-list extended ERP
 permit tcp any any eq 1521
class-map match-all ERP
 match access-group name ERP
policy-map ROOM
 class ERP
  set dscp af21
interface GigabitEthernet0/1
 switchport access vlan 10
 service-policy input ROOM
```

## Sources

- Cisco Catalyst 3750 Switch Command Reference, `mls qos rewrite ip dscp`: with `no`, the outgoing
  DSCP is the incoming one; the internal DSCP still gives the CoS and the egress queue.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import place
from qosc.lint.facts.lines.voided import rewrite_off

__all__ = ["RULE", "check"]

RULE = Rule("QOS932", "rewrite-disabled", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for number, what in context.once(rewrite_off).items():
        yield RULE.at(
            place(context, number),
            f"the switch may not write a DSCP, and {what[:50]} sets one",
            effect="packets leave with the DSCP that they came with",
            label="for all ports",
            help="leave the line out, or the marks",
        )
