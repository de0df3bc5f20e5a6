"""An unreachable class: classes before it match all of its packets.

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
from operator import itemgetter
from typing import TYPE_CHECKING

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Anything, Policy, Reference
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.undecided import deciding, packet_space, start_again
from qosc.lint.facts.packets.sampled import sample
from qosc.packets.quick import surely_reached
from qosc.packets.terms import vocabulary

if TYPE_CHECKING:
    from qosc.packets import PacketSpace, Region

__all__ = ["RULE", "check"]

RULE = Rule("QOS101", "unreachable-class", Severity.WARNING, "0.1")

QUICK = 48
"""Up to so many classes are tried with guessed packets before the exact question is asked."""


ASKED = 200_000
"""So many earlier classes are looked at in all, to name those that take a class's packets. What
is never reached is told all the same."""


def _asked(_context: Context) -> list[int]:
    return [0]


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        suspects = list(_suspects(context, policy))
        if suspects:
            yield from _answers(context, policy, suspects)


def _answers(context: Context, policy: Policy, suspects: list[int]) -> Iterator[Diagnostic]:
    from qosc.packets.budget import UndecidedError

    findings: list[Diagnostic] = []
    asked = context.once(_asked)
    try:
        findings.extend(_findings(context.once(packet_space), policy, suspects, asked))
    except UndecidedError:
        findings.clear()
    else:
        yield from findings
        return
    start_again(context)
    weights: dict[int, int] = {}
    for place in suspects:
        item = policy.classes[place]
        with deciding(context, RULE, item.origin, f"class {item.name} of policy-map {policy.name}"):
            yield from _covered(context.once(packet_space), policy, place, asked, weights)


def _covered(
    space: PacketSpace, policy: Policy, place: int, asked: list[int], weights: dict[int, int]
) -> Iterator[Diagnostic]:
    """Whether a few simple classes match all packets of one: they need not be told from the rest.

    `weights` keeps what was weighed for other classes of the policy.
    """
    for other in range(place):
        if other not in weights:
            weights[other] = _weight(space, policy, other)
    order = sorted(range(place), key=lambda other: (weights[other], other))
    own = left = space.region(policy.classes[place].match)
    if own.is_empty():
        return
    chosen: list[tuple[int, Region]] = []
    for other in order:
        region = space.region(policy.classes[other].match)
        if region.meets(left):
            chosen.append((other, region))
            left -= region
        if left.is_empty():
            before = sorted(chosen, key=itemgetter(0))
            yield from _finding(space, policy, place, own, before, asked)
            return


def _weight(space: PacketSpace, policy: Policy, place: int) -> int:
    """How many terms a class is made of, through class-maps and access lists."""
    return sum(1 for _ in vocabulary(space.device, policy.classes[place].match))


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


def _findings(
    space: PacketSpace, policy: Policy, suspects: list[int], asked: list[int]
) -> Iterator[Diagnostic]:
    from qosc.packets import partition

    parts = partition(space, policy)
    for place in suspects:
        part = parts[place]
        if not part.own.is_empty() and part.taken.is_empty():
            if asked[0] > ASKED:
                if not _is_open(part.own):
                    yield _unnamed(policy, place)
                continue
            before = [(number, other.own) for number, other in enumerate(parts[:place])]
            yield from _finding(space, policy, place, part.own, before, asked)


def _is_open(own: Region) -> bool:
    """Whether it depends on something undefined which packets these are."""
    return any(isinstance(condition, Reference) for condition in own.conditions())


def _unnamed(policy: Policy, place: int) -> Diagnostic:
    """What to say of a class where it would take too long to find those that take its packets."""
    item = policy.classes[place]
    return RULE.at(
        item.origin,
        f"class {item.name} of policy-map {policy.name} is unreachable",
        effect="classes before it match all of its packets",
        label="never reached",
        notes=("too many classes are never reached to look for those that take the packets",),
        help="remove class-maps that match what others before them match",
    )


def _finding(
    space: PacketSpace,
    policy: Policy,
    place: int,
    own: Region,
    before: list[tuple[int, Region]],
    asked: list[int],
) -> Iterator[Diagnostic]:
    """What to say of a class whose region `own` classes before it take."""
    from qosc.lint.facts.packets.regions import join_words, labels, takers

    if _is_open(own):
        return
    asked[0] += len(before)
    classes = [policy.classes[number] for number, _ in before]
    item = policy.classes[place]
    earlier = [(other.match, region) for other, (_, region) in zip(classes, before, strict=True)]
    taken = takers(space.device, own, earlier, item.match)
    names = [f"class {classes[taker.place].name}" for taker in taken]
    regions = [earlier[taker.place][1] for taker in taken]
    if own in regions:
        advice = f"class {item.name} and {names[0]} match the same packets: remove or change one"
    else:
        advice = f"put class {item.name} before {join_words(names)}"
    verb = "matches" if len(taken) == 1 else "match"
    yield RULE.at(
        item.origin,
        f"class {item.name} is unreachable: shadowed by {join_words(names, 2)}",
        effect=f"{join_words(names)} before it in policy-map {policy.name} {verb} its packets",
        label="never reached",
        related=tuple(labels(taken, [other.origin for other in classes])),
        notes=(f"for example {(own & regions[0]).witness()}",),
        help=advice,
    )
