"""A class that keeps its code point, where all its siblings are given others.

## What it does

Reports a class of a policy on output that sets no DSCP, where at least three others do, and all but
class-default and those with priority do. The class matches by DSCP, as they do, a value that none
of them sets and the description of the policy does not name.

## Why it matters

The policy translates the marks to those of the network behind it, which knows a few values only.
The packets of this class come there with a mark that has no service.

## Example

```ios
class-map match-any VIDEO
 match dscp af41
class-map match-any SIGNALING
 match dscp cs3
class-map match-any ERP
 match dscp af21
class-map match-any BULK
 match dscp af11
policy-map CARRIER
 class VIDEO
  bandwidth remaining percent 20
  set dscp af31
 class SIGNALING
  bandwidth remaining percent 10
  set dscp af31
 class ERP
  bandwidth remaining percent 20
 class BULK
  bandwidth remaining percent 10
  set dscp default
 class class-default
  bandwidth remaining percent 40
policy-map PORT
 class class-default
  shape average 50000000
  service-policy CARRIER
interface GigabitEthernet0/1
 service-policy output PORT
```

## Use instead

```ios
class-map match-any VIDEO
 match dscp af41
class-map match-any SIGNALING
 match dscp cs3
class-map match-any ERP
 match dscp af21
class-map match-any BULK
 match dscp af11
policy-map CARRIER
 class VIDEO
  bandwidth remaining percent 20
  set dscp af31
 class SIGNALING
  bandwidth remaining percent 10
  set dscp af31
 class ERP
  bandwidth remaining percent 20
  set dscp af31
 class BULK
  bandwidth remaining percent 10
  set dscp default
 class class-default
  bandwidth remaining percent 40
policy-map PORT
 class class-default
  shape average 50000000
  service-policy CARRIER
interface GigabitEthernet0/1
 service-policy output PORT
```

## Sources

- RFC 8100, section 1: carriers serve few classes, and code points are translated at the border.
- The config itself: what its other classes do.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import Policy, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.effect.halves import policies_on, taken_values, written_marks

__all__ = ["RULE", "check"]

RULE = Rule("QOS926", "class-not-translated", Severity.WARNING, "0.1")

_LEAST = 3
_DEFAULT = "class-default"


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in policies_on(context, "output"):
        lone = _lone(policy)
        if lone is None:
            continue
        one, others = lone
        taken = taken_values(context, policy, one)
        values = {mark.value for item in others for mark in written_marks(item)}
        if taken is None or taken.field is not Field.DSCP or taken.values & values:
            continue
        if any(value >> 3 in (6, 7) for value in taken.values):
            continue  # what routers send themselves
        points = [code_point_name(Field.DSCP, value) for value in taken.values]
        names = [point.partition("(")[2].rstrip(")").lower() or point for point in points]
        if any(name in policy.description.lower() for name in (one.name.lower(), *names)):
            continue  # the description says that the network behind knows it
        said = ", ".join(code_point_name(Field.DSCP, value) for value in sorted(taken.values)[:3])
        yield RULE.at(
            one.origin,
            f"class {one.name[:30]} of {policy.title[:40]} keeps {said}, its siblings do not",
            effect=f"{len(others)} classes are given a DSCP here, and none of them has {said}",
            label="no DSCP is set",
            related=(Label(others[0].origin, "this one is marked anew"),),
            help="set the DSCP that the network behind expects",
        )


def _lone(policy: Policy) -> tuple[TrafficClass, list[TrafficClass]] | None:
    """The only class without a mark, and those with one."""
    if policy.feature:
        return None
    plain = [item for item in policy.classes if item.name != _DEFAULT and item.priority is None]
    marked: list[TrafficClass] = []
    bare: list[TrafficClass] = []
    for item in plain:
        to_dscp = any(mark.field is Field.DSCP for mark in written_marks(item))
        (marked if to_dscp else bare).append(item)
    if len(marked) < _LEAST or len(bare) != 1 or bare[0].policers or bare[0].marks:
        return None
    return bare[0], marked
