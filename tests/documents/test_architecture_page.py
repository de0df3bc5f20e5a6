"""The page on the architecture names the floors that are held, and the folders that there are."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
CONTRACTS = [
    contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
    if contract["type"] == "layers"
]
PACKAGES = ["qosc", "qosc.frontends.cisco", "qosc.frontends.junos"]


def tables() -> list[list[set[str]]]:
    """The names of each row of the three tables of floors, in their order."""
    _, *texts = PAGE.split("| floor | what it knows |\n| --- | --- |\n")
    return [
        [
            set(re.findall(r"`([\w]+)`", line.split("|")[1]))
            for line in text.partition("\n\n")[0].splitlines()
        ]
        for text in texts
    ]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_floors_are_those_that_are_held(package: str) -> None:
    (held,) = (each["layers"] for each in CONTRACTS if each["containers"] == [package])
    assert tables()[PACKAGES.index(package)] == [set(layer.split(" | ")) for layer in held]


@pytest.mark.parametrize("package", PACKAGES)
def test_each_floor_is_a_module(package: str) -> None:
    """A name that nothing has holds nothing."""
    where = {"qosc": ROOT / "compiler"}
    folder = where.get(package, ROOT / "compiler" / "/".join(package.split(".")[1:]))
    for name in set().union(*tables()[PACKAGES.index(package)]) - {"targets"}:
        assert (folder / name).is_dir() or (folder / f"{name}.py").is_file(), name


def test_the_folders_of_tests_are_those_that_there_are() -> None:
    (row,) = (line for line in PAGE.splitlines() if line.startswith("| `tests/` |"))
    told = set(re.findall(r"`(\w+)`", row))
    there = {
        path.name
        for path in (ROOT / "tests").iterdir()
        if path.is_dir() and any(one.is_file() for one in path.rglob("*.*") if one.suffix != ".pyc")
    }
    assert told == there
