"""A pattern that is compiled late gives what a compiled one gives."""

from __future__ import annotations

import re

import pytest

from qosc.patterns import pattern


@pytest.mark.parametrize("method", ["match", "search", "findall", "fullmatch", "split"])
def test_a_late_pattern_is_the_compiled_one(method: str) -> None:
    late, early = pattern(r"(b+)c?", re.IGNORECASE), re.compile(r"(b+)c?", re.IGNORECASE)
    for text in ("BBC", "abc bc", "", "BB"):
        for _ in range(2):
            assert repr(getattr(late, method)(text)) == repr(getattr(early, method)(text))
    assert late.pattern == early.pattern
    with pytest.raises(AttributeError):
        late.nothing  # noqa: B018
