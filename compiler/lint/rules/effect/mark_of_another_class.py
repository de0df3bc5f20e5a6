"""A class that writes the mark by which packets of another class are known.

## What it does

Reports two classes of one policy whose marks are exchanged: each writes what the DSCP that the
other one matches begins with (EF goes with 5, AF31 with 3), or the code point that RFC 4594 has for
the application in the other one's name (voice, signaling, video, bulk data, scavenger). Reports
also a class on input whose mark is taken on output by a class of another name, where a class of its
own name waits there for another value.

## Why it matters

The packets are in each other's queues from here on, on this device and on all that follow.

## Example

```ios
access-list 101 permit udp any any eq 5060
access-list 102 permit udp any host 192.0.2.9
class-map match-all SIGNALING
 match access-group 101
class-map match-all VIDEO
 match access-group 102
class-map match-all Q-SIGNALING
 match dscp cs3
class-map match-all Q-VIDEO
 match dscp af41
policy-map MARK
 class SIGNALING
  set dscp af41
 class VIDEO
  set dscp cs3
policy-map QUEUE
 class Q-SIGNALING
  bandwidth 100
 class Q-VIDEO
  bandwidth 500
interface FastEthernet0/0
 service-policy input MARK
interface Serial0/0
 service-policy output QUEUE
```

## Use instead

```ios
access-list 101 permit udp any any eq 5060
access-list 102 permit udp any host 192.0.2.9
class-map match-all SIGNALING
 match access-group 101
class-map match-all VIDEO
 match access-group 102
class-map match-all Q-SIGNALING
 match dscp cs3
class-map match-all Q-VIDEO
 match dscp af41
policy-map MARK
 class SIGNALING
  set dscp cs3
 class VIDEO
  set dscp af41
policy-map QUEUE
 class Q-SIGNALING
  bandwidth 100
 class Q-VIDEO
  bandwidth 500
interface FastEthernet0/0
 service-policy input MARK
interface Serial0/0
 service-policy output QUEUE
```

## Sources

- RFC 4594, section 2.3: the code points of telephony, signaling, video and bulk data.
- RFC 2474, section 4.2.2.1, and RFC 5462: the first three bits of a DSCP are its class selector;
  the traffic class of MPLS and the priority of 802.1Q have three bits.
- The config itself: the names and marks of its other classes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import Mark, Policy
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.effect.halves import (
    CARRIED,
    Taken,
    policies_on,
    taken_values,
    words_of,
    written_marks,
)
from qosc.source import Span
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS605", "mark-of-another-class", Severity.WARNING, "0.1")

_THREE_BITS = (Field.COS, Field.MPLS_EXP, Field.PRECEDENCE)
_MOST = 64
"""Classes of one policy that are compared with each other."""
_WORDS = {
    "voice": frozenset((46,)),
    "telephony": frozenset((46,)),
    "rtp": frozenset((46,)),
    "signaling": frozenset((24, 26, 40)),
    "signalling": frozenset((24, 26, 40)),
    "sip": frozenset((24, 26, 40)),
    "video": frozenset((32, 34, 36, 38)),
    "bulk": frozenset((10, 12, 14)),
    "scavenger": frozenset((8,)),
}
"""The code points of applications, by words of names."""


class _Written(NamedTuple):
    title: str
    name: str
    mark: Mark
    natural: frozenset[int]


def check(context: Context) -> Iterator[Diagnostic]:
    reported: set[Span] = set()
    for policy in context.device.policies.values():
        if policy.feature:
            continue
        for one, other in _exchanged(context, policy):
            if one.mark.origin in reported or other.mark.origin in reported:
                continue
            reported |= {one.mark.origin, other.mark.origin}
            yield RULE.at(
                one.mark.origin,
                f"class {one.name[:30]} sets {_value(one.mark)} and class {other.name[:30]} "
                f"{_value(other.mark)}: exchanged",
                effect="packets of each have the mark of the other from here on",
                label="the mark of the other class",
                related=(Label(other.mark.origin, "and this one"),),
                help="exchange the two values, if they were mixed up",
            )
    yield from _halves(context, reported)


def _exchanged(context: Context, policy: Policy) -> Iterator[tuple[_Written, _Written]]:
    by_field: dict[Field, list[_Written]] = {}
    for item in policy.classes[:_MOST]:
        for mark in written_marks(item):
            natural = _natural(context, policy, item.name, mark)
            if natural:
                one = _Written(policy.title, item.name, mark, natural)
                by_field.setdefault(mark.field, []).append(one)
    for group in by_field.values():
        for one, other in combinations(group, 2):
            if one.mark.value in one.natural or other.mark.value in other.natural:
                continue
            if one.mark.value in other.natural and other.mark.value in one.natural:
                yield one, other


def _natural(context: Context, policy: Policy, name: str, mark: Mark) -> frozenset[int]:
    """The values that a class is known by: from the DSCP that it matches, or from its name."""
    item = next(one for one in policy.classes if one.name == name)
    if mark.field in _THREE_BITS:
        taken = taken_values(context, policy, item)
        if taken is None or taken.field is not Field.DSCP:
            return frozenset()
        return frozenset(value >> 3 for value in taken.values)
    if mark.field is not Field.DSCP:
        return frozenset()
    known = [_WORDS[word] for word in words_of(name) if word in _WORDS]
    return known[0] if len(known) == 1 else frozenset()


def _halves(context: Context, reported: set[Span]) -> Iterator[Diagnostic]:
    """The findings on classes on input whose marks other classes take on output."""
    takers = [
        taker
        for policy in policies_on(context, "output")
        for item in policy.classes
        if (taker := taken_values(context, policy, item)) is not None and taker.field in CARRIED
    ]
    by_value: dict[tuple[Field, int], list[Taken]] = {}
    by_words: dict[tuple[Field, frozenset[str]], list[Taken]] = {}
    for one in takers:
        for value in one.values:
            by_value.setdefault((one.field, value), []).append(one)
        by_words.setdefault((one.field, words_of(one.item.name)), []).append(one)
    # Many classes may wait for one value: what is asked of them all is put together once.
    heard = {
        key: frozenset[str]().union(*(words_of(one.item.name) for one in group))
        for key, group in by_value.items()
    }
    wanted = {
        key: frozenset[int]().union(*(one.values for one in group))
        for key, group in by_words.items()
    }
    for policy in policies_on(context, "input"):
        for item in policy.classes:
            words = words_of(item.name)
            for mark in written_marks(item) if words else ():
                taken = by_value.get((mark.field, mark.value), [])
                own = by_words.get((mark.field, words), [])
                if not taken or not own or mark.origin in reported:
                    continue
                key = mark.field, mark.value
                if mark.value not in wanted[mark.field, words] and not words & heard[key]:
                    reported.add(mark.origin)
                    yield _half(item.name, policy, mark, taken[0], own[0])


def _half(name: str, policy: Policy, mark: Mark, taken: Taken, own: Taken) -> Diagnostic:
    wanted = ", ".join(code_point_name(mark.field, value) for value in sorted(own.values)[:4])
    return RULE.at(
        mark.origin,
        f"class {name[:30]} of {policy.title[:50]} sets {_value(mark)}, the mark of class "
        f"{taken.item.name[:30]}",
        effect=f"class {own.item.name} of {own.policy.title} matches {wanted} and gets no packets",
        label="the mark of another class",
        related=(Label(own.item.origin, "the class of the same name"),),
        help=f"set {wanted} if it was meant",
    )


def _value(mark: Mark) -> str:
    return f"{mark.field} {code_point_name(mark.field, mark.value)}"
