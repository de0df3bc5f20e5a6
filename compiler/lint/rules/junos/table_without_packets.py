"""A classifier or rewrite rule on a unit that has no packets with the field it is for.

## What it does

Looks at the families and the VLAN tags of each unit of JunOS with a classifier or a rewrite rule.
Reports a table for EXP on a unit without `family mpls`, and one for the bits of 802.1p on a unit of
a routed port without VLAN tags: a warning where the same table is on another unit that has such
packets, or where a protocol of MPLS runs on the unit. Reports `vlan-tag` for the inner tag, or for
both, on a unit of one tag. For information, a table for IPv6 on a unit without `family inet6`.

## Why it matters

The table is never looked at. Packets are in the class of the default table, or leave with the mark
they came with.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 vlan-tagging
set interfaces ge-0/0/0 unit 10 vlan-id 10
set interfaces ge-0/0/0 unit 10 family inet address 192.0.2.1/24
set interfaces ge-0/0/1 unit 0 family inet address 198.51.100.1/24
set class-of-service classifiers ieee-802.1 L2 forwarding-class be loss-priority low code-points 000
set class-of-service forwarding-classes class be queue-num 0
set class-of-service interfaces ge-0/0/0 unit 10 classifiers ieee-802.1 L2
set class-of-service interfaces ge-0/0/1 unit 0 classifiers ieee-802.1 L2
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 vlan-tagging
set interfaces ge-0/0/0 unit 10 vlan-id 10
set interfaces ge-0/0/0 unit 10 family inet address 192.0.2.1/24
set interfaces ge-0/0/1 unit 0 family inet address 198.51.100.1/24
set class-of-service classifiers ieee-802.1 L2 forwarding-class be loss-priority low code-points 000
set class-of-service forwarding-classes class be queue-num 0
set class-of-service interfaces ge-0/0/0 unit 10 classifiers ieee-802.1 L2
```

## Sources

- Juniper, CLI Reference, exp (Class of Service): EXP classifiers are applied to MPLS traffic only,
  on interfaces with `family mpls`.
- Juniper, Class of Service User Guide, Rewriting IEEE 802.1p Packet Headers with an MPLS EXP Value:
  without a VLAN on the interface the bits of 802.1p are not written.
- Juniper, Class of Service User Guide, Applying IEEE 802.1p Rewrite Rules to Dual VLAN Tags.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.links import families, is_known, tags
from qosc.lint.facts.junos.statements import below, span_of
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS633", "table-without-packets", Severity.WARNING, "0.1")

_ROLES = {"classifiers": "classifier", "rewrite-rules": "rewrite rule"}
_TAGGED = ("ieee-802.1", "ieee-802.1ad")
_LAYER_3 = frozenset(("inet", "inet6", "iso"))
_LABELS = ("mpls", "ldp", "rsvp")
_MOST = 20


class _Bound(NamedTuple):
    """A table that a unit has. `tag` is what follows `vlan-tag`."""

    unit: str
    role: str
    kind: str
    name: str
    tag: str
    line: int


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    found = list(_bound(context))
    idle = [(one, why) for one in found if (why := _why(context, one))]
    if not 0 < len(idle) <= _MOST:
        return
    without = {one for one, _ in idle}
    busy = {(one.role, one.kind, one.name) for one in found if one not in without}
    for one, why in idle:
        meant = (one.role, one.kind, one.name) in busy and one.kind != "dscp-ipv6"
        if one.kind == "exp" and one.unit in context.once(_with_labels):
            meant = True
        if one.tag and one.kind in _TAGGED:
            meant = True
        yield RULE.at(
            span_of(context, one.line),
            f"{one.kind} {_ROLES[one.role]} {one.name[:30]} is on {one.unit}, {why}",
            effect="the table is never looked at",
            label="no such packets here",
            help="take it off the unit, or give the unit what it is for",
            severity=None if meant else Severity.INFO,
        )


def _bound(context: Context) -> Iterator[_Bound]:
    for one, rest in below(context, "class-of-service", "interfaces"):
        if rest[1] != "unit" or rest[3] not in _ROLES or len(rest) < 6:
            continue
        unit = f"{rest[0]}.{rest[2]}"
        tag = rest[7] if rest[6] == "vlan-tag" else ""
        if is_known(unit):
            yield _Bound(unit, rest[3], rest[4], rest[5], tag, one.line)


def _why(context: Context, one: _Bound) -> str:
    """Why no packet of a unit comes to a table; empty where one may."""
    have = context.once(families).get(one.unit, {})
    if not have or one.unit.startswith(("lsi", "irb", "vt", "lo0")):
        return ""
    if one.kind == "exp":
        return "" if "mpls" in have or not have.keys() <= _LAYER_3 else "without family mpls"
    if one.kind == "dscp-ipv6":
        return "" if "inet6" in have or not have.keys() <= _LAYER_3 else "without family inet6"
    if one.kind in _TAGGED:
        count = context.once(tags).get(one.unit)
        if count == 0:
            return "whose frames have no VLAN tag"
        if count == 1 and "inner" in one.tag:
            return "whose frames have one VLAN tag"
    return ""


def _with_labels(context: Context) -> frozenset[str]:
    """The units on which a protocol of MPLS runs."""
    return frozenset(
        rest[1] if "." in rest[1] else f"{rest[1]}.0"
        for word in _LABELS
        for _, rest in below(context, "protocols", word)
        if rest[0] == "interface" and len(rest) > 1
    )
