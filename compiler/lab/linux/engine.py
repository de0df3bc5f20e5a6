"""Run scenarios in a real Linux kernel: the emitted tc scripts, real packets, measured figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from qosc.lab.linux import kernels
from qosc.lab.linux.classes import class_figures
from qosc.lab.linux.measured import result
from qosc.lab.linux.plan import Script, counted_ports, experiment, script_files
from qosc.lab.linux.sources import LinuxError
from qosc.scenario.model import Scenario
from qosc.simulator.results import Result

__all__ = ["Experiment", "Failure", "Script", "available", "run_scenario", "run_together"]

available = kernels.available
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
    """Why there is no result, with the last lines that the engine printed."""

    message: str
    console: tuple[str, ...] = ()
    timed_out: bool = False


def run_scenario(
    scenario: Scenario, scripts: Mapping[str, Script] | None = None
) -> Result | Failure:
    """Run one scenario, which `qosc.scenario.load` has checked; in real time."""
    return run_together((Experiment(scenario, scripts or {}),))[0]


def run_together(
    experiments: Sequence[Experiment], together: int = 1, limits: Sequence[float] | None = None
) -> tuple[Result | Failure, ...]:
    """Run experiments in one boot, `together` of them side by side, each with its own result.

    `limits` are seconds, one for each experiment, from its first namespace to its last figure;
    without them its duration and some time more.
    """
    planned: list[dict[str, Any] | Failure] = []
    files: dict[str, str] = {}
    for number, each in enumerate(experiments):
        mark = f"s{number}-"
        try:
            made = experiment(each.scenario, each.scripts, mark, each.trace)
        except LinuxError as error:
            planned.append(Failure(str(error)))
        else:
            longest = _SETUP_S + made["duration_us"] / 1e6
            planned.append({**made, "limit_s": limits[number] if limits else longest})
            files |= script_files(each.scenario, each.scripts, mark)
    plans = [plan for plan in planned if not isinstance(plan, Failure)]
    if not plans:
        return tuple(plan for plan in planned if isinstance(plan, Failure))
    job = {"files": files, "together": together, "experiments": plans}
    outcome = kernels.run(job, timeout=_whole(plans, together))
    if outcome.result is None or "error" in outcome.result:
        why = outcome.error or str((outcome.result or {})["error"])
        failed = Failure(why, outcome.console, outcome.timed_out)
        return tuple(plan if isinstance(plan, Failure) else failed for plan in planned)
    documents = iter(outcome.result["experiments"])
    results: list[Result | Failure] = []
    for each, plan in zip(experiments, planned, strict=True):
        if isinstance(plan, Failure):
            results.append(plan)
            continue
        row = next(documents)
        if "error" in row:
            results.append(Failure(row["error"], outcome.console, row.get("timed_out", False)))
        else:
            figures = result(each.scenario, {**row, "sources": plan["sources"]})
            results.append(replace(figures, classes=_classes(each, row["processes"])))
    return tuple(results)


def _classes(
    each: Experiment, processes: Sequence[Mapping[str, Any]]
) -> tuple[dict[str, Any], ...]:
    known = counted_ports(each.scenario, each.scripts)
    # The name of a namespace is that of the experiment, x0, and of the node, n0.
    counters = {
        known["n" + process["node"].rpartition("n")[2], interface]: seen
        for process in processes
        for interface, seen in process.get("counters", {}).items()
    }
    ids = {node: script.classes for node, script in each.scripts.items()}
    return class_figures(each.scenario, ids, counters)


def _whole(plans: Sequence[Mapping[str, Any]], together: int) -> float:
    """Seconds for the job: its rounds end in time by themselves, unless the guest hangs."""
    rounds = (plans[at : at + together] for at in range(0, len(plans), together))
    limits: list[float] = [max(plan["limit_s"] for plan in each) for each in rounds]
    return _SETUP_S + sum(seconds + _SETUP_S for seconds in limits)
