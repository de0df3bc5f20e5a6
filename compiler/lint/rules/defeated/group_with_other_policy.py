"""A group of spokes with the policy that is called as another group.

## What it does

Reports `nhrp map group` with a group and a policy of unlike names, where the same tunnel has
another group called as that policy, and a policy-map is called as this group.

## Why it matters

The hub shapes to each spoke by the policy of its group. Spokes of the slow group are sent more than
their circuit carries, and the provider drops the rest of all classes; the fast ones are held back.

## Example

```ios
hostname hub
policy-map SPOKE-10M
 class class-default
  shape average 10000000
policy-map SPOKE-50M
 class class-default
  shape average 50000000
interface Tunnel10
 ip address 10.250.0.1 255.255.252.0
 ip nhrp network-id 10
 nhrp map group SPOKE-10M service-policy output SPOKE-50M
 nhrp map group SPOKE-50M service-policy output SPOKE-10M
 tunnel source GigabitEthernet0/0
 tunnel mode gre multipoint
```

## Use instead

```ios
hostname hub
policy-map SPOKE-10M
 class class-default
  shape average 10000000
policy-map SPOKE-50M
 class class-default
  shape average 50000000
interface Tunnel10
 ip address 10.250.0.1 255.255.252.0
 ip nhrp network-id 10
 nhrp map group SPOKE-10M service-policy output SPOKE-10M
 nhrp map group SPOKE-50M service-policy output SPOKE-50M
 tunnel source GigabitEthernet0/0
 tunnel mode gre multipoint
```

## Sources

- Cisco, Per-Tunnel QoS for DMVPN: the hub selects the policy of a spoke by the NHRP group in which
  the spoke is configured.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import interfaces, place
from qosc.lint.facts.lines.policies import named, written
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS966", "group-with-other-policy", Severity.WARNING, "0.1")
_GROUP = pattern(r"(?:ip )?nhrp map group (\S+) service-policy output (\S+)$")


def check(context: Context) -> Iterator[Diagnostic]:
    policies = named(context, "policy-map")
    for port in context.once(interfaces):
        applied_policies = [
            (number, said[1], said[2])
            for number, line in port.lines
            if (said := _GROUP.match(line)) is not None
        ]
        groups = {group for _, group, _ in applied_policies}
        for number, group, policy in applied_policies:
            if group != policy and policy in groups and group in policies and policy in policies:
                yield RULE.at(
                    place(context, number),
                    f"group {written(context, policies[group])} has policy-map "
                    f"{written(context, policies[policy])}",
                    effect="spokes are sent what the circuits of others carry",
                    label="called as another group",
                    help="give each group the policy of its name",
                )
