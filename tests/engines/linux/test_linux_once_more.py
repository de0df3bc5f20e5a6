"""Runs that the host disturbed are made once more. Needs no engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from qosc.lab import experiments
from qosc.lab.linux.engine import Experiment, Failure
from qosc.scenario import Scenario, load
from qosc.simulator import Result

SCENARIO = """
schema: qosc/scenario/1
duration_ms: 2000
nodes:
  - {name: a, kind: host, address: 10.0.0.1}
  - {name: b, kind: host, address: 10.0.0.2}
links:
  - {ends: [{node: a, port: eth0}, {node: b, port: eth0}], rate_bps: 1000000}
"""


def result(late_us: float) -> Result:
    return Result("s", "linux", 1, 1000, ({"name": "x", "late": {"most_us": late_us}},), ())


def once_and_again(
    monkeypatch: pytest.MonkeyPatch, *rounds: list[Result | Failure]
) -> tuple[dict[str, Any], list[tuple[float, ...]]]:
    """What `run_all` makes of these answers of the engine, and the limits that it was given."""
    answers, asked = list(rounds), []

    def run_together(some: Sequence[Experiment], _together: int, limits: tuple[float, ...]) -> Any:
        asked.append(limits)
        found = answers.pop(0)
        assert len(found) == len(some)
        return tuple(found)

    monkeypatch.setattr(experiments, "run_together", run_together)
    model = load(SCENARIO, "s.yaml")
    assert isinstance(model, Scenario)
    planned = {name: Experiment(model) for name in ("one", "two")}
    return experiments.run_all(planned, "linux", lambda _: None, 4), asked


def test_only_what_was_disturbed_is_run_again_and_the_better_run_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    good, bad, better = result(900), result(80_000), result(2000)
    found, asked = once_and_again(monkeypatch, [good, bad], [better])
    assert found == {"one": good, "two": better}
    # A minute, and five times the two seconds of the traffic.
    assert asked == [(70.0, 70.0), (70.0,)]
    worse = result(90_000)
    assert once_and_again(monkeypatch, [good, bad], [worse])[0]["two"] == bad
    assert once_and_again(monkeypatch, [good, bad], [Failure("no")])[0]["two"] == bad


def test_good_runs_and_failures_are_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = Failure("took long", timed_out=True)
    found, asked = once_and_again(monkeypatch, [result(10), failed])
    assert found["two"] == failed
    assert len(asked) == 1
