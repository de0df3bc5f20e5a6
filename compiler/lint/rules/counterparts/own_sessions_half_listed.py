"""A filter of lo0 that has one half of the sessions of a protocol only.

## What it does

Reports, on JunOS, a filter on what lo0 sends that puts BGP, LDP or MSDP into a class by the
destination port, or by the source port, where no term has the other one; and a filter on what comes
to lo0 that accepts single-hop BFD by its port, and polices or drops multihop BFD with the rest,
although a session of the config is multihop.

## Why it matters

The side that opened a TCP session has any port, and the other side the known one: half of the
sessions are sent without the class. BFD that is lost in a flood takes down what it watches.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces lo0 unit 0 family inet filter output OWN
set interfaces lo0 unit 0 family inet address 198.51.100.1/32
set firewall family inet filter OWN term PEERS from protocol tcp
set firewall family inet filter OWN term PEERS from destination-port bgp
set firewall family inet filter OWN term PEERS then forwarding-class network-control
set firewall family inet filter OWN term PEERS then accept
set firewall family inet filter OWN term REST then accept
set protocols bgp group A neighbor 192.0.2.2 peer-as 64501
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces lo0 unit 0 family inet filter output OWN
set interfaces lo0 unit 0 family inet address 198.51.100.1/32
set firewall family inet filter OWN term PEERS from protocol tcp
set firewall family inet filter OWN term PEERS from port bgp
set firewall family inet filter OWN term PEERS then forwarding-class network-control
set firewall family inet filter OWN term PEERS then accept
set firewall family inet filter OWN term REST then accept
set protocols bgp group A neighbor 192.0.2.2 peer-as 64501
```

## Sources

- RFC 4271, section 8: either side may open the connection, to TCP port 179. RFC 5036, section 3.10
  (LDP) and RFC 3618 (MSDP): ports 646 and 639.
- RFC 5881, section 4: single-hop BFD has destination port 3784. RFC 5883, section 5: multihop BFD
  has 4784.
- Juniper, Routing Policies, Firewall Filters, and Traffic Policers User Guide: `port` matches the
  source or the destination port.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import Term, terms, uses
from qosc.lint.facts.junos.statements import below, span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS957", "own-sessions-half-listed", Severity.WARNING, "0.1")

_TCP = {"bgp": 179, "ldp": 646, "msdp": 639}
_SINGLE, _MULTI = 3784, 4784
_PORTS = ("port", "source-port", "destination-port")
_PROTOCOLS = ("protocol", "next-header", "payload-protocol")
_OTHER = {"source-port": "destination-port", "destination-port": "source-port"}


def check(context: Context) -> Iterator[Diagnostic]:
    ways: dict[tuple[str, str, str], list[str]] = {}
    for use in context.once(uses):
        if use.unit.startswith("lo0."):
            ways.setdefault((use.way, use.unit, use.family), []).append(use.filter)
    if not ways:
        return
    running = {one.words[1] for one, _ in below(context, "protocols", "*")}
    running |= {rest[1] for _, rest in below(context, "routing-instances", "*") if len(rest) > 1}
    multihop = next(
        (
            one.line
            for first in ("protocols", "routing-instances")
            for one, _ in below(context, first, "*")
            if one.words[-2:] == ("session-mode", "multihop")
        ),
        0,
    )
    reported: set[int] = set()
    for (way, _, family), names in ways.items():
        of = [
            term for name in names for term in context.once(terms).get((family, name), {}).values()
        ]
        sessions = (
            _sent(context, of, running) if way == "output" else _received(context, of, multihop)
        )
        for one in sessions:
            if one.primary.line not in reported:
                reported.add(one.primary.line)
                yield one


def _sent(context: Context, of: list[Term], running: set[str]) -> Iterator[Diagnostic]:
    for protocol, number in _TCP.items():
        if protocol not in running:
            continue
        asked = [
            (words[0], one.line, term)
            for term in of
            if _marks(term)
            for one, words in term.origins
            if words[0] in _PORTS and _has(words[1], number, protocol)
        ]
        sides = {side for side, _, _ in asked}
        if len(sides) != 1 or "port" in sides or any(_any_tcp(term) for term in of):
            continue
        side, line, term = asked[0]
        yield RULE.at(
            span_of(context, line),
            f"term {term.name} has {protocol} by its {side} only",
            effect=f"sessions that {_OPENED[side]} opened are sent without its class",
            label="half of the sessions",
            help=f"match port {protocol}, or the {_OTHER[side]} too",
        )


_OPENED = {"destination-port": "the neighbor", "source-port": "this router"}


def _received(context: Context, of: list[Term], multihop: int) -> Iterator[Diagnostic]:
    if not multihop:
        return
    single = 0
    for term in of:
        if "discard" in (own := {words[0] for _, words in term.actions}) or "reject" in own:
            continue
        ports = [(words[1], one.line) for one, words in term.origins if words[0] in _PORTS]
        if any(_has(port, _MULTI, "") for port, _ in ports):
            return
        if not ports and "policer" not in own and _takes(term, ("udp", "17")):
            return  # it accepts all of UDP, or of some neighbors
        single = single or next((line for port, line in ports if _has(port, _SINGLE, "")), 0)
    if single:
        yield RULE.at(
            span_of(context, single),
            f"BFD is accepted at port {_SINGLE}, and multihop BFD has {_MULTI}",
            effect="in a flood, multihop sessions are lost with the rest",
            label="single-hop BFD only",
            related=(Label(span_of(context, multihop), "a multihop session"),),
            help=f"add port {_MULTI}",
        )


def _marks(term: Term) -> bool:
    return any(
        words[0] in ("forwarding-class", "dscp", "traffic-class") for _, words in term.actions
    )


def _any_tcp(term: Term) -> bool:
    """Whether a term with a class has TCP by something else than a port."""
    ports = any(words[0].endswith("port") for _, words in term.origins)
    return _marks(term) and not ports and _takes(term, ("tcp", "6"))


def _takes(term: Term, protocol: tuple[str, str]) -> bool:
    own = {words[1] for _, words in term.origins if words[0] in _PROTOCOLS}
    return not own or not own.isdisjoint(protocol)


def _has(said: str, number: int, name: str) -> bool:
    """Whether a port or a range of ports has a number."""
    first, _, last = said.partition("-")
    if first.isdecimal() and (last or first).isdecimal() and len(said) < 12:
        return int(first) <= number <= int(last or first)
    return bool(name) and said == name
