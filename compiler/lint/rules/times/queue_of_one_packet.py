"""A queue that does not hold two packets of full length.

## What it does

Reports a queue limit of a class that is below two packets of the port's MTU: one packet, a number
of bytes where packets were meant, or microseconds where milliseconds were, at the rate that the
queue is sure of. On a port with a policy on output it also reports a `hold-queue` of one packet.

## Why it matters

While one packet is sent, each other one that comes is dropped: TCP never gets above a packet for
each round trip, and the class does not reach its rate however idle the link is.

## Example

```ios
class-map match-all DATA
 match dscp af21
policy-map WAN
 class DATA
  bandwidth percent 40
  queue-limit 64 bytes
interface FastEthernet0/0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all DATA
 match dscp af21
policy-map WAN
 class DATA
  bandwidth percent 40
  queue-limit 64 packets
interface FastEthernet0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `queue-limit`: packets, bytes or
  milliseconds; a packet that finds the queue full is dropped.
- RFC 5681, section 3.1: TCP begins with two to four segments at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import Depth, DepthUnit
from qosc.datapath.lengths import mtu_of
from qosc.datapath.queues.depths import depth_bytes
from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Policy, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import Place, places
from qosc.lint.facts.titles import class_title
from qosc.source import NOWHERE

__all__ = ["RULE", "check"]

RULE = Rule("QOS723", "queue-of-one-packet", Severity.WARNING, "0.1")

_PACKETS = 2


def check(context: Context) -> Iterator[Diagnostic]:
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        sending = [spot for spot in spots if spot.direction == "output"]
        for item in policy.classes if policy is not None and sending else ():
            if policy is not None:
                yield from _of_class(context, policy, item, sending)
    for port in context.index.busy:
        held = port.hold_queue_out
        one = held is not None and held.unit is DepthUnit.PACKETS and held.value < _PACKETS
        if held is not None and one and port.output and not held.default_by:
            yield RULE.at(
                held.origin,
                f"{port.name[:40]} holds one packet on output, below its queues",
                effect="what comes while it is sent is dropped, whatever its class",
                label="one packet",
                help="leave the hold-queue as it is without the line",
            )


def _of_class(
    context: Context, policy: Policy, item: TrafficClass, spots: list[Place]
) -> Iterator[Diagnostic]:
    for limit in item.limits:
        depth = limit.depth
        if (
            limit.match is not None
            or depth.default_by
            or depth.origin == NOWHERE
            or not depth.value
        ):
            continue
        if all(_few(context, item, depth, spot) for spot in spots):
            yield RULE.at(
                depth.origin,
                f"queue of {class_title(policy, item)} does not hold two full packets",
                effect="a packet that comes while another waits is dropped",
                label=f"holds {depth}",
                help="give it some tens of packets, or some milliseconds",
            )


def _few(context: Context, item: TrafficClass, depth: Depth, spot: Place) -> bool:
    if depth.unit is DepthUnit.SHARE:
        return False
    packet = mtu_of(spot.port, context.profile)
    rate = spot.base.pace(item)
    if depth.unit is DepthUnit.MICROSECONDS and not (depth.served or rate):
        return False
    held = depth_bytes(depth, rate or 0, rate or 0, packet)
    return held is not None and held < _PACKETS * packet
