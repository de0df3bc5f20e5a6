"""More calls admitted by a dial peer than the priority of any policy holds.

## What it does

Reports `max-conn` of a dial peer whose calls need more, at the IP rate of its codec, than the
largest rate that a priority class of the text has in kbit/s, and one above the number of calls that
the dial peer's own description gives (`4 calls`). Calls to a peer in a network of the
router's own ports pass no wide-area line, and are not counted. By default the codec is G.729 with
20 ms of speech in a packet.

## Why it matters

The policer of the priority class drops packets of all calls as soon as one call too many is
admitted.

## Example

```ios
hostname r1
class-map match-all VOICE
 match ip dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 bandwidth 512
 ip address 192.0.2.1 255.255.255.252
 service-policy output WAN
dial-peer voice 20 voip
 session target ipv4:10.42.20.1
 codec g729r8
 max-conn 24
```

## Use instead

```ios
hostname r1
class-map match-all VOICE
 match ip dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 bandwidth 512
 ip address 192.0.2.1 255.255.255.252
 service-policy output WAN
dial-peer voice 20 voip
 session target ipv4:10.42.20.1
 codec g729r8
 max-conn 4
```

## Sources

- Cisco, Voice Over IP - Per Call Bandwidth Consumption (document 7934): 40 bytes of headers of IP,
  UDP and RTP in each packet. With 20 bytes of G.729, or 160 of G.711, in 20 ms that is 24 or 80
  kbit/s; headers of the line come on top.
- Cisco IOS Voice Command Reference, `max-conn` and `codec`.
- The config itself: the rates of its priority classes, and the number in the description.
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Address

from qosc.amounts import RateBase
from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks, place
from qosc.lint.facts.lines.connected import connected
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS912", "calls-above-priority", Severity.WARNING, "0.1")


_RATES = {"g729r8": 24_000, "g729br8": 24_000, "g711ulaw": 80_000, "g711alaw": 80_000}
_CALLS = pattern(r".*\b(\d{1,4}) calls\b")


def check(context: Context) -> Iterator[Diagnostic]:
    largest = _largest(context)
    for block in context.once(blocks):
        if not (block.head.startswith("dial-peer voice ") and block.head.endswith(" voip")):
            continue
        near = _is_near(context, block)
        for number, line in block.starting("max-conn "):
            word = line.split()[1][:9]
            if not word.isdigit():
                continue
            calls, said, rate = int(word), _said(block), _rate(block)
            if not near and rate is not None and largest is not None and calls * rate > largest:
                what = f"{calls} calls need {calls * rate // 1000} kbit/s"
                why = f"priority has {largest // 1000}"
            elif said is not None and calls > said:
                what, why = f"{calls} calls are admitted", f"the description says {said}"
            else:
                continue
            yield RULE.at(
                place(context, number),
                f"{block.head[:25]}: {what}; {why}",
                effect="from one call too many on, packets of all calls are dropped",
                label="more than the priority class holds",
                help="admit as many calls as the priority class holds",
            )


def _largest(context: Context) -> int | None:
    """The largest rate of a priority class; None if there is none, or one has no rate in bit/s."""
    rates = []
    for policy in context.device.policies.values():
        for item in policy.classes:
            if item.priority is not None:
                rate = item.priority.rate
                if rate is None or rate.base is not RateBase.BPS:
                    return None
                rates.append(rate.value)
    return max(rates, default=None)


def _rate(block: Block) -> int | None:
    codec = next((line.split()[1] for _, line in block.starting("codec ")), "g729r8")
    if any("bytes" in line for _, line in block.starting("codec ")):
        return None
    return _RATES.get(codec)


def _said(block: Block) -> int | None:
    for _, line in block.starting("description "):
        said = _CALLS.match(line)
        if said is not None:
            return int(said[1])
    return None


def _is_near(context: Context, block: Block) -> bool:
    """Whether the peer is in a network with hosts of the router itself."""
    for _, line in block.starting("session target ipv4:"):
        said = line.partition("ipv4:")[2].split(":")[0]
        try:
            peer = int(IPv4Address(said))
        except ValueError:
            return False
        return any(
            network.holds(peer, (1 << 32) - 1)
            for networks in context.once(connected).values()
            for network in networks
        )
    return False
