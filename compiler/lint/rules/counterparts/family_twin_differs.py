"""A term for IPv4 or IPv6 that lacks what its twin for the other family has.

## What it does

Looks at two filters of JunOS, for IPv4 and for IPv6, that are named alike (`VISITORS` and
`VISITORS6`), term by term, and reports a term that lacks a policer, or the TCP flags, of its twin,
or that gives another forwarding class or loss priority.
Two terms are twins if they match the same but for addresses. Terms of ICMP are left out: IPv6 needs
it for its neighbors.

## Why it matters

Traffic of one family goes around the limit; a policer meant for the first packets of connections
holds back all of TCP.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet filter input VISITORS
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/26
set interfaces ge-0/0/0 unit 0 family inet6 filter input VISITORS6
set interfaces ge-0/0/0 unit 0 family inet6 address 2001:db8::1/64
set firewall family inet filter VISITORS term ALL then policer P
set firewall family inet filter VISITORS term ALL then accept
set firewall family inet6 filter VISITORS6 term ALL then accept
set firewall policer P logical-interface-policer
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet filter input VISITORS
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/26
set interfaces ge-0/0/0 unit 0 family inet6 filter input VISITORS6
set interfaces ge-0/0/0 unit 0 family inet6 address 2001:db8::1/64
set firewall family inet filter VISITORS term ALL then policer P
set firewall family inet filter VISITORS term ALL then accept
set firewall family inet6 filter VISITORS6 term ALL then policer P
set firewall family inet6 filter VISITORS6 term ALL then accept
set firewall policer P logical-interface-policer
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
```

## Sources

- The config itself: the twin filter.
- Juniper, Firewall Filter Match Conditions for IPv4 Traffic, and for IPv6 Traffic: tcp-initial is
  the initial packet of a TCP connection, `tcp-flags "(!ack & syn)"`.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import Term, terms, uses
from qosc.lint.facts.junos.statements import span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS943", "family-twin-differs", Severity.WARNING, "0.1")


_FLAGS = ("tcp-initial", "tcp-established", "tcp-flags")
_SAME = {
    "icmp6": "icmp",
    "icmpv6": "icmp",
    "next-header": "protocol",
    "payload-protocol": "protocol",
    "traffic-class": "dscp",
}
"""The words of IPv6 for which IPv4 has others."""
_POLICERS = ("policer", "three-color-policer", "hierarchical-policer")


def check(context: Context) -> Iterator[Diagnostic]:
    by_filter = context.once(terms)
    used = {(use.family, use.filter) for use in context.once(uses)}
    six = {
        _plain(name): key
        for key in by_filter
        if key[0] == "inet6" and key in used
        for name in (key[1],)
    }
    for key, own in by_filter.items():
        twin = six.get(_plain(key[1]))
        if key[0] != "inet" or twin is None or key not in used:
            continue
        others = {_plain(name): term for name, term in by_filter[twin].items()}
        for name, term in own.items():
            other = others.get(_plain(name))
            if other is not None and _asked(term) == _asked(other):
                yield from _told(context, term, other)
                yield from _told(context, other, term)
                yield from _given(context, other, term)


def _plain(name: str) -> str:
    """A name without what says IPv4 or IPv6."""
    low = name.lower()
    for word in ("ipv6", "ipv4", "inet6", "inet", "v6", "v4", "6"):
        low = low.replace(word, "")
    return low.replace("-", "").replace("_", "")


def _asked(term: Term) -> set[tuple[str, ...]]:
    """What a term matches in the words of IPv4, but for addresses and TCP flags."""
    return {
        (_SAME.get(words[0], words[0]), *(_SAME.get(word, word) for word in words[1:]))
        for _, words in term.origins
        if words[0] not in _FLAGS and "address" not in words[0] and "prefix" not in words[0]
    }


def _told(context: Context, term: Term, twin: Term) -> Iterator[Diagnostic]:
    """What a term lacks of its twin."""
    mine = {words[0] for _, words in (*term.origins, *term.actions)}
    if "discard" in mine or "reject" in mine or _is_icmp(term) or _is_icmp(twin):
        return
    for one, words in (*twin.origins, *twin.actions):
        kinds = _POLICERS if words[0] in _POLICERS else _FLAGS
        if words[0] not in (*_FLAGS, *_POLICERS) or not mine.isdisjoint(kinds):
            continue
        rows = term.origins if words[0] in _FLAGS and term.origins else term.actions
        line = rows[0][0].line if rows else term.line
        yield RULE.at(
            span_of(context, line),
            f"term {term.name} of {term.filter} has no {words[0]}; that of {twin.filter} has",
            effect=f"here it applies to {'IPv6' if twin.family == 'inet6' else 'IPv4'} alone",
            label=f"no {words[0]}",
            related=(Label(span_of(context, one.line), "the twin has it"),),
            help=f"add {' '.join(words)}, if both families are meant alike",
        )
        return


def _given(context: Context, term: Term, twin: Term) -> Iterator[Diagnostic]:
    """What a term for IPv6 gives otherwise than its twin."""
    if _is_icmp(term) or _is_icmp(twin):
        return
    of = {words[0]: (one, words[1]) for one, words in twin.actions}
    for one, words in term.actions:
        other = of.get(words[0])
        if words[0] not in _GIVEN or other is None or words[1] == other[1]:
            continue
        yield RULE.at(
            span_of(context, one.line),
            f"term {term.name} of {term.filter} gives {words[1]}; that of {twin.filter} {other[1]}",
            effect="the same traffic is treated otherwise over IPv6 than over IPv4",
            label=f"{other[1]} in the twin",
            related=(Label(span_of(context, other[0].line), "the twin"),),
            help=f"write {words[0]} {other[1]}, if both families are meant alike",
        )
        return


_GIVEN = ("forwarding-class", "loss-priority")


def _is_icmp(term: Term) -> bool:
    """Whether a term asks for ICMP, which does another work in IPv6 (RFC 4890)."""
    return any(word.startswith("icmp") for _, words in term.origins for word in words)
