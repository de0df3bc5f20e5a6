"""A filter whose last term says `next term`, so that its packets are dropped.

## What it does

Reports a filter in which the last term sends its packets on to the next one.

## Why it matters

There is no next one: the packets fall through to the discard at the end of every JunOS filter. A
term that was meant to count or to mark drops all that it takes.

## Example

```junos
firewall {
    family inet {
        filter mark {
            term voice {
                from { dscp ef; }
                then { forwarding-class expedited-forwarding; accept; }
            }
            term rest {
                then { count rest; next term; }
            }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input mark; } } } }
}
```

## Use instead

```junos
firewall {
    family inet {
        filter mark {
            term voice {
                from { dscp ef; }
                then { forwarding-class expedited-forwarding; accept; }
            }
            term rest {
                then { count rest; accept; }
            }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input mark; } } } }
}
```

## Sources

- Juniper, Routing Policies, Firewall Filters, and Traffic Policers User Guide, Firewall Filter
  Nonterminating Actions (`next term`) and Understanding How Firewall Filters Are Evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir.describe import describe_match
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.rule_lists import applied, goes_on, where

__all__ = ["RULE", "check"]

RULE = Rule("QOS106", "last-term-goes-on", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for applied_list in context.once(applied):
        rules = applied_list.stage.rules
        if applied_list.stage.otherwise_drop and rules and goes_on(rules[-1]):
            words = describe_match(rules[-1].match)
            what = words if len(words) < 60 else f"{words[:56]}..."
            yield RULE.at(
                rules[-1].origin,
                f"the last term of {applied_list.stage.feature[:40]} ends in `next term`",
                effect=f"no term follows: {where(applied_list)} drops {what}",
                label="no term after this one",
                help="end the term with accept, or with discard if that is meant",
            )
