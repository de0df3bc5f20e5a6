"""The loopback unit of a VRF without the filter that guards the other loopback units.

## What it does

Reports a unit of lo0 in a routing instance of JunOS (`vrf` or `virtual-router`) without an input
filter, where the loopback unit of another instance has one in the same family.

Not on switches with `family ethernet-switching`: there, all units of lo0 share their filters.

## Why it matters

A VRF that has a loopback unit of its own does not use the filter of lo0.0. What comes from the VRF
for the Routing Engine is neither policed nor discarded: a flood takes down the protocols of all.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/1 unit 0 family inet address 192.0.2.1/30
set interfaces ge-0/0/2 unit 0 family inet address 192.0.2.5/30
set interfaces lo0 unit 1 family inet filter input GUARD
set interfaces lo0 unit 1 family inet address 198.51.100.1/32
set interfaces lo0 unit 2 family inet address 198.51.100.2/32
set firewall family inet filter GUARD term BGP from protocol tcp
set firewall family inet filter GUARD term BGP from port bgp
set firewall family inet filter GUARD term BGP then accept
set firewall family inet filter GUARD term REST then discard
set routing-instances A instance-type vrf
set routing-instances A interface ge-0/0/1.0
set routing-instances A interface lo0.1
set routing-instances B instance-type vrf
set routing-instances B interface ge-0/0/2.0
set routing-instances B interface lo0.2
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/1 unit 0 family inet address 192.0.2.1/30
set interfaces ge-0/0/2 unit 0 family inet address 192.0.2.5/30
set interfaces lo0 unit 1 family inet filter input GUARD
set interfaces lo0 unit 1 family inet address 198.51.100.1/32
set interfaces lo0 unit 2 family inet filter input GUARD
set interfaces lo0 unit 2 family inet address 198.51.100.2/32
set firewall family inet filter GUARD term BGP from protocol tcp
set firewall family inet filter GUARD term BGP from port bgp
set firewall family inet filter GUARD term BGP then accept
set firewall family inet filter GUARD term REST then discard
set routing-instances A instance-type vrf
set routing-instances A interface ge-0/0/1.0
set routing-instances A interface lo0.1
set routing-instances B instance-type vrf
set routing-instances B interface ge-0/0/2.0
set routing-instances B interface lo0.2
```

## Sources

- Juniper, Routing Policies, Firewall Filters, and Traffic Policers User Guide, Configuring Logical
  Units on the Loopback Interface for Routing Instances in Layer 3 VPNs: with a filter on lo0.0 and
  none on the loopback unit of the VRF, the VRF uses no filter; EX (but for EX9200) and QFX5000
  have no filters by VRF.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import uses
from qosc.lint.facts.junos.statements import below, span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS956", "vrf-loopback-open", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    guards = [
        use
        for use in context.once(uses)
        if use.way == "input" and use.unit.startswith(("lo0.", "<"))
    ]
    if not guards or any("<" in use.unit or use.family == "any" for use in guards):
        return  # a group gives the filter to units by a pattern, or it is for all families
    instances: dict[str, str] = {}
    kinds: dict[str, str] = {}
    for one, rest in below(context, "routing-instances", "*"):
        if rest[0] == "interface" and rest[1].startswith("lo0."):
            instances[rest[1]] = one.words[1]
        elif rest[0] == "instance-type":
            kinds[one.words[1]] = rest[1]
    given = {(use.unit, use.family) for use in guards}
    twins = {use.family: use for use in reversed(guards) if use.unit in instances}
    addresses: dict[tuple[str, str], int] = {}
    for one, rest in below(context, "interfaces", "*", "unit"):
        if "ethernet-switching" in rest[:3]:
            return
        own = one.words[1] == "lo0" and (rest[1], rest[3]) == ("family", "address")
        if own and not rest[4].startswith("127."):
            addresses.setdefault((f"lo0.{rest[0]}", rest[2]), one.line)
    for (unit, family), line in addresses.items():
        instance = instances.get(unit, "")
        if (unit, family) in given or family not in twins:
            continue
        if kinds.get(instance) in ("vrf", "virtual-router"):
            use = twins[family]
            yield RULE.at(
                span_of(context, line),
                f"{unit} of {instance[:24]} has no input filter; {use.unit} has {use.filter[:24]}",
                effect=f"the Routing Engine takes all that comes from {instance}, without limit",
                label="no filter in this unit",
                related=(Label(span_of(context, use.line), f"that of {instances[use.unit]}"),),
                help=f"apply {use.filter} here too",
            )
