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
    empty = [
        class_map
        for class_map in context.device.class_maps.values()
        if not class_map.match.operands
    ]
    if not empty:
        return
    doubtful = _with_residue(context)
    for class_map in empty:
        if class_map.origin not in doubtful and not built_in_class(context, class_map.name):
            used = context.index.uses_of(RefKind.CLASS_MAP, class_map.name)
            quiet = not used or not context.device.complete
            yield RULE.at(
                class_map.origin,
                f"class-map {class_map.name} has no match line",
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
            *(class_map.origin for class_map in device.class_maps.values()),
            *(policy.origin for policy in device.policies.values()),
            *(access_list.origin for access_list in device.access_lists.values()),
            *(port.origin for port in device.ports.values()),
        ]
    )

    held = set()
    for residue in device.residue:
        before = bisect_right(starts, residue.origin)
        if before:
            held.add(starts[before - 1])
    return held
