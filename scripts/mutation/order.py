"""In which order the tests that reach a mutant are asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import or_
from pathlib import Path

from scripts.mutation.catalogue import area_of
from scripts.mutation.reach import Reach

__all__ = ["in_order"]

_CASES = "tests/cases/"
_SHOWN_BY = {"rules": {"findings"}, "lowering": {"model"}, "profiles": {"model"}}
_TARGETS = {"tc": {"tc"}, "ns3": {"ns3"}, "sim": {"sim", "scenario"}}
"""The last word of the sections of a case that show what an area, or a target, does."""
_LEAST_SECONDS = 0.02
"""A test takes as long, however little it does."""
_MOST_NAMED = 24
_QUICK_SECONDS = 0.5
"""A test that takes longer does not come first for its name: few could be asked beside it."""
_KNOWN: dict[int, list[int]] = {}
_WORD = re.compile(r"[a-z]{2,}|\d{2,}")
_AT_ONCE = 4
"""How many tests are asked in one turn of those that are most likely to notice something."""


def in_order(path: str, tests: Sequence[int], reach: Reach, text: str = "") -> list[int]:
    """First those whose parameters have most words of `text`, the line that is changed, and of the
    name of its module: a row of a table is asked about by its name, and that of its table.

    Then by turns, one of each file of tests, so that many questions are asked before one is asked
    in many ways; more in a turn of the cases, by the section that shows most of the area, and of
    files that name the module. In a turn first those that run few other files of the program: what
    they reach, they are about. Of a file first one of each test function, and among these those
    that reach many lines in little time.
    """
    shown_by = _SHOWN_BY.get(area_of(path)) or _TARGETS.get(path.split("/")[1], set())
    likely = {f"{_CASES}{section}" for section in shown_by}
    stem = Path(path).stem.removeprefix("lower_")
    words = {stem, stem.replace("_", "-")}
    lines = list(reach.lines.get(path, {}).values())

    def worth(test: int) -> float:
        reached = 1 + sum(found >> test & 1 for found in lines)
        return reached / (reach.seconds[test] + _LEAST_SECONDS)

    functions: Counter[str] = Counter()
    files: dict[str, list[tuple[int, int]]] = {}
    for test in sorted(tests, key=worth, reverse=True):
        name = reach.tests[test]
        function, _, values = name.partition("[")
        source = name.partition("::")[0]
        if name.startswith(_CASES):
            # Each section of the cases counts as a file.
            source = function = f"{_CASES}{values.rpartition('-')[2].rstrip(']')}"
        files.setdefault(source, []).append((functions[function], test))
        functions[function] += 1

    reached_by = _breadths(reach)

    def turns(source: str) -> list[tuple[int, bool, int, str, int]]:
        is_likely = source in likely or any(each in source for each in words)
        found = [test for _, test in sorted(files[source], key=lambda each: each[0])]
        at_once = _AT_ONCE if is_likely else 1
        return [
            (n // at_once, not is_likely, reached_by[test], source, test)
            for n, test in enumerate(found)
        ]

    named = _named(_words(f"{text} {stem.replace('_', ' ')}"), tests, reach)
    others = [test for *_, test in sorted(each for source in files for each in turns(source))]
    return [*named, *(test for test in others if test not in named)]


def _breadths(reach: Reach) -> list[int]:
    """How many files of the program each test runs lines of."""
    if id(reach.tests) not in _KNOWN:
        counts = [0] * len(reach.tests)
        for lines in reach.lines.values():
            tests = reduce(or_, lines.values(), 0)
            place = (digits := f"{tests:b}"[::-1]).find("1")
            while place >= 0:
                counts[place] += 1
                place = digits.find("1", place + 1)
        _KNOWN[id(reach.tests)] = counts
    return _KNOWN[id(reach.tests)]


def _named(words: set[str], tests: Sequence[int], reach: Reach) -> list[int]:
    """The few tests whose parameters share words with a line; a word counts for less the more tests
    have it.
    """
    shared = {
        test: found
        for test in tests
        if (values := reach.tests[test].partition("[")[2])
        if not reach.tests[test].startswith(_CASES) and reach.seconds[test] <= _QUICK_SECONDS
        if (found := words & _words(values))
    }
    often = Counter(word for found in shared.values() for word in found)

    def rank(test: int) -> tuple[float, float]:
        return -sum(1 / often[word] for word in shared[test]), reach.seconds[test]

    return sorted(shared, key=rank)[:_MOST_NAMED]


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))
