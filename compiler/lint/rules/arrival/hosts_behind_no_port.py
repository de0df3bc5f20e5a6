"""A class or a term for packets whose hosts are behind no port that it is on.

## What it does

Works out which IPv4 networks are behind each port: its own, and those of static routes by it. A
port that a routing protocol may use, that a default route leaves by, or that another router shares
(HSRP, VRRP, tunnels, outside of NAT) has any. Reports an access list of a class, or a term of a
filter, on input whose sources are all behind none of its ports, and on output whose destinations
are. Of a list with other entries it reports one entry only where that has source and destination
the wrong way round.

## Why it matters

No packet comes in that it could take. The hosts that it was written for have another network since,
or the policy is on another port than theirs: what they send is in class-default.

## Example

```ios
hostname r1
ip access-list extended PHONES
 permit udp 10.1.20.0 0.0.0.255 any range 16384 32767
class-map match-all VOICE
 match access-group name PHONES
policy-map MARK
 class VOICE
  set dscp ef
interface FastEthernet0/0.20
 encapsulation dot1Q 20
 ip address 172.16.9.1 255.255.255.0
 service-policy input MARK
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
router bgp 65001
 neighbor 192.0.2.2 remote-as 65000
 network 172.16.9.0 mask 255.255.255.0
```

## Use instead

```ios
hostname r1
ip access-list extended PHONES
 permit udp 172.16.9.0 0.0.0.255 any range 16384 32767
class-map match-all VOICE
 match access-group name PHONES
policy-map MARK
 class VOICE
  set dscp ef
interface FastEthernet0/0.20
 encapsulation dot1Q 20
 ip address 172.16.9.1 255.255.255.0
 service-policy input MARK
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
router bgp 65001
 neighbor 192.0.2.2 remote-as 65000
 network 172.16.9.0 mask 255.255.255.0
```

## Sources

- RFC 3704, section 2: packets come in by the port behind which their source is, where paths are the
  same both ways.
- RFC 1812, section 5.2.4: a router sends a packet to the port that the longest fitting route names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.ir import AllOf, AnyOf, Attachment, Masked, Predicate, RuleList, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.closed_units import closed_units
from qosc.lint.facts.lines.closed_ports import closed_ports
from qosc.lint.facts.port_networks import Network
from qosc.lint.facts.walk import lists_of
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS625", "hosts-behind-no-port", Severity.WARNING, "0.1")

_SPOTS = 64
"""A list on more ports than this is not asked: hardly one of them is like another."""
_MOST = 500
"""Entries of one list that are looked at."""
_WIDE = 4
"""A network of fewer bits is every address, or a class of them."""
_NO_HOSTS = frozenset((0, 127, *range(224, 256)))
"""First octets of addresses that are no host's own network."""

_Entry = tuple[Predicate, Span]
_Spot = tuple[str, str]
"""A port and a direction."""


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    known = context.once(_closed)
    told: set[tuple[object, ...]] = set()
    for title, entries, spots in _lists(context) if known else ():
        if len(spots) <= _SPOTS and all(name.lower() in known for name, _ in spots):
            for match, finding in _told(context, title, entries, spots):
                # Several lists of one network that went elsewhere are one finding.
                key = (*_asked_for(match, spots[0]), *spots)
                if key not in told:
                    told.add(key)
                    yield finding


def _lists(context: Context) -> list[tuple[str, Sequence[_Entry], list[_Spot]]]:
    """Each list of a class, and each term, with the ports and directions that it is on."""
    read: dict[object, list[tuple[str, Sequence[_Entry]]]] = {}
    lists: dict[tuple[str, Span], tuple[str, Sequence[_Entry], list[_Spot]]] = {}
    for port in context.index.busy:
        for direction, stages in (("input", port.input), ("output", port.output)):
            for stage in stages:
                shared = stage.policy.name if isinstance(stage, Attachment) else id(stage)
                if shared not in read:  # many ports may have one policy
                    read[shared] = [one for one in _entries(context, stage) if one[1]]
                for title, entries in read[shared]:
                    key = title, entries[0][1]
                    lists.setdefault(key, (title, entries, []))[2].append((port.name, direction))
    return list(lists.values())


