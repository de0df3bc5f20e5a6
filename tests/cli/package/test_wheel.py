"""The package: built twice it is the same, it holds the tree, and it runs without the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[3]
FOLDERS = ("compiler", "examples", "grammars", "targets")


def build(place: Path, umask: int) -> tuple[Path, Path]:
    """The source distribution and the wheel, as somebody with another umask builds them."""
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "release" / "dist.py", place],
        cwd=place,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"},
        capture_output=True,
        text=True,
        check=False,
        umask=umask,
    )
    assert done.returncode == 0, done.stderr
    source, wheel = (place / line.split()[1] for line in done.stdout.splitlines())
    return source, wheel


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[int, tuple[Path, Path]]:
    return {mask: build(tmp_path_factory.mktemp("dist"), mask) for mask in (0o022, 0o077)}


@pytest.fixture(scope="module")
def wheel(built: dict[int, tuple[Path, Path]]) -> Path:
    return built[0o022][1]


def test_two_builds_are_the_same_bytes(built: dict[int, tuple[Path, Path]]) -> None:
    first, second = (
        [sha256(path.read_bytes()).hexdigest() for path in pair] for pair in built.values()
    )
    assert first == second


def test_the_source_distribution_has_tests_documents_examples_and_what_runs_them(
    built: dict[int, tuple[Path, Path]],
) -> None:
    with tarfile.open(built[0o022][0]) as archive:
        held = {member.name.partition("/")[2]: member for member in archive.getmembers()}
    wanted = {
        path.relative_to(ROOT).as_posix()
        for folder in ("tests", "docs", "examples", "scripts")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    git = ["git", "-C", str(ROOT), "ls-files", "--others", "-z"]
    untracked = subprocess.run(git, capture_output=True, text=True, check=False).stdout
    wanted -= set(untracked.split("\0"))
    assert wanted | {"Makefile", "README.md", "CHANGELOG.md", ".ci/run"} <= set(held)
    assert {(each.uid, each.uname, each.mtime) for each in held.values()} == {(0, "", 1700000000)}
    assert held[".ci/run"].mode & 0o100


def test_the_wheel_puts_the_manual_page_where_man_finds_it(wheel: Path) -> None:
    (name,) = (name for name in ZipFile(wheel).namelist() if name.endswith("qosc.1"))
    assert name.endswith(".data/data/share/man/man1/qosc.1")
    assert ZipFile(wheel).read(name) == (ROOT / "docs" / "man" / "qosc.1").read_bytes()


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    homes = {"compiler": "qosc", **{name: f"qosc/{name}" for name in FOLDERS[1:]}}
    wanted = {
        f"{home}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, home in homes.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert wanted <= set(ZipFile(wheel).namelist())


def test_its_description_has_no_link_that_only_the_repository_resolves(
    wheel: Path,
) -> None:
    archive = ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = archive.read(name).decode()
    assert "License-Expression: Apache-2.0\n" in metadata
    assert "](" not in metadata


def test_the_demo_runs_from_the_wheel_alone(wheel: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(wheel, tmp_path / "installed", "zip")
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
