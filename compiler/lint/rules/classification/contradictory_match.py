"""A match-all class whose lines no packet can satisfy together.

## What it does

Reports each match-all class-map that no packet matches, although each of its lines by itself is
matched by some. The lines that cannot hold together are marked.

## Why it matters

In a match-all class a packet must match every line. Two `match dscp` lines with different values
match no packet at all: the class stays empty and its traffic is in `class-default`. Written as
one line, or in a match-any class, the same values are alternatives.

## Example

```ios
class-map match-all VOICE
 match dscp ef
 match dscp cs5
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef cs5
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `class-map`: with match-all a packet
  must meet all match criteria, and match-all is what a class-map is without a keyword.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import AllOf, ClassMap, Predicate
from qosc.ir.resolve import resolve
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.engine.undecided import deciding, packet_space
from qosc.lint.facts.packets.sampled import sample
from qosc.packets.quick import surely_reached

if TYPE_CHECKING:
    from qosc.packets import PacketSpace, Region

__all__ = ["RULE", "check"]

RULE = Rule("QOS103", "contradictory-match", Severity.ERROR, "0.1")

PAIRS = 64
"""Up to so many lines are searched for two that contradict each other."""


def check(context: Context) -> Iterator[Diagnostic]:
    device = context.device
    for class_map in device.class_maps.values():
        match = class_map.match
        if not isinstance(match, AllOf) or len(match.operands) < 2:
            continue
        if context.once(sample).takes(match) or surely_reached(device, match):
            continue
        with deciding(context, RULE, class_map.origin, f"class-map {class_map.name}"):
            lines = _contradiction(context.once(packet_space), match)
            if lines:
                yield _finding(context, class_map, lines)


def _contradiction(space: PacketSpace, match: AllOf) -> list[Predicate]:
    """The fewest lines found that no packet matches together; none if all is well."""
    lines = [(line, space.region(line)) for line in match.operands]
    if not space.region(match).is_empty() or any(region.is_empty() for _, region in lines):
        return []
    for (one, left), (other, right) in combinations(lines[:PAIRS], 2):
        if not left.meets(right):
            return [one, other]
    kept = list(lines)
    for line in lines[:PAIRS]:
        others = [other for other in kept if other is not line]
        if _all(space, [region for _, region in others]).is_empty():
            kept = others
    return [line for line, _ in kept]


def _all(space: PacketSpace, regions: list[Region]) -> Region:
    result = space.everything
    for region in regions:
        result &= region
    return result


def _finding(context: Context, class_map: ClassMap, lines: list[Predicate]) -> Diagnostic:
    from qosc.ir.describe import describe_match
    from qosc.lint.facts.packets.regions import join_words

    def words(line: Predicate) -> str:
        return describe_match(line, lambda reference: resolve(context.device, reference))

    *others, last = sorted(lines, key=lambda line: line.origin)
    said = join_words([words(line) for line in (*others, last)])
    return RULE.at(
        last.origin,
        f"class-map {class_map.name} never matches: its lines contradict each other",
        effect=f"no packet is {said} at once",
        label=f"matches {words(last)}",
        related=tuple(Label(line.origin, f"matches {words(line)}") for line in others),
        notes=("in a match-all class a packet must match every line",),
        help="if any of them will do, use class-map match-any, or put the values on one line",
    )
