"""BGP policy propagation by a route policy that sets nothing, or by an unused community.

## What it does

Reports the table policy of BGP on a router with `bgp policy propagation` or `bgp-policy` on a port,
where the route policy sets no qos-group, precedence or traffic index and another one, used by
nobody, does; and a community set of that policy, none of whose values the route policies of the
same text set, where they set others.

## Why it matters

No route has the group, so packets to it or from it are in class-default.

## Example

```ios ios-xr
! qosc: ignore-file[line-not-modelled] what is set by routes is what this is about
hostname pe
class-map match-any GOLD
 match qos-group 2
 end-class-map
!
policy-map OUT
 class GOLD
  bandwidth remaining percent 60
 !
 class class-default
  bandwidth remaining percent 40
 !
 end-policy-map
!
community-set PREFERRED
  65010:330
end-set
route-policy PEER-IN
  set community (65010:300) additive
end-policy
route-policy PROPAGATE
  if community matches-any PREFERRED then
    set qos-group 2
  endif
  pass
end-policy
interface GigabitEthernet0/0/0/0
 ipv4 bgp policy propagation input qos-group destination
!
interface GigabitEthernet0/0/0/1
 service-policy output OUT
!
router bgp 65010
 address-family ipv4 unicast
  table-policy PROPAGATE
```

## Use instead

```ios ios-xr
! qosc: ignore-file[line-not-modelled] what is set by routes is what this is about
hostname pe
class-map match-any GOLD
 match qos-group 2
 end-class-map
!
policy-map OUT
 class GOLD
  bandwidth remaining percent 60
 !
 class class-default
  bandwidth remaining percent 40
 !
 end-policy-map
!
community-set PREFERRED
  65010:300
end-set
route-policy PEER-IN
  set community (65010:300) additive
end-policy
route-policy PROPAGATE
  if community matches-any PREFERRED then
    set qos-group 2
  endif
  pass
end-policy
interface GigabitEthernet0/0/0/0
 ipv4 bgp policy propagation input qos-group destination
!
interface GigabitEthernet0/0/0/1
 service-policy output OUT
!
router bgp 65010
 address-family ipv4 unicast
  table-policy PROPAGATE
```

## Sources

- Cisco IOS XR Modular QoS Configuration Guide, QoS Policy Propagation Using BGP: the table policy
  writes the qos-group of each route, by which the port sets that of packets.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks, place
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS982", "propagation-sets-nothing", Severity.WARNING, "0.1")

_PORT = ("ipv4 bgp policy propagation ", "ipv6 bgp policy propagation ")
_SETS = ("set qos-group ", "set ip-precedence ", "set traffic-index ", "apply ", "set precedence ")
_SET = pattern(r"set community \(([^)]*)\)")
_ASKS = pattern(r"(?:if|elseif) community matches-(?:any|every) ([a-z][\w-]*) ")
_VALUE = pattern(r"\d+:\d+$")


def check(context: Context) -> Iterator[Diagnostic]:
    every = context.once(blocks)
    if not any(block.has(*_PORT) for block in every if block.head.startswith("interface ")):
        return
    rules = {
        block.head.split()[1]: block for block in every if block.head.startswith("route-policy ")
    }
    used = [
        (number, line.split()[1])
        for block in every
        if block.head.startswith("router bgp ")
        for number, line in block.starting("table-policy ")
    ]
    setting = [name for name, block in rules.items() if block.has(*_SETS)]
    for number, name in used:
        rule = rules.get(name)
        if rule is None:
            continue
        if name in setting:
            yield from _communities(context, rule, every)
        elif setting and not {other for _, other in used} & set(setting):
            yield RULE.at(
                place(context, number),
                f"table policy {name[:30]} sets nothing that a port could propagate",
                effect="no packet gets a group by its route: all are in class-default",
                label="sets nothing",
                help=f"apply {setting[0][:30]} if it was meant",
            )


def _communities(context: Context, rule: Block, every: tuple[Block, ...]) -> Iterator[Diagnostic]:
    given = {
        value.strip()
        for block in every
        if block.head.startswith("route-policy ")
        for _, line in block.lines
        if (said := _SET.match(line)) is not None
        for value in said[1].split(",")
    }
    names = {said[1] for _, line in rule.lines if (said := _ASKS.match(line)) is not None}
    for block in every if given else ():
        words = block.head.split()
        if words[0] != "community-set" or words[-1] not in names:
            continue
        rows = [(number, line.rstrip(",")) for number, line in block.lines]
        plain = [(number, line) for number, line in rows if _VALUE.match(line)]
        if len(plain) == len(rows) == 1 and plain[0][1] not in given:
            yield RULE.at(
                place(context, plain[0][0]),
                f"community {plain[0][1]} of {words[-1][:30]} is set by no route policy here",
                effect="no route gets the group, unless a peer sends the community",
                label="others are set",
                help=f"write {min(given)[:20]} if it was meant",
            )
