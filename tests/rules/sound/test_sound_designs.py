"""Sound designs, after the vendors' own guides: none of them has a warning."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from qosc.diagnostics import Severity
from tests.rules.linting import lint

FOLDER = Path(__file__).parent / "designs"


class Design(NamedTuple):
    """A config that does what its title says."""

    title: str
    platform: str
    text: str


def designs() -> list[Design]:
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").split("## ")[1:]:
            title, platform, text = block.split("\n", 2)
            found.append(Design(title, platform.removeprefix("platform: "), text))
    return found


@pytest.mark.parametrize("design", designs(), ids=lambda one: one.title[:60])
def test_a_sound_design_has_no_warning(design: Design) -> None:
    loud = [
        (one.code, one.primary.line, one.message)
        for one in lint(design.text, design.platform)
        if one.severity is not Severity.INFO
    ]
    assert loud == []


def test_there_are_forty_of_all_kinds_of_systems() -> None:
    found = designs()
    assert len(found) >= 40
    assert len({one.platform for one in found}) >= 10
