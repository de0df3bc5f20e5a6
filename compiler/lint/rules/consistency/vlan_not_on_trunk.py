"""A policy for a VLAN that the trunk of the same interface does not carry.

## What it does

Reports `vlan-range` with a policy on an interface whose `switchport trunk allowed vlan` has none of
its VLANs.

## Why it matters

No frame of that VLAN comes in, so the policy acts on nothing; frames of the VLAN that was meant
keep whatever marks they have.

## Example

```ios cat4500
hostname sw
policy-map EDGE
 class class-default
  set dscp default
interface GigabitEthernet3/1
 switchport trunk allowed vlan 110,120
 switchport mode trunk
 vlan-range 10
  service-policy input EDGE
```

## Use instead

```ios cat4500
hostname sw
policy-map EDGE
 class class-default
  set dscp default
interface GigabitEthernet3/1
 switchport trunk allowed vlan 110,120
 switchport mode trunk
 vlan-range 110
  service-policy input EDGE
```

## Sources

- Cisco Catalyst 4500 Series Switch Software Configuration Guide, Configuring Quality of Service:
  per-port per-VLAN policies are for the VLANs of the range on a trunk.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import interfaces, place
from qosc.lint.facts.switches.vlan_lists import vlans_in

__all__ = ["RULE", "check"]

RULE = Rule("QOS971", "vlan-not-on-trunk", Severity.WARNING, "0.1")

_RANGE = "vlan-range "
_ALLOWED = "switchport trunk allowed vlan "


def check(context: Context) -> Iterator[Diagnostic]:
    for port in context.once(interfaces):
        carried = 0
        lists = [line.removeprefix(_ALLOWED) for _, line in port.starting(_ALLOWED)]
        if not lists or any(not (one[:1].isdigit() or one.startswith("add ")) for one in lists):
            continue
        for one in lists:
            carried |= vlans_in(one)
        for number, line in port.starting(_RANGE):
            asked = vlans_in(line.removeprefix(_RANGE))
            if asked and not asked & carried:
                yield RULE.at(
                    place(context, number),
                    f"the trunk of {port.head.split()[1][:30]} carries no VLAN of this range",
                    effect="the policy acts on nothing, and the VLANs of the trunk have none",
                    label="not on the trunk",
                    help="name a VLAN of the trunk, or allow this one",
                )
