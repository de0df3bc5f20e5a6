"""A priority class that matches every IPv4 packet.

## What it does

Reports a class with `priority` that matches all of IPv4 by itself, most often by an access list
that ends in `permit ip any any`, in a policy that is not itself inside a class for some packets
only.

## Why it matters

All data are in the priority queue with voice, which they delay and push out of its rate: where the
link is full, the bound of the priority class drops voice and data alike. Classes after it are
empty.

## Example

```ios
ip access-list extended VOICE
 permit udp any any range 16384 32767
 permit ip any any
class-map match-all VOICE
 match access-group name VOICE
policy-map WAN
 class VOICE
  priority percent 20
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
ip access-list extended VOICE
 permit udp any any range 16384 32767
class-map match-all VOICE
 match access-group name VOICE
policy-map WAN
 class VOICE
  priority percent 20
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Configuration Guide, Low Latency Queueing: the priority
  queue is meant for delay-sensitive traffic such as voice; other traffic in it may cause jitter.
- RFC 3246, section 1: the rate at which packets of the EF class arrive is less than that at which
  they are served.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import AllOf, Anything, Predicate, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.undecided import deciding, packet_space
from qosc.lint.facts.packets.ipv6 import IP4
from qosc.lint.facts.packets.sampled import sample
from qosc.lint.facts.places import places
from qosc.lint.facts.walk import lists_of
from qosc.packets.sample import EVERY

__all__ = ["RULE", "check"]

RULE = Rule("QOS112", "everything-in-priority", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    inside = _inside_some(context)
    for policy in context.device.policies.values():
        if policy.feature or policy.name in inside or policy.name not in context.once(places):
            continue
        for item in policy.classes:
            if item.priority is None or context.once(sample).takes(item.match) != EVERY:
                continue
            with deciding(context, RULE, item.origin, f"class {item.name} of {policy.title}"):
                space = context.once(packet_space)
                if space.region(IP4) <= space.region(item.match):
                    yield _finding(context, item, policy.title)


def _inside_some(context: Context) -> set[str]:
    """The policies inside a class that takes some packets only."""
    return {
        item.child.name
        for policy in context.device.policies.values()
        for item in policy.classes
        if item.child is not None and not isinstance(item.match, Anything)
    }


def _finding(context: Context, item: TrafficClass, title: str) -> Diagnostic:
    entry = next(
        (
            entry
            for access_list in lists_of(context.device, item.match)
            for entry in access_list.entries
            if entry.permit and _all(entry.match)
        ),
        None,
    )
    origin = item.priority.origin if item.priority is not None else item.origin
    return RULE.at(
        origin if entry is None else entry.origin,
        f"class {item.name} of {title} has priority and matches every IPv4 packet",
        label="matches all packets" if entry is None else "permits all packets",
        related=(Label(origin, "all data are in the priority queue"),) if entry else (),
        help="match voice only, and leave the rest to class-default",
    )


def _all(match: Predicate) -> bool:
    """Whether an entry says that it takes all of IPv4, or all packets."""
    return isinstance(match, Anything) or match in (IP4, AllOf(()))
