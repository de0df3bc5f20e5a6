"""Single values, distributions and series of a result: CSV for a spreadsheet, JSON for a program.

CSV is by RFC 4180 with LF at the ends of lines; the same result gives the same bytes. A line says
whose a value is (`of`, `name`, `port`, `side`, `policy`), what it is (`quantity`) and in which
`unit`. Of CSV, a name that a spreadsheet would run as a formula has `'` before it.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from math import floor, log10
from typing import TYPE_CHECKING, Any

from qosc.render.documents import json_text
from qosc.render.printable import table_cell
from qosc.render.samples.quantities import Quantity, quantities

if TYPE_CHECKING:
    from qosc.simulator.results import Result

__all__ = ["FORMS", "distribution", "samples", "series"]

FORMS = (".csv", ".json")
"""What the name of a file of values ends in."""
_WHOSE = ("of", "name", "port", "side", "policy", "quantity", "unit")
_BINS = 100
Row = dict[str, Any]


def samples(result: Result, form: str) -> str:
    """Each value, with the instant at which it was measured (None, or nothing, without one)."""

    def lines(row: Row) -> Iterator[tuple[Any, ...]]:
        yield from zip(row["at_ms"], row["values"], strict=True)

    rows: list[Row] = []
    for each in quantities(result):
        instants: Sequence[float | None] = each.at_ms or (None,) * len(each.values)
        rows.append({**_whose(each), "at_ms": list(instants), "values": list(each.values)})
    return _written(result, "samples", form, rows, ("at_ms", "value"), lines)


def distribution(result: Result, form: str) -> str:
    """How many values there are in intervals of equal width, and which part is below the end.

    An interval has its begin in it and its end not. `part` is the distribution function at the end.
    """

    def lines(row: Row) -> Iterator[tuple[Any, ...]]:
        ends = zip(row["from"], row["to"], row["count"], row["part_below"], strict=True)
        yield from ends

    rows = [{**_whose(each), **_binned(each)} for each in quantities(result)]
    names = ("from", "to", "count", "part_below")
    return _written(result, "distribution", form, rows, names, lines)


def series(result: Result, form: str) -> str:
    """Throughput of each source and depth of each queue over time, at equal distances."""

    def lines(row: Row) -> Iterator[tuple[Any, ...]]:
        for number, value in enumerate(row["values"]):
            yield row["from_ms"] + number * row["interval_ms"], row["interval_ms"], value

    return _written(
        *(result, "series", form, list(_over_time(result))),
        *(("from_ms", "interval_ms", "value"), lines),
    )


def _over_time(result: Result) -> Iterator[Row]:
    for row in result.flows:
        if "series" in row:
            curve = row["series"]
            step, whose = curve["interval_ms"], ("source", row["name"], "", "", "")
            yield {
                **dict(zip(_WHOSE, (*whose, "throughput", "bit/s"), strict=True)),
                "from_ms": curve["from_ms"],
                "interval_ms": step,
                "values": [size * 8000 // step for size in curve["received_bytes"]],
            }
    for row in result.classes:
        if "occupancy" in row:
            curve = row["occupancy"]
            whose = ("class", row["name"], row["port"], row["side"], row["policy"])
            for unit in ("packets", "bytes"):
                yield {
                    **dict(zip(_WHOSE, (*whose, "depth", unit), strict=True)),
                    **{key: curve[key] for key in ("from_ms", "interval_ms")},
                    "values": curve[unit],
                }


def _whose(each: Quantity) -> Row:
    return {key: getattr(each, key) for key in _WHOSE}


def _binned(each: Quantity) -> Row:
    """Intervals from 0 on, each as wide as 1, 2 or 5 times a power of ten: 100 or a few more."""
    most = max(each.values)
    step = _step(most / _BINS)
    if each.unit == "packets":
        step = max(1.0, step)
    by_bin: dict[int, int] = {}
    for value in each.values:
        # The quotient of a value that is just an edge may come out below it.
        slot = floor(value / step + 1e-9)
        by_bin[slot] = by_bin.get(slot, 0) + 1
    slots = range(max(by_bin) + 1)
    counts = [by_bin.get(slot, 0) for slot in slots]
    parts, below = [], 0
    for count in counts:
        below += count
        parts.append(below / len(each.values))
    return {
        "samples": len(each.values),
        "from": [float(f"{slot * step:.12g}") for slot in slots],
        "to": [float(f"{(slot + 1) * step:.12g}") for slot in slots],
        "count": counts,
        "part_below": parts,
    }


def _step(raw: float) -> float:
    if raw <= 0:
        return 1.0
    base = 10.0 ** floor(log10(raw))
    return float(f"{next(each * base for each in (1, 2, 5, 10) if each * base >= raw):.12g}")


def _written(
    result: Result,
    what: str,
    form: str,
    rows: Sequence[Row],
    names: Sequence[str],
    lines: Callable[[Row], Iterable[tuple[Any, ...]]],
) -> str:
    if form == ".json":
        return json_text(_document(result, what, rows)) + "\n"
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*_WHOSE, *names])
    for row in rows:
        whose = [table_cell(str(row[key])) for key in _WHOSE]
        writer.writerows([*whose, *line] for line in lines(row))
    return out.getvalue()


def _document(result: Result, what: str, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "schema": f"qosc/{what}/1",
        "scenario": result.scenario,
        "engine": result.engine,
        "seed": result.seed,
        "measured_ms": result.measured_ms,
        what: list(rows),
    }
