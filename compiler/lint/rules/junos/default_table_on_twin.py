"""A unit that reads marks by a default table, and writes them by a table of the text.

## What it does

Reports a unit of JunOS with the default classifier of a kind (exp, dscp, 802.1p), where the same
unit has a rewrite rule of the text for that kind, and another unit with the same rewrite rule has a
classifier of the text.

## Why it matters

The default table knows nothing of the classes of this text. What arrives by this unit is queued
otherwise than the same packets by the other one.

## Example

```junos
set version 20.2R3
set class-of-service forwarding-classes class data queue-num 0
set class-of-service forwarding-classes class calls queue-num 5
set class-of-service classifiers dscp C import default
set class-of-service classifiers dscp C forwarding-class calls loss-priority low code-points ef
set class-of-service rewrite-rules dscp R forwarding-class data loss-priority low code-point be
set class-of-service rewrite-rules dscp R forwarding-class calls loss-priority low code-point ef
set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp C
set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules dscp R
set class-of-service interfaces ge-0/0/1 unit 0 classifiers dscp default
set class-of-service interfaces ge-0/0/1 unit 0 rewrite-rules dscp R
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces ge-0/0/1 unit 0 family inet address 192.0.2.5/30
```

## Use instead

```junos
set version 20.2R3
set class-of-service forwarding-classes class data queue-num 0
set class-of-service forwarding-classes class calls queue-num 5
set class-of-service classifiers dscp C import default
set class-of-service classifiers dscp C forwarding-class calls loss-priority low code-points ef
set class-of-service rewrite-rules dscp R forwarding-class data loss-priority low code-point be
set class-of-service rewrite-rules dscp R forwarding-class calls loss-priority low code-point ef
set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp C
set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules dscp R
set class-of-service interfaces ge-0/0/1 unit 0 classifiers dscp C
set class-of-service interfaces ge-0/0/1 unit 0 rewrite-rules dscp R
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces ge-0/0/1 unit 0 family inet address 192.0.2.5/30
```

## Sources

- The config itself: the other unit.
- Juniper, Class of Service User Guide, default behavior aggregate classification: the default
  tables give four forwarding classes.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import span_of
from qosc.lint.facts.junos.units import unit_tables

__all__ = ["RULE", "check"]

RULE = Rule("QOS994", "default-table-on-twin", Severity.WARNING, "0.1")

_DEFAULT = "default"


def check(context: Context) -> Iterator[Diagnostic]:
    tables = context.once(unit_tables)
    read: dict[tuple[str, str], tuple[str, int]] = {}
    for of in tables.values():
        for (role, kind), (name, line) in of.items():
            written = of.get(("rewrite-rules", kind))
            if role == "classifiers" and name != _DEFAULT and written is not None:
                read.setdefault((kind, written[0]), (name, line))
    for unit, of in tables.items():
        for (role, kind), (name, line) in of.items():
            written = of.get(("rewrite-rules", kind))
            if role != "classifiers" or name != _DEFAULT or written is None:
                continue
            other = read.get((kind, written[0]))
            if other is not None and written[0] != _DEFAULT:
                yield RULE.at(
                    span_of(context, line),
                    f"{unit} reads {kind} by the default table, and writes {written[0]}",
                    effect=f"what arrives here is not in the classes that {other[0]} gives it",
                    label="the default table",
                    related=(Label(span_of(context, other[1]), f"{other[0]} goes with it here"),),
                    help=f"write {other[0]}",
                )
