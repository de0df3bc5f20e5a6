"""Some constructs on all three engines, by the command that makes docs/agreement.md."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.engines.calm import TRIES
from tests.engines.engine_kit import EXAMPLES

pytestmark = pytest.mark.engine

QOSC = [sys.executable, "-c", "from qosc.cli import main; main()"]
SOME = ("excess-proportional", "priority-police", "srtcm", "child-police")
"""Shares, a bound, colours, marks below a shaper; figures of flows and of classes."""


def measured(names: tuple[str, ...]) -> list[dict[str, Any]]:
    only = [word for name in names for word in ("--only", name)]
    command = [
        *QOSC,
        "lab",
        "run",
        str(EXAMPLES / "constructs"),
        "--engine",
        "all",
        "--format",
        "json",
    ]
    done = subprocess.run(
        [*command, *only], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode in (0, 1), done.stderr
    rows: list[dict[str, Any]] = json.loads(done.stdout)["rows"]
    return rows


def unmet(rows: list[dict[str, Any]], besides: str = "met") -> list[dict[str, Any]]:
    return [
        row
        for row in rows
        if any(cell["verdict"] not in ("met", "-", besides) for cell in row["engines"].values())
    ]


@pytest.mark.usefixtures("linux", "ns3")
def test_the_engines_agree_with_theory() -> None:
    rows = measured(SOME)
    assert {row["experiment"] for row in rows} == set(SOME)
    assert all(set(row["engines"]) == {"sim", "ns3", "linux"} for row in rows)
    rows = unmet(rows)
    for _ in range(TRIES - 1):
        # Where the host held the guest up, the traffic was not what was asked for: once more.
        if rows:
            rows = unmet(measured(tuple({row["experiment"]: None for row in rows})))
    assert unmet(rows, besides="no result") == []
    if rows:
        whys = {row["experiment"]: row["engines"]["linux"]["why"] for row in rows}
        assert set(whys.values()) == {"held up"}, rows
        pytest.skip(f"{TRIES} times: {whys}")
