"""A VLAN, unit or queue that QoS names and the device does not have.

## What it does

Reports, on JunOS, a filter on a VLAN tag that no VLAN or unit of the text has; an interface set by
an outer tag that no unit of the port has; a forwarding class in a queue beyond
`max-queues-per-interface`, where a port of that card has queues of its own; and a classifier or
rewrite rule on a member link of a bundle, which has no units. Terms that discard, tags of customers
(`dot1q-tunneling`, `input-vlan-map`) and VLANs that others make (`mvrp`, `auto-configure`) are left
out.

## Why it matters

What is named is not there: the packets meant are neither classified, policed nor shaped.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/1 unit 0 family ethernet-switching interface-mode trunk
set interfaces ge-0/0/1 unit 0 family ethernet-switching vlan members [ STAFF VISITORS ]
set interfaces ge-0/0/1 unit 0 family ethernet-switching filter input AP
set vlans STAFF vlan-id 10
set vlans VISITORS vlan-id 20
set firewall family ethernet-switching filter AP term VISITORS from user-vlan-id 30
set firewall family ethernet-switching filter AP term VISITORS then policer P
set firewall family ethernet-switching filter AP term VISITORS then accept
set firewall family ethernet-switching filter AP term REST then accept
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/1 unit 0 family ethernet-switching interface-mode trunk
set interfaces ge-0/0/1 unit 0 family ethernet-switching vlan members [ STAFF VISITORS ]
set interfaces ge-0/0/1 unit 0 family ethernet-switching filter input AP
set vlans STAFF vlan-id 10
set vlans VISITORS vlan-id 20
set firewall family ethernet-switching filter AP term VISITORS from user-vlan-id 20
set firewall family ethernet-switching filter AP term VISITORS then policer P
set firewall family ethernet-switching filter AP term VISITORS then accept
set firewall family ethernet-switching filter AP term REST then accept
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
```

## Sources

- Juniper, Class of Service User Guide, Enabling Eight Queues on ATM Interfaces: by
  max-queues-per-interface all ports of a PIC have 4 or 8 egress queues; Identifying PICs Restricted
  to Four Queues: a class in a queue beyond shares one of these.
- Juniper, Class of Service User Guide, Configuring Schedulers on Aggregated Interfaces: the
  configuration of the bundle applies to its member links, which cannot have others.
- The config itself: its VLANs and units.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import below, span_of
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS945", "vlan-or-queue-not-there", Severity.WARNING, "0.1")


_TAGS = ("user-vlan-id", "vlan", "learn-vlan-id", "dot1q-tag")
_WITH_VLANS = ("vlans", "bridge-domains", "routing-instances", "interfaces")
_DEFINING = frozenset(("vlan-id", "vlan-id-list", "vlan-range", "vlan-tags"))
_OF_OTHERS = frozenset(("mvrp", "gvrp", "auto-configure", "dot1q-tunneling", "input-vlan-map"))
"""Words of texts in which tags come that no VLAN or unit has."""
_ADDED = frozenset(("auto-configure", "vlan-ranges", "vlan-id-list", "vlan-id-range"))
"""Words of ports with units that are made as packets come, or that have several tags."""
_CARD = pattern(r"[a-z]{2,3}-(\d{1,3})/")


def check(context: Context) -> Iterator[Diagnostic]:
    yield from _vlans(context)
    yield from _sets(context)
    yield from _queues(context)
    yield from _members(context)


def _vlans(context: Context) -> Iterator[Diagnostic]:
    if _any_has(context, _OF_OTHERS):
        return
    tags: set[str] = set()
    for stanza in _WITH_VLANS:
        for one, _ in below(context, stanza, "*"):
            at = next((at for at, word in enumerate(one.words) if word in _DEFINING), None)
            if at is not None:
                tags.update(one.words[at + 1 :])
    if len(tags) < 2 or any(not tag.isdecimal() for tag in tags):
        return  # a range, all, or VLANs of elsewhere
    discards = {
        rest[:5]
        for _, rest in below(context, "firewall", "family")
        if rest[5:7] in (("then", "discard"), ("then", "reject"))
    }
    for one, rest in below(context, "firewall", "family"):
        words = rest[5:]
        if len(rest) < 8 or rest[0] not in ("ethernet-switching", "bridge") or words[0] != "from":
            continue
        if rest[:5] in discards:
            continue
        if words[1] in _TAGS and words[2].isdecimal() and words[2] not in tags:
            yield _tell(
                context,
                one.line,
                f"term {rest[4]} matches VLAN {words[2]}, which the device does not have",
                "no packet matches; the VLAN that is meant goes to the terms behind",
            )


def _any_has(context: Context, words: frozenset[str]) -> bool:
    """Whether a statement has one of some words."""
    return any(not words.isdisjoint(one.words) for one in context.statements.all)


def _sets(context: Context) -> Iterator[Diagnostic]:
    outer: dict[str, set[str]] = {}
    added = {
        one.words[1]
        for one, rest in below(context, "interfaces", "*")
        if not _ADDED.isdisjoint(rest)
    }
    for one, rest in below(context, "interfaces", "*", "unit"):
        if "outer" in rest[:-1]:
            outer.setdefault(one.words[1], set()).add(rest[rest.index("outer") + 1])
        elif rest[1:2] == ("vlan-id",) and len(rest) > 2:
            outer.setdefault(one.words[1], set()).add(rest[2])
    for one, rest in below(context, "interfaces", "interface-set"):
        if (
            rest[-2:-1] != ("vlan-tags-outer",)
            or rest[1] != "interface"
            or not rest[-1].isdecimal()
        ):
            continue
        tags = {tag.rpartition(".")[2] for tag in outer.get(rest[2], ())}
        if tags and rest[-1] not in tags and rest[2] not in added:
            yield _tell(
                context,
                one.line,
                f"interface-set {rest[0]}: no unit of {rest[2]} has the outer tag {rest[-1]}",
                "the set is empty: its shaper holds nothing, and units are outside of it",
            )


def _queues(context: Context) -> Iterator[Diagnostic]:
    queues: dict[str, int] = {}
    for _, rest in below(context, "class-of-service", "forwarding-classes"):
        if rest[0] == "class" and "queue-num" in rest[:-1]:
            number, name = rest[rest.index("queue-num") + 1], rest[1]
        elif rest[0] == "queue" and len(rest) > 2:
            number, name = rest[1], rest[2]
        else:
            continue
        if number.isdecimal() and len(number) < 3:
            queues[name] = int(number)
    cards = set()
    for _, rest in below(context, "class-of-service", "interfaces"):
        card = _CARD.match(rest[0])
        cards.add(card[1] if card is not None else "")
    for one, rest in below(context, "chassis", "fpc"):
        if rest[-2:-1] != ("max-queues-per-interface",) or not rest[-1].isdecimal():
            continue
        if cards and rest[0] not in cards and "" not in cards:
            continue  # its ports have no queues of this text's
        most = int(rest[-1][:3])
        beyond = sorted(name for name, queue in queues.items() if queue >= most)
        if beyond and most > 0:
            name = beyond[0]
            yield _tell(
                context,
                one.line,
                f"ports have queues 0 to {most - 1}; class {name} is in queue {queues[name]}",
                f"{name} has no queue of its own on these ports",
            )


def _members(context: Context) -> Iterator[Diagnostic]:
    members = {
        one.words[1]: rest[-1]
        for one, rest in below(context, "interfaces", "*")
        if rest[-2:-1] == ("802.3ad",)
    }
    reported: set[str] = set()
    for one, rest in below(context, "class-of-service", "interfaces"):
        bundle = members.get(rest[0])
        unit = rest[1:2] == ("unit",) and len(rest) > 4
        if (
            bundle
            and unit
            and rest[3] in ("classifiers", "rewrite-rules")
            and rest[0] not in reported
        ):
            reported.add(rest[0])
            yield _tell(
                context,
                one.line,
                f"{rest[0]} is a member of {bundle}, and has no unit for {rest[3]}",
                f"packets of {bundle} are not looked at by it",
            )


def _tell(context: Context, line: int, message: str, effect: str) -> Diagnostic:
    return RULE.at(
        span_of(context, line),
        message,
        effect=effect,
        label="not there",
        help="name what is meant, or define it",
    )
