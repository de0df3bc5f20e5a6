"""What the rules say of eighty changed configs is what the page says; the configs are sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.mistakes.eighty import BASES, Change, changes
from tests.rules.mistakes.judging import loud, worst

DOUBTFUL = ("nx",)
"""NX-OS is read as IOS in part, and a priority class without a bound is usual there."""


@pytest.mark.parametrize("one", changes(), ids=lambda one: f"{one.number}-{one.base}")
def test_a_changed_config_is_told_as_the_page_says(one: Change) -> None:
    assert worst(one) == one.now


@pytest.mark.parametrize("path", sorted(BASES.glob("*.cfg")), ids=lambda path: path.stem)
def test_the_config_without_a_mistake_has_no_warning(path: Path) -> None:
    assert path.stem in DOUBTFUL or loud(path) == []


def test_twenty_were_set_aside() -> None:
    known = changes()
    assert len(known) == 80
    assert sum(one.aside for one in known) == 20
    assert all(one.lines for one in known)
