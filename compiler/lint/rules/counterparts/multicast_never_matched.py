"""A term on multicast that no stream of the device can match.

## What it does

Reports a term of JunOS that has a multicast group as source, and one whose groups include none of
those that the device joins by itself (`igmp ... static group`), where it joins any.

## Why it matters

A group is never the source of a packet. Streams that were meant go to the terms behind. The second
case is for information: hosts and other routers may join groups that the text does not have.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet filter input TV
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/29
set firewall family inet filter TV term STREAMS from source-address 232.1.0.0/16
set firewall family inet filter TV term STREAMS then policer P
set firewall family inet filter TV term STREAMS then accept
set firewall family inet filter TV term REST then accept
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
set protocols igmp interface ge-0/0/1.0 static group 232.1.1.1 source 192.0.2.2
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet filter input TV
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/29
set firewall family inet filter TV term STREAMS from destination-address 232.1.0.0/16
set firewall family inet filter TV term STREAMS then policer P
set firewall family inet filter TV term STREAMS then accept
set firewall family inet filter TV term REST then accept
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
set protocols igmp interface ge-0/0/1.0 static group 232.1.1.1 source 192.0.2.2
```

## Sources

- RFC 1112, section 6.2: a host group address must never be placed in the source address field. RFC
  4291, section 2.7: nor one of IPv6.
- The config itself: the groups that it joins.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import prefixes, terms
from qosc.lint.facts.junos.nat import network
from qosc.lint.facts.junos.statements import below, span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS947", "multicast-never-matched", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    joined = {
        net: one.line
        for one, rest in below(context, "protocols", "igmp")
        if "group" in rest[:-1] and (net := network(rest[rest.index("group") + 1])) is not None
    }
    reported: set[int] = set()
    for of in context.once(terms).values():
        # Where a term has the joined groups, the others are those that hosts join by themselves.
        met = any(
            net is not None and any(net.overlaps(one) for one in joined)
            for term in of.values()
            for net, _ in prefixes(context, term, "destination")
        )
        for term in of.values():
            for side in ("source", "destination"):
                asked = list(prefixes(context, term, side))
                if not asked or not all(net is not None and net.is_multicast for net, _ in asked):
                    continue
                line = asked[0][1].line
                if line in reported or any(
                    net is not None and net.network_address.packed < b"\xe0\x00\x01\x00"
                    for net, _ in asked
                ):
                    continue  # groups of the link, which nobody joins by configuration
                if side == "source":
                    reported.add(line)
                    yield _tell(context, line, f"term {term.name}: a group is never a source")
                elif (
                    joined
                    and not met
                    and not any(
                        net is not None and net.overlaps(one) for net, _ in asked for one in joined
                    )
                ):
                    reported.add(line)
                    group, at = next(iter(joined.items()))
                    title = f"term {term.name} has none of the groups that are joined here"
                    yield _tell(
                        context,
                        line,
                        title,
                        (Label(span_of(context, at), f"{group.network_address} is joined"),),
                        joined=True,
                    )


def _tell(
    context: Context,
    line: int,
    message: str,
    related: tuple[Label, ...] = (),
    *,
    joined: bool = False,
) -> Diagnostic:
    """`joined`: hosts and routers may have joined other groups, which no text says."""
    return RULE.at(
        span_of(context, line),
        message,
        effect="the streams that are joined here go to the terms behind"
        if joined
        else "no stream matches; all go to the terms behind",
        label="none of the groups joined here" if joined else "no stream matches",
        related=related,
        help="match the groups as the destination, by the range that is in use",
        severity=Severity.INFO if joined else None,
    )
