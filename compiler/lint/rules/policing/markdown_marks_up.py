"""A policer that gives packets above its rate a better mark than those within it.

## What it does

Reports an exceed-action or violate-action that sets a DSCP or a precedence which is served before,
or dropped after, that of packets that conform: a higher AF class, a lower drop precedence, EF.

## Why it matters

What exceeds the rate is to be dropped first further on. Marked up it is protected there, and the
more a sender sends, the better it is treated; and packets of one flow overtake each other.

## Example

```ios
class-map match-all DATA
 match dscp af31
policy-map LAN
 class DATA
  police cir 1000000 bc 62500
   conform-action transmit
   exceed-action set-dscp-transmit af41
interface FastEthernet0/0
 service-policy input LAN
```

## Use instead

```ios
class-map match-all DATA
 match dscp af31
policy-map LAN
 class DATA
  police cir 1000000 bc 62500
   conform-action transmit
   exceed-action set-dscp-transmit af32
interface FastEthernet0/0
 service-policy input LAN
```

## Sources

- RFC 2597, section 2: within an AF class a packet of a higher drop precedence is dropped first, and
  packets of one flow must not be reordered.
- RFC 2697 and RFC 2698, section 4: the marker writes the colour as the drop precedence.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import Mark, Outcome, Predicate, Verdict
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.marking.asked_points import BELOW_DEFAULT, only_points
from qosc.lint.facts.meters import metered

__all__ = ["RULE", "check"]

RULE = Rule("QOS314", "markdown-marks-up", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    marked = {
        id(policer): item.marks
        for policy in context.device.policies.values()
        for item in policy.classes
        for policer in item.policers
    }
    for policing in context.once(metered):
        policer = policing.policer
        if policer.conform.verdict is Verdict.DROP:
            continue
        before = (*marked.get(id(policer), ()), *policer.conform.marks)
        old = _within(context, policing.match, before)
        for action, outcome in (("exceed", policer.exceed), ("violate", policer.violate)):
            mark = _mark(outcome)
            if old is None or mark is None or not _is_up(old, _point(mark)):
                continue
            yield RULE.at(
                mark.origin,
                f"{policing.what} marks up: {action}-action sets {mark.field} "
                f"{code_point_name(mark.field, mark.value)}",
                label=f"better than {code_point_name(Field.DSCP, old)}",
                help="set a higher drop precedence of the same class, or drop",
            )


def _within(context: Context, match: Predicate, marks: tuple[Mark, ...]) -> int | None:
    """The best DSCP of packets that conform; None where it is not known."""
    for mark in reversed(marks):
        if mark.field in (Field.DSCP, Field.PRECEDENCE):
            return None if mark.table is not None else _point(mark)
    return max(only_points(context, match), default=None)


def _mark(outcome: Outcome | None) -> Mark | None:
    if outcome is None or outcome.verdict is Verdict.DROP:
        return None
    fields = (Field.DSCP, Field.PRECEDENCE)
    marks = [mark for mark in outcome.marks if mark.field in fields and mark.table is None]
    return marks[-1] if marks else None


def _point(mark: Mark) -> int:
    """The DSCP of a mark; of a precedence its class selector."""
    return mark.value if mark.field is Field.DSCP else mark.value << 3


def _is_up(old: int, new: int) -> bool:
    """Whether a DSCP is served before another, or dropped after it in one AF class."""
    if new in BELOW_DEFAULT or old in BELOW_DEFAULT:
        return False
    if old >> 3 == new >> 3:
        # AFx1, AFx2 and AFx3 are 8 x + 2, 4 and 6.
        drops = old & 7, new & 7
        return 1 <= old >> 3 <= 4 and all(drop in (2, 4, 6) for drop in drops) and new < old
    return new >> 3 > old >> 3
