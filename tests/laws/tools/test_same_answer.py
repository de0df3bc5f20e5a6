"""The same bytes, the same answer: whatever the order of sets, and however often it is asked."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.limits.limited import busy

_CONSTRUCTS = Path(__file__).resolve().parents[3] / "examples" / "constructs"
_FILES = sorted(path for path in _CONSTRUCTS.iterdir() if path.suffix in (".cfg", ".conf"))[::2]
_SEEDS = ("0", "1")
_PROGRAM = """
import sys
from contextlib import suppress
from qosc.cli import main

name, other = sys.argv[1:]
for line in (
    ["check", name, "--format", "json"],
    ["show", name],
    ["compile", name, "-t", "tc", "--allow-loss"],
    ["compile", name, "-t", "sim", "--allow-loss"],
    ["diff", other, name],
    ["check", name, "--format", "json"],
):
    print("#", line, flush=True)
    with suppress(SystemExit):
        main(line)
"""


def _said(path: Path, other: Path, seed: str) -> tuple[int, bytes, bytes]:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(path), str(other)],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.deep
@pytest.mark.parametrize("place", range(len(_FILES)), ids=lambda place: _FILES[place].name)
def test_another_order_of_sets_changes_no_byte(place: int) -> None:
    path, other = _FILES[place], _FILES[place - 1]
    first, *more = (_said(path, other, seed) for seed in _SEEDS)
    assert first[0] == 0, first[2].decode()
    assert first[1].count(b'"schema_version"') == 2
    for one in more:
        assert one == first


_EXAMPLES = _CONSTRUCTS.parent
_RICH = sorted(
    {path.parent.name: path for path in sorted(_EXAMPLES.glob("*/*.c[fo][gn]*"))}.values(),
    key=lambda path: (-path.stat().st_size, str(path)),
)[:4]
"""The last config of each folder, the largest of them."""
_TIMES = 20
_SPACE = 1_000_000 << 10
"""Bytes of address space, as `ulimit -v 1000000` gives."""


def _little_room() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_SPACE, _SPACE))


def _checked(path: Path, *, little: bool) -> tuple[int, bytes, bytes]:
    done = subprocess.run(
        [sys.executable, "-m", "qosc", "check", str(path), "--format", "json", "--isolated"],
        capture_output=True,
        check=False,
        preexec_fn=_little_room if little else None,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.deep
@pytest.mark.parametrize("path", _RICH, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_load_and_little_room_change_no_byte(path: Path) -> None:
    """Twenty runs beside two busy loops, each second one in little address space."""
    first = _checked(path, little=False)
    assert first[0] in (0, 1), first[2].decode()
    assert first[1].startswith(b"{")
    with busy(2):
        for number in range(_TIMES):
            assert _checked(path, little=number % 2 == 1) == first
