"""A class for EF packets with a queue that is not a priority queue.

## What it does

Reports a class of an IOS output policy that matches DSCP EF and has `bandwidth` or
`random-detect` and no `priority`. Behind a priority class that takes its packets by an access list,
as by the ports of voice, a class for EF is left alone.

## Why it matters

EF stands for low delay, low jitter and low loss. In a queue that takes its turn voice waits behind
packets of other classes, and `random-detect` drops some of it although UDP does not slow down.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  bandwidth percent 20
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority percent 20
interface Serial0/0
 service-policy output WAN
```

## Sources

- RFC 3246, section 2: EF packets are served at their configured rate or faster, whatever the load
  of other traffic; RFC 4594, section 4.1: telephony is queued by priority, without active queue
  management.
- Cisco, Enterprise QoS Solution Reference Network Design Guide 3.3: voice in the priority class; no
  WRED for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Predicate
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.marking.asked_points import asked_points
from qosc.lint.facts.places import places
from qosc.lint.facts.queued import queue_of
from qosc.lint.facts.walk import lists_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS451", "ef-without-priority", Severity.WARNING, "0.1")

_EF = 46


def check(context: Context) -> Iterator[Diagnostic]:
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        if policy is None or policy.feature or all(spot.direction != "output" for spot in spots):
            continue
        taken = False
        for item in policy.classes:
            if taken:
                break
            if _EF not in asked_points(context, item.match):
                # Voice that is told by its ports has its queue: what is left has EF by other means.
                taken = item.priority is not None and _by_lists(context, item.match)
                continue
            taken = True  # what a later class asks for of it is another rule's matter
            origin = queue_of(item, shaped=False) or (item.wred.origin if item.wred else None)
            if origin is None or item.priority is not None or item.child is not None:
                continue
            wred = item.wred
            yield RULE.at(
                origin,
                f"class {item.name} of {policy.title} queues EF packets without priority",
                label="no priority",
                related=(Label(wred.origin, "drops them at random"),)
                if wred is not None and wred.origin != origin
                else (),
                help="give the class `priority` with its rate"
                + (", and no random-detect" if wred is not None else ""),
            )


def _by_lists(context: Context, match: Predicate) -> bool:
    """Whether access lists decide what a class takes, and none of them asks for a DSCP."""
    lists = list(lists_of(context.device, match))
    return bool(lists) and not asked_points(context, match)
