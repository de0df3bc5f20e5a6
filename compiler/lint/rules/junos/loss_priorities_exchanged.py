"""A rewrite rule that writes the loss priorities of a class the other way than it is read.

## What it does

Compares the rewrite rules and classifiers of JunOS that are for one field, by bits. Reports a class
of a rewrite rule with two code points of which every classifier that has both takes the one that is
written for the lower loss priority for the higher, and the other one for the lower, in this class.

## Why it matters

The next device, which reads as this one does, drops the packets first that were to be kept, and
keeps those that were above their rate.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24
set interfaces ge-0/0/0 unit 0 family mpls
set class-of-service forwarding-classes class data queue-num 1
set class-of-service forwarding-classes class ctl queue-num 3
set class-of-service classifiers exp IN forwarding-class data loss-priority low code-points 010
set class-of-service classifiers exp IN forwarding-class data loss-priority high code-points 011
set class-of-service classifiers exp IN forwarding-class ctl loss-priority low code-points 110
set class-of-service rewrite-rules exp OUT forwarding-class data loss-priority low code-point 011
set class-of-service rewrite-rules exp OUT forwarding-class data loss-priority high code-point 010
set class-of-service interfaces ge-0/0/0 unit 0 classifiers exp IN
set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules exp OUT
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24
set interfaces ge-0/0/0 unit 0 family mpls
set class-of-service forwarding-classes class data queue-num 1
set class-of-service forwarding-classes class ctl queue-num 3
set class-of-service classifiers exp IN forwarding-class data loss-priority low code-points 010
set class-of-service classifiers exp IN forwarding-class data loss-priority high code-points 011
set class-of-service classifiers exp IN forwarding-class ctl loss-priority low code-points 110
set class-of-service rewrite-rules exp OUT forwarding-class data loss-priority low code-point 010
set class-of-service rewrite-rules exp OUT forwarding-class data loss-priority high code-point 011
set class-of-service interfaces ge-0/0/0 unit 0 classifiers exp IN
set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules exp OUT
```

## Sources

- Juniper, Class of Service User Guide, Rewrite Rules Overview: a rewrite rule is to the outgoing
  packets what a classifier is to the incoming ones: it goes from class and loss priority to bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import LOSS_PRIORITIES
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.code_points import KINDS, Row, rows
from qosc.lint.facts.junos.statements import span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS634", "loss-priorities-exchanged", Severity.WARNING, "0.1")

_ORDER = {name: order for order, name in enumerate(LOSS_PRIORITIES)}


def check(context: Context) -> Iterator[Diagnostic]:
    read: dict[tuple[str, str, str], dict[str, Row]] = {}
    written: dict[tuple[str, str, str], list[Row]] = {}
    for row in context.once(rows):
        if row.priority not in _ORDER:
            continue
        if row.role == "classifiers":
            # By field, class and bits: the row of each classifier.
            key = KINDS[row.kind], row.name, row.bits
            read.setdefault(key, {})[f"{row.kind} {row.table}"] = row
        else:
            written.setdefault((row.kind, row.table, row.name), []).append(row)
    turned: dict[tuple[str, str, str, str], int] = {}
    for (kind, table, name), found in written.items():
        found.sort(key=lambda row: _ORDER[row.priority])
        for low, high in pairwise(found):
            pair = KINDS[kind], name, low.bits, high.bits
            if pair not in turned:
                mine, other = (read.get((*pair[:2], bits), {}) for bits in pair[2:])
                turned[pair] = _turned(mine, other)
            place = turned[pair]
            if place and low.bits != high.bits:
                yield RULE.at(
                    span_of(context, low.line),
                    f"{kind} rewrite rule {table[:24]}: {name[:24]} has {low.bits} and {high.bits}"
                    " exchanged",
                    effect=f"{low.bits} is read as the higher loss priority of the two",
                    label=f"written for loss priority {low.priority}",
                    related=(Label(span_of(context, place), "read the other way around"),),
                    help="exchange the code points of the two loss priorities",
                )
                break


def _turned(mine: dict[str, Row], other: dict[str, Row]) -> int:
    """The line of a row where every classifier with both code points has the first one for the
    higher loss priority; 0 where one has not, or none has both.
    """
    both = [one for one in mine if one in other]
    if not both or not all(_higher(mine[one], other[one]) for one in both):
        return 0
    return mine[both[0]].line


def _higher(one: Row, other: Row) -> bool:
    return _ORDER[one.priority] > _ORDER[other.priority]
