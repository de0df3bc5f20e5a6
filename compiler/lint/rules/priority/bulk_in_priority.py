"""A priority class that matches the DSCP of best effort or of bulk data.

## What it does

Reports a class with `priority` that matches DSCP 0, LE, CS1, AF11, AF12 or AF13 by its value, with
no other condition. Where an access list or a protocol is asked for as well, the class takes only
some of these packets: those of phones that do not mark, for example. Of JunOS it reports the line
of a classifier that puts such a DSCP into a forwarding class whose queue is of strict-high
priority, and an `import` that does.

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
- Juniper, CLI Explorer, `priority (Schedulers)`: strict-high is served before all others.
- RFC 3246, section 1: EF needs an arrival rate below the rate of service.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import DSCP_NAMES, Field, code_point_name
from qosc.ir import Interval, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.lint.facts.rule_lists import assignments, names_of
from qosc.lint.facts.walk import leaf_tests, sole_tests
from qosc.patterns import pattern
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS452", "bulk-in-priority", Severity.WARNING, "0.1")

_BULK = frozenset((0, 1, 8, 10, 12, 14))
_WORD = pattern(r"[a-z0-9]+")
_IPV6 = ["classifiers", "dscp-ipv6"]


def check(context: Context) -> Iterator[Diagnostic]:
    yield from _of_policies(context)
    yield from _of_classifiers(context)


def _of_policies(context: Context) -> Iterator[Diagnostic]:
    """Where the classes of a policy match packets themselves."""
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
                        f"priority class {item.name} of {policy.title} matches dscp {shown}",
                        label="bulk data",
                        related=(Label(item.priority.origin, "in the priority queue"),),
                        help="give bulk data a class with `bandwidth`",
                    )
                    break


def _of_classifiers(context: Context) -> Iterator[Diagnostic]:
    """The same of JunOS, where a classifier gives the class and a scheduler map its queue."""
    strict = context.once(_strict)
    reported = set()
    for one in context.once(assignments) if strict else ():
        by = strict.get(one.mark.name)
        kind = one.stage.feature.split(" ")[:2]
        if by is None or not one.plain or kind not in (["classifiers", "dscp"], _IPV6):
            continue
        values = [v for test in leaf_tests(context.device, one.rule.match) for v in _bulk(test)]
        if not values or one.rule.origin in reported:
            continue
        reported.add(one.rule.origin)
        own = [value for value in values if _is_written(context, one.rule.origin, value)]
        shown = code_point_name(Field.DSCP, (own or values)[0])
        yield RULE.at(
            one.rule.origin,
            f"{one.stage.feature[:60]}{'' if own else ', by its `import`,'} puts dscp {shown} into "
            f"{one.mark.name[:40]}, whose queue is of strict-high priority",
            label="bulk data" if own else "has other code points too",
            related=(Label(by, "in the priority queue"),),
            help="give bulk data a forwarding class with a transmit-rate",
        )


def _is_written(context: Context, origin: Span, value: int) -> bool:
    """Whether a line has a code point itself, by a name or by its bits; else it is taken over."""
    if context.source is None:
        return True
    lines = (context.source.line(number) for number in range(origin.line, origin.end_line + 1))
    words = frozenset(_WORD.findall(" ".join(lines)))
    known = {name for name, point in DSCP_NAMES.items() if point == value}
    return not words.isdisjoint({*known, *(() if value else ("be",)), f"{value:06b}"})


def _strict(context: Context) -> dict[str, Span]:
    """The forwarding classes of strict-high priority on all ports, each with the line that says it.

    For `context.once`. A class that some scheduler map serves with others is left out.
    """
    by_class: dict[str, Span] = {}
    others: set[str] = set()
    for name in context.once(places):
        policy = context.device.policies.get(name)
        if policy is None or not policy.feature.startswith("scheduler-map "):
            continue
        for item in policy.classes:
            for each in names_of(item.match):
                if item.priority is None:
                    others.add(each)
                elif item.priority.origin != NOWHERE:
                    by_class.setdefault(each, item.priority.origin)
    return {name: origin for name, origin in by_class.items() if name not in others}


def _bulk(test: Test) -> list[int]:
    if test.field is not Field.DSCP:
        return []
    return [
        value.low
        for value in test.values
        if isinstance(value, Interval) and value.low == value.high and value.low in _BULK
    ]
