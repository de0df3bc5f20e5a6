"""A term that gives a forwarding class to the first packet of each session only.

## What it does

Reports a term of a JunOS filter that gives a forwarding class or a code point by `tcp-initial`, or
by `tcp-flags` of SYN without more, to packets of ports or addresses, where it neither polices nor
drops them and no other term of the filter gives that class to packets of those ports.

## Why it matters

A filter keeps no state: the packets after the first one have no SYN. They go on to the terms
behind, and are in another class than the one that opened the session.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24
set interfaces ge-0/0/0 unit 0 family inet filter input SORT
set firewall family inet filter SORT term SQL from protocol tcp
set firewall family inet filter SORT term SQL from destination-port 1433
set firewall family inet filter SORT term SQL from tcp-initial
set firewall family inet filter SORT term SQL then forwarding-class assured-forwarding
set firewall family inet filter SORT term SQL then accept
set firewall family inet filter SORT term REST then accept
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24
set interfaces ge-0/0/0 unit 0 family inet filter input SORT
set firewall family inet filter SORT term SQL from protocol tcp
set firewall family inet filter SORT term SQL from destination-port 1433
set firewall family inet filter SORT term SQL then forwarding-class assured-forwarding
set firewall family inet filter SORT term SQL then accept
set firewall family inet filter SORT term REST then accept
```

## Sources

- Juniper, Routing Policies, Firewall Filters, and Traffic Policers User Guide, Firewall Filter
  Match Conditions for IPv4 Traffic: `tcp-initial` matches the first packet of a TCP connection.
- RFC 9293, section 3.4: SYN is sent to open a connection, and not in the segments of data.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import DENIED, Term, terms, uses
from qosc.lint.facts.junos.statements import Statement, span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS635", "class-for-first-packet", Severity.WARNING, "0.1")

_FIRST = frozenset(("syn", "(syn)", "0x2", "syn & !ack", "(syn & !ack)", "syn&!ack", "(syn&!ack)"))
_LIMITS = frozenset(("policer", "three-color-policer", "hierarchical-policer", "prefix-action"))
_MARKS = frozenset(("forwarding-class", "dscp"))


def check(context: Context) -> Iterator[Diagnostic]:
    applied = {(use.family, use.filter) for use in context.once(uses)}
    for key, of in context.once(terms).items():
        if key not in applied:
            continue
        users: dict[tuple[tuple[str, ...], str], set[str]] = {}
        for term in of.values():
            for given in _given(term):
                for value in _asked(term):
                    users.setdefault((given, value), set()).add(term.name)
        for term in of.values():
            said = _first(term)
            if said is None or any(words[0] in DENIED | _LIMITS for _, words in term.actions):
                continue
            mark = next((words for _, words in term.actions if words[0] in _MARKS), None)
            asked = _asked(term)
            if mark is None or not asked:
                continue
            if any(len(users[mark, value]) > 1 for value in asked):
                continue
            yield RULE.at(
                span_of(context, said.line),
                f"term {term.name[:30]} gives {mark[0]} {mark[1][:30]} to the first packets only",
                effect="the other packets of each session go on to the terms behind",
                label="true of the packet that opens a session",
                related=(Label(span_of(context, term.line), "this term"),)
                if term.line != said.line
                else (),
                help="take the condition out, so that all packets of the session are meant",
            )


def _first(term: Term) -> Statement | None:
    """The statement by which a term is for packets that open a session."""
    for one, words in term.origins:
        if words[0] == "tcp-initial":
            return one
        if words[0] == "tcp-flags" and " ".join(words[1:]).strip('"').lower() in _FIRST:
            return one
    return None


def _asked(term: Term) -> frozenset[str]:
    """The ports and addresses that a term is for."""
    return frozenset(
        words[1]
        for _, words in term.origins
        if words[0].endswith(("port", "address", "prefix-list")) and len(words) > 1
    )


def _given(term: Term) -> list[tuple[str, ...]]:
    return [words for _, words in term.actions if words[0] in _MARKS]
