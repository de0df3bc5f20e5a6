"""Hard configs just below a megabyte: each is answered soon, in little room."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.limited import qosc, used

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from worst_configs import CASES

ROOM = 1 << 30
TIME = 20
"""Seconds of processor time: twice what the slowest of them may take on a machine of its time."""

CHECKED = ("entries with wildcards", "patterns of ports", "prefix-lists")
SHOWN = ("classes of a policy", "terms")


@pytest.mark.parametrize("name", CHECKED)
def test_a_check_of_a_hard_megabyte_ends(name: str) -> None:
    text = CASES[name].make(CASES[name].most)
    result = qosc(["check", "-"], text, cpu=TIME, space=ROOM)
    assert result.returncode in (0, 1), used(result)
    assert "in 1 file" in result.stdout, used(result)


@pytest.mark.parametrize("name", SHOWN)
def test_a_show_of_a_hard_megabyte_ends(name: str) -> None:
    text = CASES[name].make(CASES[name].most)
    result = qosc(["show", "-"], text, cpu=TIME, space=ROOM)
    assert result.returncode in (0, 1), used(result)
    assert result.stdout, used(result)
