"""A code point of another AF class among those of one class.

## What it does

Reports a class-map, or a forwarding class of a classifier, that has two or more code points of one
AF class and a single one of another, where no class beside it matches the one that is missing.

## Why it matters

`af32` typed for `af22` leaves the packets of AF22 in the default class, and takes those of AF32
from where they belong.

## Example

```ios
class-map match-any DATA
 match dscp af21 af32 af23
policy-map WAN
 class DATA
  bandwidth percent 40
interface FastEthernet0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-any DATA
 match dscp af21 af22 af23
policy-map WAN
 class DATA
  bandwidth percent 40
interface FastEthernet0/0
 service-policy output WAN
```

## Sources

- RFC 2597, section 6: AFxy is class x with drop precedence y, and packets of one class are sent in
  their order, so that all three belong into one queue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import Interval, Predicate, RuleList, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.rule_lists import applied
from qosc.lint.facts.walk import leaf_tests
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS127", "code-point-astray", Severity.WARNING, "0.1")

_AF = {8 * group + 2 * drop: (group, drop) for group in range(1, 5) for drop in range(1, 4)}
"""The AF class and the drop precedence of each code point: RFC 2597, section 6."""


def check(context: Context) -> Iterator[Diagnostic]:
    maps = {
        f"class-map {class_map.name[:40]}": _points(context, class_map.match)
        for class_map in context.device.class_maps.values()
    }
    reported: set[Span] = set()
    for groups in (maps, *_classifiers(context)):
        asked = {point for points in groups.values() for point in points}
        for title, points in groups.items():
            for one in _stray(title, points, asked):
                if one.primary not in reported:
                    reported.add(one.primary)
                    yield one


def _stray(title: str, points: Mapping[int, Span], asked: set[int]) -> Iterator[Diagnostic]:
    groups: dict[int, list[int]] = {}
    for point in points:
        if point in _AF:
            groups.setdefault(_AF[point][0], []).append(point)
    if sorted(map(len, groups.values())) not in ([1, 2], [1, 3]):
        return
    ordered: Sequence[int] = sorted(groups, key=lambda group: len(groups[group]))
    ((stray,), home) = groups[ordered[0]], ordered[1]
    missing = [point for point, (group, _) in _AF.items() if group == home and point not in asked]
    if len(missing) != 1 or points[stray] == NOWHERE:
        return
    drop, meant = _AF[stray][1], code_point_name(Field.DSCP, missing[0])
    yield RULE.at(
        points[stray],
        f"{title} has AF{ordered[0]}{drop} among code points of AF{home}",
        effect=f"packets of {meant} are in no class of their own",
        label=f"{meant}?",
        help=f"write {meant} if it was meant",
    )


def _points(context: Context, match: Predicate) -> dict[int, Span]:
    return {
        value.low: test.origin
        for test in leaf_tests(context.device, match, 0)
        if test.field is Field.DSCP
        for value in test.values
        if isinstance(value, Interval) and value.low == value.high
    }


def _classifiers(context: Context) -> Iterator[dict[str, dict[int, Span]]]:
    """The code points of each forwarding class, classifier by classifier."""
    for applied_list in context.once(applied):
        stage: RuleList = applied_list.stage
        if not stage.feature.startswith("classifiers dscp"):
            continue
        groups: dict[str, dict[int, Span]] = {}
        for rule in stage.rules:
            name = next((m.name for m in rule.marks if m.field is Field.FORWARDING_CLASS), "")
            title = f"{name[:30]} of {stage.feature[:40]}"
            for point in _points(context, rule.match):
                groups.setdefault(title, {})[point] = _place(rule.match, rule.origin)
        yield groups


def _place(match: Predicate, otherwise: Span) -> Span:
    for test in getattr(match, "operands", (match,)):
        if isinstance(test, Test) and test.field is Field.DSCP and test.origin != NOWHERE:
            return test.origin
    return otherwise
