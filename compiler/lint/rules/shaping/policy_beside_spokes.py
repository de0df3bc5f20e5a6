"""More than a shaper on the source of a tunnel whose spokes have policies of their own.

## What it does

Reports a policy on output of the source interface of a DMVPN tunnel with `ip nhrp map group ...
service-policy output`, where that policy has more than a shaper in class-default. A source that is
a subinterface without a policy goes by that of its interface, a loopback by that of the interface
to which the static default route leads.

## Why it matters

The hub queues the packets of each spoke by the policy of its group. Beside that, Cisco supports on
the physical interface a shaper in class-default, which has to be there first, and nothing else: the
router rejects one of the two policies, or queues the packets of the tunnel by neither.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map SPOKE
 class class-default
  shape average 2000000
policy-map WAN
 class VOICE
  priority percent 10
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy output WAN
interface Tunnel0
 ip address 10.0.0.1 255.255.255.0
 ip nhrp map group SMALL service-policy output SPOKE
 tunnel source FastEthernet0/0
 tunnel mode gre multipoint
```

## Use instead

```ios
policy-map SPOKE
 class class-default
  shape average 2000000
policy-map WAN
 class class-default
  shape average 50000000
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy output WAN
interface Tunnel0
 ip address 10.0.0.1 255.255.255.0
 ip nhrp map group SMALL service-policy output SPOKE
 tunnel source FastEthernet0/0
 tunnel mode gre multipoint
```

## Sources

- Cisco, Dynamic Multipoint VPN Configuration Guide, Release 12.4T, Per-Tunnel QoS for DMVPN: no
  per-tunnel policy and a separate policy on the outbound physical interface at the same time.
- Cisco Validated Design, VPN WAN, on DMVPN hubs of IOS XE: QoS on the physical interface is limited
  to the class-default shaper, whose policy has to be applied before that of the tunnel.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.datapath.crossing.tunnels import (
    SPOKES,
    by_default_route,
    more_than_a_shaper,
    policed_port,
    source_ports,
    tunnel_sections,
)
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Port
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS459", "policy-beside-spokes", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    ports = context.device.ports
    spokes: dict[str, Port] = {}
    for port in ports.values():
        if SPOKES in port.name and port.output:
            spokes.setdefault(port.parent.lower(), port)
    if not spokes or context.source is None:
        return
    sections = list(tunnel_sections(context.source.lines))
    owners = source_ports(sections)
    reported: set[str] = set()
    for one in sections:
        group = spokes.get(one.name.replace(" ", "").lower()) if one.is_tunnel else None
        named = owners.get(one.source, one.source)
        loopback = named.startswith("loopback")
        leaves = by_default_route(context.source.lines, sections) if loopback else named
        source = policed_port(context.device, leaves)
        if group is None or source is None or source.name in reported:
            continue
        more = more_than_a_shaper(context.device, source)
        stage = group.output[0]
        if more is not None and isinstance(stage, Attachment):
            reported.add(source.name)
            if loopback:
                how = f"by which the default route takes {one.name}"
            elif source.name.lower() != named:
                how = f"which holds the source of {one.name}"
            else:
                how = f"the source of {one.name}"
            yield RULE.at(
                more.policy.origin,
                f"policy-map {more.policy.name} queues on {source.name}, {how}",
                effect="the router does not support it beside the policies of the tunnel's spokes",
                label="more than a shaper in class-default",
                related=(Label(stage.policy.origin, "the policy of each spoke of this group"),),
                help="leave class-default with `shape average` on the interface, or take the "
                "policies off the spokes",
            )
