"""Run mutants one after the other, each in a child of a process that has all tests loaded."""

from __future__ import annotations

import fcntl
import gc
import json
import os
import re
import resource
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scripts.mutation.apart import noticed_apart
from scripts.mutation.catalogue import ROOT, Mutant, by_key, line_of
from scripts.mutation.install import NotLoaded, Program
from scripts.mutation.order import in_order
from scripts.mutation.reach import Reach
from scripts.mutation.session import Session

__all__ = ["Runner", "add", "results", "tests_asked", "tests_for", "was_cut"]

_MOST_SECONDS = 4.0
"""The usual time of the tests that are asked about one mutant, at most."""
_AGAIN_SECONDS = 60.0
"""The same, of a mutant that is asked about again."""
_CONTROLS = 3
_RULES = "compiler/lint/rules/"
_CODE = re.compile(r'Rule\("(QOS\d{3})"')


def tests_for(mutant: Mutant, reach: Reach, program: Program) -> list[int]:
    """The tests that may notice a mutant, in the order of README.md."""
    lines = range(mutant.first, mutant.last + 1)
    found = reach.at(mutant.path, mutant.first, mutant.last) if mutant.inside else 0
    if not mutant.inside or reach.imported.get(mutant.path, set()).intersection(lines):
        for path in (mutant.path, *program.importers(mutant.path, through=True)):
            found |= reach.lookups.get(path, 0)
        if not reach.lookups.get(mutant.path):
            for path in (mutant.path, *program.importers(mutant.path)):
                found |= reach.at(path, 1, 1 << 30)
        found |= _by_code(mutant.path, reach)
    numbers = [n for n in range(len(reach.tests)) if found >> n & 1 and n not in reach.failed]
    return in_order(mutant.path, numbers, reach, line_of(mutant))


def _by_code(path: str, reach: Reach) -> int:
    """The tests whose parameters name the code of a rule: the rule is looked up by it, and its
    module was imported before, which no measurement sees.
    """
    code = _CODE.search((ROOT / path).read_text(encoding="utf-8")) if _RULES in path else None
    if code is None:
        return 0
    names = re.compile(rf"\[(?:.*\W)?{code[1]}\b")
    return sum(1 << number for number, test in enumerate(reach.tests) if names.search(test))


