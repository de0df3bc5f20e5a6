"""Which processes belong to a run, and whether they end."""

from __future__ import annotations

import os
import select
import time
from pathlib import Path

__all__ = ["all_end", "members"]


def members(place: Path) -> list[int]:
    """The processes whose command line or folder is below a place."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes()
            below = Path(os.readlink(folder / "cwd")).is_relative_to(place)
        except OSError:
            continue
        if str(place).encode() in line or below:
            found.append(int(folder.name))
    return [pid for pid in found if pid != os.getpid()]


def all_end(pids: list[int], seconds: float) -> bool:
    """Whether processes end long before they would by themselves."""
    deadline = time.monotonic() + seconds
    for pid in pids:
        try:
            handle = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        try:
            if not select.select([handle], [], [], max(0.0, deadline - time.monotonic()))[0]:
                return False
        finally:
            os.close(handle)
    return True
