"""A term for packets of a protocol that the protocol's own packets do not match.

## What it does

Takes packets of the protocols that a JunOS text turns on (hellos of OSPF, LDP, RSVP, PIM, VRRP and
BFD by the networks of their units, answers of the NTP, RADIUS, TACACS+ and DNS servers, neighbor
discovery where units have IPv6) through the filters on what comes to lo0. Reports a condition that
keeps such packets out of the term that is for them, by its name or its other conditions, where they
come to a term that discards or polices whatever is left, or to the end of the filter.

## Why it matters

The protocol shares its policer with everything that is sent to the router, or is dropped. In a
flood, or at once, neighbors are lost.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces lo0 unit 0 family inet filter input GUARD
set interfaces lo0 unit 0 family inet address 192.0.2.129/32
set protocols ospf area 0.0.0.0 interface ge-0/0/0.0
set firewall family inet filter GUARD term ROUTING from destination-address 192.0.2.0/30
set firewall family inet filter GUARD term ROUTING from protocol ospf
set firewall family inet filter GUARD term ROUTING then accept
set firewall family inet filter GUARD term OTHERS then policer P
set firewall family inet filter GUARD term OTHERS then accept
set firewall policer P if-exceeding bandwidth-limit 1m
set firewall policer P if-exceeding burst-size-limit 15k
set firewall policer P then discard
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces lo0 unit 0 family inet filter input GUARD
set interfaces lo0 unit 0 family inet address 192.0.2.129/32
set protocols ospf area 0.0.0.0 interface ge-0/0/0.0
set firewall family inet filter GUARD term ROUTING from source-address 192.0.2.0/30
set firewall family inet filter GUARD term ROUTING from protocol ospf
set firewall family inet filter GUARD term ROUTING then accept
set firewall family inet filter GUARD term OTHERS then policer P
set firewall family inet filter GUARD term OTHERS then accept
set firewall policer P if-exceeding bandwidth-limit 1m
set firewall policer P if-exceeding burst-size-limit 15k
set firewall policer P then discard
```

## Sources

- RFC 2328, A.1: OSPF is protocol 89, to 224.0.0.5; RFC 5036, 2.4.1: LDP hellos are UDP, port 646,
  to 224.0.0.2; RFC 5881, 4: BFD of one hop is UDP, port 3784; RFC 7761, 4.9: PIM is protocol 103,
  to 224.0.0.13; RFC 5798, 5.1: VRRP is protocol 112, to 224.0.0.18; RFC 4861, 4.3 and 4.4: neighbor
  discovery is ICMPv6 of types 135 and 136.
- Juniper, Routing Policies, Firewall Filters, and Traffic Policers User Guide: the conditions of a
  term are all to be met, and a filter ends with an implicit discard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import DENIED, Term, terms, uses
from qosc.lint.facts.junos.met import Condition, conditions, is_met, number
from qosc.lint.facts.junos.own_packets import Own, own_packets
from qosc.lint.facts.junos.statements import span_of
from qosc.lint.facts.words.name_words import said_words

__all__ = ["RULE", "check"]

RULE = Rule("QOS985", "own-packets-past-term", Severity.WARNING, "0.1")

_LIMITS = frozenset(("policer", "three-color-policer"))


def check(context: Context) -> Iterator[Diagnostic]:
    guards: dict[tuple[str, str], list[Term]] = {}
    for use in context.once(uses):
        if use.unit == "lo0.0" and use.way == "input":
            terms_of_filter = context.once(terms).get((use.family, use.filter), {})
            guards.setdefault((use.family, use.unit), []).extend(terms_of_filter.values())
    reported: set[int] = set()
    for (family, _), of in guards.items():
        asked = [(term, conditions(term)) for term in of]
        for own in context.once(own_packets):
            if own.packet.family == family:
                for one in _told(context, own, asked):
                    if one.primary.line not in reported:
                        reported.add(one.primary.line)
                        yield one


def _told(
    context: Context, own: Own, asked: Sequence[tuple[Term, list[Condition]]]
) -> Iterator[Diagnostic]:
    near: tuple[Term, Condition] | None = None
    for term, of in asked:
        said = [is_met(context, one, own.packet) for one in of]
        failed = [one for one, met in zip(of, said, strict=True) if met is False]
        if None in said:
            if failed:
                continue
            return  # what this term takes cannot be told
        actions = {words[0] for _, words in term.actions}
        if not failed and "next" in actions:
            continue
        if not failed:
            if near is None or not (DENIED & actions or (not of and _LIMITS & actions)):
                return
            yield _tell(context, own, near, f"term {term.name} takes them", term.line)
            return
        if len(failed) == 1 and not DENIED & actions and _is_for(own, term, of, failed[0]):
            near = near or (term, failed[0])
    if near is not None:
        yield _tell(context, own, near, "they are discarded at the end", near[0].line)


def _is_for(own: Own, term: Term, of: Sequence[Condition], failed: Condition) -> bool:
    """Whether a term is meant for a kind of packets."""
    if own.words & {word.rstrip("46") for word in said_words(term.name)}:
        return len(said_words(term.name)) < 3
    values = own.ports or own.numbers or own.icmp
    for one in of:
        kind = {"protocol": own.numbers, "icmp-type": own.icmp}.get(one.field, frozenset())
        if one.field.endswith("port"):
            kind = own.ports
        if kind is own.icmp and one is failed:
            words = {words[1] for _, words in one.rows}
            return bool(words & _DISCOVERY)
        if kind and kind is values and one is not failed:
            return any(
                number(words[1], {}, value) is not False for _, words in one.rows for value in kind
            )
    return False


_DISCOVERY = frozenset(("neighbor-solicit", "neighbor-advertisement", "135", "136"))


def _tell(
    context: Context, own: Own, near: tuple[Term, Condition], where: str, line: int
) -> Diagnostic:
    term, condition = near
    return RULE.at(
        span_of(context, condition.rows[0][0].line),
        f"term {term.name} of {term.filter} does not match {own.title} of this device",
        effect=f"{where}: in a flood, or at once, neighbors or servers are lost",
        label=f"not the {condition.field} of these packets",
        related=(Label(span_of(context, line), where),),
        help="mend the condition, or add one that these packets meet",
    )
