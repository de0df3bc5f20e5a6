"""A filter without a last term for all other packets, which drops them silently.

## What it does

Looks at the filters that ports apply and asks whether some packet meets none of their terms. Such
packets are discarded. The finding names one of them. A filter that marks, polices or classifies and
never discards anything was hardly made to drop: that is a warning. A filter that also has terms to
discard, or only accepts, may be a list of what is allowed: that is worth knowing, no more.

## Why it matters

Every JunOS filter ends with a discard that nobody has to write. A filter that puts voice into a
queue and has no term for the rest cuts off everything but voice, routing protocols included.

## Example

```junos
firewall {
    family inet {
        filter classify {
            term voice {
                from { dscp ef; }
                then { forwarding-class expedited-forwarding; accept; }
            }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input classify; } } } }
}
```

## Use instead

```junos
firewall {
    family inet {
        filter classify {
            term voice {
                from { dscp ef; }
                then { forwarding-class expedited-forwarding; accept; }
            }
            term rest { then accept; }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input classify; } } } }
}
```

## Sources

- Juniper, Routing Policies, Firewall Filters, and Traffic Policers User Guide, Understanding How
  Firewall Filters Are Evaluated: packets that match no term are discarded.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Anything, PortKind, Rule, RuleList, Verdict
from qosc.lint.engine.rule import Context
from qosc.lint.engine.rule import Rule as LintRule
from qosc.lint.engine.undecided import deciding, packet_space
from qosc.lint.facts.rule_lists import Applied, applied, goes_on, where

__all__ = ["RULE", "check"]

RULE = LintRule("QOS105", "filter-drops-the-rest", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for applied_list in context.once(applied):
        stage = applied_list.stage
        guess = not applied_list.ports and not _classifies(
            applied_list
        )  # an excerpt may end anywhere
        if stage.otherwise_drop and not _takes_all(stage) and not guess:
            with deciding(context, RULE, stage.origin, stage.feature[:80]):
                yield from _finding(context, applied_list)


def _takes_all(stage: RuleList) -> bool:
    return any(isinstance(rule.match, Anything) and not goes_on(rule) for rule in stage.rules)


def _finding(context: Context, applied_list: Applied) -> Iterator[Diagnostic]:
    space, stage = context.once(packet_space), applied_list.stage
    rules = list(stage.rules)
    left = space.everything
    for rule in rules:
        if not goes_on(rule):
            left -= space.region(rule.match)
    if rules and goes_on(rules[-1]):
        left -= space.region(rules[-1].match)  # those are the business of QOS106
    if left.is_empty():
        return
    witness = left.witness()
    example = f", such as {_short(str(witness))}" if witness is not None else ""
    name = stage.feature.split(" ", 2)
    yield RULE.at(
        stage.origin,
        f"{name[0]} {name[-1][:40]} discards packets that no term matches",
        effect=f"{where(applied_list)} drops them{example}",
        label="no last term for the rest",
        notes=_notes(applied_list),
        help="end it with a term that accepts the rest, or one that says discard",
        severity=None if _classifies(applied_list) else Severity.INFO,
    )


def _short(text: str) -> str:
    return text if len(text) < 90 else f"{text[:86]}..."


def _notes(applied_list: Applied) -> tuple[str, ...]:
    if _classifies(applied_list):
        return ()
    return ("it may be a list of what is allowed; a last term with discard would say so",)


def _classifies(applied_list: Applied) -> bool:
    """Whether the filter marks or polices, and never discards on purpose."""
    if applied_list.ports and all(
        port.kind is PortKind.CONTROL_PLANE for port, _ in applied_list.ports
    ):
        return False
    rules = applied_list.stage.rules
    discards = any(rule.policer is None and rule.verdict is Verdict.DROP for rule in rules)
    return not discards and any(_treats(rule) for rule in rules)


def _treats(rule: Rule) -> bool:
    return bool(rule.marks) or rule.policer is not None
