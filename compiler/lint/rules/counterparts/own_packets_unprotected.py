"""The router's own protocols in the best effort queue, or without their filter.

## What it does

Reports, on JunOS with a routing protocol: `host-outbound-traffic` into best effort, for information
where BGP is the only protocol; a filter on what lo0 sends that is named for what comes to it, where
none is on input; and an `apply-path` over one group of BGP for a prefix list that a filter of lo0
uses, where others have neighbors.

## Why it matters

Hellos and keepalives of the router wait behind data, or are policed with the rest, so that sessions
go down in congestion.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces lo0 unit 0 family inet filter output PROTECT-RE
set interfaces lo0 unit 0 family inet address 198.51.100.1/32
set firewall family inet filter PROTECT-RE term OSPF from protocol ospf
set firewall family inet filter PROTECT-RE term OSPF then accept
set firewall family inet filter PROTECT-RE term REST then policer P
set firewall family inet filter PROTECT-RE term REST then accept
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
set protocols ospf area 0.0.0.0 interface ge-0/0/0.0
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces lo0 unit 0 family inet filter input PROTECT-RE
set interfaces lo0 unit 0 family inet address 198.51.100.1/32
set firewall family inet filter PROTECT-RE term OSPF from protocol ospf
set firewall family inet filter PROTECT-RE term OSPF then accept
set firewall family inet filter PROTECT-RE term REST then policer P
set firewall family inet filter PROTECT-RE term REST then accept
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
set protocols ospf area 0.0.0.0 interface ge-0/0/0.0
```

## Sources

- Juniper, CLI Reference, host-outbound-traffic (Class-of-Service): the class of packets that the
  Routing Engine sends.
- Juniper, Class of Service User Guide, Default Routing Engine Protocol Queue Assignments: control
  protocols are in queue 3; sessions of BGP are in queue 0, and their retransmissions in queue 3.
- Juniper, Routing Policies, Firewall Filters, and Traffic Policers User Guide: an input filter of
  lo0 is for packets to the Routing Engine, an output filter for packets from it.
- Juniper, Understanding Prefix Lists for Use in Routing Policy Match Conditions: `apply-path` makes
  a prefix list of what the path finds, for all neighbors of BGP with `group <*> neighbor <*>`.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import terms, uses
from qosc.lint.facts.junos.statements import below, span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS948", "own-packets-unprotected", Severity.WARNING, "0.1")


_PROTOCOLS = frozenset(("bgp", "ospf", "ospf3", "isis", "ldp", "rsvp", "bfd", "rip"))
_TO_ITSELF = frozenset(("protect", "protection", "in", "input", "copp", "ingress"))
_BEST = frozenset(("best-effort", "be", "default", "best_effort"))


def check(context: Context) -> Iterator[Diagnostic]:
    running = {one.words[1] for one, _ in below(context, "protocols", "*")} & _PROTOCOLS
    if not running:
        return
    yield from _sent(context, min(running - {"bgp"}, default="bgp"))
    yield from _guards(context)
    yield from _lists(context)


def _sent(context: Context, protocol: str) -> Iterator[Diagnostic]:
    for use in context.once(uses):
        of = context.once(terms).get((use.family, use.filter), {}).values()
        sent = use.unit.startswith("lo0.") and use.way == "output"
        named = [term for term in of if any(protocol in words for _, words in term.origins)]
        if sent and any(
            words[0] == "forwarding-class" for one in named for _, words in one.actions
        ):
            return  # the filter gives the protocol a class of its own
    for one, rest in below(context, "class-of-service", "host-outbound-traffic"):
        if rest[0] == "forwarding-class" and rest[-1].lower() in _BEST:
            yield RULE.at(
                span_of(context, one.line),
                f"what the router itself sends goes into {rest[-1]}, with {protocol} on",
                effect=(
                    "retransmissions of bgp, in queue 3 by default, wait behind data as well"
                    if protocol == "bgp"
                    else f"hellos of {protocol} wait behind data, and neighbors may be lost"
                ),
                label="the queue of data",
                help="put it into network control",
                severity=Severity.INFO if protocol == "bgp" else None,
            )


def _guards(context: Context) -> Iterator[Diagnostic]:
    own = [use for use in context.once(uses) if use.unit.startswith("lo0.")]
    incoming = {(use.unit, use.family) for use in own if use.way == "input"}
    for use in own:
        words = set(use.filter.lower().replace("_", "-").split("-"))
        if use.way == "output" and (use.unit, use.family) not in incoming and words & _TO_ITSELF:
            yield RULE.at(
                span_of(context, use.line),
                f"filter {use.filter} is on what {use.unit} sends, and none on what comes to it",
                effect="the Routing Engine is not protected, and its own answers are policed",
                label="output of lo0",
                help="apply it as input",
            )


def _lists(context: Context) -> Iterator[Diagnostic]:
    groups: dict[str, int] = {}
    for one, rest in below(context, "protocols", "bgp", "group"):
        if rest[1:2] == ("neighbor",):
            groups.setdefault(rest[0], one.line)
    guarding = {
        words[1]
        for use in context.once(uses)
        if use.unit.startswith("lo0.")
        for term in context.once(terms).get((use.family, use.filter), {}).values()
        for _, words in term.origins
        if words[0].endswith("prefix-list") and len(words) > 1
    }
    paths: dict[str, list[tuple[int, str]]] = {}
    for one, rest in below(context, "policy-options", "prefix-list"):
        words = " ".join(rest[2:]).split()
        if (
            rest[1:2] == ("apply-path",)
            and words[:3] == ["protocols", "bgp", "group"]
            and words[3:]
        ):
            paths.setdefault(rest[0], []).append((one.line, words[3]))
    covered = {
        group
        for name, lists_of_name in paths.items()
        if name in guarding
        for _, group in lists_of_name
    }
    for name, lists_of_name in paths.items():
        line, group = lists_of_name[0]
        left = [other for other in groups if other not in covered]
        if name in guarding and len(lists_of_name) == 1 and group in groups and left:
            yield RULE.at(
                span_of(context, line),
                f"prefix-list {name} has the neighbors of {group}, not those of {left[0]}",
                effect="the filter of lo0 polices or drops BGP of the other groups with the rest",
                label="one group only",
                help="write group <*>, if all neighbors are meant",
            )
