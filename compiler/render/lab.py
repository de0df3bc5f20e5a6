"""What a folder of experiments showed: a table for people, a document for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from qosc.lab.compare import Cell, Row, Verdict
from qosc.lab.expected import PaperVerdict
from qosc.lab.papers import UNJUDGED, said
from qosc.render.documents import json_text
from qosc.render.printable import printable
from qosc.render.style import PLAIN, Style
from qosc.render.table import table

__all__ = ["SCHEMA", "as_json", "as_table", "number"]

SCHEMA = "qosc/lab/1"


def as_table(rows: Sequence[Row], engines: Sequence[str], style: Style = PLAIN) -> Iterator[str]:
    """One row for each expectation, under the name of its experiment, and a line that counts."""
    papers = any(row.paper for row in rows)
    heads = ("figure", "of", *(("paper",) if papers else ()), "expected", *engines)
    by_name: dict[str, list[Row]] = {}
    for row in rows:
        by_name.setdefault(row.experiment, []).append(row)
    for name, mine in by_name.items():
        yield style.paint("bold", printable(name) or "between experiments")
        body = [
            (
                *(row.figure, row.what),
                *((said(row.paper) if row.paper else "",) if papers else ()),
                _wanted(row),
                *(_cell(row.cells[engine]) for engine in engines),
            )
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
    words = f"{len(rows)} expectations: {', '.join(part for part in parts if part[0] != '0')}."
    beside = [cell.paper.verdict for cell in cells if cell.paper]
    if not beside:
        return words
    verdicts = (*get_args(PaperVerdict), UNJUDGED)
    counts = [(beside.count(verdict), verdict) for verdict in verdicts]
    parts = [f"{many} {verdict}" for many, verdict in counts if many]
    return f"{words} Figures of the paper: {', '.join(parts)}."


def _wanted(row: Row) -> str:
    """The range, and that it is a regression bound: drawn round what we measured ourselves."""
    return f"{row.wanted} (regression)" if row.basis == "regression" else row.wanted


def number(value: float) -> str:
    """A figure in few digits."""
    if abs(value) < 1000 and (value != int(value) or abs(value) < 10):
        return f"{value:.4g}"
    return f"{value:.0f}"


def _cell(cell: Cell) -> str:
    if cell.value is None:
        if cell.verdict in (Verdict.MET, Verdict.BESIDE):
            return cell.why
        between = ": " if cell.verdict is Verdict.NO_RESULT else " "
        return between.join(part for part in (cell.verdict.value, cell.why) if part)
    words = number(cell.value)
    if cell.deviation is not None:
        words += f" ({100 * cell.deviation:+.1f} %)"
    if cell.paper is not None:
        away = "" if cell.paper.deviation is None else f"{100 * cell.paper.deviation:+.1f} % "
        words += f" = {number(cell.paper.value)}, {away}{cell.paper.verdict}"
    if cell.verdict not in (Verdict.MET, Verdict.BESIDE):
        words += f" {cell.verdict.value}"
        words += f": {cell.why}" if cell.why else ""
    return words


def _paper_json(row: Row) -> dict[str, Any] | None:
    if row.paper is None:
        return None
    return {
        "row": row.paper.row,
        "place": row.paper.place,
        "is": row.paper.value,
        "unit": row.paper.unit,
        "times": row.paper.times,
        "spread": list(row.paper.spread) if row.paper.spread else None,
        "said": said(row.paper),
    }


def _beside_json(cell: Cell) -> dict[str, Any] | None:
    if cell.paper is None:
        return None
    return {
        "value": cell.paper.value,
        "deviation": cell.paper.deviation,
        "verdict": cell.paper.verdict,
    }


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
                "basis": row.basis,
                "paper": _paper_json(row),
                "shows": list(row.shows),
                "place": row.place,
                "engines": {
                    engine: {
                        "verdict": cell.verdict.value,
                        "value": cell.value,
                        "deviation": cell.deviation,
                        "why": cell.why,
                        "paper": _beside_json(cell),
                    }
                    for engine, cell in row.cells.items()
                },
            }
            for row in rows
        ],
    }
    return json_text(document) + "\n"
