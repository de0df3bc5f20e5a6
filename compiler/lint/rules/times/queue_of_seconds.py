"""A queue that holds seconds of the rate that it can have at most.

## What it does

Reports a `queue-limit` of 4 s and more at the rate of the shaper above the queue, or of the link
where there is none, with packets of 500 bytes; and on JunOS a `buffer-size temporal` of 100 ms and
more for a queue of priority high or strict-high. Limits in milliseconds, and of queues whose rate
is not known, are otherwise passed over.

## Why it matters

A full queue of that depth delays each packet by seconds: TCP sends again what is still waiting, and
whoever types gives up. A slip of a digit or of the unit is the usual cause.

## Example

```ios
class-map match-all DATA
 match dscp af21
policy-map QUEUES
 class DATA
  bandwidth percent 40
  queue-limit 4096 packets
policy-map WAN
 class class-default
  shape average 2000000
  service-policy QUEUES
interface GigabitEthernet0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all DATA
 match dscp af21
policy-map QUEUES
 class DATA
  bandwidth percent 40
  queue-limit 64 packets
policy-map WAN
 class class-default
  shape average 2000000
  service-policy QUEUES
interface GigabitEthernet0/0
 service-policy output WAN
```

## Sources

- RFC 8290, section 1, and Nichols and Jacobson, Controlling Queue Delay (2012): standing queues.
- ITU-T G.114: more than 150 ms from mouth to ear harm a call.
- Juniper, `buffer-size`: temporal in microseconds.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import Depth, DepthUnit
from qosc.datapath.queues.depths import depth_bytes
from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Policy, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import Place, places
from qosc.lint.facts.titles import class_title
from qosc.source import NOWHERE

__all__ = ["RULE", "check"]

RULE = Rule("QOS721", "queue-of-seconds", Severity.WARNING, "0.1")

_SECONDS = 4
_PACKET = 500
"""Bytes of a packet: a mean of links to the Internet; most are of 40 or of 1500."""
_HIGH = 1
"""The rank of priority high, with strict-high: Juniper, Transmission Priority."""
_CALL = 100_000
"""Microseconds that a queue for calls must not hold."""


def check(context: Context) -> Iterator[Diagnostic]:
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        for item in policy.classes if policy is not None else ():
            if policy is not None:
                yield from _of_class(policy, item, spots)


def _of_class(policy: Policy, item: TrafficClass, spots: list[Place]) -> Iterator[Diagnostic]:
    for limit in item.limits:
        depth = limit.depth
        if depth.default_by or limit.match is not None or depth.origin == NOWHERE:
            continue
        what = class_title(policy, item)
        if depth.unit is DepthUnit.MICROSECONDS:
            if depth.value >= _CALL and _served_first(item):
                yield RULE.at(
                    depth.origin,
                    f"queue of {what} holds {depth.value // 1000} ms, and is served first",
                    label="in microseconds",
                    help="give it some milliseconds",
                )
            continue
        seconds = [_seconds(item, depth, spot) for spot in spots]
        if seconds and min(seconds) >= _SECONDS:
            yield RULE.at(
                depth.origin,
                f"queue of {what} holds {min(seconds)} s",
                effect=f"so long do packets of {_PACKET} bytes wait at the rate that all classes "
                "have together",
                label="deep",
                help="lower the limit to some hundred milliseconds of the rate",
            )


def _served_first(item: TrafficClass) -> bool:
    return item.priority is not None or item.level == _HIGH


def _seconds(item: TrafficClass, depth: Depth, spot: Place) -> int:
    """Seconds of the queue at the most that it can have; 0 where that is not known."""
    rate = spot.base.cap(item.shaper) or spot.whole
    if not rate or rate <= 0 or spot.direction != "output":
        return 0
    held = depth_bytes(depth, rate, rate, _PACKET)
    return (held or 0) * 8 // rate
