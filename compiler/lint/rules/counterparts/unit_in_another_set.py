"""A unit in one interface set, with the name of another one in its description.

## What it does

Reports a unit of JunOS that is a member of an interface set and has the name of another set, and
not of its own, in its description, where other members have the name of their own set there.

## Why it matters

Hierarchical scheduling takes the unit's packets from the rate of its set. The wrong node is shaped
too early, and the right one may be overrun.

## Example

```junos
set version 20.2R3
set interfaces interface-set EAST interface ge-1/0/0 unit 11
set interfaces interface-set EAST interface ge-1/0/0 unit 21
set interfaces interface-set WEST interface ge-1/0/0 unit 22
set interfaces ge-1/0/0 hierarchical-scheduler
set interfaces ge-1/0/0 vlan-tagging
set interfaces ge-1/0/0 unit 11 description "EAST, house 1"
set interfaces ge-1/0/0 unit 11 vlan-id 11
set interfaces ge-1/0/0 unit 21 description "WEST, house 1"
set interfaces ge-1/0/0 unit 21 vlan-id 21
set interfaces ge-1/0/0 unit 22 description "WEST, house 2"
set interfaces ge-1/0/0 unit 22 vlan-id 22
```

## Use instead

```junos
set version 20.2R3
set interfaces interface-set EAST interface ge-1/0/0 unit 11
set interfaces interface-set WEST interface ge-1/0/0 unit 21
set interfaces interface-set WEST interface ge-1/0/0 unit 22
set interfaces ge-1/0/0 hierarchical-scheduler
set interfaces ge-1/0/0 vlan-tagging
set interfaces ge-1/0/0 unit 11 description "EAST, house 1"
set interfaces ge-1/0/0 unit 11 vlan-id 11
set interfaces ge-1/0/0 unit 21 description "WEST, house 1"
set interfaces ge-1/0/0 unit 21 vlan-id 21
set interfaces ge-1/0/0 unit 22 description "WEST, house 2"
set interfaces ge-1/0/0 unit 22 vlan-id 22
```

## Sources

- The config itself: the descriptions of the other members.
- Juniper, Hierarchical Schedulers and Traffic Control Profiles: the interface set is a level
  between the port and its units, with the rates of a profile of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import below, span_of
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS955", "unit-in-another-set", Severity.WARNING, "0.1")

_WORD = pattern(r"[A-Za-z0-9_-]++")


def check(context: Context) -> Iterator[Diagnostic]:
    sets: dict[str, str] = {}
    members: list[tuple[str, str, int]] = []
    for one, rest in below(context, "interfaces", "interface-set"):
        sets.setdefault(rest[0].lower(), rest[0])
        if (rest[1], rest[3]) == ("interface", "unit") and len(rest) == 5:
            members.append((rest[0], f"{rest[2]}.{rest[4]}", one.line))
    if len(sets) < 2:
        return
    described: dict[str, tuple[str, int]] = {}
    for one, rest in below(context, "interfaces", "*", "unit"):
        if rest[1:2] == ("description",) and len(rest) > 2:
            described[f"{one.words[1]}.{rest[0]}"] = (" ".join(rest[2:]), one.line)
    named: list[tuple[str, str, int, set[str]]] = []
    for own, unit, line in members:
        if unit in described:
            words = {word.lower() for word in _WORD.findall(described[unit][0])}
            named.append((own, unit, line, {sets[word] for word in words if word in sets}))
    told_own = {own for own, _, _, sets_named in named if sets_named == {own}}
    for own, unit, line, sets_named in named:
        if len(sets_named) == 1 and own not in sets_named and sets_named & told_own:
            (other,) = sets_named
            yield RULE.at(
                span_of(context, line),
                f"{unit} is in interface-set {own}, and described as one of {other}",
                effect=f"it takes from the rate of {own}; {other} does not count it",
                label=f"in {own}",
                related=(Label(span_of(context, described[unit][1]), f"says {other}"),),
                help=f"move it to {other}, or mend the description",
            )
