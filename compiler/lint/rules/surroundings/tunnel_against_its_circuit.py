"""A tunnel that says another thing than the circuit and the policy it goes by.

## What it does

Reports `tunnel tos` on a tunnel whose source is an interface with a policy on output that matches
DSCP or precedence, without `qos pre-classify`. Reports an NHRP group with a rate in its name that
is more than the `bandwidth` of its tunnel, for information: that figure is for routing protocols
first, and need not be the rate of the circuit.

## Why it matters

With `tunnel tos` all packets of the tunnel have one mark outside, and the policy of the circuit
puts all of them in one class. If the bandwidth is that of the circuit, the hub shapes by the group
to more than the spoke takes: the carrier drops what is above, voice and data alike.

## Example

```ios
hostname r1
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 100
interface Tunnel1
 ip address 10.250.0.1 255.255.255.252
 tunnel tos 0
 tunnel source Serial0/0
 tunnel destination 198.51.100.1
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 service-policy output WAN
```

## Use instead

```ios
hostname r1
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 100
interface Tunnel1
 ip address 10.250.0.1 255.255.255.252
 tunnel source Serial0/0
 tunnel destination 198.51.100.1
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 service-policy output WAN
```

## Sources

- Cisco IOS Release 12.0(17)S, Tunnel ToS: the value in the outer header of the packets of a tunnel.
- Cisco ASR 9000 Series VPN and Ethernet Services Command Reference, `tunnel tos`: without it the
  value of the inner header is copied.
- Cisco Dynamic Multipoint VPN Configuration Guide, Per-Tunnel QoS for DMVPN: the hub selects the
  policy of a spoke by the NHRP group of the spoke.
- The config itself: the rate in the name of the group, and the bandwidth of the tunnel.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, interfaces, place
from qosc.lint.facts.lines.voided import fixed_tunnels
from qosc.lint.facts.words.named_rates import named_rates

__all__ = ["RULE", "check"]

RULE = Rule("QOS909", "tunnel-against-its-circuit", Severity.WARNING, "0.1")

_GROUP = ("ip nhrp group ", "nhrp group ")


def check(context: Context) -> Iterator[Diagnostic]:
    for number, (tunnel, source) in context.once(fixed_tunnels).items():
        yield RULE.at(
            place(context, number),
            f"all packets of {tunnel[:30]} have one mark outside",
            effect=f"the policy of {source[:40]} has all of them in one class",
            label="no mark of the inner header is copied",
            help="leave the line out, or use `qos pre-classify`",
        )
    for block in context.once(interfaces):
        if block.head.startswith("interface tunnel"):
            for number, line in block.starting(*_GROUP):
                yield from _group(context, block, number, line.split()[-1])


def _group(context: Context, block: Block, number: int, name: str) -> Iterator[Diagnostic]:
    said = [line.split()[1] for _, line in block.starting("bandwidth ")]
    rates = list(named_rates(name))
    if len(said) == len(rates) == 1 and said[0].isdigit():
        own = int(said[0][:12]) * 1000
        if rates[0] > own:
            yield RULE.at(
                place(context, number),
                f"NHRP group {name[:25]} is named for more than {own // 1000} kbit/s of the tunnel",
                effect="if that is the circuit's rate, the hub sends more than the spoke takes",
                label="a group of faster spokes",
                help="name the group of this circuit's rate",
                severity=Severity.INFO,
            )
