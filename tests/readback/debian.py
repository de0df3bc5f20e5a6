"""Unpacks a Debian release's kernel, iproute2 and Python into a folder, to be booted there."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tests.readback.machine import Release

__all__ = ["RELEASES", "missing", "unpacked"]

RELEASES = {"Debian 11": "bullseye", "Debian 12": "bookworm", "Debian 13": "trixie"}
_PACKAGES = "user-mode-linux,iproute2,kmod,python3,dash,coreutils,mount"
_MIRROR = "http://deb.debian.org/debian"


def missing() -> str | None:
    """Why a release cannot be unpacked and booted here; None if it can."""
    if os.geteuid() != 0:
        return "unpacking another release needs root (chroot, mount)"
    for program in ("mmdebstrap", "unshare", "chroot"):
        if shutil.which(program) is None:
            return f"{program} is not installed"
    return None


def unpacked(name: str, folder: Path) -> Release:
    """The release of a name of `RELEASES`, unpacked below `folder` unless it is there already.

    Raises RuntimeError with the words of mmdebstrap.
    """
    root = folder / RELEASES[name]
    if not (root / "usr" / "bin" / "linux.uml").exists():
        shutil.rmtree(root, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [
                "mmdebstrap",
                "--quiet",
                "--variant=extract",
                f"--include={_PACKAGES}",
                RELEASES[name],
                str(root),
                _MIRROR,
            ],
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        if done.returncode:
            raise RuntimeError(done.stderr[-1500:])
        _lay_out(root)
    return Release(name, root)


def _lay_out(root: Path) -> None:
    """What the scripts of the packages would have made."""
    for name in ("bin", "sbin", "lib", "lib64"):
        if not (root / name).exists():
            (root / name).symlink_to(f"usr/{name}")
    for name in ("proc", "sys", "run", "tmp"):
        (root / name).mkdir(exist_ok=True)
    if not (root / "bin" / "sh").exists():
        (root / "bin" / "sh").symlink_to("dash")
