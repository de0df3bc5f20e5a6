"""A class-map whose name has a code point that it does not match.

## What it does

Reports a class-map with `ef`, `af41` or `cs3` (or another such word) in its name that matches
nothing but DSCPs, and none of those that its name has. Code points of one AF class count as one, so
that `AF41` may match AF42; so do EF, CS5 and VOICE-ADMIT.

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

import re
from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import DSCP_NAMES, Field, code_point_name
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.marking.asked_points import only_points
from qosc.lint.facts.walk import leaf_tests
from qosc.source import NOWHERE

__all__ = ["RULE", "check"]

RULE = Rule("QOS713", "code-point-unlike-name", Severity.WARNING, "0.1")

_WORD = re.compile(r"(?<![a-z0-9])(ef|af[1-4][1-3]|cs[1-7])(?![a-z0-9])")
_VOICE = frozenset((40, 44, 46))
_LONGEST = 200


def check(context: Context) -> Iterator[Diagnostic]:
    for found in context.device.class_maps.values():
        name = found.name[:_LONGEST].lower()
        said = [DSCP_NAMES[word] for word in _WORD.findall(name)]
        asked = only_points(context, found.match) if said else frozenset()
        if not asked or {_likes(one) for one in said} & {_likes(one) for one in asked}:
            continue
        test = next(
            (one for one in leaf_tests(context.device, found.match) if one.field is Field.DSCP),
            None,
        )
        origin = test.origin if test is not None else NOWHERE
        words = code_point_name(Field.DSCP, min(asked))
        yield RULE.at(
            origin if origin != NOWHERE else found.origin,
            f"class-map {found.name} matches dscp {words}, not the one that its name has",
            label="another code point",
            help="match the code point of the name, or change the name",
        )


def _likes(point: int) -> object:
    """What a code point counts as: itself, voice, or its AF class."""
    if point in _VOICE:
        return "voice"
    is_af = point % 2 == 0 and 10 <= point < 40 and point % 8
    return ("af", point // 8) if is_af else point
