"""A policy of a VLAN interface where no port of the switch looks at such policies.

## What it does

Reports a `service-policy input` of a VLAN interface of a Catalyst with `mls qos` and switch ports,
where none of those that carry the VLAN has `mls qos vlan-based`.

## Why it matters

The ports of the switch keep to their own policies and trust by default. The policy of the VLAN is
accepted and looks at no packet: nothing is marked.

## Example

```ios cat3750
hostname access-1
mls qos
ip access-list extended PHONES
 permit ip 192.0.2.0 0.0.0.255 any
class-map match-all PHONES
 match access-group name PHONES
policy-map VLAN10
 class PHONES
  set dscp ef
interface FastEthernet0/1
 switchport mode access
 switchport access vlan 10
interface Vlan10
 ip address 192.0.2.1 255.255.255.0
 service-policy input VLAN10
```

## Use instead

```ios cat3750
hostname access-1
mls qos
ip access-list extended PHONES
 permit ip 192.0.2.0 0.0.0.255 any
class-map match-all PHONES
 match access-group name PHONES
policy-map VLAN10
 class PHONES
  set dscp ef
interface FastEthernet0/1
 switchport mode access
 switchport access vlan 10
 service-policy input VLAN10
interface Vlan10
 ip address 192.0.2.1 255.255.255.0
```

## Sources

- Cisco, Catalyst 3560 Switch Software Configuration Guide, Policing on SVIs: VLAN-based QoS is
  enabled on the physical ports of the SVI first; on a port with it the policy of the SVI applies.
- Cisco, Catalyst 3750 Switch Command Reference, `mls qos vlan-based`: disabled by default.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Attachment
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.switches.switch_ports import switch_ports, vlan_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS518", "vlan-policy-not-enabled", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    source = context.source
    if source is None or not context.device.complete or "mls qos" not in source.lines:
        return
    ports = context.once(switch_ports).values()
    for port in context.index.busy:
        vlan = vlan_of(port.name)
        members = [one for one in ports if one.carries(vlan)]
        if not ports or not vlan or any(one.vlan_based for one in members or ports):
            continue
        of_it = "none of its ports has" if members else "no port has"
        for stage in port.input:
            if isinstance(stage, Attachment) and not stage.default_by:
                yield RULE.at(
                    stage.policy.origin,
                    f"the policy of {port.name} is not in force: {of_it} `mls qos vlan-based`",
                    label="the ports do not use it",
                    help="write `mls qos vlan-based` on the ports of the VLAN",
                )
