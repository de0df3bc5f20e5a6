"""WRED whose average needs seconds to follow its queue.

## What it does

Reports an `exponential-weighting-constant` above that of the platform with which the average takes
4 s and more to come near to a queue that stays full: 2 to the power of the constant packets, here
of 500 bytes, at the rate that the queue can have.

## Why it matters

Until the average has followed, WRED drops nothing and the queue overflows as if there were no WRED;
and after that it goes on dropping from a queue that is empty again.

## Example

```ios
class-map match-all DATA
 match dscp af21
policy-map WAN
 class DATA
  bandwidth percent 40
  random-detect dscp-based
  random-detect exponential-weighting-constant 16
policy-map PORT
 class class-default
  shape average 4000000
  service-policy WAN
interface FastEthernet0/0
 service-policy output PORT
```

## Use instead

```ios
class-map match-all DATA
 match dscp af21
policy-map WAN
 class DATA
  bandwidth percent 40
  random-detect dscp-based
  random-detect exponential-weighting-constant 9
policy-map PORT
 class class-default
  shape average 4000000
  service-policy WAN
interface FastEthernet0/0
 service-policy output PORT
```

## Sources

- Cisco IOS Quality of Service Solutions Configuration Guide, Congestion Avoidance Overview: if n
  gets too high, WRED does not react to congestion, and packets are dropped as if it were not there.
- S. Floyd and V. Jacobson, Random Early Detection Gateways (1993), section 11: after n packets the
  average is at 1 - (1 - w)**n of a step, which is 63 % where n is 1/w.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.amounts import Depth
from qosc.datapath.queues.depths import depth_bytes
from qosc.datapath.queues.wred import usual_exponent
from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import Place, places
from qosc.lint.facts.titles import class_title
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS724", "average-of-seconds", Severity.WARNING, "0.1")

_SECONDS = 4
_WORD = "exponential-weighting-constant"
_LINES = 80
"""So many lines below the first one on WRED are looked at: one for each code point."""
_PACKET = 500
_USUAL = 9
"""The constant of Cisco, where a profile has none."""


def check(context: Context) -> Iterator[Diagnostic]:
    usual = usual_exponent(context.profile) or _USUAL
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        for item in policy.classes if policy is not None else ():
            wred = item.wred
            if policy is None or wred is None or wred.exponent is None or wred.exponent <= usual:
                continue
            times = [_seconds(item, wred.exponent, spot) for spot in spots]
            if wred.origin != NOWHERE and times and min(times) >= _SECONDS:
                yield RULE.at(
                    _place(context, wred.origin),
                    f"WRED of {class_title(policy, item)} follows its queue in {min(times)} s",
                    effect="a queue that fills sooner overflows before WRED drops one packet",
                    label=f"weight of 1 / 2**{wred.exponent}",
                    help=f"leave the constant at {usual}",
                )


def _place(context: Context, origin: Span) -> Span:
    """The line with the constant, which follows the one that turns WRED on."""
    source = context.source
    if source is None or source.path != origin.path:
        return origin
    for number in range(origin.line, min(source.last, origin.line + _LINES) + 1):
        line = source.line(number)
        if _WORD in line:
            return source.words(number)
        if line.lstrip().startswith("class "):
            break
    return origin


def _seconds(item: TrafficClass, exponent: int, spot: Place) -> int:
    """Seconds in which so many packets are sent at the most that the queue can have."""
    rate = spot.base.cap(item.shaper) or spot.whole
    if not rate or rate <= 0 or spot.direction != "output":
        return 0
    return (depth_bytes(Depth(1 << exponent), rate, rate, _PACKET) or 0) * 8 // rate
