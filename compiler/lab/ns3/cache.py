"""Whether what was built before can be trusted: whose it is, and what it was built with."""

from __future__ import annotations

import os
import stat
from pathlib import Path

__all__ = ["UnsafeError", "is_ours", "library_versions", "safe_folder"]

_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_PLACES = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64")
_NAMES = "libns3*-core*.so", "libns3*-network*.so", "libns3*-internet*.so", "libns3*-traffic*.so"


class UnsafeError(Exception):
    """Another user could have put a program into the cache."""


def safe_folder(folder: Path) -> None:
    """Make the folder for us alone; UnsafeError for one that others own, or can write to."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.stat()
    if status.st_uid != os.geteuid():
        raise UnsafeError(
            f"the cache {folder} belongs to another user, whose programs are not run; set "
            "QOSC_CACHE to a folder of your own"
        )
    if status.st_mode & _OTHERS:
        raise UnsafeError(
            f"other users can write to the cache {folder}, and its programs are run; "
            f"empty it and `chmod go-w` it, or set QOSC_CACHE to another folder"
        )


def is_ours(path: Path) -> bool:
    """Whether there is a file of ours that nobody else can write to; any other is removed."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return False
    if (
        stat.S_ISREG(status.st_mode)
        and status.st_uid == os.geteuid()
        and not status.st_mode & _OTHERS
    ):
        return True
    path.unlink()
    return False


def library_versions() -> str:
    """What tells one installation of the libraries of ns-3 from another: the names of the files
    behind the links (which hold the release), their sizes and times.
    """
    files = {
        file.resolve()
        for place in _PLACES
        for below in ("", "*/")
        for name in _NAMES
        for file in Path(place).glob(f"{below}{name}")
    }
    statuses = ((file, file.stat()) for file in sorted(files))
    return "".join(f"{file} {each.st_size} {each.st_mtime_ns}\n" for file, each in statuses)
