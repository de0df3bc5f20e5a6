"""Few functions hold a value on its way from a statement to the model."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.value_walk import WALKS, walk

MOST, MOST_OF_TEXT = 25, 50
PAGE = Path(__file__).parents[3] / "docs" / "architecture.md"


@pytest.mark.parametrize("statement", WALKS)
def test_a_value_goes_through_few_functions(statement: str) -> None:
    found = walk(statement)
    assert len(found.of_statement) <= MOST, "\n".join(found.of_statement)
    assert len(found.of_text) <= MOST_OF_TEXT, "\n".join(found.of_text)
    # What the walk is counted by sees both ends of it.
    assert any(name.startswith("ir.queueing:") for name in found.of_statement)
    assert "frontends:load" in found.of_text


def test_the_page_says_how_many() -> None:
    words = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"at most {MOST} get the statement `priority 800`" in words
    assert f"at most {MOST_OF_TEXT} more the whole text" in words
    assert all(f"`{statement}`" in words for statement in WALKS)
