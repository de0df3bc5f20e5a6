"""A filter that matches an address which NAT writes later, or has replaced before.

## What it does

Reports, on SRX, a term of an input filter with the inside address of static or destination NAT, and
one of an output filter with the inside sources that source NAT replaces, on ports of the zone that
NAT is for. Terms that discard are left out: they guard against such addresses.

## Why it matters

The term never matches: an input filter sees packets before NAT, an output filter after it.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet filter output OUT
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces ge-0/0/1 unit 0 family inet address 10.1.1.1/24
set firewall family inet filter OUT term VISITORS from source-address 10.1.1.0/24
set firewall family inet filter OUT term VISITORS then policer P
set firewall family inet filter OUT term VISITORS then accept
set firewall family inet filter OUT term REST then accept
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
set security nat source pool V address 198.51.100.9/32
set security nat source rule-set RS from zone trust
set security nat source rule-set RS to zone untrust
set security nat source rule-set RS rule V match source-address 10.1.1.0/24
set security nat source rule-set RS rule V then source-nat pool V
set security zones security-zone trust interfaces ge-0/0/1.0
set security zones security-zone untrust interfaces ge-0/0/0.0
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet filter output OUT
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces ge-0/0/1 unit 0 family inet address 10.1.1.1/24
set firewall family inet filter OUT term VISITORS from source-address 198.51.100.9/32
set firewall family inet filter OUT term VISITORS then policer P
set firewall family inet filter OUT term VISITORS then accept
set firewall family inet filter OUT term REST then accept
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
set security nat source pool V address 198.51.100.9/32
set security nat source rule-set RS from zone trust
set security nat source rule-set RS to zone untrust
set security nat source rule-set RS rule V match source-address 10.1.1.0/24
set security nat source rule-set RS rule V then source-nat pool V
set security zones security-zone trust interfaces ge-0/0/1.0
set security zones security-zone untrust interfaces ge-0/0/0.0
```

## Sources

- Juniper, Flow-Based and Packet-Based Processing User Guide for Security Devices, Juniper Networks
  Devices Processing Overview: a packet meets stateless filters of the input interface first, then
  the flow module with NAT, then the filters and shapers of the output interface.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import DENIED, Term, prefixes, terms, uses
from qosc.lint.facts.junos.nat import Translation, translations, zones_of_units
from qosc.lint.facts.junos.statements import span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS946", "address-of-the-other-side", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    rules = context.once(translations)
    zones = context.once(zones_of_units) if rules else {}
    reported: set[int] = set()
    for use in context.once(uses) if rules else ():
        here = [
            one
            for one in rules
            if zones.get(use.unit) in one.zones and (one.kind == "source") == (use.way == "output")
        ]
        for term in context.once(terms).get((use.family, use.filter), {}).values():
            if any(words[0] in DENIED for _, words in term.actions):
                continue  # a guard against addresses that are not to be there
            finding = _found(
                context, term, here, "source" if use.way == "output" else "destination"
            )
            if finding is not None and finding[0] not in reported:
                reported.add(finding[0])
                yield _tell(context, term, use.way, use.unit, *finding)


def _found(
    context: Context, term: Term, rules: list[Translation], side: str
) -> tuple[int, Translation] | None:
    """The line of a term all of whose addresses are inside, with the rule of NAT."""
    asked = list(prefixes(context, term, side))
    for one in rules:
        if asked and all(
            net is not None and any(net.subnet_of(inside) for inside in one.inside)
            for net, _ in asked
        ):
            return asked[0][1].line, one
    return None


def _tell(
    context: Context, term: Term, way: str, unit: str, line: int, rule: Translation
) -> Diagnostic:
    when = "later" if way == "input" else "before"
    return RULE.at(
        span_of(context, line),
        f"term {term.name} on {way} of {unit} matches the address inside, which NAT changes {when}",
        effect="the term never matches, and its packets go to the terms behind",
        label="the address inside",
        related=(Label(span_of(context, rule.line), f"{rule.kind} NAT is here"),),
        help="match the address outside, or classify on the port inside",
    )
