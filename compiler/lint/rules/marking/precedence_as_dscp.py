"""A DSCP of 2 to 7 written as a number, as if it were a precedence.

## What it does

Reports `dscp` with a value from 2 to 7 in a `match` or `set` line and in an access list that a
class uses, unless the line names a run of them.

## Why it matters

No per-hop behaviour has these values, and no phone or host sends them. Precedence 5 is DSCP 40; a
class that matches `dscp 5` stays empty, and packets with `set dscp 5` are best effort in each
router after this one.

## Example

```ios
class-map match-all VOICE
 match dscp 5
policy-map WAN
 class VOICE
  priority percent 20
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match precedence 5
policy-map WAN
 class VOICE
  priority percent 20
interface Serial0/0
 service-policy output WAN
```

## Sources

- RFC 2474, section 4.2.2.1: precedence p is the DSCP 8 p.
- IANA, Differentiated Services Field Codepoints: of 0 to 7 only CS0 (0) and LE (1) are given out.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.ir import Interval, Mark, Predicate, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.walk import leaf_tests, lists_of
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS206", "precedence-as-dscp", Severity.WARNING, "0.1")

_FIRST, _LAST = 2, 7
_RUN = 3
"""So many such values in one line are a range that somebody means."""


def check(context: Context) -> Iterator[Diagnostic]:
    reported: set[Span] = set()
    seen: set[str] = set()
    for policy in context.device.policies.values():
        for item in policy.classes:
            tests = list(_tests(context, item.match, seen))
            policed = [
                mark
                for policer in item.policers
                for one in (policer.conform, policer.exceed, policer.violate)
                for mark in (one.marks if one is not None else ())
            ]
            for origin, value in _values([*tests, *item.marks, *policed]):
                if origin not in reported and origin.line:
                    reported.add(origin)
                    yield RULE.at(
                        origin,
                        f"class {item.name} of {policy.title} has dscp {value}",
                        effect="no per-hop behaviour has this code point",
                        label=f"precedence {value} is dscp {value * 8}",
                        help=f"write `precedence {value}` or `dscp cs{value}` if that is meant",
                    )


def _tests(context: Context, match: Predicate, seen: set[str]) -> Iterator[Test]:
    """The tests of a match, and of its access lists that no class before it used."""
    yield from leaf_tests(context.device, match)
    for access_list in lists_of(context.device, match):
        if access_list.name not in seen:
            seen.add(access_list.name)
            for entry in access_list.entries:
                yield from leaf_tests(context.device, entry.match)


def _values(parts: list[Test | Mark]) -> Iterator[tuple[Span, int]]:
    """The odd values of the lines, each with its place."""
    for part in parts:
        if part.field is not Field.DSCP:
            continue
        if isinstance(part, Mark):
            values = [] if part.table is not None else [part.value]
        else:
            values = [
                value.low
                for value in part.values
                if isinstance(value, Interval) and value.low == value.high
            ]
        odd = [value for value in values if _FIRST <= value <= _LAST]
        if odd and len(odd) < _RUN:
            yield part.origin, odd[0]
