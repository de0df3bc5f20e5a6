"""What git is told to ignore: a folder that is searched does not lead to it."""

from __future__ import annotations

import os

__all__ = ["ignored_below"]

_SECONDS = 60


def ignored_below(top: str) -> frozenset[str]:
    """The paths below a folder, as its walk meets them, that git ignores and does not hold.

    None of a folder that is in no repository, that is ignored itself (who names it means it), or
    whose repository git does not read.
    """
    if not _in_repository(os.path.realpath(top)):
        return frozenset()
    import subprocess

    try:
        done = subprocess.run(
            [
                *("git", "-C", top, "-c", "core.fsmonitor=false", "ls-files", "-z"),
                *("--others", "--ignored", "--exclude-standard", "--directory"),
            ],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return frozenset()
    names = [os.fsdecode(name) for name in done.stdout.split(b"\0") if name]
    if "./" in names:
        return frozenset()
    return frozenset(os.path.join(top, name.rstrip("/").replace("/", os.sep)) for name in names)


def _in_repository(folder: str) -> bool:
    """Whether a folder, or one above it, holds a `.git`: a quick look before git is asked."""
    while True:
        if os.path.lexists(os.path.join(folder, ".git")):
            return True
        above = os.path.dirname(folder)
        if above == folder:
            return False
        folder = above
