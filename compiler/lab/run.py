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
    from qosc.lab.linux import uml

    return uml.available()


def run(
    scenario: Scenario, engine: str = "sim", scripts: Mapping[str, Script] | None = None
) -> Result | Failure:
    """Run a checked scenario; KeyError for an unknown engine.

    `sim` and `ns3` read the QoS in the scenario itself; `linux` runs the tc `scripts` of its
    routers.
    """
    if engine not in ENGINES:
        raise KeyError(engine)
    if engine == "sim":
        from qosc.simulator import simulate

        return simulate(scenario)
    if engine == "ns3":
        from qosc.lab.ns3 import engine as ns3

        return ns3.run_scenario(scenario)
    from qosc.lab.linux.engine import run_scenario

    return run_scenario(scenario, scripts)
