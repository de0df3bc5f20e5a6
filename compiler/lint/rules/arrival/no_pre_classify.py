"""A policy that matches ports inside a tunnel, on the port that sends the tunnel's packets.

## What it does

Reports a class that matches TCP or UDP ports in a policy on output of the source interface of a
tunnel, or of a port with a crypto map, where the tunnel or the crypto map has no `qos
pre-classify`. Where the policy matches the tunnel's own packets too (GRE, ESP), or the router
translates addresses, so that packets beside the tunnel may be meant, it is left alone.

## Why it matters

What leaves the interface is the outer packet: GRE or ESP between two addresses, without ports. All
of the tunnel's traffic falls through such classes to `class-default`. Only the DSCP is copied to
the outer header.

## Example

```ios
access-list 101 permit tcp any any eq 443
class-map match-all WEB
 match access-group 101
policy-map WAN
 class WEB
  bandwidth percent 20
interface Tunnel0
 ip address 10.0.0.1 255.255.255.252
 tunnel source Serial0/0
 tunnel destination 198.51.100.9
interface Serial0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy output WAN
```

## Use instead

```ios
class-map match-all WEB
 match dscp af21
policy-map WAN
 class WEB
  bandwidth percent 20
interface Tunnel0
 ip address 10.0.0.1 255.255.255.252
 tunnel source Serial0/0
 tunnel destination 198.51.100.9
interface Serial0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy output WAN
```

## Sources

- Cisco, Quality of Service Options on GRE Tunnel Interfaces (document 10106): a policy on the
  physical interface sees the outer header, unless the tunnel has `qos pre-classify`.
- Cisco IOS Quality of Service Solutions Command Reference, `qos pre-classify`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from qosc.datapath.crossing.tunnels import source_ports, tunnel_sections
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import Policy, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places
from qosc.lint.facts.walk import leaf_tests, lists_of
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS119", "no-pre-classify", Severity.WARNING, "0.1")

_OUTER = (47, 50, 51)
"""GRE, ESP and AH by IANA's numbers."""
_PORTS = (Field.SRC_PORT, Field.DST_PORT)
_KEYS = frozenset((500, 4500))
"""UDP ports of IKE and of ESP inside UDP."""


class _Tunnel(NamedTuple):
    name: str
    source: str
    line: int


def check(context: Context) -> Iterator[Diagnostic]:
    if context.source is None or not context.profile.ios_statements.value:
        return
    lines = context.source.lines
    near = (lines[index] for index in context.source.holding("tunnel", "crypto"))
    if not any(line[:1].isspace() for line in near):
        return
    tunnels = list(_tunnels(lines))
    if not tunnels or any(line.startswith("ip nat inside source") for line in lines):
        return
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        if policy is None or policy.feature:
            continue
        asked = _asked(context, policy)
        for spot in spots if asked is not None else ():
            port = spot.port.name
            tunnel = next((one for one in tunnels if one.source == port.lower()), None)
            if spot.direction != "output" or tunnel is None or asked is None:
                continue
            number = context.source.number(tunnel.line - 1)
            at = context.source.span(number, 0, len(lines[tunnel.line - 1]))
            yield RULE.at(
                asked[1],
                f"class {asked[0]} of {policy.title} matches ports inside {tunnel.name}",
                effect=f"on {port} the packets of the tunnel do not show them",
                label="of inner packets",
                related=(Label(at, "no `qos pre-classify` here"),),
                help=f"set `qos pre-classify` on {tunnel.name}, or match the DSCP",
            )
            break


def _asked(context: Context, policy: Policy) -> tuple[str, Span] | None:
    """The first class that asks for ports; None where a class takes what carries tunnels."""
    first = None
    for item in policy.classes:
        asked = _Asked.of(leaf_tests(context.device, item.match))
        for each in lists_of(context.device, item.match):
            known = context.once(_lists)
            if each.name not in known:
                known[each.name] = _Asked.of(
                    test
                    for entry in each.entries
                    for test in leaf_tests(context.device, entry.match)
                )
            asked = _Asked(*(a or b for a, b in zip(asked, known[each.name], strict=True)))
        if asked.outer:
            return None
        if asked.ports and first is None:
            first = (item.name, item.origin)
    return first


class _Asked(NamedTuple):
    """Whether tests ask for ports, and for what carries tunnels."""

    ports: bool
    outer: bool

    @classmethod
    def of(cls, tests: Iterable[Test]) -> _Asked:
        ports = outer = False
        for test in tests:
            values = {getattr(one, "low", -1) for one in test.values}
            if test.field is Field.PROTOCOL:
                outer = outer or not values.isdisjoint(_OUTER)
            elif test.field in _PORTS:
                ports, outer = True, outer or not values.isdisjoint(_KEYS)
        return cls(ports, outer)


def _lists(context: Context) -> dict[str, _Asked]:
    """What access lists ask for, which many classes may share. For `Context.once`."""
    del context
    return {}


def _tunnels(lines: Sequence[str]) -> Iterator[_Tunnel]:
    """The tunnels and crypto maps without the statement, with the interface they leave by."""
    sections = list(tunnel_sections(lines))
    owners = source_ports(sections)
    maps = [one for one in sections if one.kind == "crypto map"]
    for one in sections:
        if one.is_tunnel and not one.classified:
            yield _Tunnel(one.name, owners.get(one.source, one.source), one.line)
        elif one.kind == "interface" and one.crypto_map:
            own = [each for each in maps if each.name.split()[0] == one.crypto_map]
            plain = next((each for each in own if not each.classified), None)
            if plain is not None:
                yield _Tunnel(f"crypto map {one.crypto_map}", one.name.lower(), plain.line)
