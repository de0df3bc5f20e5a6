"""A term of a filter whose conditions no packet meets together.

## What it does

Reports each term of an applied JunOS filter that matches fields which no packet has at once, such
as ports of ICMP, or a DSCP outside its precedence, and each one whose addresses are exceptions
alone (`10.0.0.0/8 except`).

## Why it matters

The term never matches as it is meant. Its packets go on to the next terms: what was to be policed
or put into a queue is not, and what was to be accepted may be dropped.

## Example

```junos
firewall {
    family inet {
        filter edge {
            term dns {
                from { protocol icmp; destination-port 53; }
                then { forwarding-class assured-forwarding; accept; }
            }
            term rest { then accept; }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input edge; } } } }
}
```

## Use instead

```junos
firewall {
    family inet {
        filter edge {
            term dns {
                from { protocol udp; destination-port 53; }
                then { forwarding-class assured-forwarding; accept; }
            }
            term rest { then accept; }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input edge; } } } }
}
```

## Sources

- Juniper, Firewall Filter Match Conditions Based on Address Fields: each list of prefixes contains
  an implicit `0/0 except`.
- Juniper, Routing Policies, Firewall Filters, and Traffic Policers User Guide, Firewall Filter
  Match Conditions: all conditions of a term must match; ports are of TCP and UDP, and the protocol
  should be given in the same term.
- RFC 792: ICMP has no ports. RFC 2474, section 4.2.2: the precedence is part of the DSCP.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import AllOf, AnyOf, Predicate
from qosc.ir import Rule as ListRule
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.undecided import deciding, packet_space
from qosc.lint.facts.rule_lists import Applied, applied, where
from qosc.packets.quick import surely_reached
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS117", "contradictory-term", Severity.WARNING, "0.1")

_NEAR = 40
_MOST = 4_000
"""Of longer lists the first so many rules are looked at."""


def check(context: Context) -> Iterator[Diagnostic]:
    for applied_list in context.once(applied):
        stage = applied_list.stage
        if not stage.feature.startswith(("filter ", "simple-filter ")):
            continue
        for rule in stage.rules[:_MOST]:
            if _has_empty_list(rule.match):
                yield from _of_exceptions(context, applied_list, rule)
                continue
            if not isinstance(rule.match, AllOf) or surely_reached(context.device, rule.match):
                continue
            with deciding(context, RULE, rule.origin, stage.feature[:80]):
                if context.once(packet_space).region(rule.match).is_empty():
                    yield RULE.at(
                        rule.origin,
                        f"no packet meets all conditions of this term of {stage.feature[:40]}",
                        label="matches nothing",
                        notes=(f"the filter is applied to {where(applied_list)}",),
                        help="conditions of one term must all hold; write two terms for either",
                    )


def _of_exceptions(context: Context, applied_list: Applied, rule: ListRule) -> Iterator[Diagnostic]:
    """A term whose addresses are all `except`: whatever else a packet has is excepted too.

    Juniper, Firewall Filter Match Conditions Based on Address Fields: each list of prefixes
    contains an implicit 0/0 except.
    """
    source = context.source
    begins = rule.origin.line
    if source is None or not begins:
        return
    for number in range(begins, min(source.last, begins + _NEAR) + 1):
        line = source.line(number)
        if re.match(r"\s*(?:then|term)\b", line) and number > begins:
            return
        start = line.find(" except;")
        if start >= 0 and "address" in source.line(number - 1) + line:
            words = len(line) - len(line.lstrip())
            yield RULE.at(
                Span(source.path, number, words + 1, number, len(line.rstrip()) + 1),
                f"this term of {applied_list.stage.feature[:40]} has exceptions and no address "
                "that they are of: no packet matches",
                label="of nothing",
                help="add `0.0.0.0/0` for all other addresses",
            )
            return


def _has_empty_list(match: Predicate) -> bool:
    """Whether a condition has no value: an empty prefix-list, of which no source says what it
    matches.
    """
    if isinstance(match, AllOf):
        return any(_has_empty_list(operand) for operand in match.operands)
    return match == AnyOf(()) or getattr(match, "values", None) == ()
