"""A class-map without a match line.

## What it does

Reports each class-map that has no `match` line. It is silent where a line in the class-map was not
understood or not modelled: that may have been the match. In an excerpt, and where no policy-map
uses the class-map, it is at info.

## Why it matters

What such a class takes depends on its mode and on the platform: none of the packets, or all of
them, and then every class after it starves. Neither is what a class is made for.

## Example

```ios
class-map match-any VOICE
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-any VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `class-map`: a class is described by its
  match commands. What a class without any takes is not documented.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import RefKind
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.excerpts import built_in_class
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS008", "empty-class-map", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    empty = [found for found in context.device.class_maps.values() if not found.match.operands]
    if not empty:
        return
    doubtful = _with_residue(context)
    for found in empty:
        if found.origin not in doubtful and not built_in_class(context, found.name):
            used = context.index.uses_of(RefKind.CLASS_MAP, found.name)
            quiet = not used or not context.device.complete
            yield RULE.at(
                found.origin,
                f"class-map {found.name} has no match line",
                severity=Severity.INFO if quiet else None,
                label="nothing to match",
                effect="it matches no packet, or every packet: which of the two is not documented",
                help="add a match line, or remove the class-map",
            )


def _with_residue(context: Context) -> set[Span]:
    """The origins of the objects that hold a line which is not in the model."""
    device = context.device
    starts = sorted(
        [
            *(found.origin for found in device.class_maps.values()),
            *(found.origin for found in device.policies.values()),
            *(found.origin for found in device.access_lists.values()),
            *(found.origin for found in device.ports.values()),
        ]
    )

    held = set()
    for residue in device.residue:
        before = bisect_right(starts, residue.origin)
        if before:
            held.add(starts[before - 1])
    return held
