"""One command, fuzzed in a process of its own: `python -m scripts.fuzzing.worker --help`.

What is being run lies in the file `current`, so that whoever started the process can say on which
input it ended.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import resource
import shutil
import sys
import time
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from scripts.fuzzing.commands import COMMANDS, Command, Tried
from scripts.fuzzing.judge import CPU_S, MEMORY_KB, watchdog
from scripts.fuzzing.mutate import LONGEST, mutate
from scripts.fuzzing.probes import probes
from scripts.fuzzing.seeds import read_seeds

_SPACE = 16 << 30
"""Bytes of address space, of which an engine of decision diagrams takes more than it uses."""
_AGAIN, _APART, _KEPT = 16, 64, 200
"""One input in so many is run twice; one in so many is kept for a run in another process, with
another seed of hashes, but not more than the last number."""
_WARM, _SWEPT = 40, 64
"""After the first number of inputs nearly all modules that a command needs are there, and what
lives then is left alone by the collector, which runs once in so many inputs: to go through the
whole program each time took longer than the inputs."""


class Worker:
    """Runs the inputs of a command, and writes down what became of them."""

    def __init__(self, command: Command, place: Path) -> None:
        self.command, self.place = command, place
        self.tried = self.counted = self.faults = 0
        self.tally = place / "tally.json"
        self.folder = place / "run"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self._apart = 0
        self._known: set[str] = set()
        self._from = time.process_time()
        os.chdir(self.folder)

    def begin(self) -> None:
        """What was spent until here, as on imports, is not of the inputs."""
        self._from = time.process_time()

    def spent(self) -> float:
        """Seconds of processor time on inputs."""
        return time.process_time() - self._from

    def one(self, data: bytes) -> None:
        """Run an input."""
        (self.place / "current").write_bytes(data)
        used = int(time.process_time())
        with suppress(ValueError):
            resource.setrlimit(resource.RLIMIT_CPU, (used + 2 * CPU_S, resource.RLIM_INFINITY))
        tried = self.command.attempt(data, self.folder)
        if tried is None:
            return
        self.tried += 1
        self.counted += tried.counted
        for kind, details in tried.faults:
            self._tell(data, kind, details)
        if tried.counted and not tried.faults:
            self._compared(data, tried)
        if self.tried in (1, _WARM) or self.tried % _SWEPT == 0:
            # The program itself leaves this to the end of its process.
            gc.collect()
            if self.tried <= _WARM:
                gc.freeze()
            self.write()
        if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > MEMORY_KB:
            self._tell(data, "memory", f"more than {MEMORY_KB} kB")
            self.write()
            os._exit(9)

    def _compared(self, data: bytes, tried: Tried) -> None:
        digest = blake2b(data, digest_size=4).digest()
        if digest[0] % _AGAIN == 0:
            again = self.command.attempt(data, self.folder)
            if again != tried:
                self._tell(data, "two runs differ", f"{tried}\n\n{again}")
        if digest[1] % _APART == 0 and self._apart < _KEPT:
            self._apart += 1
            folder = self.place / "apart"
            folder.mkdir(exist_ok=True)
            (folder / digest.hex()).write_bytes(data)
            (folder / f"{digest.hex()}.seen").write_text(fingerprint(tried), encoding="utf-8")

    def _tell(self, data: bytes, kind: str, details: str) -> None:
        self.faults += 1
        if kind in self._known:
            return
        self._known.add(kind)
        name = blake2b(kind.encode(), digest_size=4).hexdigest()
        found = self.place / "found"
        found.mkdir(exist_ok=True)
        (found / f"{name}.input").write_bytes(data)
        (found / f"{name}.txt").write_text(f"{kind}\n{details}", "utf-8", "backslashreplace")

    def write(self) -> None:
        """Write the counts down."""
        usage = resource.getrusage(resource.RUSAGE_SELF)
        numbers = {
            "inputs": self.tried,
            "counted": self.counted,
            "failed": self.faults,
            "memory_kb": usage.ru_maxrss,
            "cpu_s": round(usage.ru_utime + usage.ru_stime, 1),
        }
        self.tally.write_text(json.dumps(numbers), encoding="utf-8")


def fingerprint(tried: Tried) -> str:
    """What the outcome of an input is known by, in any process."""
    text = repr((tried.counted, tried.outcome, tried.written))
    return blake2b(text.encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("command", choices=list(COMMANDS))
    parser.add_argument("place", type=Path)
    parser.add_argument("seeds", type=Path, help="a folder of inputs to begin with")
    parser.add_argument("--seconds", type=int, default=60, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--guided", action="store_true", help="by coverage, with atheris")
    parser.add_argument("--apart", action="store_true", help="run the inputs kept, and compare")
    options = parser.parse_args()
    gc.disable()
    resource.setrlimit(resource.RLIMIT_AS, (_SPACE, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    command = COMMANDS[options.command]
    seeds = read_seeds(options.seeds)
    worker = Worker(command, options.place.resolve())
    if options.apart:
        probes.install()
        watchdog()
        return _apart(worker)
    if options.guided:
        from scripts.fuzzing.guided import run

        run(worker, seeds, options.seconds, options.seed)
        return 0
    probes.install()
    watchdog()
    dice = random.Random(options.seed)  # noqa: S311  (repeatable, not secret)
    seeds.sort(key=lambda data: (len(data), data))
    worker.begin()
    while worker.spent() < options.seconds:
        # A short seed costs little, and is drawn more often than a long one.
        chosen = seeds[int(len(seeds) * dice.random() ** 2)]
        worker.one(mutate(dice, chosen, seeds, command.fixed)[: 4 * LONGEST])
    worker.write()
    return 0


def _apart(worker: Worker) -> int:
    for kept in sorted((worker.place / "apart").glob("*.seen")):
        tried = worker.command.attempt(kept.with_suffix("").read_bytes(), worker.folder)
        if tried is None or fingerprint(tried) != kept.read_text(encoding="utf-8"):
            print(kept.with_suffix("").name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
