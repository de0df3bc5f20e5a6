"""Boots a Debian release's own user-mode kernel with its own iproute2, and asks it for states."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["HERE", "Answer", "Release", "read_back"]

_GUEST = Path(__file__).with_name("guest.py")
_INIT = """#!/bin/sh
export PATH=/usr/sbin:/sbin:/usr/bin:/bin HOME=/run LC_ALL=C
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t tmpfs tmpfs /run
mkdir -p /run/m/lib/modules
ln -s "/usr/lib/uml/modules/$(uname -r)" "/run/m/lib/modules/$(uname -r)"
printf '#!/bin/sh\\nexec modprobe -d /run/m "$@"\\n' > /run/modprobe
chmod 755 /run/modprobe
echo /run/modprobe > /proc/sys/kernel/modprobe
{share}
"{python}" -s -S "{job}/guest.py" "{job}" > "{job}/log" 2>&1
echo o > /proc/sysrq-trigger
while :; do sleep 60; done
"""
_CHROOT = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'


@dataclass(frozen=True, slots=True)
class Release:
    """A Debian release: its name, and the folder it was unpacked into (`/` for the host's)."""

    name: str
    root: Path

    @property
    def ours(self) -> bool:
        """Whether it is the system that runs this."""
        return self.root == Path("/")


HERE = Release("host", Path("/"))


@dataclass(frozen=True, slots=True)
class Answer:
    """The versions of the guest, and for each file of commands what the kernel held after it."""

    kernel: str
    iproute2: str
    states: Mapping[str, Mapping[str, Any]]


def read_back(release: Release, commands: Mapping[str, str], limit_s: float = 540) -> Answer:
    """Apply each text of commands (for the device `dm0`) alone, in one boot.

    Raises RuntimeError, with the end of the console, where the guest gives no answer.
    """
    place = None if release.ours else release.root / "tmp"
    work = Path(tempfile.mkdtemp(prefix="qosc-readback-", dir=place))
    try:
        (work / "job" / "in").mkdir(parents=True)
        shutil.copy(_GUEST, work / "job" / "guest.py")
        for name, text in commands.items():
            (work / "job" / "in" / name).write_text(text)
        _boot(release, work, limit_s)
        result = work / "job" / "result.json"
        if not result.exists():
            raise RuntimeError(_last_words(work))
        found = json.loads(result.read_text())
        return Answer(found["kernel"], found["iproute2"], found["states"])
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _boot(release: Release, work: Path, limit_s: float) -> None:
    inside = work if release.ours else Path("/") / work.relative_to(release.root)
    job = inside / "job"
    # The host's root is read only in the guest, so that the job is mounted beside it.
    share = f'mkdir /run/job && mount -t hostfs -o "{job}" none /run/job' if release.ours else ""
    python = (
        "/usr/bin/python3" if not release.ours else os.path.realpath(shutil.which("python3") or "")
    )
    init = work / "init"
    init.write_text(
        _INIT.format(share=share, job="/run/job" if release.ours else job, python=python)
    )
    init.chmod(0o755)
    command = [
        "/usr/bin/linux.uml",
        "mem=384M",
        "rootfstype=hostfs",
        "rootflags=/",
        "ro" if release.ours else "rw",
        f"init={inside}/init",
        "con=null",
        "con0=null,fd:1",
        "quiet",
        "noreboot",
        f"umid=qosc-{secrets.token_hex(6)}",
        f"uml_dir={inside}/",
    ]
    if not release.ours:
        command = ["unshare", "-m", "sh", "-c", _CHROOT, str(release.root), *command]
    with (work / "console").open("wb") as console:
        subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            env={"PATH": os.environ["PATH"], "HOME": str(inside), "TMPDIR": "/dev/shm"},
            timeout=limit_s,
            check=False,
        )


def _last_words(work: Path) -> str:
    texts = [work / "console", work / "job" / "log"]
    return "\n".join(t.read_text(errors="replace")[-1500:] for t in texts if t.exists())
