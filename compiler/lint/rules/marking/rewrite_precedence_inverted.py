"""A rewrite rule that marks packets of low loss priority to be dropped first.

## What it does

Reports a rewrite rule of JunOS that gives one forwarding class code points of one AF class, and
that of loss priority low the higher drop precedence.

## Why it matters

What kept to its contract leaves as AFx2, what exceeded it as AFx1: the next router drops the wrong
ones first.

## Example

```junos
class-of-service {
    rewrite-rules {
        dscp OUT {
            forwarding-class assured-forwarding {
                loss-priority low code-point af22;
                loss-priority high code-point af21;
            }
        }
    }
    interfaces {
        ge-0/0/0 { unit 0 { rewrite-rules { dscp OUT; } } }
    }
}
```

## Use instead

```junos
class-of-service {
    rewrite-rules {
        dscp OUT {
            forwarding-class assured-forwarding {
                loss-priority low code-point af21;
                loss-priority high code-point af22;
            }
        }
    }
    interfaces {
        ge-0/0/0 { unit 0 { rewrite-rules { dscp OUT; } } }
    }
}
```

## Sources

- RFC 2597, section 2: a packet must not be forwarded with a smaller probability than one of a
  higher drop precedence in the same AF class.
- Juniper, Class of Service User Guide, Rewriting Packet Headers: the code point follows the
  forwarding class and the loss priority.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import Mark, Named, RuleList, Test
from qosc.ir import Rule as Entry
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.rule_lists import applied, names_of, parts
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS211", "rewrite-precedence-inverted", Severity.WARNING, "0.1")

_AF = range(10, 39)
_LOSS = ("low", "medium-low", "medium-high", "high")


def check(context: Context) -> Iterator[Diagnostic]:
    reported: set[Span] = set()
    for applied_list in context.once(applied):
        if applied_list.stage.feature.startswith("rewrite-rules dscp"):
            for one in _of_list(applied_list.stage):
                if one.primary not in reported:
                    reported.add(one.primary)
                    yield one


def _of_list(stage: RuleList) -> Iterator[Diagnostic]:
    marks: dict[str, dict[str, Mark]] = {}
    for rule in stage.rules:
        mark = next((one for one in rule.marks if one.field is Field.DSCP), None)
        names, loss = names_of(rule.match), _loss(rule)
        if mark is not None and names and len(loss) == 1 and mark.origin != NOWHERE:
            marks.setdefault(names[0], {})[loss[0]] = mark
    for name, by_loss in marks.items():
        kept = [by_loss[loss] for loss in _LOSS if loss in by_loss]
        for low, high in pairwise(kept):
            both_af = (
                low.value in _AF and high.value in _AF and low.value % 2 == high.value % 2 == 0
            )
            if both_af and low.value // 8 == high.value // 8 and low.value > high.value:
                words = [code_point_name(Field.DSCP, one.value) for one in (low, high)]
                yield RULE.at(
                    low.origin,
                    f"{stage.feature[:30]} marks {name[:24]} of lower loss priority as {words[0]}",
                    effect=f"it is dropped before {words[1]}, which that of higher loss priority "
                    "leaves with",
                    label=f"{words[0]}, the higher drop precedence",
                    related=(Label(high.origin, f"{words[1]} for a higher loss priority"),),
                    help="exchange the two code points",
                )
                break


def _loss(rule: Entry) -> tuple[str, ...]:
    return tuple(
        value.name
        for test in parts(rule.match)
        if isinstance(test, Test) and test.field is Field.LOSS_PRIORITY
        for value in test.values
        if isinstance(value, Named)
    )
