"""Rows of an ns-3 program are made by the names that `tables.h` gives its columns."""

from __future__ import annotations

import re

import pytest

from qosc.targets.ns3 import columns as module
from qosc.targets.ns3.columns import columns, in_order
from qosc.targets.ns3.model import TABLES, Tables

LIMIT = {"packets": 64, "bytes": -1, "match": 3}


def test_a_row_is_in_the_order_of_the_header_however_it_is_written() -> None:
    assert columns()["LimitRow"] == ("packets", "bytes", "match")
    assert in_order("LimitRow", dict(reversed(LIMIT.items()))) == (64, -1, 3)
    police = {"yellow": 6, "green": 5, "coloured": 4, "action": (1, 2, 3), "meter": 0}
    police |= {"draws": 9, "extra": 8, "counted": 7}
    assert in_order("PoliceRow", police) == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)


def test_columns_that_change_places_in_the_header_change_them_in_the_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    swapped = {**columns(), "LimitRow": ("bytes", "packets", "match")}
    monkeypatch.setattr(module, "columns", lambda: swapped)
    tables = Tables()
    tables.add("limits", **LIMIT)
    assert tables.rows("limits") == [(-1, 64, 3)]


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"packets": 1, "match": 1}, "a LimitRow without bytes"),
        ({**LIMIT, "depth": 1}, "a LimitRow has no depth"),
        ({**LIMIT, "match": (1, 2)}, "match of a LimitRow has 2 numbers, not 1"),
    ],
)
def test_a_column_that_is_missing_or_none_is_refused(cells: dict, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        Tables().add("limits", **cells)


def test_each_type_of_row_in_the_header_has_a_table_and_columns() -> None:
    kinds = {kind for kind, _ in TABLES.values() if kind.endswith("Row")}
    assert kinds == columns().keys()
    assert all(columns().values())
