"""How long an interface has no filter that drops, and no queues, during an apply over another."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import qosc
from qosc.lab.linux import uml
from tests import stopped
from tests.engines.tc.test_tc_script import experiment

pytestmark = pytest.mark.engine

_GUEST = Path(stopped.__file__).parent / "guest" / "open_time.py"
BEFORE_AND_AFTER = 100
"""Packets each way that are sent before `apply` begins, and after it has ended."""


def config(lines: int, percent: int) -> str:
    """Drops UDP to port 7777 both ways, in the last of so many lines of a list."""
    listed = [
        f"access-list 101 permit udp host 10.9.{n // 200}.{n % 200 + 1} any eq 7777"
        for n in range(lines - 1)
    ]
    return "\n".join(
        (
            *listed,
            "access-list 101 permit udp any any eq 7777",
            "class-map match-any BAD",
            " match access-group 101",
            "class-map match-any V",
            " match dscp ef",
            "policy-map BOTH",
            " class BAD",
            "  drop",
            "policy-map OUT",
            " class BAD",
            "  drop",
            " class V",
            f"  bandwidth percent {percent}",
            " class class-default",
            "  bandwidth percent 20",
            "interface GigabitEthernet0/0",
            " ip address 10.0.0.1 255.255.255.0",
            " service-policy input BOTH",
            " service-policy output OUT",
        )
    )


def script(text: str) -> str:
    made = qosc.compile(qosc.loads(text, platform="ios-15"), allow_loss=True)
    return made.files[0].text


def step(lines: int) -> dict[str, Any]:
    argv = [str(Path(sys.executable).resolve()), "-s", "-S", "-B", str(_GUEST)]
    words = [f"@old{lines}", f"@new{lines}", "e5", "GigabitEthernet0/0=e5"]
    return {"node": "router", "argv": [*argv, *words]}


SMALL, LARGE = 1, 100


@pytest.fixture(scope="module")
def seen(linux: None) -> dict[int, dict[str, Any]]:
    """What came through, by the length of the list, in one boot."""
    files = {
        f"{name}{lines}": script(config(lines, percent))
        for lines in (SMALL, LARGE)
        for name, percent in (("old", 10), ("new", 30))
    }
    tried = [experiment(str(lines), step(lines)) for lines in (SMALL, LARGE)]
    outcome = uml.run({"files": files, "experiments": tried}, timeout=600)
    assert outcome.result is not None, (outcome.error, outcome.console)
    found = {}
    for lines, each in zip((SMALL, LARGE), outcome.result["experiments"], strict=True):
        assert "error" not in each, each["error"]
        found[lines] = json.loads(each["steps"][0]["stdout"])
    return found


@pytest.mark.parametrize("lines", [SMALL, LARGE])
@pytest.mark.parametrize("way", ["in", "out"])
def test_what_is_dropped_comes_through_for_a_part_of_apply_alone(
    seen: dict[int, dict[str, Any]], lines: int, way: str
) -> None:
    """The commands are one start of tc; most of the time of an apply is before them."""
    made = seen[lines]
    assert made[f"came_{way}"] < (made["sent"] - 2 * BEFORE_AND_AFTER) / 2
    assert made[f"open_{way}_ms"] < made["apply_ms"] / 2


def test_the_queues_went_and_came(seen: dict[int, dict[str, Any]]) -> None:
    assert 0 < seen[SMALL]["queues_away_ms"] < seen[SMALL]["apply_ms"]
