"""A missing program is told as a skip, and is a failure where CI promises it."""

from __future__ import annotations

import pytest

from tests.engines.required import need_programs


@pytest.mark.parametrize(
    ("required", "outcome"), [("1", pytest.fail.Exception), ("", pytest.skip.Exception)]
)
def test_a_missing_sender(
    monkeypatch: pytest.MonkeyPatch, required: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setenv("QOSC_REQUIRE_ENGINES", required)
    need_programs("sh")
    with pytest.raises(outcome, match="no-such-sender"):
        need_programs("sh", "no-such-sender")
