"""Hard configs just below a megabyte: each is answered soon, in little room."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.limited import qosc, used

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from worst_configs import CASES

ROOM = 1 << 30
TIME = 10
"""Seconds of processor time."""

CHECKED = (
    "entries with wildcards",
    "patterns of ports",
    "prefix-lists",
    "marks that go on",
    "terms that go on",
)
SHOWN = ("classes of a policy", "terms")


@pytest.mark.parametrize("name", CHECKED)
def test_a_check_of_a_hard_megabyte_ends(name: str) -> None:
    text = CASES[name].make(CASES[name].most)
    result = qosc(["check", "-"], text, cpu=TIME, space=ROOM)
    assert result.returncode in (0, 1), used(result)
    assert "in 1 file" in result.stdout, used(result)


def test_a_script_of_a_hard_megabyte_ends(tmp_path: Path) -> None:
    text = CASES["entries with wildcards"].make(CASES["entries with wildcards"].most // 2)
    line = ["compile", "-t", "tc", "--allow-loss", "-o", str(tmp_path / "s.sh"), "-"]
    result = qosc(line, text, cpu=TIME, space=ROOM)
    assert result.returncode == 0, used(result)
    assert (tmp_path / "s.sh").read_text().count("tc filter add") > 1000


@pytest.mark.parametrize("name", SHOWN)
def test_a_show_of_a_hard_megabyte_ends(name: str) -> None:
    text = CASES[name].make(CASES[name].most)
    result = qosc(["show", "-"], text, cpu=TIME, space=ROOM)
    assert result.returncode in (0, 1), used(result)
    assert result.stdout, used(result)
