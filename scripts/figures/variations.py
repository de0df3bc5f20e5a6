"""What a paper leaves unsaid, as a table of what other values of it change; and figures in units.

A list of `examples/papers` has them under `varied`: its `columns` are figures of the lab, each
`from` one experiment of a row, and its `rows` say what is unsaid and which experiments have
another value of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from qosc.render.lab import number

__all__ = ["WrongListError", "check_keys", "influence", "with_unit"]

_COLUMN = {"title", "of", "figure", "from"}
_ROW = {"unsaid", "set", "from"}


class WrongListError(Exception):
    """The lists and the experiments do not fit together."""


def check_keys(document: Mapping[str, Any]) -> None:
    """WrongListError where a key of `varied` is missing or unknown, or is of no column."""
    parts = document.get("varied", {})
    wrong = set(parts) - {"columns", "rows"}
    for keys, name in ((_COLUMN, "columns"), (_ROW, "rows")):
        wrong = wrong.union(*(set(each) ^ keys for each in parts.get(name, ())))
    known = {each["from"] for each in parts.get("columns", ()) if "from" in each}
    wrong = wrong.union(*(set(each.get("from", ())) - known for each in parts.get("rows", ())))
    if wrong:
        raise WrongListError(f"{document['paper']}: varied: wrong or missing: {sorted(wrong)}")


def with_unit(words: str, figure: str) -> str:
    """The values of an order, `a > b`, in a unit that is read at a glance."""
    found = re.match(r"[0-9.e+-]+(?: > [0-9.e+-]+)+", words)
    if found is None:
        return words
    values = [float(each) for each in found.group().split(" > ")]
    times, unit = unit_of(figure, max(values))
    said = " > ".join(f"{value * times:.4g}" for value in values)
    return f"{said} {unit}".rstrip() + words[found.end() :]


def unit_of(figure: str, most: float) -> tuple[float, str]:
    """What a figure of the lab is multiplied by, and its unit then."""
    if figure.endswith("_us"):
        return (1e-6, "s") if most >= 1e6 else (1e-3, "ms")
    if figure.endswith("_bps"):
        return (1e-6, "Mbit/s") if most >= 1e6 else (1e-3, "kbit/s")
    return (100, "%") if figure == "loss" else (1, "")


def influence(
    document: Mapping[str, Any], measured: Sequence[Mapping[str, Any]], engine: str = "sim"
) -> Iterator[str]:
    """A table of what the paper leaves unsaid, and what other values of it change.

    The `columns` of the list's `varied` are figures, each `from` one experiment of a row.
    """
    if "varied" not in document:
        return
    columns, rows = document["varied"]["columns"], document["varied"]["rows"]
    values = {
        (row["experiment"], row["of"], row["figure"]): row["engines"][engine] for row in measured
    }
    yield ""
    yield "What the paper leaves unsaid, with other values of it; all else is as above:"
    yield ""
    yield f"| unsaid | set to | {' | '.join(each['title'] for each in columns)} |"
    yield "| --- | --- |" + " --- |" * len(columns)
    for row in rows:
        cells = [str(row["unsaid"]), str(row["set"])]
        for column in columns:
            experiment = row["from"].get(column["from"])
            key = experiment, column["of"], column["figure"]
            if experiment is not None and key not in values:
                raise WrongListError(f"{document['paper']}: varied: nothing is measured of {key}")
            cells.append("-" if experiment is None else varied(values[key], column["figure"]))
        yield f"| {' | '.join(cells)} |"


def varied(cell: Mapping[str, Any], figure: str) -> str:
    """A figure in a unit, with half of its confidence interval."""
    if cell["value"] is None:
        return str(cell["verdict"])
    times, unit = unit_of(figure, cell["value"])
    words, half = number(cell["value"] * times), cell.get("runs", {}).get("ci95_half_width")
    return f"{words}{'' if half is None else f' ±{half * times:.2g}'} {unit}".rstrip()
