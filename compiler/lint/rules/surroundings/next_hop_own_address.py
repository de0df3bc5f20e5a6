"""A route map that sends packets to an address of the device itself.

## What it does

Reports `set ip next-hop` with an address that an interface of the same text has.

## Why it matters

A next hop is the neighbor on a link. By an own address no packet gets to the line that was meant:
calls may take the line that they were to be kept from.

## Example

```ios
hostname r1
access-list 101 permit udp 10.1.20.0 0.0.0.255 any range 16384 32767
class-map match-all VOICE
 match access-group 101
policy-map LAN
 class VOICE
  set dscp ef
interface FastEthernet0/0
 ip address 10.1.20.1 255.255.255.0
 ip policy route-map CALLS
 service-policy input LAN
interface Serial0/0
 ip address 192.0.2.2 255.255.255.252
route-map CALLS permit 10
 match ip address 101
 set ip next-hop 192.0.2.2
```

## Use instead

```ios
hostname r1
access-list 101 permit udp 10.1.20.0 0.0.0.255 any range 16384 32767
class-map match-all VOICE
 match access-group 101
policy-map LAN
 class VOICE
  set dscp ef
interface FastEthernet0/0
 ip address 10.1.20.1 255.255.255.0
 ip policy route-map CALLS
 service-policy input LAN
interface Serial0/0
 ip address 192.0.2.2 255.255.255.252
route-map CALLS permit 10
 match ip address 101
 set ip next-hop 192.0.2.1
```

## Sources

- Cisco IOS IP Routing: Protocol-Independent Command Reference, `set ip next-hop`: the next hop must
  be an adjacent router. What becomes of the packets with an own address it does not say.
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Address

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import blocks, interfaces, place
from qosc.lint.facts.lines.connected import addresses_of
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS905", "next-hop-own-address", Severity.WARNING, "0.1")

_HOP = pattern(r"set ip(?:v4)? (?:vrf \S+ )?next-hop (?:verify-availability )?(\d+(?:\.\d+){3})\b")


def check(context: Context) -> Iterator[Diagnostic]:
    own = {
        str(IPv4Address(network.own)): block
        for block in context.once(interfaces)
        for network in addresses_of(block)
    }
    for block in context.once(blocks):
        if not block.head.startswith("route-map "):
            continue
        for number, line in block.starting("set ip"):
            said = _HOP.match(line)
            port = own.get(said[1]) if said is not None else None
            if said is not None and port is not None:
                yield RULE.at(
                    place(context, number),
                    f"the next hop {said[1]} is an address of this device",
                    effect="it is no neighbor: packets do not take the line that was meant",
                    label="its own address",
                    related=(Label(place(context, port.number), "this interface has it"),),
                    help="write the address of the neighbor on that link",
                )
