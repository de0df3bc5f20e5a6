"""A tunnel that says another thing than the circuit and the policy it goes by.

## What it does

Reports `tunnel tos` on a tunnel whose source is an interface with a policy on output that matches
DSCP or precedence, without `qos pre-classify`. Reports an NHRP group with a rate in its name that
is more than the `bandwidth` of its tunnel.

## Why it matters

With `tunnel tos` all packets of the tunnel have one mark outside, and the policy of the circuit
puts all of them in one class. By the group the hub shapes to another rate than the circuit of the
spoke has: the carrier drops what is above, voice and data alike.

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

- Cisco IOS Interface and Hardware Component Command Reference, `tunnel tos`: the value for all
  packets; without it the one of the inner header is copied.
- Cisco IOS, Per-Tunnel QoS for DMVPN: the spoke announces its group, and the hub applies the policy
  of that group.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, interfaces, place
from qosc.lint.facts.lines.voided import fixed_tunnels
from qosc.lint.facts.words.named_rates import named_rates

__all__ = ["RULE", "check"]

RULE = Rule("QOS809", "tunnel-against-its-circuit", Severity.WARNING, "0.1")

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
                effect="the hub sends more than the circuit of this spoke takes",
                label="a group of faster spokes",
                help="name the group of this circuit's rate",
            )
