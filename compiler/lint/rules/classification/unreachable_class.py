"""A class that gets no packet, since classes before it take them all.

## What it does

Reports each class of a policy-map whose packets all belong to classes before it. The answer is
exact: the classes are compared as sets of packets, through class-maps and access lists, and holds
whatever an NBAR protocol or an undefined list may turn out to match. Classes that refer to
something undefined are left to the rules about references, and a class-map that contradicts itself
to `contradictory-match`.

## Why it matters

The first class that matches takes the packet. What the later class guarantees, polices or marks
never happens, and its counters stay at zero.

## Example

```ios
class-map match-all CRITICAL
 match precedence 5
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class CRITICAL
  bandwidth 256
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all CRITICAL
 match precedence 5
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
 class CRITICAL
  bandwidth 256
interface Serial0/0
 service-policy output WAN
```

## Sources

- RFC 2474, section 4.2.2: DSCP and precedence are views of one byte, so `ef` is precedence 5.
- Cisco IOS Quality of Service Solutions Command Reference, `policy-map`: a packet belongs to the
  first class of the policy that it matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Anything, Policy, Reference
from qosc.lint.rule import Context, Rule
from qosc.lint.sampled import sample
from qosc.packets.quick import surely_reached

if TYPE_CHECKING:
    from qosc.packets import PacketSpace

__all__ = ["RULE", "check"]

RULE = Rule("QOS101", "unreachable-class", Severity.WARNING, "0.1")

QUICK = 48
"""Up to so many classes are tried with guessed packets before the exact question is asked."""


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        suspects = list(_suspects(context, policy))
        if suspects:
            from qosc.lint.regions import packet_space

            try:
                yield from _findings(context.once(packet_space), policy, suspects)
            except MemoryError:
                continue  # lists made to explode: no claim is better than a wrong one


def _suspects(context: Context, policy: Policy) -> Iterator[int]:
    shares = context.once(sample).shares(policy)
    for place, item in enumerate(policy.classes):
        match = item.match
        if place == 0 or isinstance(match, Anything) or shares[place][1]:
            continue
        before = (other.match for other in policy.classes[:place])
        if place <= QUICK and surely_reached(context.device, match, before):
            continue
        yield place


def _findings(space: PacketSpace, policy: Policy, suspects: list[int]) -> Iterator[Diagnostic]:
    from qosc.lint.regions import join_words, labels, takers
    from qosc.packets import partition

    parts = partition(space, policy)
    origins = [part.traffic_class.origin for part in parts]
    for place in suspects:
        part = parts[place]
        if part.own.is_empty() or not part.taken.is_empty():
            continue
        if any(isinstance(condition, Reference) for condition in part.own.conditions()):
            continue
        name = part.traffic_class.name
        earlier = [(other.traffic_class.match, other.own) for other in parts[:place]]
        found = takers(space.device, part.own, earlier, part.traffic_class.match)
        names = [f"class {parts[taker.place].traffic_class.name}" for taker in found]
        first = parts[found[0].place]
        if any(other.own == part.own for other in (parts[taker.place] for taker in found)):
            advice = f"class {name} and {names[0]} match the same packets: remove or change one"
        else:
            advice = f"put class {name} before {join_words(names)}"
        verb = "takes" if len(found) == 1 else "take"
        yield RULE.at(
            part.traffic_class.origin,
            f"class {name} gets no packet: {join_words(names)} before it in policy-map"
            f" {policy.name} {verb} them all",
            label="never reached",
            related=tuple(labels(found, origins)),
            notes=(f"{(part.own & first.own).witness()} goes to {names[0]}",),
            help=advice,
        )
