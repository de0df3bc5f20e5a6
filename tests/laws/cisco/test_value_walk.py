"""Few functions hold a value on its way from a statement to the model."""

from __future__ import annotations

import pytest

from scripts.value_walk import WALKS, walk

MOST = 25


@pytest.mark.parametrize("statement", WALKS)
def test_a_value_goes_through_few_functions(statement: str) -> None:
    found = walk(statement)
    assert len(found.of_statement) <= MOST, "\n".join(found.of_statement)
    # What the walk is counted by sees both ends of it.
    assert any(name.startswith("ir.queueing:") for name in found.of_statement)
    assert "frontends:load" in found.of_text
