"""A class of an output policy that sets a DSCP which another class of the same policy queues.

## What it does

Reports `set dscp` or `set precedence` in a class without a queue of an output policy, where another
class of the same policy matches that value and has a queue.

## Why it matters

A packet is classified once in a policy, by the marks that it comes with. Marked in one class it
is not looked at again, so that voice marked here leaves with EF and waits in the default queue; the
class with priority gets none of it.

## Example

```ios
access-list 110 permit udp any any range 16384 32767
class-map match-all PHONES
 match access-group 110
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class PHONES
  set dscp ef
 class VOICE
  priority percent 20
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
access-list 110 permit udp any any range 16384 32767
class-map match-all PHONES
 match access-group 110
class-map match-all VOICE
 match dscp ef
policy-map LAN
 class PHONES
  set dscp ef
policy-map WAN
 class VOICE
  priority percent 20
interface FastEthernet0/0
 service-policy input LAN
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `policy-map`: a packet belongs to the
  first class that it matches; the actions of that class are all that happens to it.
- Cisco, Classification and marking: mark on input, queue on output.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import Mark, Policy, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.marking.asked_points import asked_points
from qosc.lint.facts.places import places
from qosc.lint.facts.queued import queue_of
from qosc.lint.facts.walk import leaf_tests
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS203", "mark-not-requeued", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        if policy is None or all(spot.direction != "output" for spot in spots):
            continue
        queued = _Queued(context, policy)
        for item in policy.classes:
            if item.marks and queue_of(item) is None and not item.child and not item.wred:
                yield from _findings(context, queued, item)


class _Queued:
    """The classes of a policy that have a queue, and which of them asks first for a mark."""

    def __init__(self, context: Context, policy: Policy) -> None:
        self._context = context
        asked = ((item, queue_of(item)) for item in policy.classes)
        self._classes = [(item, origin) for item, origin in asked if origin is not None]
        self._first: dict[tuple[Field, int], tuple[TrafficClass, Span] | None] = {}

    def first(self, mark: Mark) -> tuple[TrafficClass, Span] | None:
        """The first class that asks for a mark, with the line of its queue."""
        key = mark.field, mark.value
        if key not in self._first:
            taking = (pair for pair in self._classes if _takes(self._context, pair[0], mark))
            self._first[key] = next(taking, None)
        return self._first[key]


def _findings(context: Context, queued: _Queued, item: TrafficClass) -> Iterator[Diagnostic]:
    for mark in item.marks:
        if mark.table is not None or mark.field not in (Field.DSCP, Field.PRECEDENCE):
            continue
        queued_class = queued.first(mark)
        # A class that asks for the mark itself has packets that come with it.
        if queued_class is not None and not _takes(context, item, mark):
            other, wanted = queued_class
            value = f"{mark.field} {code_point_name(mark.field, mark.value)}"
            yield RULE.at(
                mark.origin,
                f"class {item.name} sets {value}; its packets are not in class {other.name}",
                effect="an output policy classifies packets before it marks them",
                label="after classification",
                related=(Label(wanted, "the queue for packets that come with the mark"),),
                help=f"set it on input, or give class {item.name} a queue of its own",
            )


def _takes(context: Context, item: TrafficClass, mark: Mark) -> bool:
    """Whether a class asks for the value of a mark."""
    if mark.field is Field.DSCP:
        return mark.value in asked_points(context, item.match)
    return any(
        test.field is Field.PRECEDENCE
        and any(getattr(value, "low", None) == mark.value for value in test.values)
        for test in leaf_tests(context.device, item.match)
    )
