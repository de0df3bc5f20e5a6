"""What a folder of experiments showed: a table for people, a document for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from qosc.lab.compare import Cell, Row, Verdict
from qosc.render.documents import json_text
from qosc.render.printable import printable
from qosc.render.style import PLAIN, Style
from qosc.render.table import table

__all__ = ["SCHEMA", "as_json", "as_table", "number"]

SCHEMA = "qosc/lab/1"


def as_table(rows: Sequence[Row], engines: Sequence[str], style: Style = PLAIN) -> Iterator[str]:
    """One row for each expectation, under the name of its experiment, and a line that counts."""
    heads = ("figure", "of", "expected", *engines)
    by_name: dict[str, list[Row]] = {}
    for row in rows:
        by_name.setdefault(row.experiment, []).append(row)
    for name, mine in by_name.items():
        yield style.paint("bold", printable(name) or "between experiments")
        body = [
            (row.figure, row.what, row.wanted, *(_cell(row.cells[engine]) for engine in engines))
            for row in mine
        ]
        yield from table(heads, body, style)
        yield ""
    yield count(rows)


def count(rows: Sequence[Row]) -> str:
    """How many cells there are of each verdict."""
    cells = [cell for row in rows for cell in row.cells.values()]
    parts = [
        f"{sum(cell.verdict is verdict for cell in cells)} {verdict.value}" for verdict in Verdict
    ]
    return f"{len(rows)} expectations: {', '.join(part for part in parts if part[0] != '0')}."


def number(value: float) -> str:
    """A figure in few digits."""
    if abs(value) < 1000 and (value != int(value) or abs(value) < 10):
        return f"{value:.4g}"
    return f"{value:.0f}"


def _cell(cell: Cell) -> str:
    if cell.value is None:
        if cell.verdict is Verdict.MET:
            return cell.why
        between = ": " if cell.verdict is Verdict.NO_RESULT else " "
        return between.join(part for part in (cell.verdict.value, cell.why) if part)
    said = number(cell.value)
    if cell.deviation is not None:
        said += f" ({100 * cell.deviation:+.1f} %)"
    if cell.verdict is not Verdict.MET:
        said += f" {cell.verdict.value}"
        said += f": {cell.why}" if cell.why else ""
    return said


def as_json(
    rows: Sequence[Row],
    engines: Sequence[str],
    absent: Mapping[str, str],
    failures: Mapping[str, Mapping[str, str]],
) -> str:
    """All rows. `absent` says why an engine did not run, `failures` why an experiment did not."""
    document = {
        "schema": SCHEMA,
        "engines": list(engines),
        "absent": dict(absent),
        "failures": {name: dict(each) for name, each in failures.items()},
        "rows": [
            {
                "experiment": row.experiment,
                "of": row.what,
                "figure": row.figure,
                "expected": row.wanted,
                "source": row.source,
                "engines": {
                    engine: {
                        "verdict": cell.verdict.value,
                        "value": cell.value,
                        "deviation": cell.deviation,
                        "why": cell.why,
                    }
                    for engine, cell in row.cells.items()
                },
            }
            for row in rows
        ],
    }
    return json_text(document) + "\n"
