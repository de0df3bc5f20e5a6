"""Many experiments on one engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from qosc.lab.limits import default_limit
from qosc.lab.linux.engine import Experiment, Failure, run_together
from qosc.lab.run import run
from qosc.simulator.results import Result

__all__ = ["run_all"]


def run_all(
    experiments: Mapping[str, Experiment], engine: str, progress: Callable[[str], None],
    together: int, limit: float | None = None,
) -> dict[str, Result | Failure]:  # fmt: skip
    """The result of each experiment on an engine that is available, or why there is none.

    `progress` is told what is being done. All experiments of the Linux engine share one boot;
    `together` of them run side by side on its one processor. `limit` is in seconds, for each
    experiment (see `limits.default_limit`).
    """
    limits = {name: limit or default_limit(each.scenario) for name, each in experiments.items()}
    if engine == "linux":
        progress(f"{len(experiments)} experiments on a Linux kernel, {together} at a time")
        found = run_together(tuple(experiments.values()), together, tuple(limits.values()))
        return dict(zip(experiments, found, strict=True))
    results: dict[str, Result | Failure] = {}
    for name, each in experiments.items():
        progress(f"{engine}: {name}")
        results[name] = run(each.scenario, engine, each.scripts, limits[name])
    return results
