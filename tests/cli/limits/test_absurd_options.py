"""Figures that nobody can mean are told as such, and no bug of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.lab.limits import LONGEST_S, default_limit
from qosc.scenario import Scenario, load
from tests.command import run

SCENARIO = """\
schema: qosc/scenario/1
duration_ms: {}
nodes:
  - {{name: a, kind: host, address: 10.0.0.1}}
  - {{name: b, kind: host, address: 10.0.0.2}}
links:
  - {{ends: [{{node: a, port: e}}, {{node: b, port: e}}], rate_bps: 1_000_000}}
traffic:
  - {{name: t, from: a, to: b, kind: cbr, packet_bytes: 100, packets_per_s: 10}}
"""
CONFIG = "policy-map P\n class class-default\n  shape average 1000000\n"
HUGE = "9" * 30


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("s.yaml").write_text(SCENARIO.format(1000))
    Path("r.cfg").write_text(CONFIG)
    return tmp_path


@pytest.mark.parametrize(
    "option",
    [
        "--timeout nan",
        "--timeout inf",
        "--timeout 1e308",
        "--timeout -1",
        f"--max-events {HUGE}",
        f"--max-memory {HUGE}",
    ],
)
@pytest.mark.parametrize("command", ["simulate s.yaml", "lab run ."])
def test_a_bound_that_cannot_be_meant_is_refused(place: Path, command: str, option: str) -> None:
    code, out, err = run(*command.split(), *option.split())
    assert (code, out) == (2, "")
    assert f"Invalid value for '{option.split(maxsplit=1)[0]}'" in err


def test_the_largest_bounds_are_kept(place: Path) -> None:
    bounds = f"--timeout {LONGEST_S} --max-events {10**15} --max-memory {10**9}"
    code, out, err = run("simulate", "s.yaml", *bounds.split())
    assert (code, err) == (0, "")
    assert "1 s measured" in out


@pytest.mark.parametrize("command", ["check", "show", "compile -t ir", "diff r.cfg"])
def test_a_size_that_cannot_be_meant_is_refused(place: Path, command: str) -> None:
    code, out, err = run(*command.split(), "r.cfg", "--max-size", HUGE)
    assert (code, out) == (2, "")
    assert "Invalid value for '--max-size'" in err


def test_a_small_file_takes_little_room_whatever_it_may_take(place: Path) -> None:
    """To read as much as is allowed at once would ask for a million MB."""
    assert run("compile", "-t", "ir", "r.cfg", "--max-size", "1000000")[0] == 0


def test_a_run_of_centuries_is_given_a_time_that_the_system_can_wait() -> None:
    made = load(SCENARIO.format(10**13), "s.yaml")
    assert isinstance(made, Scenario)
    assert default_limit(made) == LONGEST_S


def test_what_is_no_document_of_links_is_not_called_a_scenario(place: Path) -> None:
    Path("b.cfg").write_text(CONFIG)
    Path("links.yaml").write_text("- a\n- b\n")
    line = ("compile", "r.cfg", "b.cfg", "-t", "sim", "--links", "links.yaml")
    code, _, err = run(*line)
    assert code == 2
    assert "links.yaml:1:1" in err
    assert "scenario" not in err.partition("help:")[2]
