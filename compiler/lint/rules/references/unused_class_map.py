"""A class-map that no policy-map references.

## What it does

Reports each class-map that no `class` line and no nested `match class-map` names. It is silent
where the text has no policy-map or no interface at all: then it is an excerpt, and the class may be
used in what was left out.

## Why it matters

The class has no effect on packets. Often it is what is left of an older policy; now and then a
`class` line has been forgotten, and packets that should be treated apart are in `class-default`.

## Example

```ios
class-map match-all VOICE
 match dscp ef
class-map match-all VIDEO
 match dscp af41
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
class-map match-all VIDEO
 match dscp af41
policy-map WAN
 class VOICE
  priority 128
 class VIDEO
  bandwidth 384
interface Serial0/0
 service-policy output WAN
```

## Sources

- It follows from the config itself. Unused objects are what audit tools such as Batfish report as
  `unusedStructures`.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import RefKind
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.excerpts import built_in_class
from qosc.lint.facts.names import meant_class_maps

__all__ = ["RULE", "check"]


RULE = Rule("QOS004", "unused-class-map", Severity.INFO, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.policies or not context.device.complete:
        return
    # One that was meant by a misspelt name is reported with that name.
    meant = frozenset(context.once(meant_class_maps).values())
    for definition in context.index.unused(RefKind.CLASS_MAP):
        if definition.name in meant or built_in_class(context, definition.name):
            continue
        yield RULE.at(
            definition.origin,
            f"class-map {definition.name} is not referenced by a policy-map",
            effect="it has no effect on packets",
            label="referenced nowhere",
            help=f"name it in a policy-map, or remove it: no class-map {definition.name}",
        )
