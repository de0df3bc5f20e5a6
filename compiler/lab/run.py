"""Run a scenario on one of the engines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qosc.lab.linux.engine import Failure, Script
    from qosc.scenario.model import Scenario
    from qosc.simulator.results import Result

__all__ = ["ENGINES", "available", "run"]

ENGINES = ("sim", "ns3", "linux")


def available(engine: str) -> str | None:
    """None if the engine can run here, else the reason. KeyError for an unknown engine."""
    if engine not in ENGINES:
        raise KeyError(engine)
    if engine == "sim":
        return None
    if engine == "ns3":
        from qosc.lab.ns3 import engine as ns3

        return ns3.available()
    from qosc.lab.linux import kernels

    return kernels.available()


def run(
    scenario: Scenario,
    engine: str = "sim",
    scripts: Mapping[str, Script] | None = None,
    limit: float | None = None,
) -> Result | Failure:
    """Run a checked scenario for `limit` seconds at most; KeyError for an unknown engine.

    `sim` and `ns3` read the QoS in the scenario itself; `linux` runs the tc `scripts` of its
    routers. Without a limit it is `limits.default_limit`.
    """
    from qosc.lab.limits import default_limit

    if engine not in ENGINES:
        raise KeyError(engine)
    seconds = default_limit(scenario) if limit is None else limit
    if engine == "sim":
        return _simulated(scenario, seconds)
    if engine == "ns3":
        from qosc.lab.ns3 import engine as ns3

        return ns3.run_scenario(scenario, seconds)
    from qosc.lab.linux.engine import Experiment, run_together

    return run_together((Experiment(scenario, scripts or {}),), 1, (seconds,))[0]


def _simulated(scenario: Scenario, seconds: float) -> Result | Failure:
    from qosc.lab.limits import OutOfTime, out_of_time_after
    from qosc.lab.linux.engine import Failure
    from qosc.simulator import simulate

    try:
        with out_of_time_after(seconds):
            return simulate(scenario)
    except OutOfTime:
        return Failure(f"the simulator took more than {seconds:.3g} s", timed_out=True)
