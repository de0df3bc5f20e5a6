"""A class that matches a mark which each input of the device overwrites.

## What it does

Reports a class of an IOS output policy that matches nothing but DSCPs or precedences, where each
other interface has an input policy whose classes all set marks, and none sets one that the class
matches. An interface counts unless it is shut down, a loopback, in a bundle, or says `no ip
address` and has no other way to carry packets (`ip address negotiated`, `ip unnumbered`, IPv6, PPP,
MPLS). Marks of the router's own packets (CS2, CS6 and default) are left out, and so is a router
with voice ports, DSP farms, bridged ports or probes.

## Why it matters

The class never has a packet. The usual cause is `set dscp default` in `class-default` on input,
meant for strangers, before the class for what is to keep its mark was added.

## Example

```ios
hostname r1
class-map match-all VOICE
 match dscp ef
policy-map LAN
 class class-default
  set dscp default
policy-map WAN
 class VOICE
  priority 100
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy input LAN
interface Serial0/0
 ip address 198.51.100.1 255.255.255.252
 service-policy output WAN
end
```

## Use instead

```ios
hostname r1
access-list 101 permit udp any any range 16384 32767
class-map match-all RTP
 match access-group 101
class-map match-all VOICE
 match dscp ef
policy-map LAN
 class RTP
  set dscp ef
 class class-default
  set dscp default
policy-map WAN
 class VOICE
  priority 100
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy input LAN
interface Serial0/0
 ip address 198.51.100.1 255.255.255.252
 service-policy output WAN
end
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `set dscp`: the value is set in the
  packet; a policy on output sees what the one on input has set.
- RFC 2475, section 2.3: conditioning at the ingress, behaviour by the code point after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import Attachment, Interval, Mark, Policy, Port, PortKind, Test, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.lint.facts.walk import leaf_tests, lists_of
from qosc.patterns import pattern
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS207", "mark-cleared-before", Severity.WARNING, "0.1")

_OWN = frozenset((0, 16, 48))
"""The DSCPs of packets that the router sends by itself."""
_ALL = frozenset(range(64))
_UNSURE = pattern(
    r"\s*(?:switchport|bridge-group|bridge-domain|service instance|xconnect|dialer |"
    r"dial-peer |telephony-service|voice-port|voice service|voice register|dspfarm|sccp|"
    r"call-manager|ip sla |mls qos|ip policy |ip local policy |rate-limit |service-policy type )"
)
_CARRIES = pattern(
    r"\s+(?:(?:ip|ipv4|ipv6) (?:address|unnumbered|enable|virtual-router)|ppp(?! multilink)|"
    r"peer default ip|mpls|l2transport)\b"
)
"""What makes an interface carry packets, also one that says `no ip address`."""
_MEMBER = pattern(r"\s+(?:channel-group|ppp multilink group|multilink-group|pppoe-client) ?")
"""The port is a part of another one, or a carrier of its frames, and that one has the policy."""
_BARE = pattern(r"\s+no ip address$")
_LOCAL = ("loopback", "null", "mgmt")


class _Source(NamedTuple):
    """What DSCPs a port lets in, and a mark that writes over the others."""

    port: Port
    points: frozenset[int]
    mark: Mark | None


def check(context: Context) -> Iterator[Diagnostic]:
    sources = context.once(_sources)
    groups: dict[frozenset[int], list[Port]] = {}
    for one in sources:
        groups.setdefault(one.points, []).append(one.port)
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        if policy is None or policy.feature or any(s.direction != "output" for s in spots):
            continue
        for item in policy.classes if spots and groups else ():
            asked = _asked(context, item)
            if not asked or asked & _OWN:
                continue
            if not all(_is_fed(groups, spot.port, _ALL) for spot in spots):
                continue  # nothing is known to come in
            if any(_is_fed(groups, spot.port, asked) for spot in spots):
                continue
            mark = next((one.mark for one in sources if one.mark is not None), None)
            yield RULE.at(
                item.origin,
                f"class {item.name} of {policy.title} never matches: each input sets other marks",
                label="no packet has its mark",
                related=(Label(mark.origin, "set on input"),) if mark is not None else (),
                help="keep the mark on input in a class of its own",
            )


def _is_fed(groups: dict[frozenset[int], list[Port]], port: Port, asked: frozenset[int]) -> bool:
    """Whether another port lets one of some DSCPs in."""
    return any(
        not points.isdisjoint(asked) and not all(_is_part(one, port) for one in ports)
        for points, ports in groups.items()
    )


def _is_part(one: Port, other: Port) -> bool:
    return other.name in (one.name, one.parent) or one.name == other.parent


def _asked(context: Context, item: TrafficClass) -> frozenset[int]:
    """The DSCPs of a class that asks for nothing else."""
    numbers: set[int] = set()
    if next(lists_of(context.device, item.match), None) is not None:
        return frozenset()
    for test in leaf_tests(context.device, item.match):
        if test.field is Field.VERSION:
            continue
        points = _points(test)
        if not points:
            return frozenset()
        numbers |= points
    return frozenset(numbers)


def _points(test: Test) -> set[int]:
    width = {Field.DSCP: 1, Field.PRECEDENCE: 8}.get(test.field, 0)
    points: set[int] = set()
    for one in test.values if width else ():
        if not isinstance(one, Interval):
            return set()
        points.update(range(one.low * width, (one.high + 1) * width))
    return points


def _sources(context: Context) -> list[_Source]:
    """The ports that let packets in, unless one of them lets in any. For `Context.once`."""
    source = context.source
    if source is None or not context.device.complete or not context.profile.ios_statements.value:
        return []
    lines = source.lines
    if any(map(_UNSURE.match, lines)):
        return []
    sources = []
    for port in context.device.ports.values():
        if port.kind is PortKind.CONTROL_PLANE or port.shutdown:
            continue
        if port.name.lower().startswith(_LOCAL) or not _may_carry(lines, port.origin):
            continue
        sources.append(_source(context, port))
    return sources


def _may_carry(lines: Sequence[str], origin: Span) -> bool:
    """Whether packets may come in by an interface; one that says nothing about it may."""
    bare = False
    for line in lines[origin.line :]:
        if line[:1] not in (" ", "\t", "!", ""):
            break
        if _CARRIES.match(line):
            return True
        bare = bare or bool(_BARE.match(line.rstrip()) or _MEMBER.match(line))
    return not bare


def _source(context: Context, port: Port) -> _Source:
    if len(port.input) != 1 or not isinstance(port.input[0], Attachment):
        return _Source(port, _ALL, None)
    policy = context.device.policies.get(port.input[0].policy.name)
    if not isinstance(policy, Policy):
        return _Source(port, _ALL, None)
    points: set[int] = set()
    last = None
    for item in policy.classes:
        if item.drop:
            continue
        if item.child is not None:
            return _Source(port, _ALL, None)
        own = [mark for mark in item.marks if mark.field in (Field.DSCP, Field.PRECEDENCE)]
        others = [
            mark
            for policer in item.policers
            for outcome in (policer.conform, policer.exceed, policer.violate)
            for mark in (outcome.marks if outcome is not None else ())
        ]
        if not own or any(mark.table is not None for mark in (*own, *others)):
            return _Source(port, _ALL, None)
        last = own[-1]
        for mark in (*own, *others):
            if mark.field is Field.DSCP:
                points.add(mark.value)
            elif mark.field is Field.PRECEDENCE:
                points.update(range(mark.value * 8, mark.value * 8 + 8))
    return _Source(port, frozenset(points), last)
