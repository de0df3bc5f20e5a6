"""A class to which classes before it leave IPv6 packets only, on a device without IPv6.

## What it does

Reports a class of an applied policy-map whose IPv4 packets all belong to classes before it, where
no line of the text is about IPv6. Where they leave no packet at all, QOS101 says so.

## Why it matters

`permit ip any any` takes all of IPv4 and nothing of IPv6, so that `match dscp ef` in a later class
has only IPv6 left, which nobody sends here. What the class guarantees, polices or marks never
happens.

## Example

```ios
access-list 101 permit ip any any
class-map match-all ALL
 match access-group 101
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class ALL
  bandwidth percent 30
 class VOICE
  priority percent 20
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
access-list 101 permit ip any any
class-map match-all ALL
 match access-group 101
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority percent 20
 class ALL
  bandwidth percent 30
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `policy-map`: a packet belongs to the
  first class of the policy that it matches; `match dscp`: IPv4 and IPv6 packets.
- Cisco IOS Security Command Reference, `permit (IP)`: `ip` stands for any protocol of IPv4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import AllOf, Anything, Policy, Reference
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.undecided import deciding, packet_space
from qosc.lint.facts.packets.ipv6 import IP4, IP6, speaks_ipv6
from qosc.lint.facts.packets.sampled import sample
from qosc.lint.facts.places import places
from qosc.packets.quick import surely_reached

if TYPE_CHECKING:
    from qosc.packets import PacketSpace

__all__ = ["RULE", "check"]

RULE = Rule("QOS116", "only-ipv6-left", Severity.WARNING, "0.1")

QUICK = 48
"""Up to so many classes are tried with guessed packets before the exact question is asked."""


def check(context: Context) -> Iterator[Diagnostic]:
    if context.once(speaks_ipv6):
        return
    for name in context.once(places):
        policy = context.device.policies.get(name)
        if policy is None or policy.feature:
            continue  # JunOS: filters of a family, and maps that take no packets
        suspects = list(_suspects(context, policy))
        if suspects:
            what = f"policy-map {name}"
            with deciding(context, RULE, policy.classes[suspects[0]].origin, what):
                yield from _findings(context.once(packet_space), policy, suspects)


def _suspects(context: Context, policy: Policy) -> Iterator[int]:
    """The classes to which no guessed IPv4 packet comes."""
    shares = context.once(sample).shares(policy)
    for place, item in enumerate(policy.classes):
        if place == 0 or isinstance(item.match, Anything) or shares[place][1]:
            continue
        before = (other.match for other in policy.classes[:place])
        match = AllOf((IP4, item.match))
        if place > QUICK or not surely_reached(context.device, match, before):
            yield place


def _findings(space: PacketSpace, policy: Policy, suspects: list[int]) -> Iterator[Diagnostic]:
    from qosc.lint.facts.packets.regions import join_words, labels, takers
    from qosc.packets import partition

    parts = partition(space, policy)
    older, newer = space.region(IP4), space.region(IP6)
    for place in suspects:
        part = parts[place]
        own = part.own & older
        if own.is_empty() or part.taken.is_empty() or not part.taken <= newer:
            continue
        if any(isinstance(condition, Reference) for condition in own.conditions()):
            continue
        item = policy.classes[place]
        earlier = [(one.traffic_class.match, one.own) for one in parts[:place]]
        taken = takers(space.device, own, earlier, item.match)
        names = [f"class {policy.classes[taker.place].name}" for taker in taken]
        verb = "matches" if len(taken) == 1 else "match"
        yield RULE.at(
            item.origin,
            f"class {item.name} gets IPv6 only: {join_words(names, 2)} {verb} all its IPv4",
            label="never reached",
            related=tuple(labels(taken, [one.origin for one in policy.classes])),
            notes=("no line of the text is about IPv6",),
            help=f"put class {item.name} before {join_words(names)}",
        )
