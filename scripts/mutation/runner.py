"""Run mutants one after the other, each in a child of a process that has all tests loaded."""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scripts.mutation.catalogue import Mutant
from scripts.mutation.install import NotLoaded, Program
from scripts.mutation.reach import Reach
from scripts.mutation.session import Session

__all__ = ["Runner", "add", "results", "tests_asked", "tests_for"]

_MOST_SECONDS = 8.0
"""The usual time of the tests that are asked about one mutant, at most."""
_CONTROLS = 3


def tests_for(mutant: Mutant, reach: Reach, program: Program) -> list[int]:
    """The tests that may notice a mutant, those that name its module first, then by time."""
    lines = range(mutant.first, mutant.last + 1)
    found = reach.at(mutant.path, mutant.first, mutant.last) if mutant.inside else 0
    if not mutant.inside or reach.imported.get(mutant.path, set()).intersection(lines):
        for path in (mutant.path, *program.importers(mutant.path, through=True)):
            found |= reach.lookups.get(path, 0)
        if not reach.lookups.get(mutant.path):
            for path in (mutant.path, *program.importers(mutant.path)):
                found |= reach.at(path, 1, 1 << 30)
    stem = Path(mutant.path).stem.removeprefix("lower_")
    words = {stem, stem.replace("_", "-")}
    numbers = [n for n in range(len(reach.tests)) if found >> n & 1 and n not in reach.failed]
    return sorted(
        numbers,
        key=lambda n: (not any(each in reach.tests[n] for each in words), reach.seconds[n]),
    )


class Runner:
    """Runs mutants and adds what became of each to a file, a line of JSON for each."""

    def __init__(self, session: Session, reach: Reach, place: Path) -> None:
        self._session = session
        self._reach = reach
        self._program = Program()
        self._place = place
        gc.collect()
        gc.freeze()

    def control(self, mutants: Sequence[Mutant]) -> list[str]:
        """What is noticed where nothing is changed: nothing, if all is well."""
        found = []
        for mutant in mutants[:: max(1, len(mutants) // _CONTROLS)]:
            fate = self._run(mutant, change=False)
            if fate["fate"] == "noticed":
                found.append(f"{mutant.key}: {fate}")
        return found

    def run(self, mutants: Sequence[Mutant]) -> None:
        """Run those that have no result yet."""
        done = {each["key"] for each in results(self._place)}
        for number, mutant in enumerate(mutants):
            if mutant.key in done:
                continue
            began = time.monotonic()
            fate = self._run(mutant, change=True)
            fate["wall"] = round(time.monotonic() - began, 1)
            add(self._place, {"key": mutant.key, **fate})
            print(f"{number + 1} of {len(mutants)} {fate['fate']} {mutant.key}", flush=True)

    def _run(self, mutant: Mutant, change: bool) -> dict[str, Any]:
        every = tests_for(mutant, self._reach, self._program)
        asked, total = [], 0.0
        for test in every:
            total += self._reach.seconds[test]
            if asked and total > _MOST_SECONDS:
                break
            asked.append(test)
        numbers = {"reach": len(every), "asked": len(asked)}
        if not asked:
            return {"fate": "survived", "by": "no test reaches it", **numbers}
        fate, by = self._child(mutant, asked, change)
        return {"fate": fate, "by": by, **numbers}

    def _child(self, mutant: Mutant, asked: list[int], change: bool) -> tuple[str, str]:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            said = "broken"
            try:
                said = self._in_child(mutant, asked, change, writing)
            except BaseException as error:  # noqa: BLE001  (a child must not come back)
                said = f"broken\t{type(error).__name__}: {error}"
            finally:
                os.write(writing, said.encode()[:60_000])
                os._exit(0)
        os.close(writing)
        said = b""
        while part := os.read(reading, 4096):
            said += part
        os.close(reading)
        _, status = os.waitpid(child, 0)
        if not said:
            return "noticed", f"the process ended: {status}"
        fate, _, by = said.decode(errors="replace").partition("\t")
        return fate, by

    def _in_child(self, mutant: Mutant, asked: list[int], change: bool, writing: int) -> str:
        self._session.be_quiet()
        _limit(sum(self._reach.seconds[test] for test in asked))
        if change:
            path_lines = self._reach.imported.get(mutant.path, set())
            lines = range(mutant.first, mutant.last + 1)
            try:
                self._program.install(mutant, any(line in path_lines for line in lines))
            except NotLoaded:
                return "apart\t" + " ".join(map(str, asked))
            except Exception as error:  # noqa: BLE001  (as it would be when it is imported)
                return f"noticed\twhile it is loaded: {type(error).__name__}"
        current = [""]

        def too_long(*_: object) -> None:
            os.write(writing, f"noticed\ttime: {current[0]}".encode())
            os._exit(0)

        signal.signal(signal.SIGVTALRM, too_long)
        names = self._reach.tests
        for place, test in enumerate(asked):
            current[0] = names[test]
            signal.setitimer(signal.ITIMER_VIRTUAL, max(10.0, 30 * self._reach.seconds[test]))
            following = names[asked[place + 1]] if place + 1 < len(asked) else None
            if failure := self._session.run(names[test], following):
                return f"noticed\t{failure}"
        # What stands outside functions may have been taken over when modules were imported.
        return "survived\t" if mutant.inside else "apart\t" + " ".join(map(str, asked))


def _limit(seconds: float) -> None:
    """Stop what neither ends nor can be interrupted."""
    most = int(60 + 10 * seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))


def add(place: Path, result: Mapping[str, Any]) -> None:
    """Keep one result; the last one of a mutant holds."""
    with place.open("a", encoding="utf-8") as out:
        out.write(json.dumps(result) + "\n")


def results(place: Path) -> list[dict[str, Any]]:
    """What became of mutants so far, each once."""
    if not place.exists():
        return []
    lines = [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()]
    return list({each["key"]: each for each in lines}.values())


def tests_asked(result: Mapping[str, Any], reach: Reach) -> list[str]:
    """The tests of a mutant that is to be run apart."""
    return [reach.tests[int(number)] for number in result["by"].split()]
