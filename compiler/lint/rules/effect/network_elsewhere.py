"""An entry for packets of a network that do not pass the port, as the routes say.

## What it does

Looks at the access lists of classes on IOS devices all of whose routes are connected or static, and
reports an entry that matches a source or a destination which no packet has on any of the ports that
its class is on: on input a source that is behind another port, or the router itself; on output
a source behind the same port, or a destination behind another one; on input a destination to which
a static route leads back by the same port. The port's own network is the matter of
[own-network-ahead](QOS123.md). A port without an address is not judged: packets of a VLAN
interface, a bundle or its subinterfaces pass it. Devices with a routing protocol, address
translation, VRFs, tunnels, policy routing or a second router beside them (HSRP, VRRP) are not
judged.

## Why it matters

The entry takes nothing. The packets that it was written for are in another class, mostly that of
all the rest.

## Example

```ios
hostname br9
ip access-list extended DC
 permit tcp 203.0.113.0 0.0.0.255 eq 443 any
class-map match-all DC
 match access-group name DC
policy-map WAN
 class DC
  bandwidth 400
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
interface Serial0/0
 ip address 198.51.100.2 255.255.255.252
 service-policy output WAN
ip route 203.0.113.0 255.255.255.0 198.51.100.1
```

## Use instead

```ios
hostname br9
ip access-list extended DC
 permit tcp any 203.0.113.0 0.0.0.255 eq 443
class-map match-all DC
 match access-group name DC
policy-map WAN
 class DC
  bandwidth 400
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
interface Serial0/0
 ip address 198.51.100.2 255.255.255.252
 service-policy output WAN
ip route 203.0.113.0 255.255.255.0 198.51.100.1
```

## Sources

- RFC 1812, section 5.2.4: a router sends a packet to the port that the longest fitting route names.
- RFC 3704, section 2: packets come in by the port behind which their source is, where paths are the
  same both ways.
- Cisco, Catalyst 3750 Switch Software Configuration Guide, Configuring Interface Characteristics: a
  VLAN interface is that of all switch ports of its VLAN, a port channel that of its members.

"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.ir import AccessList, Attachment, Masked, Port, Predicate
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.effect.routes import routes
from qosc.lint.facts.walk import leaf_tests, lists_of
from qosc.source import Span
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS608", "network-elsewhere", Severity.WARNING, "0.1")

_WHOLE = (1 << 32) - 1
_SPOTS = 64
"""A list on more ports than this is not asked: hardly one of them is like another."""
_MOST = 500
"""Entries of one list that are looked at."""


class _Spot(NamedTuple):
    port: Port
    direction: str


def check(context: Context) -> Iterator[Diagnostic]:
    if context.profile.takes.junos_statements or not context.device.complete:
        return
    known = context.once(routes)
    if not known.sure or len({one.port for one in known.all if one.connected}) < 2:
        return
    used: dict[str, tuple[AccessList, list[_Spot]]] = {}
    for port in context.index.busy:
        for direction, stages in (("input", port.input), ("output", port.output)):
            for stage in stages:
                if isinstance(stage, Attachment):
                    for access_list in _lists(context, stage.policy.name):
                        used.setdefault(access_list.name, (access_list, []))[1].append(
                            _Spot(port, direction)
                        )
    for name, (access_list, spots) in used.items():
        if name in context.device.mentions or len(spots) > _SPOTS:
            continue
        for entry in access_list.entries[:_MOST]:
            if entry.permit:
                yield from _entry(context, access_list, entry.match, entry.origin, spots)


def _lists(context: Context, name: str, levels: int = 3) -> Iterator[AccessList]:
    """The access lists of the classes of a policy, and of those inside it."""
    policy = context.device.policies.get(name)
    for item in policy.classes if policy is not None else ():
        yield from lists_of(context.device, item.match)
        if item.child is not None and levels:
            yield from _lists(context, item.child.name, levels - 1)


def _entry(
    context: Context, access_list: AccessList, match: Predicate, origin: Span, spots: list[_Spot]
) -> Iterator[Diagnostic]:
    ends: dict[Field, tuple[int, int]] = {}
    for test in leaf_tests(context.device, match):
        if test.field in (Field.SRC4, Field.DST4) and len(test.values) == 1:
            (value,) = test.values
            if isinstance(value, Masked) and _is_prefix(value.mask):
                ends[test.field] = (value.value, value.mask)
    reasons = [_reason(context, ends, spot) for spot in spots] if ends else [""]
    if not all(reasons):
        return
    ports = spots[0].port.name
    way = "comes in" if spots[0].direction == "input" else "leaves"
    yield RULE.at(
        origin,
        f"entry of access-list {access_list.name[:40]}: {reasons[0]}",
        effect=f"no such packet {way} by {ports}",
        label="matches nothing here",
        help="see whether source and destination are exchanged, or the network is mistyped",
    )


def _is_prefix(mask: int) -> bool:
    """Whether a mask begins with all of its bits: another one is a slip of its own (QOS111)."""
    free = _WHOLE ^ mask
    return free & (free + 1) == 0


def _reason(context: Context, ends: dict[Field, tuple[int, int]], spot: _Spot) -> str:
    """Why no packet of the entry passes the port; empty where one may."""
    known = context.once(routes)
    name = spot.port.name
    if not any(one.connected and one.port == name for one in known.all):
        return ""  # packets of another interface pass it: of its VLAN, bundle or subinterfaces
    below = frozenset(one.port for one in known.all if one.port.startswith(f"{name}."))
    itself = None if below else frozenset((name,))
    source, target = ends.get(Field.SRC4), ends.get(Field.DST4)
    if source is not None and source[1].bit_count() > 3:
        if source[1] == _WHOLE and spot.direction == "input" and known.is_own(source[0]):
            return "its source is this router"
        ports = known.behind(*source)
        own = any(one.connected and one.port == name and one.holds(*source) for one in known.all)
        if ports is not None and spot.direction == "input" and ports.isdisjoint((name, *below)):
            return f"its source is behind {min(ports)}"
        if ports is not None and ports == itself and spot.direction == "output" and not own:
            return f"its source is behind {name} itself"
    if target is not None and target[1].bit_count() > 3 and target[0] >> 28 < 14:
        ports = known.behind(*target)
        own = any(one.connected and one.port == name and one.holds(*target) for one in known.all)
        if ports is not None and spot.direction == "output" and ports.isdisjoint((name, *below)):
            return f"its destination is behind {min(ports)}"
        if ports is not None and ports == itself and spot.direction == "input" and not own:
            return f"its destination is behind {name} itself"
    return ""
