"""A class that matches `ip dscp` or `ip precedence` on a port that carries IPv6 too.

## What it does

Reports `match ip dscp` and `match ip precedence` of a class whose policy works on an interface with
an IPv6 address, where the IPv6 packets with the same code point are in another class.

## Why it matters

With the word `ip` the line is for IPv4 alone. Voice over IPv6 with the same DSCP goes to
class-default, unprotected, and nothing shows it until the link is full.

## Example

```ios
class-map match-all VOICE
 match ip dscp ef
policy-map WAN
 class VOICE
  priority percent 20
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 ipv6 address 2001:db8::1/64
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
 ip address 192.0.2.1 255.255.255.252
 ipv6 address 2001:db8::1/64
 service-policy output WAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `match dscp` and `match precedence`: to
  match on IPv4 only, use the ip keyword; without it the match is on IPv4 and IPv6 packets.
- Cisco, Implementing QoS for IPv6: `match dscp` and `set dscp` without ip are for both.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import AllOf, Anything, Interval, Policy, Test, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.packets.ipv6 import IP4, IP6, ipv6_ports
from qosc.lint.facts.places import Place, places
from qosc.packets.quick import TooDeepError, guesses, holds
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS113", "ipv4-only-match", Severity.WARNING, "0.1")

_CODE_POINTS = (Field.DSCP, Field.PRECEDENCE)


def check(context: Context) -> Iterator[Diagnostic]:
    ports = context.once(ipv6_ports)
    reported: set[Span] = set()
    for name, spots in context.once(places).items() if ports else ():
        policy = context.device.policies.get(name)
        spot = next((each for each in spots if each.port.name in ports), None)
        halves: list[tuple[TrafficClass, TrafficClass, Test]] = []
        for item in policy.classes if policy is not None and spot is not None else ():
            line = _line(context, item)
            if policy is None or line is None or line.origin in reported:
                continue
            taker = _taker(context, policy, line)
            if taker is not None and taker is not item:
                reported.add(line.origin)
                halves.append((item, taker, line))
        if halves and spot is not None:
            yield _finding(halves, spot)


def _finding(halves: list[tuple[TrafficClass, TrafficClass, Test]], spot: Place) -> Diagnostic:
    """One finding for all lines of a policy that are written alike."""
    item, taker, line = halves[0]
    value = line.values[0]
    point = code_point_name(line.field, value.low) if isinstance(value, Interval) else ""
    others = tuple(
        Label(other.origin, f"so does class {one.name}") for one, _, other in halves[1:6]
    )
    return RULE.at(
        line.origin,
        f"class {item.name} matches IPv4 only, and {spot.port.name} has IPv6 too",
        effect=f"IPv6 packets of {line.field} {point} are in {taker.name}",
        label="IPv4 only",
        related=(Label(spot.origin, f"{spot.port.name} has an IPv6 address"), *others),
        help=f"`match {line.field}` without `ip` matches both",
    )


def _line(context: Context, item: TrafficClass) -> Test | None:
    """The code points of a class that matches `ip dscp`, and nothing else."""
    class_map = context.device.class_maps.get(getattr(item.match, "name", ""))
    for line in class_map.match.operands if class_map is not None else ():
        if isinstance(line, AllOf) and len(line.operands) == 2 and line.operands[0] == IP4:
            point = line.operands[1]
            if isinstance(point, Test) and point.field in _CODE_POINTS and point.values:
                return point
    return None


def _taker(context: Context, policy: Policy, point: Test) -> TrafficClass | None:
    """The class that IPv6 packets of the first code point are in; None where it is not known."""
    wanted = Test(point.field, point.values[:1])
    try:
        for packet in guesses(context.device, AllOf((IP6, wanted))):
            for item in policy.classes:
                if isinstance(item.match, Anything) or holds(context.device, item.match, packet):
                    return item
    except TooDeepError:
        pass
    return None
