"""Lay out the sources as the package tree that `pip install` makes, by links.

Type checkers and editors do not follow the mapping of `package_dir` in setup.cfg; they are pointed
at `build/typed` instead.
"""

from __future__ import annotations

import configparser
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Make `build/typed` anew."""
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg")
    tree = ROOT / "build" / "typed"
    shutil.rmtree(tree, ignore_errors=True)
    mapping = dict(
        line.split(" = ") for line in config["options"]["package_dir"].strip().splitlines()
    )
    package = tree / "qosc"
    package.mkdir(parents=True)
    for entry in sorted((ROOT / mapping.pop("qosc")).iterdir()):
        if entry.name != "__pycache__":
            (package / entry.name).symlink_to(entry)
    for name, folder in mapping.items():
        (package / name.removeprefix("qosc.")).symlink_to(ROOT / folder)


if __name__ == "__main__":
    main()
