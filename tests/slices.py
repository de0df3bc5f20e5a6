"""What a run of the tests chooses by numbers: a seed for samples, a slice of the deep tests.

Tests marked `deep` go through a whole range of inputs where a usual test takes a sample. They are
left out unless `QOSC_DEEP=1`; `QOSC_SLICE=k/n` keeps the k-th of n parts (from 1) of them. The part
of a test follows from its node id alone, so that the parts are disjoint, together they are all, and
a new test moves no other.

`QOSC_SEED` is the number that samples are drawn by; without it, it follows from the commit that is
checked out, so that each commit takes another sample, and a failure comes again. Outside a
repository of git it is 0.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.published import is_there

__all__ = ["chosen_slice", "deep", "seed", "slice_of"]

_IN_SLICE = pytest.StashKey[tuple[int, int]]()


@cache
def seed() -> int:
    """The number to draw samples by: `QOSC_SEED`, or from the commit; 0 without either."""
    given = os.environ.get("QOSC_SEED", "")
    if given:
        if not given.isdecimal():
            raise pytest.UsageError(f"QOSC_SEED={given!r}: a number is needed, such as 7")
        return int(given)
    try:
        head = subprocess.run(
            ["git", "rev-parse", "HEAD"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(head.stdout[:8], 16)


def deep() -> bool:
    """Whether tests marked `deep` are run."""
    return os.environ.get("QOSC_DEEP") == "1"


def chosen_slice() -> tuple[int, int]:
    """The part of the deep tests that is run, and how many parts there are; (1, 1) for all."""
    given = os.environ.get("QOSC_SLICE") or "1/1"
    part, _, parts = given.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise pytest.UsageError(f"QOSC_SLICE={given!r}: k/n is needed with 1 <= k <= n, as in 3/12")
    return int(part), int(parts)


def slice_of(node_id: str, parts: int) -> int:
    """The part, from 1 to `parts`, that a test belongs to: the same on each machine."""
    digest = hashlib.sha256(node_id.encode()).digest()
    return int.from_bytes(digest[:8], "big") % parts + 1


def pytest_report_header() -> list[str]:
    part, parts = chosen_slice()
    which = f"slice {part}/{parts}" if deep() else "left out (QOSC_DEEP=1 runs them)"
    return [f"seed: {seed()} (QOSC_SEED)", f"deep tests: {which}"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the deep tests that were asked for, and those of published material that is there."""
    part, parts = chosen_slice()
    kept, left_out, asked, deep_ones = [], [], 0, 0
    for item in items:
        wanted = all(is_there(*each.args) for each in item.iter_markers("shared"))
        if wanted and item.get_closest_marker("deep") is not None:
            deep_ones += 1
            wanted = deep() and slice_of(item.nodeid, parts) == part
            asked += wanted
        (kept if wanted else left_out).append(item)
    items[:] = kept
    config.stash[_IN_SLICE] = (asked, deep_ones)
    if left_out:
        config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take the numbers from a worker of xdist; all workers collect the same tests."""
    if numbers := getattr(node, "workeroutput", {}).get("deep_tests"):
        node.config.stash[_IN_SLICE] = tuple(numbers)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say the seed where `-q` left out the header, and how many deep tests were in the slice."""
    if terminalreporter.verbosity < 0:
        terminalreporter.write_line("\n".join(pytest_report_header()))
    if deep() and (numbers := config.stash.get(_IN_SLICE, None)):
        terminalreporter.write_line(f"deep tests: {numbers[0]} of {numbers[1]} in this slice")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """No deep test to run is no failure: the summary says so, and another slice may hold some."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["deep_tests"] = session.config.stash.get(_IN_SLICE, None)
    if deep() and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK
