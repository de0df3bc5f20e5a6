"""What a folder of experiments showed: a table for people, a document for programs."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any, get_args

from qosc.lab.compare import Cell, Row, Verdict
from qosc.lab.expected import PaperVerdict
from qosc.lab.papers import UNJUDGED, said
from qosc.render.documents import json_text
from qosc.render.numbers import many
from qosc.render.printable import printable, table_cell
from qosc.render.style import PLAIN, Style
from qosc.render.table import table

if TYPE_CHECKING:
    from qosc.lab.repeats import Runs

__all__ = ["SCHEMA", "as_csv", "as_json", "as_table", "interval", "number"]

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
        f"{sum(cell.verdict is verdict for cell in cells)} {verdict.value}"
        for verdict in Verdict
        if verdict is not Verdict.NOT_ASKED
    ]
    words = (
        f"{many(len(rows), 'expectation')}: {', '.join(part for part in parts if part[0] != '0')}."
    )
    judged = [cell.paper.verdict for cell in cells if cell.paper]
    if not judged:
        return words
    verdicts = (*get_args(PaperVerdict), UNJUDGED)
    counts = [(judged.count(verdict), verdict) for verdict in verdicts]
    parts = [f"{many} {verdict}" for many, verdict in counts if many]
    return f"{words} Figures of the paper: {', '.join(parts)}."


def _wanted(row: Row) -> str:
    """The range or order, and that it is of our own: seen in an earlier run, or foretold."""
    ours = row.basis in ("prediction", "regression")
    return f"{row.wanted} ({row.basis})" if ours else row.wanted


def number(value: float) -> str:
    """A figure in few digits."""
    if abs(value) < 1000 and (value != int(value) or abs(value) < 10):
        return f"{value:.4g}"
    return f"{value:.0f}"


def interval(runs: Runs | None) -> str:
    """Half of the confidence interval of a mean, behind it; empty for one run."""
    half = None if runs is None else runs.half_width
    return "" if half is None else f" ±{number(half)}"


def _alike(runs: Runs) -> str:
    return f"so in {runs.alike} of {runs.count} runs"


def _cell(cell: Cell) -> str:
    if cell.value is None:
        if cell.holds is not None and cell.runs is not None:
            return f"{cell.why} ({_alike(cell.runs)})"
        if cell.verdict in (Verdict.MET, Verdict.BESIDE):
            return cell.why
        between = ": " if cell.verdict is Verdict.NO_RESULT else " "
        return between.join(part for part in (cell.verdict.value, cell.why) if part)
    words = number(cell.value) + interval(cell.runs)
    if cell.deviation is not None:
        words += f" ({100 * cell.deviation:+.1f} %)"
    if cell.paper is not None:
        away = "" if cell.paper.deviation is None else f"{100 * cell.paper.deviation:+.1f} % "
        words += f" = {number(cell.paper.value)}, {away}{cell.paper.verdict}"
        if cell.runs is not None and cell.runs.alike != cell.runs.count:
            words += f" ({_alike(cell.runs)})"
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


def _repeated_json(jitter_ms: int, seeds: Mapping[str, range]) -> dict[str, Any]:
    listed = {name: [each.start, each.stop - 1] for name, each in seeds.items()}
    return {"runs": {"start_jitter_ms": jitter_ms, "first_and_last_seed": listed}}


def _runs_json(runs: Runs) -> dict[str, Any]:
    return {
        "count": runs.count,
        "values": list(runs.values),
        "ci95_half_width": runs.half_width,
        "alike": runs.alike,
    }


_COLUMNS = (
    *("experiment", "of", "figure", "expected", "engine", "verdict", "value", "deviation", "why"),
    *("runs", "ci95_half_width", "least", "most", "runs_alike"),
    *("paper_row", "paper_place", "paper_is", "paper_unit", "in_paper_unit", "paper_deviation"),
    *("paper_verdict", "basis"),
)


def as_csv(rows: Sequence[Row], runs: int = 1) -> str:
    """A line for each figure of each engine (RFC 4180, with LF); empty where there is nothing."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        for engine, cell in row.cells.items():
            paper, figure, each = row.paper, cell.paper, cell.runs
            values = each.values if each is not None else ()
            line = (
                *(row.experiment, row.what, row.figure, row.wanted, engine, cell.verdict.value),
                *(cell.value, cell.deviation, cell.why, runs),
                each and each.half_width,
                *(min(values, default=None), max(values, default=None), each and each.alike),
                *((paper.row, paper.place, paper.value, paper.unit) if paper else (None,) * 4),
                *((figure.value, figure.deviation, figure.verdict) if figure else (None,) * 3),
                row.basis,
            )
            writer.writerow([table_cell(one) if isinstance(one, str) else one for one in line])
    return out.getvalue()


def as_json(
    rows: Sequence[Row],
    engines: Sequence[str],
    absent: Mapping[str, str],
    failures: Mapping[str, Mapping[str, str]],
    repeated: tuple[int, Mapping[str, range]] | None = None,
) -> str:
    """All rows. `absent` says why an engine did not run, `failures` why an experiment did not.

    `repeated` is the most that a source starts later, in ms, and the seeds of each experiment.
    """
    document = {
        "schema": SCHEMA,
        "engines": list(engines),
        "absent": dict(absent),
        "failures": {name: dict(each) for name, each in failures.items()},
        **({} if repeated is None else _repeated_json(*repeated)),
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
                        **({} if cell.runs is None else {"runs": _runs_json(cell.runs)}),
                    }
                    for engine, cell in row.cells.items()
                },
            }
            for row in rows
        ],
    }
    return json_text(document) + "\n"
