"""A term that gives a forwarding class which a later term replaces for all of its packets.

## What it does

Reports a term of a filter that gives a forwarding class and goes on by `next term`, where no packet
of it can end in a term before one that takes all packets and gives another forwarding class.

## Why it matters

The last forwarding class given counts. What the first term chose is in force nowhere: voice that
was meant for its queue is sent as best effort.

## Example

```junos
interfaces {
    ge-0/0/0 {
        unit 0 {
            family inet {
                filter { input MARK; }
            }
        }
    }
}
firewall {
    family inet {
        filter MARK {
            term voice {
                from {
                    protocol udp;
                    destination-port 16384-32767;
                }
                then {
                    forwarding-class expedited-forwarding;
                    next term;
                }
            }
            term rest {
                then {
                    forwarding-class best-effort;
                    accept;
                }
            }
        }
    }
}
```

## Use instead

```junos
interfaces {
    ge-0/0/0 {
        unit 0 {
            family inet {
                filter { input MARK; }
            }
        }
    }
}
firewall {
    family inet {
        filter MARK {
            term voice {
                from {
                    protocol udp;
                    destination-port 16384-32767;
                }
                then {
                    forwarding-class expedited-forwarding;
                    accept;
                }
            }
            term rest {
                then {
                    forwarding-class best-effort;
                    accept;
                }
            }
        }
    }
}
```

## Sources

- Juniper, Routing Policies, Firewall Filters, and Traffic Policers User Guide, Firewall Filter
  Nonterminating Actions: `next term` goes on to the next term, and each action of a term that
  matches is done.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import AllOf, Anything, Interval, Mark, Predicate, RuleList, Test
from qosc.ir import Rule as Term
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import terms
from qosc.lint.facts.junos.statements import span_of
from qosc.lint.facts.rule_lists import applied, goes_on
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS210", "class-given-again", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for applied_list in context.once(applied):
        yield from _of_list(applied_list.stage, context)


def _of_list(stage: RuleList, context: Context) -> Iterator[Diagnostic]:
    """Go back over the terms: the nearest catch-all, and the ends that stand before it."""
    last: Mark | None = None
    ends: list[Predicate] = []
    for term in reversed(stage.rules):
        mark = _given(term)
        if isinstance(term.match, Anything):
            if mark is not None and term.policer is None:
                last, ends = mark, []
            elif not goes_on(term):
                last = None
            continue
        if not goes_on(term):
            ends.append(term.match)
        elif (
            last is not None
            and mark is not None
            and mark.name != last.name
            and mark.origin != NOWHERE
            and all(_apart(term.match, one) for one in ends)
        ):
            yield RULE.at(
                _going_on(context, mark),
                f"{stage.feature[:40]} gives {mark.name[:24]}, and then {last.name[:24]} to all of "
                "them",
                effect=f"the packets of this term end up in {last.name[:24]}",
                label="goes on to the terms that replace it",
                related=(
                    Label(mark.origin, "replaced by a later term"),
                    Label(last.origin, "given to all packets here"),
                ),
                help="end the term with accept",
            )


def _going_on(context: Context, mark: Mark) -> Span:
    """Where the term of a mark says `next term`; the mark where the text does not show it."""
    going = context.once(_lines_of_next).get(mark.origin.line)
    return span_of(context, going) if going else mark.origin


def _lines_of_next(context: Context) -> dict[int, int]:
    """By the line of a forwarding class, that of `next term` of the same term."""
    return {
        one.line: going.line
        for of in context.once(terms).values()
        for term in of.values()
        for one, words in term.actions
        if words[0] == "forwarding-class"
        for going, said in term.actions
        if said[0] == "next"
    }


def _given(term: Term) -> Mark | None:
    marks = term.marks if term.policer is None else (*term.marks, *term.policer.conform.marks)
    return next((one for one in marks if one.field is Field.FORWARDING_CLASS), None)


def _apart(one: Predicate, other: Predicate) -> bool:
    """Whether two terms surely have no packet in common: they ask a field for other values."""
    left, right = _asked(one), _asked(other)
    return any(
        max(low.low, high.low) > min(low.high, high.high)
        for field in left.keys() & right.keys()
        for low in [left[field]]
        for high in [right[field]]
    )


def _asked(match: Predicate) -> dict[Field, Interval]:
    """The fields that a term asks for, each with the span of its values."""
    by_field: dict[Field, Interval] = {}
    for test in match.operands if isinstance(match, AllOf) else (match,):
        values = test.values if isinstance(test, Test) else ()
        spans = [value for value in values if isinstance(value, Interval)]
        if isinstance(test, Test) and spans and len(spans) == len(values):
            by_field[test.field] = Interval(
                min(one.low for one in spans), max(one.high for one in spans)
            )
    return by_field
