"""A control-plane policy that drops, or all but drops, a routing protocol of the same config.

## What it does

Reports an input policy of `control-plane` on a device that runs BGP, OSPF, EIGRP or RIP, where each
packet of the protocol is in a class that drops it, or in one for other packets as well that polices
to less than 64 kbit/s. Packets of BGP are those of the versions of IP that its neighbours have
addresses of.

## Why it matters

Neighbours are lost as soon as anything else fills the rate: a scan, a ping, an SNMP walk. The
routes go with them, and the next login does too.

## Example

```ios
access-list 110 permit tcp any any eq 22
class-map match-all SSH
 match access-group 110
policy-map COPP
 class SSH
  police 64000
 class class-default
  police 8000 conform-action transmit exceed-action drop
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
router ospf 1
 network 192.0.2.0 0.0.0.255 area 0
control-plane
 service-policy input COPP
```

## Use instead

```ios
access-list 110 permit tcp any any eq 22
access-list 111 permit ospf any any
class-map match-all SSH
 match access-group 110
class-map match-all ROUTING
 match access-group 111
policy-map COPP
 class ROUTING
  police 1000000
 class SSH
  police 64000
 class class-default
  police 8000 conform-action transmit exceed-action drop
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
router ospf 1
 network 192.0.2.0 0.0.0.255 area 0
control-plane
 service-policy input COPP
```

## Sources

- Cisco, Control Plane Policing Implementation Best Practices: routing protocols have a class of
  their own, which is not limited or limited last; class-default takes all that no class names.
- RFC 6192, section 3: what the router's own protocols need is permitted before the rest is limited.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Policy
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.undecided import deciding, packet_space
from qosc.lint.facts.guards import guards
from qosc.lint.facts.packets.fates import Loss, loss
from qosc.lint.facts.routing import Routing, routing
from qosc.packets import partition

__all__ = ["RULE", "check"]

RULE = Rule("QOS316", "copp-starves-routing", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    protocols = context.once(routing)
    for _, policy in guards(context) if protocols else ():
        if isinstance(policy, Policy):
            with deciding(context, RULE, policy.origin, policy.title):
                yield from _findings(context, policy)


def _findings(context: Context, policy: Policy) -> Iterator[Diagnostic]:
    space = context.once(packet_space)
    parts = partition(space, policy)
    lost: dict[str, tuple[Loss, list[Routing]]] = {}
    for protocol in context.once(routing):
        losses = [loss(parts, space.region(packets)) for packets in protocol.packets.values()]
        if losses[0] is not None and all(losses):
            lost.setdefault(losses[0].item.name, (losses[0], []))[1].append(protocol)
    for (item, origin, words), protocols in lost.values():
        names = " and ".join(one.name for one in protocols)
        yield RULE.at(
            origin,
            f"class {item.name} of {policy.title} {words.format(names)}",
            label="no class lets it through",
            related=tuple(Label(one.origin, f"{one.name} runs here") for one in protocols),
            help=f"give {names} a class of its own before class {item.name}",
        )
