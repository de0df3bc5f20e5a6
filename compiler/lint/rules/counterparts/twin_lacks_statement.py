"""A port, unit or policer that lacks the QoS statement of its twins.

## What it does

Looks at ports and units of JunOS whose descriptions differ in numbers or single letters only, and
reports one that lacks a binding of class of service, a flow control profile or
`copy-tos-to-outer-ip-header` (for information) that all others have. So with policers that filters
of both families use, or filters of bundles, where another one in the same place has
`logical-interface-policer` or `shared-bandwidth-policer`.

## Why it matters

One of several like ports treats its packets otherwise: labels are not classified, a limit counts
once for each family or member link, the router's own packets have no mark outside a tunnel.

## Example

```junos
set version 20.2R3
set interfaces gr-0/0/0 unit 1 description "GRE to depot 1"
set interfaces gr-0/0/0 unit 1 copy-tos-to-outer-ip-header
set interfaces gr-0/0/0 unit 1 family inet address 192.0.2.1/30
set interfaces gr-0/0/0 unit 2 description "GRE to depot 2"
set interfaces gr-0/0/0 unit 2 family inet address 192.0.2.5/30
```

## Use instead

```junos
set version 20.2R3
set interfaces gr-0/0/0 unit 1 description "GRE to depot 1"
set interfaces gr-0/0/0 unit 1 copy-tos-to-outer-ip-header
set interfaces gr-0/0/0 unit 1 family inet address 192.0.2.1/30
set interfaces gr-0/0/0 unit 2 description "GRE to depot 2"
set interfaces gr-0/0/0 unit 2 copy-tos-to-outer-ip-header
set interfaces gr-0/0/0 unit 2 family inet address 192.0.2.5/30
```

## Sources

- The config itself: the twins.
- Juniper, CLI Reference, copy-tos-to-outer-ip-header: without it, the outer header of packets from
  the Routing Engine has ToS 0; Understanding the ToS Value of a Tunnel Packet: that of transit
  packets is copied all the same.
- Juniper, Logical Interface (Aggregate) Policer Overview: one policer for all families of a unit
  (on SRX it cannot be named by a term of a filter). Physical Interface Policer Overview: one for
  all units and families of a port.
- Juniper, CLI Reference, shared-bandwidth-policer: on a bundle the policers of the member links
  share the rate that is configured.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import Term, terms, uses
from qosc.lint.facts.junos.statements import below, line_of, span_of
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS944", "twin-lacks-statement", Severity.WARNING, "0.1")


_OWN = pattern(r"\d+|\b[A-Za-z]\b")
"""What may differ in the descriptions of twins."""
_ASKED = frozenset(("classifiers", "rewrite-rules", "congestion-notification-profile"))
_COPY = "copy-tos-to-outer-ip-header"
_SHARED = ("logical-interface-policer", "physical-interface-policer")
_BUNDLE = "shared-bandwidth-policer"
_MOST = 500


def check(context: Context) -> Iterator[Diagnostic]:
    yield from _ports(context)
    yield from _policers(context)


def _ports(context: Context) -> Iterator[Diagnostic]:
    shapes: dict[tuple[str, str], list[str]] = {}
    described: dict[str, int] = {}
    copies: dict[str, set[str]] = {}
    for one, rest in below(context, "interfaces", "*"):
        port = one.words[1]
        if rest[0] == "unit" and len(rest) > 2:
            port, said = f"{port}.{rest[1]}", rest[2:]
        else:
            said = rest
        if said[0] == "description" and len(said) > 1:
            words = " ".join(said[1:])
            key = (port.partition("-")[0], _OWN.sub("#", words))
            if "#" in key[1] and len(shapes.setdefault(key, [])) < _MOST:
                shapes[key].append(port)
            described[port] = one.line
        elif said[0] == _COPY:
            copies.setdefault(port, set()).add(_COPY)
    bound, lines = _bound(context)
    families = _families(context)
    for (kind, _), twins in shapes.items():
        if kind == "gr":
            rows = {port: copies.get(port, set()) for port in twins}
            yield from _unlike(context, rows, described)
        else:
            rows = {port: bound[port] for port in twins if port in bound}
            for word, family in _NEEDS.items():
                bare = [port for port in rows if family not in families.get(port, ())]
                if any(word in own for own in rows.values()) and bare:
                    rows = {port: own - {word} for port, own in rows.items()}
            yield from _unlike(context, rows, lines)


_NEEDS = {
    "classifiers exp": "mpls",
    "rewrite-rules exp": "mpls",
    "classifiers dscp-ipv6": "inet6",
    "rewrite-rules dscp-ipv6": "inet6",
}
"""Bindings that a port without the family has no need of."""


def _families(context: Context) -> dict[str, set[str]]:
    """The families of each port."""
    families: dict[str, set[str]] = {}
    for one, rest in below(context, "interfaces", "*", "unit"):
        if rest[1:2] == ("family",) and len(rest) > 2:
            families.setdefault(one.words[1], set()).add(rest[2])
    return families


def _bound(context: Context) -> tuple[dict[str, set[str]], dict[str, int]]:
    """What each port has below `class-of-service interfaces`, and its first line there."""
    statements: dict[str, set[str]] = {}
    lines: dict[str, int] = {}
    for one, rest in below(context, "class-of-service", "interfaces"):
        port, words = rest[0], rest[1:]
        lines.setdefault(port, line_of(context, one, 3))
        own = statements.setdefault(port, set())
        if words[:1] == ("unit",):
            words = words[2:]
        if words and words[0] in _ASKED and len(words) > 1:
            simple = words[0] == "congestion-notification-profile"
            own.add(words[0] if simple else " ".join(words[:2]))
    return statements, lines


def _unlike(
    context: Context, rows: dict[str, set[str]], lines: dict[str, int]
) -> Iterator[Diagnostic]:
    for port, own in rows.items():
        others = [statements for name, statements in rows.items() if name != port]
        if len(rows) == 2 and own - others[0]:
            continue  # each has its own
        common = set.intersection(*others) if others else set()
        lacks = common - own
        if len(lacks) != 1 or any(statements != others[0] for statements in others):
            continue
        (word,) = lacks
        twin = next(name for name in rows if name != port)
        yield RULE.at(
            span_of(context, lines[port]),
            f"{port} has no {word}, as its twin {twin} has",
            effect="the router's own packets have ToS 0 outside the tunnel"
            if word == _COPY
            else "packets of this port are treated otherwise than those of its twins",
            label=f"no {word}",
            related=(Label(span_of(context, lines[twin]), "this one has it"),),
            help=f"add {word}, or say in the description why not",
            severity=Severity.INFO if word == _COPY else None,
        )


def _policers(context: Context) -> Iterator[Diagnostic]:
    flags: dict[str, set[str]] = {}
    lines: dict[str, int] = {}
    rates: dict[str, str] = {}
    for one, rest in below(context, "firewall", "policer"):
        lines.setdefault(rest[0], line_of(context, one, 3))
        flags.setdefault(rest[0], set()).update(rest[1:2])
        if rest[-2:-1] == ("bandwidth-limit",):
            rates[rest[0]] = rest[-1]
    both, bundles = _users(context, flags)
    have = [name for name in both if not flags[name].isdisjoint(_SHARED)]
    for name in both:
        if have and flags[name].isdisjoint(_SHARED):
            yield _limit(context, name, have[0], _SHARED[0], "family", lines)
    for names in bundles.values():
        for name in sorted(names):
            like = [
                other
                for other in sorted(names)
                if _BUNDLE in flags[other] and rates.get(other) == rates.get(name)
            ]
            if like and _BUNDLE not in flags[name]:
                yield _limit(context, name, like[0], _BUNDLE, "member link", lines)


def _users(context: Context, flags: dict[str, set[str]]) -> tuple[list[str], dict[str, set[str]]]:
    """The policers that both families of a unit use, and those of each bundle."""
    families: dict[str, set[tuple[str, str]]] = {}
    for (family, name), of in context.once(terms).items():
        for term in of.values():
            for _, words in term.actions:
                if words[0] == "policer" and words[-1] in flags and not _is_part(term):
                    families.setdefault(words[-1], set()).add((family, name))
    on: dict[tuple[str, str], set[str]] = {}
    for use in context.once(uses):
        on.setdefault((use.family, use.filter), set()).add(use.unit)
    both = []
    bundles: dict[str, set[str]] = {}
    for name, filters in families.items():
        units = {
            family: {unit for each in filters if each[0] == family for unit in on.get(each, ())}
            for family in ("inet", "inet6")
        }
        if units["inet"] & units["inet6"]:
            both.append(name)
        for unit in units["inet"] | units["inet6"]:
            if unit.startswith("ae"):
                bundles.setdefault(unit.partition(".")[0], set()).add(name)
    return both, bundles


def _is_part(term: Term) -> bool:
    """Whether a term is of one protocol or of some ports: its rate may be meant for each family."""
    return any(words[0].endswith(_PARTS) for _, words in term.origins)


_PARTS = ("protocol", "next-header", "port", "icmp-type", "is-fragment", "payload-protocol")


def _limit(
    context: Context, name: str, other: str, word: str, each: str, lines: dict[str, int]
) -> Diagnostic:
    return RULE.at(
        span_of(context, lines[name]),
        f"policer {name} has no {word}, as {other} has",
        effect=f"each {each} may send the whole rate of its own",
        label=f"no {word}",
        related=(Label(span_of(context, lines[other]), "this one has it"),),
        help=f"add {word}, if the rate is meant for all together",
    )
