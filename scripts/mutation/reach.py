"""Which tests reach which line, and how long each takes: measured once, by `probes`."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from scripts.mutation.catalogue import AREAS, ROOT, files, load_all
from scripts.mutation.probes import Probes, caches

__all__ = ["Reach", "Recorder", "load"]


class Reach(NamedTuple):
    """What a measurement found. Tests are numbered as in `tests`; a set of them is an integer."""

    tests: list[str]
    seconds: list[float]
    """Time of the processor, with the little that the measurement adds."""
    failed: set[int]
    lines: dict[str, dict[int, int]]
    """By file and line: the tests that execute it."""
    imported: dict[str, set[int]]
    """By file: the lines that are executed while modules are imported or tests collected."""
    lookups: dict[str, int]
    """By file of a profile: the tests that look it up."""

    def at(self, path: str, first: int, last: int) -> int:
        """The tests that execute one of some lines."""
        found = 0
        for line, tests in self.lines.get(path, {}).items():
            if first <= line <= last:
                found |= tests
        return found


class Recorder:
    """Measures tests one by one; to be made before the program is imported."""

    def __init__(self) -> None:
        paths = [path for area in AREAS for path in files(area)]
        self._paths = {str(path): path.relative_to(ROOT).as_posix() for path in paths}
        self._probes = Probes(self._paths)
        self._caches: list[Any] = []
        load_all()
        self._imported = self._probes.taken()
        self._lines: dict[str, dict[int, int]] = {}
        self._tests: list[str] = []
        self._seconds: list[float] = []
        self._failed: list[int] = []
        self._lookups: dict[str, int] = {}
        self._began = 0.0

    def begin(self, test: str) -> None:
        """What is executed from now on is the test's."""
        if not self._tests:
            self._caches = caches(self._paths)
            self._imported |= self._probes.taken()
        # What a test before has worked out would not be seen to be executed by this one.
        for cache in self._caches:
            cache.cache_clear()
        self._tests.append(test)
        self._began = time.process_time()

    def end(self, failed: bool) -> None:
        """The test is over."""
        self._seconds.append(time.process_time() - self._began)
        for path, line in self._probes.taken():
            lines = self._lines.setdefault(path, {})
            lines[line] = lines.get(line, 0) | 1 << len(self._tests) - 1
        if failed:
            self._failed.append(len(self._tests) - 1)

    def watch_profiles(self) -> None:
        """Note which profiles a test looks up: their values stand outside functions."""
        import qosc.profiles as module

        usual = module.import_module

        def noted(name: str) -> object:
            path = f"{name.replace('qosc', 'compiler', 1).replace('.', '/')}.py"
            self._lookups[path] = self._lookups.get(path, 0) | 1 << max(0, len(self._tests) - 1)
            return usual(name)

        module.import_module = noted

    def write(self, place: Path) -> None:
        """Keep the measurement in a file."""
        imported: dict[str, list[int]] = {}
        for path, line in sorted(self._imported):
            imported.setdefault(path, []).append(line)
            self._lines.setdefault(path, {})
        lines = {
            path: {line: hex(tests) for line, tests in sorted(found.items())}
            for path, found in sorted(self._lines.items())
        }
        place.parent.mkdir(parents=True, exist_ok=True)
        whole = {
            "tests": self._tests,
            "seconds": self._seconds,
            "failed": self._failed,
            "lines": lines,
            "imported": imported,
            "lookups": {path: hex(tests) for path, tests in self._lookups.items()},
            "texts": {path: self._probes.texts[path] for path in lines},
        }
        place.write_text(json.dumps(whole), encoding="utf-8")


def load(places: Sequence[Path]) -> Reach:
    """Measurements from their files, as one. Where a file of the program has changed since, its
    lines are those of now; a test that was measured again is taken from the last file.
    """
    whole = Reach([], [], set(), {}, {}, {})
    for place in places:
        part = json.loads(place.read_text(encoding="utf-8"))
        first, again = len(whole.tests), set(part["tests"])
        whole.failed.update(n for n, test in enumerate(whole.tests) if test in again)
        whole.failed.update(first + n for n in part["failed"])
        whole.tests.extend(part["tests"])
        whole.seconds.extend(part["seconds"])
        for path, tests in part["lookups"].items():
            whole.lookups[path] = whole.lookups.get(path, 0) | int(tests, 16) << first
        for path, measured in part["lines"].items():
            now = _lines_now(path, part["texts"][path])
            lines = whole.lines.setdefault(path, {})
            for line, tests in measured.items():
                if (new := now.get(int(line))) is not None:
                    lines[new] = lines.get(new, 0) | int(tests, 16) << first
            imported = {now[line] for line in part["imported"].get(path, ()) if line in now}
            whole.imported.setdefault(path, set()).update(imported)
    return whole


def _lines_now(path: str, text: str) -> dict[int, int]:
    """By number of a line in an older text of a file: its number now, of those that are there."""
    place = ROOT / path
    old, new = (
        text.split("\n"),
        place.read_text(encoding="utf-8").split("\n") if place.exists() else [],
    )
    if old == new:
        return {n: n for n in range(1, len(old) + 1)}
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return {b.a + n + 1: b.b + n + 1 for b in blocks for n in range(b.size)}
