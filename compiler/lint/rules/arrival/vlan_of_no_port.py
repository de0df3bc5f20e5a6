"""A class that matches a VLAN which no subinterface of the device has.

## What it does

Reports a `match vlan` in a class of an applied policy where the whole config has subinterfaces with
`encapsulation dot1q`, and none of them, no VLAN interface and no `vlan` line has that number.
Devices with switch ports or service instances are left alone.

## Why it matters

No frame of that VLAN enters or leaves the router, so the class never matches, and its guarantee or
policer is for nothing; what was meant for it is in another class.

## Example

```ios
hostname r1
class-map match-all SITE-A
 match vlan 20
policy-map WAN
 class SITE-A
  police 2000000
interface GigabitEthernet0/0
 service-policy input WAN
interface GigabitEthernet0/0.10
 encapsulation dot1Q 10
 ip address 192.0.2.1 255.255.255.0
end
```

## Use instead

```ios
hostname r1
class-map match-all SITE-A
 match vlan 10
policy-map WAN
 class SITE-A
  police 2000000
interface GigabitEthernet0/0
 service-policy input WAN
interface GigabitEthernet0/0.10
 encapsulation dot1Q 10
 ip address 192.0.2.1 255.255.255.0
end
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `match vlan (QoS)`: matches the VLAN
  identification of traffic.
- Cisco IOS LAN Switching Command Reference, `encapsulation dot1q`: assigns a VLAN to a
  subinterface.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import Interval
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.lint.facts.switches.vlan_lists import run_of_vlans, vlans_in
from qosc.lint.facts.walk import leaf_tests
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS120", "vlan-of-no-port", Severity.WARNING, "0.1")

_OTHER = pattern(
    r"\s*(?:switchport|service instance|bridge-domain|bridge-group|xconnect|encapsulation default)"
)
_HAS = pattern(
    r"(?:\s+encapsulation (?:dot1q|isl) |interface vlan ?|vlan (?:configuration )?)(\d.*)",
    re.IGNORECASE,
)
_TAGGED = pattern(r"\s+encapsulation dot1q ", re.IGNORECASE)
_NEAR = ("switchport", "service instance", "bridge-", "xconnect", "encapsulation", "vlan")
"""One of these is in each line that one of the patterns takes."""


def check(context: Context) -> Iterator[Diagnostic]:
    if context.source is None or not context.device.complete:
        return
    lines = [context.source.lines[index] for index in context.source.holding(*_NEAR)]
    if any(map(_OTHER.match, lines)) or not any(map(_TAGGED.match, lines)):
        return
    have = _vlans(lines)
    reported = set()
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        for item in policy.classes if policy is not None and spots else ():
            for test in leaf_tests(context.device, item.match):
                if test.field is not Field.VLAN or test.origin in reported:
                    continue
                asked = [one for one in test.values if isinstance(one, Interval)]
                if not asked or any(have & run_of_vlans(one.low, one.high) for one in asked):
                    continue
                reported.add(test.origin)
                number = asked[0].low
                yield RULE.at(
                    test.origin,
                    f"class {item.name} matches VLAN {number}, which no subinterface has",
                    label="never matches",
                    related=(Label(spots[0].origin, f"applied to {spots[0].port.name}"),),
                    help="match the VLAN of a subinterface, or leave the class out",
                )


def _vlans(lines: tuple[str, ...] | list[str]) -> int:
    """The VLANs that lines of the text name, as bits."""
    vlans = 0
    for line in lines:
        said = _HAS.match(line)
        if said is not None:
            vlans |= vlans_in(said[1][:200])
    return vlans
