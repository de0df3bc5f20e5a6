"""A priority class that asks for the DSCP of best effort or of bulk data.

## What it does

Reports a class with `priority` that matches DSCP 0, LE, CS1, AF11, AF12 or AF13 by its value, with
no other condition. Where an access list or a protocol is asked for as well, the class takes only
some of these packets: those of phones that do not mark, for example.

## Why it matters

Bulk data come in bursts and fill what they are given. In the priority queue they delay voice, and
where the class is policed they push it out of its rate.

## Example

```ios
class-map match-any VOICE
 match dscp ef
 match dscp af11
policy-map WAN
 class VOICE
  priority percent 20
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-any VOICE
 match dscp ef
class-map match-any BULK
 match dscp af11
policy-map WAN
 class VOICE
  priority percent 20
 class BULK
  bandwidth percent 10
interface Serial0/0
 service-policy output WAN
```

## Sources

- RFC 4594, sections 4.8 to 4.10: high-throughput data (AF1x), standard (DF) and low-priority data
  (CS1) are elastic and have queues with a rate, not priority.
- RFC 3246, section 1: EF needs an arrival rate below the rate of service.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import Interval, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.walk import sole_tests

__all__ = ["RULE", "check"]

RULE = Rule("QOS452", "bulk-in-priority", Severity.WARNING, "0.1")

_BULK = frozenset((0, 1, 8, 10, 12, 14))


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.profile.mqc_ranges.value:
        return
    for policy in context.device.policies.values():
        for item in policy.classes:
            if item.priority is None or policy.feature:
                continue
            for test in sole_tests(context.device, item.match):
                values = _bulk(test)
                if values:
                    shown = code_point_name(Field.DSCP, values[0])
                    yield RULE.at(
                        test.origin,
                        f"class {item.name} of {policy.title} has priority and takes dscp {shown}",
                        label="bulk data",
                        related=(Label(item.priority.origin, "in the priority queue"),),
                        help="give bulk data a class with `bandwidth`",
                    )
                    break


def _bulk(test: Test) -> list[int]:
    if test.field is not Field.DSCP:
        return []
    return [
        value.low
        for value in test.values
        if isinstance(value, Interval) and value.low == value.high and value.low in _BULK
    ]
