"""A policy of a switch port that takes its policies from the VLAN.

## What it does

Reports `service-policy input` on a port of a Catalyst with `mls qos vlan-based`; and such a port
where no VLAN interface of the switch has a policy on input.

## Why it matters

With VLAN-based QoS the switch classifies, marks and polices what comes in by the policy of the VLAN
interface. The policy of the port itself is not in force, whatever the config shows; where the VLAN
has none, nothing is.

## Example

```ios
! qosc: ignore-file[line-not-modelled] VLAN-based QoS is what this is about
hostname s1
mls qos
class-map match-all PHONES
 match ip dscp ef
policy-map PORT
 class PHONES
  police 128000 8000 exceed-action drop
policy-map VLAN10
 class PHONES
  trust dscp
interface FastEthernet1/0/1
 switchport mode access
 switchport access vlan 10
 mls qos vlan-based
 service-policy input PORT
interface Vlan10
 ip address 192.0.2.1 255.255.255.0
 service-policy input VLAN10
```

## Use instead

```ios
hostname s1
mls qos
class-map match-all PHONES
 match ip dscp ef
policy-map PORT
 class PHONES
  police 128000 8000 exceed-action drop
interface FastEthernet1/0/1
 switchport mode access
 switchport access vlan 10
 service-policy input PORT
```

## Sources

- Cisco, Catalyst 3750-X and 3560-X Switch Software Configuration Guide (OL-21521), Applying QoS on
  Interfaces: with VLAN-based QoS on a port, the switch removes the port's own policy-maps; the
  traffic of the port is subject to the policy-map of the VLAN interface that it is in.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, interfaces, place

__all__ = ["RULE", "check"]

RULE = Rule("QOS621", "policy-under-vlan-based", Severity.WARNING, "0.1")

_BASED = "mls qos vlan-based"
_INPUT = "service-policy input "


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    ports = context.once(interfaces)
    based = [(port, number) for port in ports for number, _ in port.starting(_BASED)]
    if not based:
        return
    reported = False
    for port, number in based:
        own = next((at for at, _ in port.starting(_INPUT)), 0)
        if own:
            reported = True
            yield RULE.at(
                place(context, own),
                "the policy of this port is not in force: the port is `mls qos vlan-based`",
                effect="its packets meet the policy of the VLAN interface, and this one never",
                label="not in force",
                related=(Label(place(context, number), "the policy of the VLAN instead"),),
                help="put it inside the policy of the VLAN, or remove `mls qos vlan-based`",
            )
    if not reported and not any(_is_vlan(port) and port.has(_INPUT) for port in ports):
        yield RULE.at(
            place(context, based[0][1]),
            "ports take their policy from the VLAN, and no VLAN interface has one",
            effect="no policy is in force on what comes in by such ports",
            label="takes it from the VLAN",
            help="apply a policy to the VLAN interface, or remove the line",
        )


def _is_vlan(port: Block) -> bool:
    return port.head.startswith("interface vlan")
