"""A class with the mark that another policy gives to a class beside its namesake.

## What it does

Compares classes of one name in policies on input. Reports one that sets a field to another value
than its namesake, where that value is the one that another class of the namesake's policy sets
and the other classes that both have are marked alike.

## Why it matters

Further on the packets are in the queue of the other class: voice that comes in by one customer or
one port waits with video, and by the others not.

## Example

```ios
class-map match-any VOICE
 match dscp ef
class-map match-any VIDEO
 match dscp af41
policy-map GOLD
 class VOICE
  set mpls experimental imposition 5
 class VIDEO
  set mpls experimental imposition 4
policy-map SILVER
 class VOICE
  set mpls experimental imposition 4
interface GigabitEthernet0/0
 mpls ip
interface GigabitEthernet0/1
 service-policy input GOLD
interface GigabitEthernet0/2
 service-policy input SILVER
```

## Use instead

```ios
class-map match-any VOICE
 match dscp ef
class-map match-any VIDEO
 match dscp af41
policy-map GOLD
 class VOICE
  set mpls experimental imposition 5
 class VIDEO
  set mpls experimental imposition 4
policy-map SILVER
 class VOICE
  set mpls experimental imposition 5
interface GigabitEthernet0/0
 mpls ip
interface GigabitEthernet0/1
 service-policy input GOLD
interface GigabitEthernet0/2
 service-policy input SILVER
```

## Sources

- The config itself: the two policies mark packets of one class.
- RFC 2475, section 2: packets are given a code point at the boundary, and are forwarded by the
  behavior of that code point inside.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import Mark, Policy
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.effect.halves import policies_on, written_marks
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS924", "mark-unlike-twin", Severity.WARNING, "0.1")

_MOST = 40
"""Policies that are compared with each other."""
_DEFAULT = "class-default"


def check(context: Context) -> Iterator[Diagnostic]:
    going_out = {policy.name for policy in policies_on(context, "output")}
    policies = [
        policy
        for policy in policies_on(context, "input")
        if policy.name not in going_out and not policy.feature
    ][:_MOST]
    written = [(policy, _written(policy)) for policy in policies]
    reported: set[Span] = set()
    for policy, own in written:
        for other, theirs in written:
            if policy is not other and _differing(own, theirs) == 1:
                for (name, field), mark in own.items():
                    twin = theirs.get((name, field))
                    if twin is None or twin.value == mark.value or mark.origin in reported:
                        continue
                    owners = [
                        c for (c, f), m in theirs.items() if (f, m.value) == (field, mark.value)
                    ]
                    if (
                        owners
                        and twin.origin not in reported
                        and not _shares(own, field, twin.value)
                    ):
                        reported.add(mark.origin)
                        yield _finding(policy, other, name, mark, twin, owners[0])


def _finding(
    policy: Policy, other: Policy, name: str, mark: Mark, twin: Mark, owner: str
) -> Diagnostic:
    said = f"{mark.field} {code_point_name(mark.field, mark.value)}"
    meant = code_point_name(twin.field, twin.value)
    return RULE.at(
        mark.origin,
        f"class {name[:25]} of {policy.title[:35]} sets {said}, which is of {owner[:25]} elsewhere",
        effect=f"{other.title} sets {meant} for {name} and this value for {owner}",
        label="the mark of another class",
        related=(Label(twin.origin, "here the class has its own"),),
        help=f"set {meant} if the class is to be the same",
    )


def _written(policy: Policy) -> dict[tuple[str, Field], Mark]:
    """The one mark of each field that a class sets, but for those of class-default."""
    written = {}
    for item in policy.classes:
        if item.name == _DEFAULT:
            continue
        for mark in written_marks(item):
            written[item.name, mark.field] = mark
    return written


def _differing(own: dict[tuple[str, Field], Mark], theirs: dict[tuple[str, Field], Mark]) -> int:
    """How many marks two policies give otherwise: with more than one they are two plans."""
    return sum(key in theirs and theirs[key].value != mark.value for key, mark in own.items())


def _shares(own: dict[tuple[str, Field], Mark], field: Field, value: int) -> bool:
    """Whether the policy uses the namesake's value for another class: it has values of its own."""
    return any(each == field and mark.value == value for (_, each), mark in own.items())
