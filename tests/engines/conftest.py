"""The runs that the engine tests look at: made once, in as few boots as possible."""

from __future__ import annotations

import os
from collections.abc import Mapping

import pytest

from qosc.lab.linux import uml
from qosc.lab.linux.engine import Failure, run_together
from qosc.simulator import simulate
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
    results = run_together(tuple(planned.values()), together=4)
    found = {}
    for (name, experiment), result in zip(planned.items(), results, strict=True):
        if isinstance(result, Failure):
            pytest.fail(f"{name}: {result.message}\n" + "\n".join(result.console))
        found[name] = Run(experiment.scenario, result, simulate(experiment.scenario))
    return found
