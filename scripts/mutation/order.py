"""In which order the tests that reach a mutant are asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scripts.mutation.catalogue import area_of
from scripts.mutation.reach import Reach

__all__ = ["in_order"]

_CASES = "tests/cases/"
_SECTION = {"rules": "-findings]", "lowering": "-model]", "profiles": "-model]"}
"""The section of a case that shows what an area does."""
_LEAST_SECONDS = 0.02
"""A test takes as long, however little it does."""


def in_order(path: str, tests: Sequence[int], reach: Reach) -> list[int]:
    """Cases first, by the section that shows most of the area; then tests that name the module.
    Among them those that reach many lines of the file in little time.
    """
    section = _SECTION.get(area_of(path), "]")
    stem = Path(path).stem.removeprefix("lower_")
    words = {stem, stem.replace("_", "-")}
    lines = list(reach.lines.get(path, {}).values())

    def rank(test: int) -> tuple[int, float]:
        name = reach.tests[test]
        is_case = name.startswith(_CASES)
        kind = 3
        if is_case:
            kind = 0 if name.endswith(section) else 2
        elif any(each in name for each in words):
            kind = 1
        reached = 1 + sum(found >> test & 1 for found in lines)
        return kind, -reached / (reach.seconds[test] + _LEAST_SECONDS)

    return sorted(tests, key=rank)
