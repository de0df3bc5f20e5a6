"""Boot user-mode-linux on the host's own file system, have it do a job, and take the result.

Debian's `user-mode-linux` is a kernel built as a program. It needs no root, no disk image and no
hardware support. The guest sees the host's files read only; the one place it can write to is a
private directory that is removed at the end.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import re
import secrets
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import qosc

__all__ = ["KEEPER", "Outcome", "available", "run"]

KERNEL = "linux.uml"
MODULES = Path("/usr/lib/uml/modules")
_NEEDED = (
    (KERNEL, "user-mode-linux"),
    ("modprobe", "kmod"),
    ("ip", "iproute2"),
    ("tc", "iproute2"),
    ("sh", "dash"),
)
_CONSOLE_LINES = 25

# In order: the guest's own file systems, then the job's directory (by the host's path, whatever
# the mounts hide), the modules, a time-out of the guest itself, and the work. Modules come when
# the kernel asks for them: each one that is loaded makes every program's start slower.
_INIT = """#!/bin/sh
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export HOME=/run TMPDIR=/run/tmp LC_ALL=C.UTF-8 PYTHONPATH=/run/job/lib
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t tmpfs tmpfs /run
mkdir -p /run/tmp /run/netns /run/job /run/m/lib/modules
ln -s "{modules}/$(uname -r)" "/run/m/lib/modules/$(uname -r)"
printf '#!/bin/sh\nexec modprobe -d /run/m "$@"\n' > /run/modprobe
chmod 755 /run/modprobe
echo /run/modprobe > /proc/sys/kernel/modprobe
mount -t hostfs -o "{work}/share" none /run/job
(sleep {limit}; echo o > /proc/sysrq-trigger) &
cd /run
"{python}" -s -S -B -m qosc.lab.linux.guest /run/job/job.json /run/job/result.json
echo o > /proc/sysrq-trigger
while :; do sleep 60; done
"""

# If the caller is killed, so are the kernel's processes (it makes a session of its own for them)
# and the directory.
KEEPER = """
work=$1; shift
"$@" </dev/null &
kernel=$!
stop() {
    kill -KILL "-$kernel"
    kill -KILL "$kernel"
    rm -rf -- "$work"
    exit 1
}
trap stop TERM HUP
wait "$kernel"
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run gave: a result, or the reason why there is none.

    `console` holds the last lines that the kernel and the guest printed, `seconds` the time from
    start to end.
    """

    result: Mapping[str, Any] | None
    error: str = ""
    console: tuple[str, ...] = ()
    seconds: float = 0.0
    timed_out: bool = False


def available() -> str | None:
    """None if the engine can run here, else what is missing, in words."""
    if platform.system() != "Linux":
        return "user-mode-linux needs Linux"
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    for program, package in _NEEDED:
        if shutil.which(program, path=path) is None:
            return f"{program} is not installed (Debian package {package})"
    if not any(MODULES.glob("*/modules.dep")):
        return f"no kernel modules in {MODULES} (Debian package user-mode-linux)"
    return None


def run(job: Mapping[str, Any], timeout: float) -> Outcome:
    """Boot, do `job` (see `guest.job`), and return its result; at most `timeout` seconds.

    Nothing is left behind, however the run ends: no process, no file. What goes wrong in the guest
    is in the outcome; only the caller's own interrupt is raised.
    """
    if reason := available():
        return Outcome(None, reason)
    started = time.monotonic()
    work = Path(tempfile.mkdtemp(prefix="qosc-uml-", dir=_place()))
    try:
        _lay_out(work, job, timeout)
        error = _boot(work, timeout)
        late = bool(error)
        console = _console(work)
        result = None if error else _result(work)
        if result is None and not error:
            error = "the guest ended without a result"
        return Outcome(result, error, console, time.monotonic() - started, late)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _place() -> str:
    """A directory for temporary files whose name the kernel's command line can hold."""
    place = tempfile.gettempdir()
    return place if re.fullmatch(r"[\w./-]+", place) else "/tmp"  # noqa: S108


def _lay_out(work: Path, job: Mapping[str, Any], timeout: float) -> None:
    shared = work / "share"
    (shared / "lib").mkdir(parents=True)
    (shared / "lib" / "qosc").symlink_to(Path(qosc.__file__).resolve().parent)
    (shared / "job.json").write_text(json.dumps(job))
    init = work / "init"
    init.write_text(
        _INIT.format(
            modules=MODULES,
            work=work,
            python=Path(sys.executable).resolve(),
            limit=int(timeout) + 10,
        )
    )
    init.chmod(0o755)


def _boot(work: Path, timeout: float) -> str:
    """Run the kernel to its end; the error, or an empty string."""
    command = [
        "sh",
        "-c",
        KEEPER,
        "sh",
        str(work),
        KERNEL,
        "mem=256M",
        "rootfstype=hostfs",
        "rootflags=/",
        "ro",
        f"init={work}/init",
        "con=null",
        "con0=null,fd:1",
        "quiet",
        "noreboot",
        f"umid=qosc-{os.getpid()}-{secrets.token_hex(6)}",
        f"uml_dir={work}/",
    ]
    if shutil.which("setpriv"):
        command = ["setpriv", "--pdeathsig", "TERM", *command]
    if shutil.which("taskset"):
        # The kernel and its processes take turns: on one processor that costs half as much.
        one = secrets.choice(sorted(os.sched_getaffinity(0)))
        command = ["taskset", "-c", str(one), *command]
    environment = {
        "PATH": os.environ.get("PATH", "") + ":/usr/sbin:/sbin",
        "HOME": str(work),
        "TMPDIR": _memory_place(work),
    }
    with (
        (work / "console").open("wb") as console,
        _alone(command, work, console, environment) as process,
    ):
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            return f"the guest did not finish in {timeout:g} s"
    return ""


@contextlib.contextmanager
def _alone(
    command: list[str], work: Path, console: Any, environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """A process in a session of its own; it and all that it started are gone at the end."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=console,
        stderr=subprocess.STDOUT,
        env=dict(environment),
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for straggler in _members(work):
            with contextlib.suppress(ProcessLookupError):
                os.kill(straggler, signal.SIGKILL)
                _await_end(straggler)


def _members(work: Path) -> list[int]:
    """The processes whose command line names the run's own directory."""
    members = []
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if os.fsencode(work) in line.read_bytes():
                members.append(int(line.parent.name))
    return [pid for pid in members if pid != os.getpid()]


def _await_end(pid: int) -> None:
    """Wait until a killed process that is no child of ours has ended."""
    handle = os.pidfd_open(pid)
    try:
        select.select([handle], [], [], 5)
    finally:
        os.close(handle)


def _memory_place(work: Path) -> str:
    """Where the guest's memory is mapped from: shared memory where code may be run from it."""
    with contextlib.suppress(OSError):
        shared = os.statvfs("/dev/shm")  # noqa: S108
        free = shared.f_bavail * shared.f_frsize
        if not shared.f_flag & os.ST_NOEXEC and free > 300 << 20 and os.access("/dev/shm", os.W_OK):  # noqa: S108
            return "/dev/shm"  # noqa: S108
    return str(work)


def _console(work: Path) -> tuple[str, ...]:
    text = (work / "console").read_text(errors="replace")
    return tuple(text.splitlines()[-_CONSOLE_LINES:])


def _result(work: Path) -> Mapping[str, Any] | None:
    try:
        document = json.loads((work / "share" / "result.json").read_text())
    except (OSError, ValueError):
        return None
    return document if isinstance(document, dict) else None
