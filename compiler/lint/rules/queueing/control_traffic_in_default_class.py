"""A classifier that leaves network control packets in the class of all others.

## What it does

Reports a classifier in force that tells some code points apart and puts CS6 and CS7 (precedence,
CoS or EXP 6 and 7) into the same class and queue as code point 0. A classifier that puts
everything into one class is left out, since that is how one distrusts a neighbour, and so is one
that has a class of control for another code point.

## Why it matters

Routing packets that pass through this router, such as those of BGP sessions between others, wait
behind best-effort traffic and are dropped with it. A classifier without an entry for a code point
sends it to queue 0.

## Example

```junos
class-of-service {
    classifiers {
        dscp edge {
            forwarding-class expedited-forwarding {
                loss-priority low code-points ef;
            }
        }
    }
    interfaces {
        ge-0/0/0 { unit 0 { classifiers { dscp edge; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Use instead

```junos
class-of-service {
    classifiers {
        dscp edge {
            import default;
            forwarding-class expedited-forwarding {
                loss-priority low code-points ef;
            }
        }
    }
    interfaces {
        ge-0/0/0 { unit 0 { classifiers { dscp edge; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Sources

- RFC 4594, section 3.1 and table 3: CS6 is for routing protocols.
- Juniper, Class of Service User Guide, Juniper Networks Default Forwarding Classes: a code point
  without an entry gets the class of queue 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.ir import Interval, Mark, RuleList, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.rule_lists import applied, parts, sounds_like_control, where

__all__ = ["RULE", "check"]

RULE = Rule("QOS436", "control-traffic-in-default-class", Severity.INFO, "0.1")

_CONTROL = {Field.DSCP: 48, Field.PRECEDENCE: 6, Field.COS: 6, Field.MPLS_EXP: 6}
_WORDS = {
    Field.DSCP: "CS6",
    Field.PRECEDENCE: "precedence 6",
    Field.COS: "CoS 6",
    Field.MPLS_EXP: "EXP 6",
}


def check(context: Context) -> Iterator[Diagnostic]:
    for applied_list in context.once(applied):
        stage = applied_list.stage
        field = _field(stage)
        if field is None or not stage.feature.startswith("classifiers "):
            continue
        control, others = _goes(stage, field, _CONTROL[field]), _goes(stage, field, 0)
        given = [m for rule in stage.rules for m in rule.marks if m.field is Field.FORWARDING_CLASS]
        if any(sounds_like_control(mark.name) for mark in given):
            continue  # control has another code point in this network
        queues = {mark.value for mark in given}
        alike = control is not None and others is not None and control.value == others.value
        if len(queues) > 1 and alike and control is not None:
            yield RULE.at(
                stage.origin,
                f"{stage.feature[:36]} puts {_WORDS[field]} and code point 0 into {control.name}",
                effect=f"routing packets of {where(applied_list)} are lost with best effort",
                label=f"no class for {_WORDS[field]}",
                help="import the default table, or add an entry",
            )


def _field(stage: RuleList) -> Field | None:
    """The code point that a classifier looks at."""
    return next(
        (
            test.field
            for rule in stage.rules
            for test in parts(rule.match)
            if isinstance(test, Test) and test.field in _CONTROL
        ),
        None,
    )


def _goes(stage: RuleList, field: Field, value: int) -> Mark | None:
    """The forwarding class that a classifier gives to a code point."""
    for rule in stage.rules:
        tests = [t for t in parts(rule.match) if isinstance(t, Test) and t.field is field]
        if all(_holds(test, value) for test in tests):
            return next((m for m in rule.marks if m.field is Field.FORWARDING_CLASS), None)
    return None


def _holds(test: Test, value: int) -> bool:
    return any(isinstance(one, Interval) and one.low <= value <= one.high for one in test.values)
