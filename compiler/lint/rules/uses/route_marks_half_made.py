"""Marks by route (QPPB) of which one half is not there.

## What it does

Reports a `table-map` of BGP whose route-map sets a precedence or a qos-group where no interface has
`bgp-policy`; `bgp-policy` where no table-map sets one; and `bgp-policy` for one of the two fields
where the route-map sets the other alone.

## Why it matters

The route-map writes the mark into the routing table, and `bgp-policy` copies it to the packets that
come in. Without either half no packet is marked, and those that a class waits for are in
class-default.

## Example

```ios
! qosc: ignore-file[line-not-modelled] what is set by routes is what this is about
hostname r1
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.252
 bgp-policy source ip-qos-map
interface GigabitEthernet0/1
 ip address 192.0.2.5 255.255.255.252
router bgp 64500
 neighbor 192.0.2.2 remote-as 64501
 table-map GOLD
route-map GOLD permit 10
 set ip precedence 4
```

## Use instead

```ios
! qosc: ignore-file[line-not-modelled] what is set by routes is what this is about
hostname r1
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.252
 bgp-policy source ip-prec-map
interface GigabitEthernet0/1
 ip address 192.0.2.5 255.255.255.252
router bgp 64500
 neighbor 192.0.2.2 remote-as 64501
 table-map GOLD
route-map GOLD permit 10
 set ip precedence 4
```

## Sources

- Zhang and Bartell, BGP Design and Implementation (Cisco Press 2003), QoS Policy Propagation: tag
  the prefixes, set the parameters of the FIB, and look them up on the interface.
- Cisco IOS Quality of Service Solutions Configuration Guide, Configuring QoS Policy Propagation via
  Border Gateway Protocol: a route-map by `table-map`, and `bgp-policy` with `ip-prec-map` or
  `ip-qos-map` on the interface, for the precedence or the qos-group of the route.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import blocks, interfaces, place

__all__ = ["RULE", "check"]

RULE = Rule("QOS624", "route-marks-half-made", Severity.WARNING, "0.1")

_FIELDS = {"ip-prec-map": "precedence", "ip-qos-map": "qos-group"}
_SETS = {
    "precedence": ("set ip precedence ", "set precedence "),
    "qos-group": ("set ip qos-group ", "set qos-group "),
}


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    every = context.once(blocks)
    copied: dict[str, int] = {}
    for port in context.once(interfaces):
        for number, line in port.starting("bgp-policy "):
            copied.setdefault(_FIELDS.get(line.split()[-1], ""), number)
    routers = [block for block in every if block.head.startswith("router bgp ")]
    maps = {
        line.split()[1]: number
        for block in routers
        for number, line in block.starting("table-map ")
        if len(line.split()) > 1
    }
    given: dict[str, int] = {}
    for block in every:
        words = block.head.split()
        if words[0] == "route-map" and len(words) > 1 and words[1] in maps:
            for field, starts in _SETS.items():
                if block.has(*starts):
                    given.setdefault(field, maps[words[1]])
    copied.pop("", None)
    for field, number in given.items():
        if not copied:
            yield RULE.at(
                place(context, number),
                f"routes get a {field}, and no interface has `bgp-policy` to copy it",
                effect="no packet is marked by its route",
                label="read by no interface",
                help="write `bgp-policy` on the interfaces that the packets come in by",
            )
    for field, number in copied.items() if routers else ():
        if field not in given:
            yield RULE.at(
                place(context, number),
                f"`bgp-policy` copies the {field} of routes, and nothing sets one",
                effect="packets that come in by this interface keep their marks",
                label="no route has one",
                help="set it in the route-map of `table-map`"
                if not given
                else f"routes have a {min(given)}: copy that one",
            )
