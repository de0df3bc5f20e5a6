"""A code point of a class for which all other tables of the text have another one.

## What it does

Compares the classifiers and rewrite rules of a JunOS text, by bits. Reports

- two rows or aliases of a classifier that are exchanged: what the rewrite rule writes for one class
  is taken for the other one, and the other way around, while no other classifier agrees;
- a row of a classifier for IPv4 or IPv6 that differs from its twin (bound at the same unit, with
  otherwise the same rows) in one class, where a rewrite rule has the twin's code point;
- a class that is given together with a code point, for the device's own packets or by a rule for
  applications, where every table has other code points for the class;
- a term that has the name of a class and matches the code point of another one.

## Why it matters

The packets are taken for another class here, or on the next device.

## Example

```junos
set version 20.2R3
set class-of-service forwarding-classes class data queue-num 0
set class-of-service forwarding-classes class calls queue-num 1
set class-of-service forwarding-classes class ctl queue-num 3
set class-of-service classifiers exp C forwarding-class data loss-priority low code-points 000
set class-of-service classifiers exp C forwarding-class calls loss-priority low code-points 110
set class-of-service classifiers exp C forwarding-class ctl loss-priority low code-points 101
set class-of-service rewrite-rules exp R forwarding-class data loss-priority low code-point 000
set class-of-service rewrite-rules exp R forwarding-class calls loss-priority low code-point 101
set class-of-service rewrite-rules exp R forwarding-class ctl loss-priority low code-point 110
set class-of-service interfaces ge-0/0/0 unit 0 classifiers exp C
set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules exp R
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces ge-0/0/0 unit 0 family mpls
```

## Use instead

```junos
set version 20.2R3
set class-of-service forwarding-classes class data queue-num 0
set class-of-service forwarding-classes class calls queue-num 1
set class-of-service forwarding-classes class ctl queue-num 3
set class-of-service classifiers exp C forwarding-class data loss-priority low code-points 000
set class-of-service classifiers exp C forwarding-class calls loss-priority low code-points 101
set class-of-service classifiers exp C forwarding-class ctl loss-priority low code-points 110
set class-of-service rewrite-rules exp R forwarding-class data loss-priority low code-point 000
set class-of-service rewrite-rules exp R forwarding-class calls loss-priority low code-point 101
set class-of-service rewrite-rules exp R forwarding-class ctl loss-priority low code-point 110
set class-of-service interfaces ge-0/0/0 unit 0 classifiers exp C
set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules exp R
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set interfaces ge-0/0/0 unit 0 family mpls
```

## Sources

- The config itself: its tables.
- Juniper, Class of Service User Guide, code-point aliases: the default names and their bits; and
  host-outbound-traffic: dscp-code-point is written into what the Routing Engine sends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.code_points import KINDS, Row, aliases, bits_of, known_points, rows
from qosc.lint.facts.junos.filters import terms
from qosc.lint.facts.junos.statements import Words, below, span_of
from qosc.lint.facts.junos.units import unit_tables
from qosc.lint.facts.words.name_words import said_words

__all__ = ["RULE", "check"]

RULE = Rule("QOS990", "code-point-out-of-line", Severity.WARNING, "0.1")

_PAIR = 2
_ENOUGH = 3
"""Twins have at least so many rows that agree."""


def check(context: Context) -> Iterator[Diagnostic]:
    table_rows = context.once(rows)
    if not table_rows:
        return
    tables: dict[tuple[str, str, str], list[Row]] = {}
    for row in table_rows:
        tables.setdefault((row.role, row.kind, row.table), []).append(row)
    yield from _exchanged(context, tables)
    yield from _twins(context, tables)
    yield from _given(context)
    yield from _asked(context)


def _exchanged(
    context: Context, tables: Mapping[tuple[str, str, str], list[Row]]
) -> Iterator[Diagnostic]:
    for (role, kind, name), own in tables.items():
        if role != "classifiers":
            continue
        others = {
            row.bits: row.name
            for (other, of, table), table_rows in tables.items()
            if other == role and KINDS[of] == KINDS[kind] and table != name
            for row in table_rows
        }
        for (other, of, _), table_rows in tables.items():
            crossed = _crossed(own, table_rows) if other == "rewrite-rules" and of == kind else []
            if len(crossed) != 1:
                continue  # a table that has nothing in common with this one is of another place
            ((first, back, written, far),) = crossed
            if others.get(first.bits) == first.name:
                continue
            line, second = sorted((_place(context, first), _place(context, back)))
            yield RULE.at(
                span_of(context, line),
                f"{kind} of {first.name} and {back.name} are exchanged against {written.table}",
                effect=f"what a device writes for {first.name} is queued as {back.name} here",
                label="one of the two",
                related=(
                    Label(span_of(context, second), "and the other"),
                    Label(span_of(context, written.line), "is written so"),
                    Label(span_of(context, far.line), "and so"),
                ),
                help="exchange the two, or mend the rewrite rule",
            )


def _crossed(own: list[Row], table_rows: list[Row]) -> list[tuple[Row, Row, Row, Row]]:
    """The rows of a classifier that are exchanged against a rewrite rule, with its rows."""
    taken = {row.bits: row for row in own}
    written = {row.name: row for row in table_rows}
    alike = {row.name for row in own} & {row.name for row in table_rows}
    agreeing = {row.name for row in own} & {
        row.name for row in table_rows if (said := taken.get(row.bits)) and said.name == row.name
    }
    if not agreeing or len(alike - agreeing) != _PAIR:
        return []  # more than a pair differs: the table is of another place
    pairs = []
    for first in own:
        mine = written.get(first.name)
        back = taken.get(mine.bits) if mine is not None else None
        far = written.get(back.name) if back is not None else None
        if mine is None or back is None or far is None or mine.bits == first.bits:
            continue
        if taken.get(far.bits) is first and first.line < back.line:
            pairs.append((first, back, mine, far))
    return pairs


def _place(context: Context, row: Row) -> int:
    """The line of the alias of a row, or its own."""
    said = context.once(aliases).get((row.kind, row.alias)) if row.alias else None
    return said[1] if said is not None else row.line


def _twins(
    context: Context, tables: Mapping[tuple[str, str, str], list[Row]]
) -> Iterator[Diagnostic]:
    pairs: dict[tuple[str, str], int] = {}
    for own in context.once(unit_tables).values():
        old, new = own.get(("classifiers", "dscp")), own.get(("classifiers", "dscp-ipv6"))
        if old is not None and new is not None:
            pairs[old.text, new.text] = 1
    written = {
        (row.name, row.bits): row
        for (role, kind, _), table_rows in tables.items()
        if role == "rewrite-rules" and KINDS[kind] == "dscp"
        for row in table_rows
    }
    reported: set[int] = set()
    for four, six in pairs:
        left = tables.get(("classifiers", "dscp", four), [])
        right = tables.get(("classifiers", "dscp-ipv6", six), [])
        mine = {(row.name, row.bits): row for row in left}
        other = {(row.name, row.bits): row for row in right}
        first = [row for key, row in mine.items() if key not in other]
        second = [row for key, row in other.items() if key not in mine]
        if len(first) != 1 or len(second) != 1 or first[0].name != second[0].name:
            continue
        if len(mine.keys() & other.keys()) < _ENOUGH:
            continue
        good = [(row.name, row.bits) in written for row in (first[0], second[0])]
        if good[0] == good[1]:
            continue
        bad, fine = (second[0], first[0]) if good[0] else (first[0], second[0])
        if bad.line in reported:
            continue
        reported.add(bad.line)
        yield RULE.at(
            span_of(context, bad.line),
            f"{bad.table} has another code point for {bad.name} than its twin {fine.table}",
            effect=f"{bad.name} of this family is taken for another class, or for none",
            label="unlike the twin and the rewrite rules",
            related=(
                Label(span_of(context, fine.line), "the twin"),
                Label(span_of(context, written[fine.name, fine.bits].line), "as it is written"),
            ),
            help="write the code point of the twin",
        )


def _given(context: Context) -> Iterator[Diagnostic]:
    said: dict[Words, dict[str, tuple[str, int]]] = {}
    for one, rest in below(context, "class-of-service", "host-outbound-traffic"):
        if len(rest) == 2:
            said.setdefault(Words(), {})[rest[0]] = (rest[1], one.line)
    rules = ("class-of-service", "application-traffic-control", "rule-sets")
    for one, rest in below(context, *rules):
        if rest[-2:-1] in (("forwarding-class",), ("dscp-code-point",)):
            said.setdefault(rest[:-2], {})[rest[-2]] = (rest[-1], one.line)
    known = context.once(known_points).get("dscp", {})
    for words, places in said.items():
        if len(places.keys() & {"forwarding-class", "dscp-code-point"}) < 2:
            continue
        name, point = places["forwarding-class"][0], places["dscp-code-point"]
        bits = bits_of(context, "dscp", point[0])
        own = {each for each, names in known.items() if name in names}
        if not bits or not own or name in known.get(bits, ()):
            continue
        what = f"rule {words[2]}" if words else "host-outbound-traffic"
        other = ", ".join(sorted(known.get(bits, ()))[:1])
        yield RULE.at(
            span_of(context, point[1]),
            f"{what} has {point[0]} for {name}, for which the tables have {min(own)}",
            effect=f"devices that go by the mark take it for {other or 'no class of this text'}",
            label="not a code point of this class",
            help="write the code point that the rewrite rule has for the class",
        )


_ASKED = {"dscp": "dscp", "traffic-class": "dscp", "exp": "exp"}


def _asked(context: Context) -> Iterator[Diagnostic]:
    known = context.once(known_points)
    for (_, filter_name), of in context.once(terms).items():
        for term in of.values():
            words = set(said_words(term.name))
            points = [
                (one, said, _ASKED[said[0]]) for one, said in term.origins if said[0] in _ASKED
            ]
            if len(points) != 1 or len(term.origins) > 2:
                continue
            one, said, field = points[0]
            bits = bits_of(context, field, said[1])
            if not bits and said[1].isdecimal() and len(said[1]) < 3:
                bits = f"{int(said[1]):0{3 if field == 'exp' else 6}b}"
            table = known.get(field, {})
            names = table.get(bits, frozenset())
            own = {name for classes in table.values() for name in classes} & words
            if len(own) != 1 or len(names) != 1 or names & own or names & words:
                continue
            (mine,), (other,) = own, names
            yield RULE.at(
                span_of(context, one.line),
                f"term {term.name} of {filter_name} matches {said[0]} {said[1]}, that of {other}",
                effect=f"packets of {mine} are not matched here, and those of {other} are",
                label=f"of {other}",
                help=f"write the code point of {mine}",
            )