def _closed(context: Context) -> dict[str, tuple[Network, ...]]:
    if context.profile.takes.junos_statements:
        return context.once(closed_units)
    return context.once(closed_ports)


def _entries(context: Context, stage: object) -> Iterator[tuple[str, Sequence[_Entry]]]:
    """The lists of the classes, or the terms, of what is applied to a port."""
    if isinstance(stage, Attachment):
        policy = context.device.policies.get(stage.policy.name)
        for item in policy.classes if policy is not None else ():
            for one in lists_of(context.device, item.match):
                yield (
                    f"access-list {one.name[:40]}",
                    [(entry.match, entry.origin) for entry in one.entries if entry.permit],
                )
    elif isinstance(stage, RuleList) and stage.feature.startswith("filter "):
        for rule in stage.rules:
            if rule.marks or rule.policer is not None:
                yield (
                    f"this term of {stage.feature[:40]}",
                    [(rule.match, rule.origin)],
                )


def _told(
    context: Context, title: str, entries: Sequence[_Entry], spots: Sequence[_Spot]
) -> Iterator[tuple[Predicate, Diagnostic]]:
    if len(entries) > _MOST:
        return
    absent = [one for one in entries if all(_is_absent(context, one[0], spot) for spot in spots)]
    if len(absent) < len(entries):
        absent = [one for one in absent if any(_is_turned(context, one[0], s) for s in spots)]
    else:
        absent = absent[:1]
    for match, origin in absent:
        name, direction = spots[0]
        side = "source" if direction == "input" else "destination"
        way = "comes in" if direction == "input" else "leaves"
        ports = name if len(spots) == 1 else f"{name} and {len(spots) - 1} more"
        behind = ", ".join(str(one) for one in context.once(_closed)[name.lower()][:3])
        yield (
            match,
            RULE.at(
                origin,
                f"{title} takes nothing: no such {side} is behind {ports}",
                effect=f"what {way} by {name} has its {side} in {behind}",
                label="matches nothing here",
                help="see whether the network was renumbered, its sides are exchanged, "
                "or the policy belongs on another port",
            ),
        )


def _asked(match: Predicate, field: Field) -> list[Masked] | None:
    """The networks of which an entry asks for one; None where it asks otherwise, or not at all."""
    tests = match.operands if isinstance(match, AllOf) else (match,)
    values: list[Masked] = []
    for one in tests:
        for test in one.operands if isinstance(one, AnyOf) else (one,):
            if not isinstance(test, Test) or test.field is not field:
                if isinstance(one, AnyOf) and values:
                    return None
                continue
            for value in test.values:
                if not isinstance(value, Masked) or value.mask.bit_count() < _WIDE:
                    return None
                if value.value >> 24 in _NO_HOSTS:
                    return None
                values.append(value)
    return values or None


def _asked_for(match: Predicate, spot: _Spot) -> tuple[tuple[int, int], ...]:
    """The networks of an entry on the side that a direction decides, as numbers."""
    asked = _asked(match, Field.SRC4 if spot[1] == "input" else Field.DST4)
    return tuple((one.value, one.mask) for one in asked or ())


def _is_absent(context: Context, match: Predicate, spot: _Spot) -> bool:
    """Whether no host behind the port can be at the side that an entry asks for."""
    name, direction = spot
    asked = _asked(match, Field.SRC4 if direction == "input" else Field.DST4)
    networks = context.once(_closed)[name.lower()]
    return asked is not None and not any(
        net.meets(one.value, one.mask) for one in asked for net in networks
    )


def _is_turned(context: Context, match: Predicate, spot: _Spot) -> bool:
    """Whether the other side of the entry is in a network of the port."""
    name, direction = spot
    asked = _asked(match, Field.DST4 if direction == "input" else Field.SRC4)
    networks = context.once(_closed)[name.lower()]
    return asked is not None and all(
        any(net.holds(one.value, one.mask) for net in networks) for one in asked
    )
