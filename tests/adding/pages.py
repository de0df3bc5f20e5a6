"""The pages on adding something, as a reader would follow them: each file that a page shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

__all__ = ["PAGES", "follow", "installed", "qosc"]

PAGES = Path(__file__).parents[2] / "docs" / "adding"
_FILE = re.compile(
    r"^`(?P<path>[\w./-]+)`:\n\n(?P<fence>`{3,})\w+\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)


def follow(page: str, folder: Path) -> list[str]:
    """Write the files that a page shows into a folder; their paths."""
    written = []
    for found in _FILE.finditer((PAGES / page).read_text(encoding="utf-8")):
        path = folder / found["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found["text"], encoding="utf-8")
        written.append(found["path"])
    return written


def installed(folder: Path) -> Path:
    """What `pip install` writes for the package in a folder, without pip: its entry points."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    home = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    home.mkdir()
    (home / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (home / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return folder


def qosc(*arguments: str, beside: Path, stdin: str = "") -> tuple[int, str, str]:
    """Run the command line with the package in a folder beside qosc."""
    done = subprocess.run(
        [sys.executable, "-m", "qosc", *arguments],
        check=False,
        timeout=300,
        capture_output=True,
        text=True,
        input=stdin,
        env={**os.environ, "PYTHONPATH": str(beside)},
    )
    return done.returncode, done.stdout, done.stderr
