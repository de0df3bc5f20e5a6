"""Run scenarios in a real Linux kernel: the emitted tc scripts, real packets, measured figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from qosc.amounts import ceil_div
from qosc.lab.linux import uml
from qosc.lab.linux.measured import result
from qosc.lab.linux.plan import LinuxError, Script, experiment, script_files
from qosc.scenario.model import Scenario
from qosc.simulator.results import Result

__all__ = ["Experiment", "Failure", "Script", "available", "run_scenario", "run_together"]

available = uml.available
_SETUP_S = 40
"""Seconds allowed for the boot, and again for making and removing what a round needs."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """A scenario and the scripts of its routers, by the names of the nodes.

    `trace` names sources whose instants of sending are kept (`sent_at_us` of a flow).
    """

    scenario: Scenario
    scripts: Mapping[str, Script] = field(default_factory=dict)
    trace: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no result, with the last lines of the guest's console."""

    message: str
    console: tuple[str, ...] = ()


def run_scenario(
    scenario: Scenario, scripts: Mapping[str, Script] | None = None
) -> Result | Failure:
    """Run one scenario, which `qosc.scenario.load` has checked; in real time."""
    return run_together((Experiment(scenario, scripts or {}),))[0]


def run_together(
    experiments: Sequence[Experiment], together: int = 1
) -> tuple[Result | Failure, ...]:
    """Run experiments in one boot, `together` of them side by side, each with its own result."""
    planned: list[dict[str, Any] | Failure] = []
    files: dict[str, str] = {}
    for number, each in enumerate(experiments):
        mark = f"s{number}-"
        try:
            planned.append(experiment(each.scenario, each.scripts, mark, each.trace))
        except LinuxError as error:
            planned.append(Failure(str(error)))
        else:
            files |= script_files(each.scenario, each.scripts, mark)
    plans = [plan for plan in planned if not isinstance(plan, Failure)]
    if not plans:
        return tuple(plan for plan in planned if isinstance(plan, Failure))
    job = {"files": files, "together": together, "experiments": plans}
    rounds = ceil_div(len(plans), together)
    longest = max(plan["duration_us"] for plan in plans) / 1e6
    outcome = uml.run(job, timeout=_SETUP_S + rounds * (longest + _SETUP_S))
    if outcome.result is None or "error" in outcome.result:
        why = outcome.error or str((outcome.result or {})["error"])
        return tuple(
            plan if isinstance(plan, Failure) else Failure(why, outcome.console)
            for plan in planned
        )  # fmt: skip
    found = iter(outcome.result["experiments"])
    results: list[Result | Failure] = []
    for each, plan in zip(experiments, planned, strict=True):
        if isinstance(plan, Failure):
            results.append(plan)
            continue
        row = next(found)
        if "error" in row:
            results.append(Failure(row["error"], outcome.console))
        else:
            results.append(result(each.scenario, {**row, "sources": plan["sources"]}))
    return tuple(results)
