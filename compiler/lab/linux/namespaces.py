"""Do a job in network namespaces of this machine's own kernel, and take the result.

As `uml.run`, without a guest: the programs, the scripts and the job are the same. They run in
namespaces of users, mounts, processes and networks of their own, so that they need no root, can
change nothing of the machine, and are gone with their first process. The kernel must allow that
and have what tc scripts use: `available` tries each. Times are those of the kernel that also does
all else, and no module is loaded for a job.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import qosc
from qosc.lab.linux.uml import KEEPER, Outcome

__all__ = ["available", "run"]

_PROGRAMS = (
    ("unshare", "util-linux"),
    ("mount", "mount"),
    ("ip", "iproute2"),
    ("tc", "iproute2"),
    ("sh", "dash"),
)
_APART = (
    *("unshare", "--user", "--map-root-user", "--mount", "--net", "--ipc"),
    *("--pid", "--fork", "--kill-child", "--mount-proc"),
)
_PATH = ":/usr/local/sbin:/usr/sbin:/sbin"
_PROBE_S = 60
_CONSOLE_LINES = 25

_PLACES = """
mount -t tmpfs tmpfs /run || exit 9
mkdir -p /run/tmp /run/netns || exit 9
"""
_PROBE = (
    _PLACES
    + """
lacks() { echo "$1"; }
ip netns add a && ip netns add b || lacks 'network namespaces below /run/netns'
ip link add v0 netns a type veth peer name v1 netns b || lacks 'links of type veth'
ip -n a link set v0 up
inside() { tc -n a "$@"; }
root() {
    inside qdisc replace dev v0 root handle 1: "$@" >/dev/null || lacks "the queueing discipline $1"
    inside qdisc del dev v0 root >/dev/null 2>&1
}
root htb default 1
root prio
root sfq
root red limit 400000 min 30000 max 90000 avpkt 1000 burst 55 bandwidth 1mbit
root tbf rate 1mbit burst 10kb latency 50ms
root pfifo limit 10
root bfifo limit 10000
root netem delay 1ms
inside qdisc add dev v0 clsact || lacks 'the queueing discipline clsact'
pass() {
    kind="$1"; shift
    inside filter add dev v0 egress protocol ip pref 1 "$@" || lacks "$kind"
    inside filter del dev v0 egress pref 1 >/dev/null 2>&1
}
pass 'the classifier matchall' matchall action pass
pass 'the classifier u32' u32 match u32 0 0 action pass
pass 'the classifier flower' flower ip_proto udp action pass
pass 'the action police' matchall action police rate 1mbit burst 10k conform-exceed drop
pass 'the action skbedit' matchall action skbedit priority 1:1
pass 'the action pedit' matchall action pedit ex munge ip tos set 0x20 retain 0xfc
pass 'the action csum' matchall action csum ip4h
pass 'the action mirred' matchall action mirred egress redirect dev v0
exit 0
"""
)
# The job's directory stays in sight where the machine has it below /run.
_INIT = (
    """
mount --bind "$1" /mnt || exit 9
"""
    + _PLACES
    + """
export HOME=/run TMPDIR=/run/tmp LC_ALL=C.UTF-8 PYTHONPATH=/mnt/lib
cd /run
exec "$2" -s -S -B -m qosc.lab.linux.guest /mnt/job.json /mnt/result.json
"""
)


@functools.cache
def available() -> str | None:
    """None if the kernel of this machine can do a job, else what is missing, in words."""
    if platform.system() != "Linux":
        return "network namespaces need Linux"
    for program, package in _PROGRAMS:
        if shutil.which(program, path=_environment()["PATH"]) is None:
            return f"{program} is not installed (Debian package {package})"
    try:
        done = subprocess.run(
            [*_APART, "sh", "-c", _PROBE],
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
            env=_environment(),
            timeout=_PROBE_S,
        )
    except subprocess.TimeoutExpired:
        return f"a try of the kernel took more than {_PROBE_S} s"
    lacking = done.stdout.decode(errors="replace").splitlines()
    if lacking:
        return f"this kernel ({platform.release()}) lacks {', '.join(lacking)}"
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip().splitlines()
        return f"namespaces cannot be made here: {why[-1] if why else 'no reason given'}"
    return None


def run(job: Mapping[str, Any], timeout: float) -> Outcome:
    """Do `job` (see `guest.experiment`), and return its result; at most `timeout` seconds.

    Nothing is left behind: the namespaces, and all processes in them, end with the first one. What
    goes wrong there is in the outcome; only the caller's own interrupt is raised.
    """
    if reason := available():
        return Outcome(None, reason)
    started = time.monotonic()
    work = Path(tempfile.mkdtemp(prefix="qosc-ns-"))
    try:
        (work / "lib").mkdir()
        (work / "lib" / "qosc").symlink_to(Path(qosc.__file__).resolve().parent)
        (work / "job.json").write_text(json.dumps(job))
        error = _do(work, timeout)
        said = (work / "console").read_text(errors="replace").splitlines()[-_CONSOLE_LINES:]
        result = None if error else _result(work)
        late = bool(error)
        if result is None and not error:
            error = "the job ended without a result"
        return Outcome(result, error, tuple(said), time.monotonic() - started, late)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _do(work: Path, timeout: float) -> str:
    """Run the job to its end; the error, or an empty string."""
    python = str(Path(sys.executable).resolve())
    # If the caller is killed, so are the job's processes and the directory.
    command = ["sh", "-c", KEEPER, "sh", str(work), *_APART]
    if shutil.which("setpriv"):
        command = ["setpriv", "--pdeathsig", "TERM", *command]
    with (work / "console").open("wb") as console:
        process = subprocess.Popen(
            [*command, "sh", "-c", _INIT, "sh", str(work), python],
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            env=_environment(),
            start_new_session=True,
        )
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            return f"the job did not finish in {timeout:g} s"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return ""


def _environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", "") + _PATH, "LC_ALL": "C.UTF-8"}


def _result(work: Path) -> Mapping[str, Any] | None:
    try:
        document = json.loads((work / "result.json").read_text())
    except (OSError, ValueError):
        return None
    return document if isinstance(document, dict) else None
