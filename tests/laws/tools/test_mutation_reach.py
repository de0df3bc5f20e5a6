"""Which tests a mutation run asks, from what was measured before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.mutation.catalogue import AREAS, ROOT, files
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


def in_turns(tests: list[str], path: str = PROFILE) -> list[str]:
    reach = Reach(tests, [0.1] * len(tests), set(), {path: {5: (1 << len(tests)) - 1}}, {}, {})
    return [tests[n] for n in in_order(path, range(len(tests)), reach)]


def test_one_test_of_each_file_is_asked_before_a_second_of_any() -> None:
    tests = [f"tests/{name}.py::test_{n}" for name in ("a", "b", "c") for n in range(3)]
    asked = in_turns(tests)
    for turn in (asked[:3], asked[3:6], asked[6:]):
        assert [test.partition("::")[0] for test in turn] == [f"tests/{x}.py" for x in "abc"]


def test_one_of_each_function_is_asked_before_a_second_of_any() -> None:
    file = "tests/a.py::test_"
    asked = in_turns([f"{file}x[1]", f"{file}x[2]", f"{file}y[1]", f"{file}z"])
    assert {test.partition("[")[0] for test in asked[:3]} == {f"{file}{x}" for x in "xyz"}


def test_files_that_name_the_module_and_the_section_that_shows_the_area_come_first() -> None:
    case = "tests/cases/test_cases.py::test_x[cisco/a-"
    tests = [
        "tests/laws/test_a.py::test_a",
        "tests/targets/test_unknown_link.py::test_b",
        f"{case}tc]",
        f"{case}model]",
    ]
    assert set(in_turns(tests)[:2]) == {tests[1], tests[3]}
    assert in_turns(tests, "targets/tc/kernels.py")[0] == tests[2]


def test_tests_whose_values_have_words_of_the_line_come_before_all() -> None:
    file = "tests/rules/test_a.py::test_x"
    tests = [f"{file}[shape percent]", f"{file}[police burst]", f"{file}[shape bc]", f"{file}[q]"]
    reach = Reach(tests, [0.1] * 4, set(), {PROFILE: {5: 0b1111}}, {}, {})
    line = '    "shape bc": Range("Bc", "bits", 32, 800_000_000, 1),'
    assert in_order(PROFILE, range(4), reach, line)[0] == 2
    assert in_order(PROFILE, range(4), reach, '"police burst": Range(1)')[0] == 1
    assert set(in_order(PROFILE, range(4), reach, line)) == set(range(4))


def test_all_tests_that_reach_a_place_are_there_once() -> None:
    tests = [f"tests/{name}.py::test_x[{n}]" for name in ("a", "b") for n in range(9)]
    assert sorted(in_turns(tests)) == sorted(tests)


@pytest.mark.parametrize("area", AREAS)
def test_each_pattern_of_an_area_matches_files(area: str) -> None:
    for pattern in AREAS[area]:
        assert any(ROOT.glob(pattern)), pattern


def test_the_areas_hold_every_file_that_their_names_promise() -> None:
    """A folder that is moved takes its files out of an area without a word otherwise."""
    held = {path.relative_to(ROOT).as_posix() for area in AREAS for path in files(area)}
    for folder in ("compiler/lint", "compiler/profiles", "compiler/datapath", "targets"):
        inside = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.py")}
        assert inside <= held, inside - held
    readers = {"text", "sections", "statements", "table", "tree", "reading", "display"}
    for system in ("cisco", "junos"):
        for room in (ROOT / "compiler" / "frontends" / system).iterdir():
            inside = {path.relative_to(ROOT).as_posix() for path in room.glob("*.py")}
            assert room.name in readers or inside <= held, inside - held
