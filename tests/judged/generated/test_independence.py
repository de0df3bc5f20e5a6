"""The generator shares nothing with the compiler: no import of it, not even by way of another."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.generator import DIALECTS, device

ROOT = Path(__file__).parents[3]
HERE = ROOT / "tests" / "generator"

BLOCKED = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "qosc":
            raise ImportError(f"{name} is not to be imported")

sys.meta_path.insert(0, Refuse())
from random import Random
from tests.generator import DIALECTS, device

for dialect in DIALECTS:
    made = device(7, dialect)
    print(dialect, len(made.text), len(made.packets(20, Random(1))), len(made.figures()))
assert not any(name.partition(".")[0] == "qosc" for name in sys.modules)
"""


@pytest.mark.parametrize("path", sorted(HERE.glob("*.py")), ids=lambda path: path.name)
def test_no_module_imports_the_compiler(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {
        name
        for node in ast.walk(tree)
        for name in (
            [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    tops = {name.partition(".")[0] for name in names}
    assert "qosc" not in tops
    assert not {name for name in names if name.startswith("tests.")} - {
        name for name in names if name.startswith(("tests.generator", "tests.wire"))
    }


def test_it_runs_where_the_compiler_cannot_be_imported() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(DIALECTS)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_seed_gives_the_same_bytes_and_another_seed_others(dialect: str) -> None:
    first, second, other = device(5, dialect), device(5, dialect), device(6, dialect)
    assert first.text == second.text
    rolls = [Random(2) for _ in range(2)]  # noqa: S311
    assert first.packets(30, rolls[0]) == second.packets(30, rolls[1])
    assert first.figures() == second.figures()
    assert first.text != other.text


@pytest.mark.parametrize("dialect", DIALECTS)
def test_packets_reach_every_class_that_something_can_reach(dialect: str) -> None:
    """A generator of packets that go to the default class alone would judge nothing."""
    leaves: set[tuple[str, ...]] = set()
    classes: set[tuple[str, ...]] = set()
    open_questions = sent = 0
    for seed in range(12):
        made = device(seed, dialect)
        rng = Random(seed)  # noqa: S311
        for _, egress, _, found in made.packets(150, rng):
            sent += 1
            open_questions += bool(found.unknown & {"leaf", "dropped"})
            if found.leaf is not None:
                leaves.add((str(seed), egress, *found.leaf))
        classes |= {
            (str(seed), figure.port, *figure.path)
            for figure in made.figures()
            if figure.quantity == "guaranteed"
        }
    reached = leaves & classes
    assert len(reached) > len(classes) // 3
    assert open_questions < sent // 10


def test_the_script_prints_text_figures_and_packets() -> None:
    command = [sys.executable, "scripts/generate.py", "7", "ios-15", "--packets", "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert device(7, "ios-15").text in done.stdout
    figures, _, packets = done.stdout.partition("\nFigures\n")[2].partition("\nPackets\n")
    assert "bit/s" in figures
    assert len([line for line in packets.splitlines() if " to " in line]) == 3
