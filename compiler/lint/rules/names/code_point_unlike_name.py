"""A class-map whose name has a code point that it does not match.

## What it does

Reports a class-map with `ef`, `af41` or `cs3` (or another such word) in its name that matches
nothing but DSCPs, and none of those that its name has. Code points of one AF class count as one, so
that `AF41` may match AF42; so do EF, CS5 and VOICE-ADMIT. A name that denies the code point
(`NON-EF`) and one of the mark that a policy gives the class (`REMARK-TO-EF`) are passed over.

## Why it matters

What has the code point of the name is in another class, with another queue; whoever reads the
policy takes the name at its word.

## Example

```ios
class-map match-all AF41-VIDEO
 match dscp af31
policy-map WAN
 class AF41-VIDEO
  bandwidth percent 20
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all AF41-VIDEO
 match dscp af41
policy-map WAN
 class AF41-VIDEO
  bandwidth percent 20
interface Serial0/0
 service-policy output WAN
```

## Sources

- RFC 4594, section 3: the code points of the service classes.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import DSCP_NAMES, Field, code_point_name
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.marking.asked_points import only_points
from qosc.lint.facts.walk import leaf_tests
from qosc.lint.facts.words.name_words import said_words
from qosc.patterns import pattern
from qosc.source import NOWHERE

__all__ = ["RULE", "check"]

RULE = Rule("QOS713", "code-point-unlike-name", Severity.WARNING, "0.1")

_WORD = pattern(r"ef|af[1-4][1-3]|cs[1-7]")
_VOICE = frozenset((40, 44, 46))


def check(context: Context) -> Iterator[Diagnostic]:
    for class_map in context.device.class_maps.values():
        said = [DSCP_NAMES[word] for word in said_words(class_map.name) if _WORD.fullmatch(word)]
        asked = only_points(context, class_map.match) if said else frozenset()
        if not asked or {_likes(one) for one in said} & {_likes(one) for one in asked}:
            continue
        if context.once(_given).get(class_map.name, frozenset()) & set(said):
            continue  # the name is of the mark that its packets get
        test = next(
            (one for one in leaf_tests(context.device, class_map.match) if one.field is Field.DSCP),
            None,
        )
        origin = test.origin if test is not None else NOWHERE
        words = code_point_name(Field.DSCP, min(asked))
        yield RULE.at(
            origin if origin != NOWHERE else class_map.origin,
            f"class-map {class_map.name} matches dscp {words}, not the one that its name has",
            label="another code point",
            help="match the code point of the name, or change the name",
        )


def _given(context: Context) -> dict[str, frozenset[int]]:
    """The DSCPs that policies give the packets of each class. For `context.once`."""
    by_name: dict[str, set[int]] = {}
    for policy in context.device.policies.values():
        for item in policy.classes:
            outcomes = [
                one
                for policer in item.policers
                for one in (policer.conform, policer.exceed, policer.violate)
                if one is not None
            ]
            for mark in (*item.marks, *(mark for one in outcomes for mark in one.marks)):
                if mark.field is Field.DSCP and mark.value is not None:
                    by_name.setdefault(item.name, set()).add(mark.value)
    return {name: frozenset(points) for name, points in by_name.items()}


def _likes(point: int) -> object:
    """What a code point counts as: itself, voice, or its AF class."""
    if point in _VOICE:
        return "voice"
    is_af = point % 2 == 0 and 10 <= point < 40 and point % 8
    return ("af", point // 8) if is_af else point
