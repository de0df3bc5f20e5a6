"""The wheel: built twice it is the same, it holds the tree, and it runs without the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("compiler", "examples", "grammars", "targets")
FILES = (
    *("LICENSE", "MANIFEST.in", "docs/man/qosc.1", "docs/package.md"),
    *("pyproject.toml", "setup.cfg"),
)
BUILD = "import sys, setuptools.build_meta as build; print(build.build_wheel(sys.argv[1]))"


def build(place: Path) -> Path:
    """The wheel of a copy of the tree, so that nothing is written into the tree itself."""
    copy = place / "tree"
    for name in FOLDERS:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(place)],
        cwd=copy,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return place / done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build(tmp_path_factory.mktemp("first")), build(tmp_path_factory.mktemp("second"))


def test_two_builds_are_the_same_bytes(wheels: tuple[Path, Path]) -> None:
    first, second = (sha256(path.read_bytes()).hexdigest() for path in wheels)
    assert first == second


def test_the_wheel_puts_the_manual_page_where_man_finds_it(wheels: tuple[Path, Path]) -> None:
    (name,) = (name for name in ZipFile(wheels[0]).namelist() if name.endswith("qosc.1"))
    assert name.endswith(".data/data/share/man/man1/qosc.1")
    assert ZipFile(wheels[0]).read(name) == (ROOT / "docs" / "man" / "qosc.1").read_bytes()


def test_the_wheel_holds_every_file_of_the_package(wheels: tuple[Path, Path]) -> None:
    homes = {"compiler": "qosc", **{name: f"qosc/{name}" for name in FOLDERS[1:]}}
    wanted = {
        f"{home}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, home in homes.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert wanted <= set(ZipFile(wheels[0]).namelist())


def test_its_description_has_no_link_that_only_the_repository_resolves(
    wheels: tuple[Path, Path],
) -> None:
    archive = ZipFile(wheels[0])
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = archive.read(name).decode()
    assert "License-Expression: Apache-2.0\n" in metadata
    assert "](" not in metadata


def test_the_demo_runs_from_the_wheel_alone(wheels: tuple[Path, Path], tmp_path: Path) -> None:
    ZipFile(wheels[0]).extractall(tmp_path / "installed")
    code = "import qosc, runpy, sys; print(qosc.__file__); sys.argv = ['qosc', 'demo']; "
    code += "runpy.run_module('qosc', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed"), "COLUMNS": "100"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path))
    assert "warning[QOS101]" in done.stdout
    assert "No difference in " in done.stdout
    assert "1 change; 1 port compared." in done.stdout
