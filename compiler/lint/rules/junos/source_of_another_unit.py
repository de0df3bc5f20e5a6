"""A filter on what comes in by a unit, with a term for sources that are behind another unit.

## What it does

Reports a term of a filter that JunOS applies to what comes in by units with networks of their own,
where each source that the term matches is in the network of another unit of this device, and in
none of theirs. Terms that discard are left out: they keep out who has a wrong address.

## Why it matters

The packets of that network come in by the other unit. The term matches none, and what it is meant
for is treated by the terms behind it.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/26
set interfaces ge-0/0/0 unit 0 family inet filter input F
set interfaces ge-0/0/1 unit 0 family inet address 192.0.2.65/26
set firewall family inet filter F term CLOCK from source-address 192.0.2.64/26
set firewall family inet filter F term CLOCK from protocol udp
set firewall family inet filter F term CLOCK then forwarding-class expedited-forwarding
set firewall family inet filter F term CLOCK then accept
set firewall family inet filter F term REST then accept
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/26
set interfaces ge-0/0/0 unit 0 family inet filter input F
set interfaces ge-0/0/1 unit 0 family inet address 192.0.2.65/26
set firewall family inet filter F term CLOCK from source-address 192.0.2.0/26
set firewall family inet filter F term CLOCK from protocol udp
set firewall family inet filter F term CLOCK then forwarding-class expedited-forwarding
set firewall family inet filter F term CLOCK then accept
set firewall family inet filter F term REST then accept
```

## Sources

- The config itself: the addresses of its units.
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Network

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import DENIED, Term, networks_of_units, prefixes, terms, uses
from qosc.lint.facts.junos.statements import span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS991", "source-of-another-unit", Severity.WARNING, "0.1")

_MOST = 512
"""So many units with networks are looked at; a longer list is one of subscribers."""


def check(context: Context) -> Iterator[Diagnostic]:
    units = context.once(networks_of_units)
    if not 1 < len(units) <= _MOST:
        return
    where: dict[tuple[str, str], set[str]] = {}
    outgoing: set[tuple[str, str]] = set()
    for use in context.once(uses):
        key = (use.family, use.filter)
        where.setdefault(key, set()).add(use.unit)
        if use.way == "output":
            outgoing.add(key)
    for key, applied in where.items():
        # A unit without a network of its own has any sources behind it.
        if key in outgoing or not applied <= units.keys():
            continue
        own = [net for unit in applied for net in units[unit]]
        for term in context.once(terms).get(key, {}).values():
            yield from _told(context, term, own, applied)


def _told(
    context: Context, term: Term, own: list[IPv4Network], applied: set[str]
) -> Iterator[Diagnostic]:
    if any(words[0] in DENIED for _, words in term.actions):
        return
    rows = list(prefixes(context, term, "source"))
    nets = [net for net, _ in rows if net is not None]
    if not nets or len(nets) < len(rows) or any(net.overlaps(one) for net in nets for one in own):
        return
    others = {
        unit
        for unit, networks in context.once(networks_of_units).items()
        if unit not in applied
        for one in networks
        if all(net.subnet_of(one) for net in nets)
    }
    if len(others) != 1:
        return
    (other,) = others
    line = rows[0][1].line
    unit = min(applied)
    place = next(use.line for use in context.once(uses) if use.filter == term.filter)
    yield RULE.at(
        span_of(context, line),
        f"term {term.name} is for sources behind {other}, on what comes in by {unit}",
        effect="it matches nothing here; what it is meant for goes on to the next terms",
        label=f"the network of {other}",
        related=(Label(span_of(context, place), "the filter is applied here"),),
        help=f"write the network of {unit}, or apply the filter to {other}",
    )
