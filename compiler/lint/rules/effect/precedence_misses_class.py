"""A precedence that is set, where the classes on output match a DSCP that begins like it.

## What it does

Reports a class on input that sets an IP precedence, where an output policy has a class for a DSCP
with the same first three bits, and no class there matches that precedence, or the DSCP that it is
with three zeros behind it.

## Why it matters

Most packets come without marks: precedence 5 makes DSCP 40 (CS5) of them, not 46 (EF), and they are
in class-default.

## Example

```ios
access-list 101 permit udp any any range 16384 32767
class-map match-all RTP
 match access-group 101
class-map match-any VOICE
 match dscp ef
policy-map IN
 class RTP
  set precedence 5
policy-map OUT
 class VOICE
  priority 200
interface FastEthernet0/0
 service-policy input IN
interface Serial0/0
 service-policy output OUT
```

## Use instead

```ios
access-list 101 permit udp any any range 16384 32767
class-map match-all RTP
 match access-group 101
class-map match-any VOICE
 match dscp ef
policy-map IN
 class RTP
  set dscp ef
policy-map OUT
 class VOICE
  priority 200
interface FastEthernet0/0
 service-policy input IN
interface Serial0/0
 service-policy output OUT
```

## Sources

- RFC 2474, section 4.2.2: an IP precedence is the DSCP with its three bits and three zeros behind
  them.

"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field, code_point_name
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.effect.halves import Taken, policies_on, taken_values, written_marks
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS619", "precedence-misses-class", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    takers: list[Taken] = []
    whole = True
    for policy in policies_on(context, "output"):
        for item in policy.classes:
            taken = taken_values(context, policy, item)
            if taken is not None:
                takers.append(taken)
            elif item.name != "class-default":
                whole = False  # by a list, which may look at the precedence
    if not whole:
        return
    near = {value: _near(value, takers) for value in range(1, 8)}
    met = {value for value in near if any(_takes(value, one) for one in takers)}
    reported: set[Span] = set()
    for policy in policies_on(context, "input"):
        for item in policy.classes:
            marks = written_marks(item)
            if any(mark.field is Field.DSCP for mark in marks):
                continue
            for mark in marks:
                if mark.field is not Field.PRECEDENCE or not mark.value or mark.origin in reported:
                    continue
                waits = near.get(mark.value)
                if waits is None or mark.value in met:
                    continue
                reported.add(mark.origin)
                wanted = min(value for value in waits.values if value >> 3 == mark.value)
                yield RULE.at(
                    mark.origin,
                    f"class {item.name[:30]} sets precedence {mark.value}, class "
                    f"{waits.item.name[:30]} matches dscp {code_point_name(Field.DSCP, wanted)}",
                    effect=f"a packet without a mark leaves with DSCP {mark.value << 3}, which no "
                    "class matches",
                    label="another DSCP",
                    related=(Label(waits.item.origin, "the class that waits for it"),),
                    help=f"set dscp {code_point_name(Field.DSCP, wanted)} if it was meant",
                )


def _near(value: int, takers: list[Taken]) -> Taken | None:
    """A class for a DSCP that begins with a precedence."""
    return next(
        (
            one
            for one in takers
            if one.field is Field.DSCP and any(each >> 3 == value for each in one.values)
        ),
        None,
    )


def _takes(value: int, one: Taken) -> bool:
    """Whether a class takes packets with the precedence and three zeros behind it."""
    if one.field is Field.PRECEDENCE:
        return value in one.values
    return one.field is Field.DSCP and value << 3 in one.values
