"""docs/statements.md: the statements of Cisco configs, from the table that the reader goes by."""

from __future__ import annotations

from itertools import groupby

from qosc.frontends.cisco.table import ROWS, Reader, Statement

__all__ = ["page"]

_HEAD = """# Statements of Cisco configs

Written by `scripts/gen_docs.py` from the rows of `compiler/frontends/cisco/table/`.

Statements that can matter to QoS, by the mode in which they are valid: IOS, IOS XE, IOS XR, NX-OS
and EOS together. `no` and `default` before them, abbreviations and `do` are read too. A statement
is either read into the model, which `qosc show --format json` and `qosc compile -t ir` print, or
it is recognised: `qosc check` reports the line (QOS011) and `compile` lists it as a loss. Forms of
a statement that are not in the model are reported line by line in the same way. How many lines of
published configs each dialect covers is in [coverage.md](coverage.md).
"""
_COLUMNS = "| statement | fields of the model | grammar |\n| --- | --- | --- |\n"


def page() -> str:
    """The text of the page."""
    parts = [_HEAD]
    ordered = sorted(ROWS, key=lambda row: (row.mode.value, row.keyword))
    for mode, rows in groupby(ordered, key=lambda row: row.mode):
        parts += ["\n## ", mode.value, "\n\n", _COLUMNS]
        parts += (_row(row) for row in rows)
    return "".join(parts)


def _row(row: Statement) -> str:
    if row.reader is None:
        given = "recognised only"
    elif row.reader is Reader.TOLD:
        given = "reported with the reason"
    elif row.gives:
        given = ", ".join(f"`{name}`" for name in row.gives.split())
    else:
        given = "read"
    grammar = ", ".join(f"`{name}`" for name in row.grammar.split())
    return f"| `{row.keyword}` | {given} | {grammar} |\n"
