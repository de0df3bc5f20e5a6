"""The runs that the engine tests look at: made once, in as few boots as possible."""

from __future__ import annotations

import os
from collections.abc import Mapping

import pytest

from qosc.lab.linux import uml
from qosc.lab.linux.engine import Experiment, Failure, run_together
from qosc.simulator import Result, simulate
from tests.engines.engine_kit import Run, experiments


@pytest.fixture(scope="session")
def linux() -> None:
    """Skip without the Linux engine; fail instead where the engines are required."""
    reason = uml.available()
    if reason is None:
        return
    if os.environ.get("QOSC_REQUIRE_ENGINES") == "1":
        pytest.fail(f"the Linux engine is required: {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def runs(linux: None) -> Mapping[str, Run]:
    """All experiments with traffic, in one boot."""
    planned = experiments()
    results = _run(planned)
    # Where the host held the guest up, the traffic was not what was asked for: once more.
    disturbed = {name: planned[name] for name, result in results.items() if _held_up(result)}
    results |= _run(disturbed)
    return {
        name: Run(each.scenario, results[name], simulate(each.scenario))
        for name, each in planned.items()
    }


def _run(planned: Mapping[str, Experiment]) -> dict[str, Result]:
    found = {}
    for name, result in zip(planned, run_together(tuple(planned.values()), 4), strict=True):
        if isinstance(result, Failure):
            pytest.fail(f"{name}: {result.message}\n" + "\n".join(result.console))
        found[name] = result
    return found


def _held_up(result: Result) -> bool:
    return any(flow["late"]["most_us"] > 50_000 for flow in result.flows if "late" in flow)
