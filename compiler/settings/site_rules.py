"""The rows of `[[require]]` as the registry of rules has them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from qosc.lint.engine.registry import Row

if TYPE_CHECKING:
    from qosc.settings.form import RequireRow

__all__ = ["row_of", "rows_of"]


def row_of(row: RequireRow) -> Row:
    """The row of one demand: its name is its code."""
    return Row(row.code, row.code.lower(), "", frozenset())


def rows_of(rows: Iterable[RequireRow]) -> tuple[Row, ...]:
    """The rows of several, each code once."""
    return tuple(dict.fromkeys(map(row_of, rows)))
