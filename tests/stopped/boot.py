"""One boot for all runs of one device, or a network namespace of this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from qosc.lab.linux import uml
from tests.stopped.devices import Device

_GUEST = Path(__file__).parent / "guest" / "main.py"
_PYTHON = (str(Path(sys.executable).resolve()), "-s", "-S", "-B", str(_GUEST))
_LAST_RUN_S = 150
"""Seconds that are kept for the last run on a busy machine."""
STANDS = ("nothing", "foreign", "earlier")
"""On the interfaces before: nothing, a queue and an entry of others, an earlier script's work."""


@dataclass(frozen=True)
class Found:
    """What became of the runs.

    `outcomes`: how many ended each way; `boundaries` and `starts`: how many changes and starts of
    programs a run has, by what stood there before; `wrong`: the first of those that left neither
    what was there nor what was asked for; `late`: runs for which no time was left.
    """

    outcomes: Mapping[str, int]
    boundaries: Mapping[str, int]
    starts: Mapping[str, int]
    wrong: tuple[str, ...]
    wrongs: int
    late: int
    seconds: float
    plain: bool
    """Whether filters and early drop were replaced by what the kernel has."""


def sweep(
    device: Device,
    seeded: int | None = None,
    *,
    seed: int = 1,
    stands: tuple[str, ...] = STANDS,
    seconds: float = 540.0,
    here: bool = False,
) -> Found:
    """Cut runs of a device's script: at each change, or at `seeded` drawn places.

    In a booted kernel, or `here`: in a network namespace of this machine, many times as fast. Where
    its kernel lacks a kind of filter, others take their places in the script.
    """
    job = {
        "device": asdict(device),
        "stands": stands,
        "seeded": seeded,
        "seed": seed,
    }
    if here:
        return _here(job, seconds)
    argv = [*_PYTHON, "@cuts", "/run/cut", str(seconds - _LAST_RUN_S)]
    step = {"node": "guest", "argv": argv}
    experiment = {
        "name": "cuts",
        "nodes": [{"name": "guest", "addresses": []}],
        "links": [],
        "routes": [],
        "steps": [step],
        "limit_s": seconds,
    }
    job_files = {"files": {"cuts": json.dumps(job)}, "experiments": [experiment]}
    outcome = uml.run(job_files, timeout=seconds + 30)
    result = outcome.result or {}
    made = (result.get("experiments") or [{}])[0]
    why = outcome.error or result.get("error") or made.get("error")
    if why:
        raise RuntimeError(f"{why} {outcome.console}")
    return Found(**json.loads(made["steps"][0]["stdout"]))


def _unshare() -> list[str]:
    return ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-r", "-n"]


def namespaces() -> str | None:
    """None if this machine gives a network namespace with queues, else why not, in words."""
    commands = (
        "ip link add try0 type veth peer name try1 && tc qdisc add dev try0 root handle 1: htb"
        " && tc qdisc add dev try0 clsact && tc filter add dev try0 egress protocol ip u32"
        " match ip dport 1 0xffff flowid 1:1 && ethtool -k try0"
    )
    try:
        done = subprocess.run(
            [*_unshare(), "sh", "-ec", commands], capture_output=True, check=False, timeout=60
        )
    except OSError as error:
        return str(error)
    return done.stderr.decode(errors="replace") or "it failed" if done.returncode else None


def _here(job: dict[str, Any], seconds: float) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "job"
        file.write_text(json.dumps(job), encoding="utf-8")
        place = Path(folder) / "cut"
        place.mkdir()
        done = subprocess.run(
            [*_unshare(), *_PYTHON, str(file), str(place), str(seconds - _LAST_RUN_S)],
            capture_output=True,
            check=False,
            timeout=seconds,
            text=True,
            stdin=subprocess.DEVNULL,
        )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return Found(**json.loads(done.stdout))
