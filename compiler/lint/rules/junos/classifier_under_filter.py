"""A classifier whose classes a filter on the same unit sets again for every packet.

## What it does

Reports a filter of JunOS on what comes in by a unit, of which each term sets a forwarding class
for what it lets through, where the unit has a classifier of its own for packets of the same family,
and several of the classifier's classes, or all but one, are set by no term.

## Why it matters

A filter goes over a classifier. Calls and signaling that the classifier knows are in the class of
the filter, together with all else.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet filter input SEEN
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set class-of-service forwarding-classes class data queue-num 0
set class-of-service forwarding-classes class calls queue-num 1
set class-of-service classifiers dscp C import default
set class-of-service classifiers dscp C forwarding-class calls loss-priority low code-points ef
set class-of-service classifiers dscp C forwarding-class data loss-priority low code-points be
set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp C
set firewall family inet filter SEEN term ALL then count seen
set firewall family inet filter SEEN term ALL then forwarding-class data
set firewall family inet filter SEEN term ALL then accept
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet filter input SEEN
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set class-of-service forwarding-classes class data queue-num 0
set class-of-service forwarding-classes class calls queue-num 1
set class-of-service classifiers dscp C import default
set class-of-service classifiers dscp C forwarding-class calls loss-priority low code-points ef
set class-of-service classifiers dscp C forwarding-class data loss-priority low code-points be
set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp C
set firewall family inet filter SEEN term ALL then count seen
set firewall family inet filter SEEN term ALL then accept
```

## Sources

- Juniper, Class of Service User Guide, multifield classifiers: where a packet is classified by a
  behavior aggregate classifier and by a filter, the filter comes after it and takes precedence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.filters import DENIED, Term, Use, terms, uses
from qosc.lint.facts.junos.statements import below, span_of
from qosc.lint.facts.junos.units import Said, unit_tables

__all__ = ["RULE", "check"]

RULE = Rule("QOS988", "classifier-under-filter", Severity.WARNING, "0.1")

_TABLES = {
    "inet": ("dscp", "inet-precedence"),
    "inet6": ("dscp-ipv6", "dscp"),
    "ethernet-switching": ("ieee-802.1", "dscp", "inet-precedence"),
    "bridge": ("ieee-802.1",),
}


def check(context: Context) -> Iterator[Diagnostic]:
    bound = context.once(unit_tables)
    if not bound:
        return
    classes: dict[tuple[str, str], set[str]] = {}
    for _, rest in below(context, "class-of-service", "classifiers"):
        if rest[2] == "forwarding-class":
            classes.setdefault((rest[0], rest[1]), set()).add(rest[3])
    covered: dict[tuple[str, str], list[tuple[Use, Said | None]]] = {}
    for use in context.once(uses):
        if use.way != "input" or use.unit.startswith("lo0"):
            continue
        names = _classes(context.once(terms).get((use.family, use.filter), {}))
        if names:
            table = _table(bound.get(use.unit, {}), use.family, classes, names)
            covered.setdefault((use.family, use.filter), []).append((use, table))
    for key, ports in covered.items():
        rows = _rows(context.once(terms)[key])
        # A filter that other units have without a classifier is at fault where it is applied.
        elsewhere = any(table is None for _, table in ports) or len(ports) > 1
        for use, table in ports:
            if table is not None:
                line = use.line if elsewhere else rows[-1]
                yield RULE.at(
                    span_of(context, line),
                    f"filter {use.filter} sets the class of all that comes by {use.unit}",
                    effect=f"classifier {table.text} of the unit does nothing for {use.family}",
                    label="goes over the classifier",
                    related=(Label(span_of(context, table.line), "without effect"),),
                    help="leave the class to the classifier, or take the classifier away",
                )


def _classes(of: Mapping[str, Term]) -> frozenset[str]:
    """The classes that a filter sets, if it sets one for whatever it lets through."""
    names: set[str] = set()
    ended = False
    for term in of.values():
        said = {words[0]: words[1] for _, words in term.actions}
        if DENIED & said.keys():
            continue
        if "forwarding-class" not in said or _asks_marks(term):
            return frozenset()
        names.add(said["forwarding-class"])
        ended = ended or not term.origins
    return frozenset(names) if ended else frozenset()


def _asks_marks(term: Term) -> bool:
    """Whether a term goes by what a classifier goes by."""
    return any(words[0] in _MARKS for _, words in term.origins)


_MARKS = frozenset(
    ("dscp", "traffic-class", "precedence", "forwarding-class", "user-vlan-1p-priority")
)


def _rows(of: Mapping[str, Term]) -> list[int]:
    return [
        one.line
        for term in of.values()
        for one, words in term.actions
        if words[0] == "forwarding-class"
    ]


def _table(
    own: Mapping[tuple[str, str], Said],
    family: str,
    classes: Mapping[tuple[str, str], set[str]],
    names: frozenset[str],
) -> Said | None:
    """The classifier of a unit most of whose classes a filter does not know."""
    for kind in _TABLES.get(family, ()):
        table = own.get(("classifiers", kind))
        known = classes.get((kind, table.text), set()) if table is not None else set()
        lost = known - names
        if len(lost) > 1 or (lost and len(names) == 1):
            return table
    return None
