"""A drop curve for a code point that the class cannot have, where one that it has has none.

## What it does

Reports a `random-detect dscp` for a DSCP which the class neither matches nor sets, in a class that
matches DSCPs alone, where one of the DSCPs that the class does match has no line of its own. A
class with lines for all it matches, and some more, is passed over.

## Why it matters

The line acts on no packet. The code point that was meant is dropped by the defaults of the router,
which are not in step with the lines beside it.

## Example

```ios
class-map match-any CRITICAL
 match dscp af31 af32 af33
policy-map WAN
 class CRITICAL
  bandwidth percent 40
  random-detect dscp-based
  random-detect dscp 18 36 40 10
  random-detect dscp 28 34 40 10
  random-detect dscp 30 32 40 10
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-any CRITICAL
 match dscp af31 af32 af33
policy-map WAN
 class CRITICAL
  bandwidth percent 40
  random-detect dscp-based
  random-detect dscp 26 36 40 10
  random-detect dscp 28 34 40 10
  random-detect dscp 30 32 40 10
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `random-detect dscp`: thresholds for the
  packets of the class that have the DSCP; others have those of the defaults.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import Outcome, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.marking.asked_points import only_points
from qosc.source import NOWHERE

__all__ = ["RULE", "check"]

RULE = Rule("QOS415", "curve-of-another-class", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        for item in policy.classes:
            wred = item.wred
            if wred is None or wred.field is not Field.DSCP or policy.feature:
                continue
            given = [
                one
                for one in wred.curves
                if one.minimum is not None
                and not one.minimum.default_by
                and one.origin != NOWHERE
                and one.values
            ]
            asked = only_points(context, item.match)
            lines = {value for one in given for value in one.values}
            bare = asked - lines
            if not given or not bare or _marks(item):
                continue
            for one in given:
                if asked.isdisjoint(one.values):
                    words = code_point_name(Field.DSCP, one.values[0])
                    other = code_point_name(Field.DSCP, min(bare))
                    yield RULE.at(
                        one.origin,
                        f"class {item.name} of {policy.title} has a drop curve for {words}, "
                        f"none for {other}",
                        effect=f"the class does not match DSCP {words}, and matches {other}",
                        label="acts on no packet",
                        help=f"write the line for {other}",
                    )


def _marks(item: TrafficClass) -> bool:
    """Whether the class may give its packets another code point before they are queued."""
    outcomes: list[Outcome | None] = []
    for policer in item.policers:
        outcomes += [policer.conform, policer.exceed, policer.violate]
    return bool(item.marks) or any(one is not None and one.marks for one in outcomes)
