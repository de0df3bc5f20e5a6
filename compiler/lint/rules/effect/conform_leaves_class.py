"""A policer that gives packets within its rate the mark of another class.

## What it does

Reports a class that matches packets by their DSCP, precedence, CoS or EXP alone and whose policer
writes, to what conforms, a value that the class does not match and another class of the same policy
does. What exceeds the rate is often given another mark on purpose, and is not looked at.

## Why it matters

The packets that keep to their rate leave as those of the other class; the next device has them in
the other queue.

## Example

```ios
class-map match-all VOICE
 match dscp ef
class-map match-all VIDEO
 match dscp af41
policy-map EDGE
 class VOICE
  police cir 256000 bc 8000 conform-action set-dscp-transmit af41 exceed-action drop
 class VIDEO
  police cir 1000000 bc 31250 conform-action transmit exceed-action drop
interface FastEthernet0/0
 service-policy input EDGE
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
class-map match-all VIDEO
 match dscp af41
policy-map EDGE
 class VOICE
  police cir 256000 bc 8000 conform-action transmit exceed-action drop
 class VIDEO
  police cir 1000000 bc 31250 conform-action transmit exceed-action drop
interface FastEthernet0/0
 service-policy input EDGE
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `police`: the conform action is taken on
  packets that conform to the rate limit.
- RFC 2475, section 2.3.3.2: a marker sets the code point by which a packet is of a behaviour
  aggregate.

"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import code_point_name
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.effect.halves import CARRIED, Taken, taken_values
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS607", "conform-leaves-class", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    reported: set[Span] = set()
    for policy in context.device.policies.values():
        if not any(item.policers for item in policy.classes):
            continue
        taken = [taken_values(context, policy, item) for item in policy.classes]
        owners: dict[tuple[object, int], Taken] = {}
        for one in taken:
            for number in one.values if one is not None else ():
                if one is not None:
                    owners.setdefault((one.field, number), one)
        for item, own in zip(policy.classes, taken, strict=True):
            if own is None or own.field not in CARRIED:
                continue
            for policer in item.policers:
                for mark in policer.conform.marks:
                    owner = owners.get((mark.field, mark.value))
                    if mark.field is not own.field or mark.table is not None or owner is None:
                        continue
                    place = mark.origin if mark.origin != NOWHERE else policer.origin
                    if mark.value in own.values or owner.item is item or place in reported:
                        continue
                    reported.add(place)
                    value = f"{mark.field} {code_point_name(mark.field, mark.value)}"
                    yield RULE.at(
                        place,
                        f"class {item.name[:30]} sends what conforms as {value}, the mark of class "
                        f"{owner.item.name[:30]}",
                        effect=f"they are of class {owner.item.name} from here on",
                        label="the mark of another class",
                        related=(Label(owner.item.origin, "this class matches the value"),),
                        help="transmit what conforms, or set the mark of its own class",
                    )
