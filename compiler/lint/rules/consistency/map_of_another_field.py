"""A map that is read by another field than its entries are of, inverted, or on another port.

## What it does

Reports an entry of a table-map from a value that the field it is read by cannot have (46 where a
CoS is looked up); a table-map read by DSCP whose entries are all from 0 to 7, with values that CoS
is mapped to; and a DSCP mutation map of a port whose description says which code points come in,
where none of them is translated, or another port has the map for them.

## Why it matters

What no entry is for gets the default of the map, or keeps its value: voice is taken for best effort
from here on.

## Example

```ios cat3750
mls qos map dscp-mutation FROM-PARTNER 46 to 40
mls qos srr-queue output dscp-map queue 1 threshold 3 46
mls qos
interface GigabitEthernet0/1
 description partner: marks its voice CS5
 mls qos trust dscp
 mls qos dscp-mutation FROM-PARTNER
```

## Use instead

```ios cat3750
mls qos map dscp-mutation FROM-PARTNER 40 to 46
mls qos srr-queue output dscp-map queue 1 threshold 3 46
mls qos
interface GigabitEthernet0/1
 description partner: marks its voice CS5
 mls qos trust dscp
 mls qos dscp-mutation FROM-PARTNER
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `table-map` and `set dscp`: `set dscp
  cos table` looks the CoS of the packet up, which is from 0 to 7.
- Cisco Catalyst 3750 Switch Command Reference, `mls qos map dscp-mutation`: from the values before
  `to` to the one behind it, for what comes in on the ports that have the map.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import DSCP_NAMES
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks, interfaces, place
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS980", "map-of-another-field", Severity.WARNING, "0.1")

_READ = pattern(r"set (\S+) (\S+) table (\S+)$")
_FROM = pattern(r"map from (\d{1,12}) to (\d{1,12})$")
_MUTATION = pattern(r"mls qos map dscp-mutation (\S+) ([\d ]+) to (\d{1,12})$")
_POINT = pattern(r"\b(cs[1-7]|af[1-4][1-3]|ef)\b")
_USE = "mls qos dscp-mutation "
_SMALL = ("cos", "precedence", "exp")
_MARKS = pattern(r"\b(?:marks?|marked|sends?)\b")


def check(context: Context) -> Iterator[Diagnostic]:
    every = context.once(blocks)
    yield from _tables(context, every)
    maps: dict[str, list[tuple[int, set[int], int]]] = {}
    for block in every:
        said = _MUTATION.match(block.head)
        if said is not None:
            values = {int(word) for word in said[2].split() if len(word) < 3}
            maps.setdefault(said[1], []).append((block.number, values, int(said[3])))
    if maps:
        yield from _mutations(context, maps)


def _tables(context: Context, every: tuple[Block, ...]) -> Iterator[Diagnostic]:
    tables = {
        block.head.split()[1]: block for block in every if block.head.startswith("table-map ")
    }
    for block in every if tables else ():
        for number, line in block.lines if block.head.startswith("policy-map ") else ():
            said = _READ.match(line)
            table = tables.get(said[3]) if said is not None else None
            if said is None or table is None:
                continue
            rows = [
                (at, int(row[1]), int(row[2]))
                for at, each in table.lines
                if (row := _FROM.match(each)) is not None
            ]
            yield from _read_by(context, said[2], number, rows)


def _read_by(
    context: Context, field: str, number: int, rows: list[tuple[int, int, int]]
) -> Iterator[Diagnostic]:
    for at, value, _ in rows if field in _SMALL else ():
        if value > 7:
            yield RULE.at(
                place(context, at),
                f"an entry is from {value}, and the map is read by {field}, which ends at 7",
                effect="the entry is never used: those packets get the default of the map",
                label="not a value of that field",
                related=(Label(place(context, number), "read here"),),
                help="exchange the two values if they were mixed up",
            )
    small = bool(rows) and all(value < 8 for _, value, _ in rows)
    scaled = [1 for _, value, to in rows if value and to in (value << 3, 18, 26, 34, 46)]
    if field == "dscp" and small and len(rows) > 1 and scaled:
        yield RULE.at(
            place(context, number),
            "the map is read by DSCP, and all of its entries are from 0 to 7, as those of CoS",
            effect="every other DSCP gets the default of the map",
            label="read by DSCP",
            related=(Label(place(context, rows[0][0]), "from a CoS"),),
            help="read it by CoS if that was meant",
        )


def _mutations(
    context: Context, maps: dict[str, list[tuple[int, set[int], int]]]
) -> Iterator[Diagnostic]:
    ports = []
    for block in context.once(interfaces):
        said = next((line for _, line in block.starting("description ")), "")
        points = _points(said) if _MARKS.search(said) else set()
        used = next(((at, line.split()[-1]) for at, line in block.starting(_USE)), (0, ""))
        ports.append((block, points, *used))
    for _, points, number, name in ports:
        if name not in maps:
            continue
        rows = maps[name]
        values = {value for _, own, _ in rows for value in own}
        back = [at for at, own, to in rows if to in points - values and not own & points]
        if back:
            yield RULE.at(
                place(context, back[0]),
                f"map {name[:30]} gives the code point that its port says comes in",
                effect="what comes in keeps its value, and gets the queue of that one",
                label="the inverse of what comes in",
                related=(Label(place(context, number), "used here"),),
                help="exchange the two sides of the map if they were mixed up",
            )
        elif not points:
            other = [each for each, own, _, used in ports if own == values and not used]
            if len(other) == 1:
                yield RULE.at(
                    place(context, number),
                    f"map {name[:30]} is for what {_name(other[0])} says that it gets",
                    effect=f"what comes in by {_name(other[0])} is not translated",
                    label="the map of another port",
                    related=(Label(place(context, other[0].number), "these code points"),),
                    help=f"apply it to {_name(other[0])}",
                )


def _points(said: str) -> set[int]:
    return {DSCP_NAMES[word] for word in _POINT.findall(said) if word in DSCP_NAMES}


def _name(block: Block) -> str:
    return block.head.split()[1][:30]
