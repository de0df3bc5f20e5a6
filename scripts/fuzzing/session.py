"""Fuzz one command for a time, in processes that may end, and gather what they found."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from scripts.fuzzing.commands import COMMANDS
from scripts.fuzzing.seeds import ROOT, write_seeds

__all__ = ["Report", "fuzz", "keep"]

_START_S = 3
"""A rest shorter than this is not worth another process."""
_MOST_PROCESSES = 100
"""So many processes in a row, each ended before its time, are enough to look at."""


@dataclass
class Report:
    """What became of a command's inputs. `kinds` has, for each kind of failure, the script that
    runs its first input again. Times are in seconds of processor time, memory in kB.
    """

    command: str
    inputs: int = 0
    counted: int = 0
    failed: int = 0
    cpu_s: float = 0
    memory_kb: int = 0
    kinds: dict[str, Path] = field(default_factory=dict)

    def add(self, tally: Path) -> None:
        """Add what a process wrote down."""
        if not tally.is_file():
            return
        numbers = json.loads(tally.read_text(encoding="utf-8"))
        self.inputs += numbers["inputs"]
        self.counted += numbers["counted"]
        self.failed += numbers["failed"]
        self.cpu_s += numbers["cpu_s"]
        self.memory_kb = max(self.memory_kb, numbers["memory_kb"])
        tally.unlink()

    def join(self, later: Report) -> None:
        """Add what another round came to; a kind of failure keeps its first input."""
        for name in ("inputs", "counted", "failed", "cpu_s"):
            setattr(self, name, getattr(self, name) + getattr(later, name))
        self.memory_kb = max(self.memory_kb, later.memory_kb)
        self.kinds = later.kinds | self.kinds


def fuzz(
    command: str, place: Path, seconds: int, seed: int, *, guided: bool, again: bool = False
) -> Report:
    """Fuzz for so many seconds of processor time, however many others want the processor; the
    failures are kept below `place`, with those of the rounds before if this is done `again`.
    """
    place = place.resolve()
    # What is kept to be compared is that of this round.
    shutil.rmtree(place / "apart" if again else place, ignore_errors=True)
    place.mkdir(parents=True, exist_ok=True)
    write_seeds(COMMANDS[command].seeds, _seeds(command, place))
    report = Report(command)
    left = seconds
    for turn in range(_MOST_PROCESSES):
        number = str(seed + turn)
        more = ["--seconds", str(left), "--seed", number, *(["--guided"] if guided else [])]
        before = report.cpu_s
        ended = _worker(command, place, more)
        report.add(place / "tally.json")
        _gather(report, place)
        if ended.returncode == 0:
            break
        _ended(report, place, ended)
        left -= max(int(report.cpu_s - before), 1)
        if left < _START_S:
            break
    _compare(report, place)
    return report


def _seeds(command: str, place: Path) -> Path:
    return place.parent / "seeds" / COMMANDS[command].seeds


def _worker(command: str, place: Path, more: list[str]) -> subprocess.CompletedProcess[bytes]:
    hashes = "1" if "--apart" in more else "0"
    seeds = str(_seeds(command, place))
    return subprocess.run(
        [sys.executable, "-m", "scripts.fuzzing.worker", command, str(place), seeds, *more],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hashes},
        capture_output=True,
        check=False,
    )


def _gather(report: Report, place: Path) -> None:
    for found in sorted((place / "found").glob("*.input")):
        why = found.with_suffix(".txt").read_text(encoding="utf-8")
        kind = why.partition("\n")[0]
        if kind not in report.kinds:
            report.kinds[kind] = keep(report.command, place, found.read_bytes(), why)
        found.unlink()


def _ended(report: Report, place: Path, ended: subprocess.CompletedProcess[bytes]) -> None:
    """A process that did not end by itself: what it was at is a failure."""
    said = ended.stderr.decode("utf-8", "replace")[-4000:]
    if ended.returncode == 9:  # it told itself: too much memory
        return
    if not (place / "current").is_file():
        raise RuntimeError(f"the fuzzer itself failed: {said}")
    kind = f"process ended with {ended.returncode}"
    report.failed += 1
    if kind not in report.kinds:
        data = (place / "current").read_bytes()
        report.kinds[kind] = keep(report.command, place, data, f"{kind}\n{said}")


def _compare(report: Report, place: Path) -> None:
    """Run some inputs again where sets and dictionaries of texts have another order."""
    if not (place / "apart").is_dir():
        return
    ended = _worker(report.command, place, ["--apart"])
    for name in ended.stdout.decode().split():
        report.failed += 1
        kind = "another process says otherwise"
        if kind not in report.kinds:
            data = (place / "apart" / name).read_bytes()
            report.kinds[kind] = keep(report.command, place, data, kind)


def keep(command: str, place: Path, data: bytes, why: str) -> Path:
    """Write a failing input as files, and beside them why it fails and how to run it again."""
    name = blake2b(why.partition("\n")[0].encode(), digest_size=4).hexdigest()
    folder = place / "failures" / name
    folder.mkdir(parents=True, exist_ok=True)
    COMMANDS[command].lay_out(data, folder)
    (folder / "why.txt").write_text(why, "utf-8", "backslashreplace")
    program = ["qosc"]
    if COMMANDS[command].editor:
        # It lies where the module is found from.
        program = ["env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "scripts.fuzzing.editor"]
    line = shlex.join([*program, *COMMANDS[command].line(data)])
    script = folder / "again.sh"
    script.write_text(
        f'#!/bin/sh\ncd "$(dirname "$0")" && QOSC_TRACEBACK=1 {line}\n', encoding="utf-8"
    )
    return script
