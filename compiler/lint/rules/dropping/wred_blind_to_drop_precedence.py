"""WRED by IP precedence in a class whose packets differ by drop precedence alone.

## What it does

Reports `random-detect` without `dscp-based` in a class that matches several code points of one AF
class (AF21, AF22 and AF23) and nothing else but code points.

## Why it matters

The code points of one AF class have one precedence, and one drop curve: packets that a policer has
marked down are dropped no sooner than those within their rate.

## Example

```ios
class-map match-all DATA
 match dscp af21 af22 af23
policy-map WAN
 class DATA
  bandwidth percent 25
  random-detect
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all DATA
 match dscp af21 af22 af23
policy-map WAN
 class DATA
  bandwidth percent 25
  random-detect dscp-based
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `random-detect`: by IP precedence where
  `dscp-based` is not given.
- RFC 2597, section 2: within an AF class the drop precedence says which packets go first.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.marking.asked_points import only_points
from qosc.source import NOWHERE

__all__ = ["RULE", "check"]

RULE = Rule("QOS416", "wred-blind-to-drop-precedence", Severity.WARNING, "0.1")

_AF = frozenset(8 * number + 2 * drop for number in range(1, 5) for drop in range(1, 4))


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        for item in policy.classes:
            wred = item.wred
            if wred is None or wred.field is not Field.PRECEDENCE or wred.origin == NOWHERE:
                continue
            points = only_points(context, item.match)
            classes: dict[int, list[int]] = {}
            for point in sorted(points & _AF):
                classes.setdefault(point // 8, []).append(point)
            mixed = next((own for own in classes.values() if len(own) > 1), None)
            if mixed is None or policy.feature or any(m.field in _DS for m in item.marks):
                continue
            number = mixed[0] // 8
            yield RULE.at(
                wred.origin,
                f"class {item.name} of {policy.title} drops by IP precedence, which is {number} "
                f"for each code point of AF{number}",
                label="one curve for all of them",
                help="write `random-detect dscp-based`",
            )


_DS = (Field.DSCP, Field.PRECEDENCE)
