"""Which commit a page of figures was measured at.

A figure is true of the program that was measured. The line that is made here stands on the page, so
that a reader can ask git what has changed since.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

__all__ = ["line"]

ROOT = Path(__file__).resolve().parents[2]


def line(*rows: str) -> str:
    """Commit and date of the tree that is measured now; `rows` names them where not all are."""
    commit, date = _git("log", "-1", "--format=%h %cs", "--abbrev=8").split()
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", "compiler", "targets")
    where = f"commit {commit} of {date}" + (
        ", with changes that are in no commit" if changed else ""
    )
    what = f"Measured at {where}"
    if rows:
        what += f": {', '.join(rows)}"
    return f"{what}. `git log {commit}.. -- compiler targets` lists what changed since."


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()
