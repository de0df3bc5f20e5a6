"""Which tests a mutation run asks, from what was measured before."""

from __future__ import annotations

import json
from pathlib import Path

from scripts.mutation.catalogue import ROOT
from scripts.mutation.order import in_order
from scripts.mutation.reach import Reach, load

PROFILE = "compiler/datapath/unknown_link.py"


def part(place: Path, tests: list[str], lines: dict[int, int], text: str, failed: int = 0) -> Path:
    """A measurement: by line, the tests that reach it."""
    whole = {
        "tests": tests,
        "seconds": [1.0] * len(tests),
        "failed": [n for n in range(len(tests)) if failed >> n & 1],
        "lines": {PROFILE: {line: hex(found) for line, found in lines.items()}},
        "imported": {PROFILE: [1]},
        "lookups": {},
        "texts": {PROFILE: text},
    }
    place.write_text(json.dumps(whole), encoding="utf-8")
    return place


def asked(reach: Reach, line: int) -> set[str]:
    found = reach.at(PROFILE, line, line)
    return {test for n, test in enumerate(reach.tests) if found >> n & 1 and n not in reach.failed}


def test_parts_of_a_measurement_count_as_one_and_the_last_one_of_a_test_holds(
    tmp_path: Path,
) -> None:
    text = (ROOT / PROFILE).read_text()
    first = part(tmp_path / "a", ["x", "y"], {5: 0b11}, text)
    second = part(tmp_path / "b", ["z", "y"], {5: 0b01, 6: 0b10}, text)
    reach = load([first, second])
    assert asked(reach, 5) == {"x", "z"}
    assert asked(reach, 6) == {"y"}


def test_lines_that_have_moved_since_are_found_again(tmp_path: Path) -> None:
    now = (ROOT / PROFILE).read_text()
    older = now.split("\n", 1)[1]
    reach = load([part(tmp_path / "a", ["x"], {5: 1}, older)])
    assert (asked(reach, 5), asked(reach, 6)) == (set(), {"x"})


def test_a_test_that_failed_is_not_asked(tmp_path: Path) -> None:
    text = (ROOT / PROFILE).read_text()
    assert asked(load([part(tmp_path / "a", ["x", "y"], {5: 0b11}, text, 0b10)]), 5) == {"x"}


def test_cases_come_first_and_of_them_the_section_that_shows_the_area() -> None:
    tests = [
        "tests/laws/a",
        "tests/targets/test_unknown_link",
        "tests/cases/t[n-tc]",
        "tests/cases/t[n-model]",
    ]
    reach = Reach(tests, [0.1] * 4, set(), {PROFILE: {5: 0b1111}}, {}, {})
    assert in_order(PROFILE, range(4), reach) == [3, 1, 2, 0]
