"""The package that is installed is the tree that is here."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

from qosc.cli.commands import check
from qosc.profiles import NAMES

ROOT = Path(__file__).parents[3]


def _setup() -> configparser.ConfigParser:
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg")
    return config


def test_every_package_of_the_tree_is_listed_in_setup_cfg() -> None:
    listed = _setup()["options"]["packages"].split()
    homes = {
        "compiler": "qosc",
        "examples": "qosc.examples",
        "grammars": "qosc.grammars",
        "targets": "qosc.targets",
    }
    found = [
        ".".join([name, *init.parent.relative_to(ROOT / home).parts])
        for home, name in homes.items()
        for init in (ROOT / home).rglob("__init__.py")
    ]
    assert sorted(listed) == sorted(found)


def test_every_data_file_of_the_tree_is_packaged() -> None:
    homes = {
        "qosc": "compiler",
        "qosc.examples": "examples",
        "qosc.grammars": "grammars",
        "qosc.targets": "targets",
    }
    packaged = set()
    for package, patterns in _setup()["options.package_data"].items():
        owner = max((name for name in homes if f"{package}.".startswith(f"{name}.")), key=len)
        folder = ROOT / homes[owner] / package.removeprefix(owner).strip(".").replace(".", "/")
        for pattern in re.split(r"[,\s]+", patterns.strip()):
            packaged |= set(folder.glob(pattern))
    data = {
        path
        for home in homes.values()
        for path in (ROOT / home).rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    }
    assert data <= packaged


def test_the_platforms_that_the_command_line_offers_are_the_profiles() -> None:
    (option,) = (each for each in check.command.params if each.name == "platform")
    assert tuple(option.type.choices) == NAMES


def test_each_profile_says_its_own_name() -> None:
    from qosc.profiles import profile

    for name in NAMES:
        assert profile(name).name == name