class Runner:
    """Runs mutants and adds what became of each to a file, a line of JSON for each."""

    def __init__(self, session: Session, reach: Reach, place: Path, *, again: bool = False) -> None:
        """`again`: the mutants to run are those that some of their tests were not asked about."""
        self._session = session
        self._again = again
        # Tests that are gone since the measurement are not asked.
        gone = {n for n, test in enumerate(reach.tests) if test not in session.items}
        self._reach = reach._replace(failed=reach.failed | gone)
        self._program = Program()
        self._place = place
        self._confirmed: set[str] = set()
        gc.collect()
        gc.freeze()

    def control(self, mutants: Sequence[Mutant]) -> list[str]:
        """What is noticed where nothing is changed: nothing, if all is well. Tests that fail are
        left out before.
        """
        asked = [self._asked(mutant)[0] for mutant in mutants[:: max(1, len(mutants) // _CONTROLS)]]
        tests = sorted({self._reach.tests[test] for each in asked for test in each})
        self.without(self._failing(tests))
        outside = next((mutant for mutant in mutants if not mutant.inside), None)
        if outside is None:
            return []
        found, _ = self._asked(outside)
        noticed, by = noticed_apart("", [self._reach.tests[test] for test in found])
        return [f"in a process of its own: {by}"] if noticed else []

    def run(self, mutants: Sequence[Mutant], until: float = float("inf")) -> None:
        """Run those that have no result yet and that no other process runs; begin none after
        `until`, a time of the clock. What is begun is brought to its end, so that a run that stops
        early has no fewer survivors, which take longer, than a whole one.
        """
        with self._place.with_suffix(".claims").open("w") as claims:
            for number, mutant in enumerate(mutants):
                if time.time() > until:
                    print(f"{len(mutants) - number} of {len(mutants)} are not begun", flush=True)
                    return
                try:
                    fcntl.lockf(claims, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
                except OSError:
                    continue  # another process has it
                self._next(mutant, f"{number + 1} of {len(mutants)}")

    def _next(self, mutant: Mutant, place: str) -> None:
        before = next((each for each in results(self._place) if each["key"] == mutant.key), None)
        if before is not None and not (self._again and was_cut(before)):
            return
        began = time.monotonic()
        fate = self._run(mutant)
        if fate["fate"] == "apart":
            noticed, by = noticed_apart(mutant.key, tests_asked(fate, self._reach))
            fate |= {"fate": "noticed" if noticed else "survived", "by": by}
        fate["wall"] = round(time.monotonic() - began, 1)
        if self._again:
            fate["again"] = True
        add(self._place, {"key": mutant.key, **fate})
        print(f"{place} {fate['fate']} {mutant.key}", flush=True)

    def confirm(self, runs: Sequence[Mapping[str, Any]]) -> set[str]:
        """Of the tests that noticed a mutant, those that fail without one too."""
        names = {_test_of(each) for each in runs if each["fate"] == "noticed"}
        names = (names & self._session.items.keys()) - self._confirmed
        wrong = self._failing(sorted(names))
        self._confirmed |= names - wrong
        return wrong

    def _failing(self, names: Sequence[str]) -> set[str]:
        """The tests that fail without a mutant."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            self._session.be_quiet()
            places = [place for place, name in enumerate(names) if self._session.run(name, None)]
            with os.fdopen(writing, "w") as out:
                json.dump(places, out)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as told:
            said = told.read()
        os.waitpid(child, 0)
        return {names[place] for place in json.loads(said)}

    def without(self, wrong: set[str]) -> list[Mutant]:
        """Ask those tests no more, and forget what they noticed; the mutants to be run again."""
        gone = {n for n, test in enumerate(self._reach.tests) if test in wrong}
        self._reach = self._reach._replace(failed=self._reach.failed | gone)
        every = results(self._place)
        again = [each for each in every if each["fate"] == "noticed" and _test_of(each) in wrong]
        kept = [each for each in every if each not in again]
        self._place.write_text("".join(f"{json.dumps(each)}\n" for each in kept), encoding="utf-8")
        return [by_key(each["key"]) for each in again]

    def _asked(self, mutant: Mutant) -> tuple[list[int], int]:
        """The tests to ask, and how many there are."""
        every = tests_for(mutant, self._reach, self._program)
        asked, total = [], 0.0
        for test in every:
            total += self._reach.seconds[test]
            if asked and total > (_AGAIN_SECONDS if self._again else _MOST_SECONDS):
                break
            asked.append(test)
        return asked, len(every)

    def _run(self, mutant: Mutant) -> dict[str, Any]:
        asked, total = self._asked(mutant)
        numbers = {"reach": total, "asked": len(asked)}
        if not asked:
            return {"fate": "survived", "by": "no test reaches it", **numbers}
        fate, by = self._child(mutant, asked)
        return {"fate": fate, "by": by, **numbers}

    def _child(self, mutant: Mutant, asked: list[int]) -> tuple[str, str]:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            said = "broken"
            try:
                said = self._in_child(mutant, asked, writing)
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

    def _in_child(self, mutant: Mutant, asked: list[int], writing: int) -> str:
        self._session.be_quiet()
        _limit(sum(self._reach.seconds[test] for test in asked))
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


def _test_of(result: Mapping[str, Any]) -> str:
    """The test that noticed a mutant."""
    return re.sub(r"^noticed by | \((?:call|setup|teardown)\)$", "", str(result["by"]))


def _limit(seconds: float) -> None:
    """Stop what neither ends nor can be interrupted."""
    most = int(60 + 10 * seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))


def was_cut(result: Mapping[str, Any]) -> bool:
    """Whether a mutant was not noticed by the tests that its time allowed, and has others left; not
    if it was asked about again already.
    """
    left = int(result["reach"]) - int(result["asked"])
    return result["fate"] != "noticed" and left > 0 and not result.get("again")


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
