"""The statements of Cisco configs, declared once: what can matter to QoS, where, and who reads it.

The mode table, the shapes of arguments, the dispatch to the rooms that read a statement, and the
list of statements in the documentation come from these rows.
"""

from __future__ import annotations

from functools import cache

from qosc.frontends.cisco.table import (
    circuit_lines,
    global_lines,
    interface_lines,
    list_lines,
    policy_lines,
    switch_lines,
)
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.table.row import Reader, Statement

__all__ = ["ROWS", "WRAPPED", "Reader", "Statement", "readers", "statement", "statements"]

ROWS: tuple[Statement, ...] = (
    *global_lines.ROWS,
    *interface_lines.ROWS,
    *circuit_lines.ROWS,
    *policy_lines.ROWS,
    *list_lines.ROWS,
    *switch_lines.ROWS,
)
"""One row for each statement and mode; modes in `_LIKE` have the rows of another."""
WRAPPED = frozenset(row.keyword for row in ROWS if row.wraps)
"""Keywords of statements that papers and mails break into several lines."""
_LIKE = {Mode.VC_CLASS: Mode.PVC}
"""Modes with the statements of another."""


@cache
def _by_place() -> dict[tuple[Mode, str], Statement]:
    return {(row.mode, row.keyword): row for row in ROWS}


def statement(mode: Mode, keyword: str) -> Statement | None:
    """The row of a keyword in a mode, if it is a statement there."""
    return _by_place().get((_LIKE.get(mode, mode), keyword))


@cache
def statements(mode: Mode) -> tuple[Statement, ...]:
    """The rows of a mode."""
    like = _LIKE.get(mode, mode)
    return tuple(row for row in ROWS if row.mode is like)


@cache
def readers(*modes: Mode) -> dict[str, Reader]:
    """By keyword, who reads the statements of modes; without those that are recognised only."""
    rows = (row for mode in modes for row in statements(mode))
    return {row.keyword: row.reader for row in rows if row.reader is not None}
