"""A policy-map or a class-map that contains itself.

## What it does

Follows the `service-policy` lines inside classes and the `match class-map` lines of class-maps, and
reports each ring that leads back to where it began.

## Why it matters

A policy inside itself has no meaning: there is no order in which its queues could be built. A
router rejects the line that closes the ring, and the class keeps no child policy. Nor can it be
said which packets a class-map matches that refers to itself; it is taken to match none.

## Example

```ios
class-map match-all VOICE
 match class-map CALLS
class-map match-any CALLS
 match class-map VOICE
policy-map OUTER
 class VOICE
  set precedence 5
 class class-default
  shape average 2000000
  service-policy INNER
policy-map INNER
 class class-default
  service-policy OUTER
interface Serial0/0
 service-policy output OUTER
```

## Use instead

```ios
class-map match-all VOICE
 match class-map CALLS
class-map match-any CALLS
 match dscp ef
policy-map OUTER
 class VOICE
  set precedence 5
 class class-default
  shape average 2000000
  service-policy INNER
policy-map INNER
 class class-default
  fair-queue
interface Serial0/0
 service-policy output OUTER
```

## Sources

- It follows from what a hierarchy of policies is; Cisco 'QoS: Hierarchical Queueing Framework'
  allows two or three levels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import TypeVar

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import AllOf, AnyOf, ClassMap, Not, Policy, Predicate, Reference, RefKind
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

_T = TypeVar("_T", bound=Policy | ClassMap)
_MOST = 50
"""Class-maps of a ring that are shown."""

RULE = Rule("QOS007", "policy-cycle", Severity.ERROR, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for ring in _rings(context.device.policies, lambda policy: _children(context, policy)):
        yield _finding(context, ring)
    maps = context.device.class_maps
    for ring in _rings(maps, lambda found: [c for _, c in _nested(context, found)]):
        yield _about_class_maps(context, ring)


def _rings(every: Mapping[str, _T], below: Callable[[_T], list[_T]]) -> Iterator[list[str]]:
    """The names along each ring, the first one again at the end."""
    done: set[str] = set()
    for start in every.values():
        # A stack of our own: a chain of policies may be longer than Python likes to recurse.
        path: dict[str, None] = {}
        stack: list[tuple[_T, bool]] = [(start, False)]
        while stack:
            one, leaving = stack.pop()
            if leaving:
                path.popitem()
                done.add(one.name)
            elif one.name in path:
                names = list(path)
                yield [*names[names.index(one.name) :], one.name]
            elif one.name not in done:
                path[one.name] = None
                stack.append((one, True))
                stack += [(child, False) for child in reversed(below(one))]


def _nested(context: Context, class_map: ClassMap) -> list[tuple[Reference, ClassMap]]:
    """The class-maps that one matches, with the lines that do."""
    nested = []
    stack: list[Predicate] = [class_map.match]
    while stack:
        match = stack.pop()
        if isinstance(match, (AllOf, AnyOf)):
            stack += reversed(match.operands)
        elif isinstance(match, Not):
            stack.append(match.operand)
        elif isinstance(match, Reference) and match.target is RefKind.CLASS_MAP:
            below = context.device.class_maps.get(match.name)
            if below is not None:
                nested.append((match, below))
    return nested


def _about_class_maps(context: Context, ring: list[str]) -> Diagnostic:
    links = [
        Label(line.origin, f"{name} matches {below} here")
        for name, below in pairwise(ring)
        for line, nested in _nested(context, context.device.class_maps[name])[:_MOST]
        if nested.name == below
    ]
    return RULE.at(
        links[-1].span if links else context.device.class_maps[ring[0]].origin,
        f"class-map {ring[0]} matches itself ({' > '.join(ring[:_MOST])})",
        label="this closes the ring",
        related=tuple(links[:-1][:_MOST]),
        effect="the class is taken to match no packet",
        help="take one of these match class-map lines out",
    )


def _children(context: Context, policy: Policy) -> list[Policy]:
    names = [c.child.name for c in policy.classes if c.child is not None]
    return [context.device.policies[name] for name in names if name in context.device.policies]


def _finding(context: Context, ring: list[str]) -> Diagnostic:
    links = []
    for name, below in pairwise(ring):
        for traffic_class in context.device.policies[name].classes:
            child = traffic_class.child
            if child is not None and child.name == below:
                links.append(Label(child.origin, f"{name} contains {below} here"))
                break
    return RULE.at(
        links[-1].span,
        f"policy-map {ring[0]} contains itself ({' > '.join(ring)})",
        effect="its queues cannot be built",
        label="this closes the ring",
        related=tuple(links[:-1]),
        help="take one of these service-policy lines out",
    )
