"""Hand-made configs, each with packets at, beside and far from what it tests.

Expected classes are written from the vendors' manuals; `covers` names the keys and arguments of tc
that a row is the test of (see `tests/engines/test_tc_vocabulary.py`).
"""

from __future__ import annotations

from tests.bulk.rows import actions, ios_fields, ios_lists, ios_stacks, junos
from tests.bulk.rows.row import Row

ROWS: tuple[Row, ...] = (
    *ios_fields.ROWS,
    *ios_lists.ROWS,
    *ios_stacks.ROWS,
    *junos.ROWS,
    *actions.ROWS,
)

__all__ = ["ROWS", "Row"]
