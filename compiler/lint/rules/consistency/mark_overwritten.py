"""A mark that a later step of the same port writes anew for all of its packets.

## What it does

Reports a mark of a class (DSCP, precedence, CoS, EXP, qos-group) whose policer sets another one on
what conforms, and sets one or drops in all other cases; and `set ip precedence` or `set ip tos` in
the route map of a port, for an access list by which the input policy of the same port sets a DSCP.

## Why it matters

The first value is never seen behind the port. Calls that the policy has just marked EF lose the
mark in policy routing, and miss their queue on output.

## Example

```ios
class-map match-any RTP
 match access-group name RTP
policy-map PHONES-IN
 class RTP
  set dscp ef
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 ip policy route-map BY-A
 service-policy input PHONES-IN
ip access-list extended RTP
 permit udp 192.0.2.0 0.0.0.255 any range 16384 32767
route-map BY-A permit 10
 match ip address RTP
 set ip precedence routine
```

## Use instead

```ios
class-map match-any RTP
 match access-group name RTP
policy-map PHONES-IN
 class RTP
  set dscp ef
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 ip policy route-map BY-A
 service-policy input PHONES-IN
ip access-list extended RTP
 permit udp 192.0.2.0 0.0.0.255 any range 16384 32767
route-map BY-A permit 10
 match ip address RTP
```

## Sources

- Cisco, QoS Order of Operation (document 18667): on input, marking comes before policing, and both
  before routing by policy.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import Mark, Outcome, TrafficClass, Verdict
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import blocks, interfaces, place
from qosc.lint.facts.lines.policies import PolicyClass, classes, matched_lists, named
from qosc.patterns import pattern
from qosc.source import NOWHERE

__all__ = ["RULE", "check"]

RULE = Rule("QOS979", "mark-overwritten", Severity.WARNING, "0.1")

_SET = pattern(r"set (?:ip )?dscp (\S+)$")
_LATER = ("set ip precedence ", "set ip tos ")
_ANEW = {Field.PRECEDENCE: (Field.PRECEDENCE, Field.DSCP)}
"""Fields by which all of another one is written; else a field by itself alone."""
_ROUTED = "ip policy route-map "
_INPUT = "service-policy input "


def check(context: Context) -> Iterator[Diagnostic]:
    for made in context.device.policies.values():
        for traffic_class in made.classes:
            yield from _policed(traffic_class)
    policies = named(context, "policy-map")
    reported: set[int] = set()
    for port in context.once(interfaces):
        routed = [line.split()[-1] for _, line in port.starting(_ROUTED)]
        inward = [line.split()[-1] for _, line in port.starting(_INPUT)]
        if routed and inward and inward[0] in policies:
            marked = set(_marked(context, list(classes(policies[inward[0]]))))
            for number in _rewritten(context, routed[0], marked):
                if number not in reported:
                    reported.add(number)
                    yield RULE.at(
                        place(context, number),
                        f"policy routing writes the mark anew that {inward[0][:30]} has set",
                        effect="it comes after marking: the DSCP of the policy is lost",
                        label="written after it",
                        help="remove this line, or the mark of the policy",
                    )


def _policed(item: TrafficClass) -> Iterator[Diagnostic]:
    for mark in item.marks:
        if mark.origin == NOWHERE or mark.table is not None:
            continue
        for policer in item.policers:
            outcomes = [one for one in (policer.conform, policer.exceed, policer.violate) if one]
            # The value once more for what conforms is no slip: the mark is seen.
            if not policer.conform.marks or not all(_loses(mark, one) for one in outcomes):
                continue
            value = code_point_name(mark.field, mark.value)
            yield RULE.at(
                mark.origin,
                f"{mark.field} {value} of class {item.name[:30]} is written anew by its policer",
                effect="each outcome writes another value or drops: no packet leaves with this one",
                label="never seen",
                help="remove it, or let the policer transmit what conforms",
            )
            break


def _loses(mark: Mark, outcome: Outcome) -> bool:
    """Whether an outcome drops packets, or leaves them with another value than a mark."""
    if outcome.verdict is Verdict.DROP:
        return True
    written = [one for one in outcome.marks if one.field in _ANEW.get(mark.field, (mark.field,))]
    if not written:
        return False
    last = written[-1]
    return last.table is not None or (last.field, last.value) != (mark.field, mark.value)


def _marked(context: Context, items: list[PolicyClass]) -> Iterator[str]:
    """The access lists by which classes set a DSCP other than 0."""
    matched = context.once(matched_lists)
    for item in items:
        points = {said[1] for _, line in item.lines if (said := _SET.match(line)) is not None}
        if points - {"default", "0"}:
            yield from matched.get(item.name, ())


def _rewritten(context: Context, name: str, marked: set[str]) -> Iterator[int]:
    for block in context.once(blocks):
        words = block.head.split()
        if words[:2] != ["route-map", name]:
            continue
        asked = {word for _, line in block.starting("match ip address ") for word in line.split()}
        if asked & marked:
            yield from (number for number, _ in block.starting(*_LATER))
