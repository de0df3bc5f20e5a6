"""The deep tests fall into slices: each test into one, whatever the machine and the other tests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import slices
from tests.slices import slice_of

ROOT = Path(__file__).resolve().parents[3]
SOME = """
import pytest

@pytest.mark.deep
@pytest.mark.parametrize("n", range(40))
def test_deep(n): pass

def test_usual(): pass
"""


def run(folder: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_some.py").write_text(SOME)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = deep: whole ranges\n")
    # Plugins that were installed have no part in it, and take long to load.
    names = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"} | {
        name: value for name, value in os.environ.items() if not name.startswith("QOSC_")
    }
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.slices", "-v", *options, str(folder)],
        env=names | {"PYTHONPATH": str(ROOT)} | environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def passed(done: subprocess.CompletedProcess[str]) -> set[str]:
    return set(re.findall(r"::(\S+) PASSED", done.stdout))


@pytest.mark.parametrize("parts", [1, 2, 12, 40])
def test_the_slices_are_disjoint_and_together_they_are_all(parts: int) -> None:
    every = {f"tests/area/test_{n % 7}.py::test_one[{n}]" for n in range(400)}
    slices = [{test for test in every if slice_of(test, parts) == k + 1} for k in range(parts)]
    assert set().union(*slices) == every
    assert sum(map(len, slices)) == len(every)


def test_the_slice_of_a_test_is_the_same_on_each_machine() -> None:
    # The first 8 bytes of `printf tests/a.py::test_b | sha256sum`, modulo 12, and 1 more.
    assert slice_of("tests/a.py::test_b", 12) == int("7fc144e04375611b", 16) % 12 + 1


def test_slices_of_a_run_hold_each_deep_test_once(tmp_path: Path) -> None:
    parts = [
        passed(run(tmp_path, "-m", "deep", QOSC_DEEP="1", QOSC_SLICE=f"{k}/3")) for k in (1, 2, 3)
    ]
    assert set().union(*parts) == {f"test_deep[{n}]" for n in range(40)}
    assert sum(map(len, parts)) == 40
    assert min(map(len, parts)) > 0


def test_deep_tests_are_left_out_unless_asked_for(tmp_path: Path) -> None:
    done = run(tmp_path, QOSC_SEED="7")
    assert passed(done) == {"test_usual"}
    assert "40 deselected" in done.stdout
    assert "seed: 7 (QOSC_SEED)" in done.stdout


def test_an_empty_slice_is_told_and_is_no_failure(tmp_path: Path) -> None:
    taken = {slice_of(f"test_some.py::test_deep[{k}]", 999) for k in range(40)}
    number = next(n for n in range(1, 1000) if n not in taken)
    done = run(tmp_path, "-m", "deep", QOSC_DEEP="1", QOSC_SLICE=f"{number}/999")
    assert done.returncode == 0, done.stdout
    assert "deep tests: 0 of 40 in this slice" in done.stdout


@pytest.mark.parametrize("given", ["0/3", "4/3", "1", "a/b", "-1/2", "1/0"])
def test_a_slice_that_is_none_is_refused(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QOSC_SLICE", given)
    with pytest.raises(pytest.UsageError, match=f"QOSC_SLICE='{given}': k/n is needed"):
        slices.chosen_slice()


@pytest.mark.parametrize("given", ["x", "-1", "1.5"])
def test_a_seed_that_is_no_number_is_refused(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QOSC_SEED", given)
    with pytest.raises(pytest.UsageError, match=f"QOSC_SEED='{given}': a number is needed"):
        slices.seed.__wrapped__()


def test_without_a_number_the_seed_follows_from_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QOSC_SEED", raising=False)
    log = ["git", "log", "-1", "--format=%H"]
    head = subprocess.run(log, cwd=ROOT, capture_output=True, text=True, check=False)
    assert slices.seed.__wrapped__() == (int(head.stdout[:8], 16) if head.returncode == 0 else 0)


def test_a_test_and_hypothesis_are_given_the_seed_of_the_run(
    seed: int, pytestconfig: pytest.Config
) -> None:
    assert seed == slices.seed()
    assert pytestconfig.getoption("hypothesis_seed") is not None
