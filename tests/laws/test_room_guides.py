"""What the page of a folder says of its modules is there."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "room",
    [
        "qosc.datapath",
        "qosc.lint.facts",
        "qosc.packets",
        "qosc.targets.tc",
        "qosc.targets.tc.lower",
        "qosc.verify",
    ],
)
def test_a_module_that_the_guide_of_a_folder_names_is_in_it(room: str) -> None:
    page = import_module(room)
    assert page.__doc__ is not None
    assert page.__file__ is not None
    folder = Path(page.__file__).parent
    there = {path.stem for path in folder.rglob("*") if path.suffix in ("", ".py")}
    named = set(re.findall(r"`([a-z_]+)`", page.__doc__)) - {"show", "verify"}
    # What a guide shows of the room's own names is no module.
    named -= set(getattr(page, "__all__", ()))
    assert len(named) > 10
    assert named <= there, sorted(named - there)
    top = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    if room in ("qosc.packets", "qosc.targets.tc", "qosc.verify"):
        assert top <= named, sorted(top - named)
