"""A probe or a call of the router itself with the mark of another service.

## What it does

Reports `tos` of an IP SLA probe that is below 64 and whose last two bits are not 0: it has the
whole octet, of which a DSCP is the first six bits (184 is EF, 46 is not). Reports a dial peer whose
media has a DSCP of signaling (AF31, CS3) and whose signaling has EF.

## Why it matters

The probe measures another class than the one that is decided by it. Media in the queue of signaling
has little bandwidth, and signaling takes a part of that of calls.

## Example

```ios
hostname r1
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 100
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 service-policy output WAN
ip sla 1
 udp-jitter 10.1.30.10 17000
 tos 46
```

## Use instead

```ios
hostname r1
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 100
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 service-policy output WAN
ip sla 1
 udp-jitter 10.1.30.10 17000
 tos 184
```

## Sources

- Cisco IOS IP SLAs Command Reference, and Cisco IOS XR System Monitoring Command Reference, `tos`:
  the eight bits of the type of service, 0 to 255.
- RFC 3168, section 5: the last two bits of the octet are of ECN.
- Cisco IOS Voice Command Reference, `ip qos dscp`: EF for media and AF31 for signaling by default,
  as `show dial-peer voice` has them.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks, place

__all__ = ["RULE", "check"]

RULE = Rule("QOS911", "mark-of-own-packets", Severity.WARNING, "0.1")


_PROBES = ("ip sla ", "ip sla monitor ", "rtr ")
_MEDIA = frozenset(("ef", "46"))
_SIGNALING = frozenset(("af31", "26", "cs3", "24"))


def check(context: Context) -> Iterator[Diagnostic]:
    for block in context.once(blocks):
        if block.head.startswith(_PROBES):
            yield from _probe(context, block)
        elif block.head.startswith("dial-peer voice ") and block.has("ip qos dscp "):
            yield from _peer(context, block)


def _probe(context: Context, block: Block) -> Iterator[Diagnostic]:
    for number, line in block.starting("tos "):
        value = line.split()[1]
        if value.isdigit() and int(value[:4]) % 4 and int(value[:4]) < 64:
            yield RULE.at(
                place(context, number),
                f"tos {value[:4]} of a probe is DSCP {int(value[:4]) >> 2}, with a bit of ECN set",
                effect="tos is the whole octet; the probe is in the class of that DSCP",
                label="a DSCP in place of the octet",
                help=f"write tos {int(value[:4]) * 4} if DSCP {value[:4]} was meant",
            )


def _peer(context: Context, block: Block) -> Iterator[Diagnostic]:
    said = {}
    for number, line in block.starting("ip qos dscp "):
        words = line.split()
        if len(words) > 4:
            said[words[4]] = (words[3], number)
    media, signaling = said.get("media"), said.get("signaling")
    if media and signaling and media[0] in _SIGNALING and signaling[0] in _MEDIA:
        yield RULE.at(
            place(context, media[1]),
            f"media of {block.head[:40]} has {media[0]}, and signaling {signaling[0]}: exchanged",
            effect="media is in the class of signaling, and signaling in that of media",
            label="the mark of signaling",
            help="exchange the two marks",
        )
