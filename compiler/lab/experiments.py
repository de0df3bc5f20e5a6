"""Many experiments on one engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from qosc.lab.limits import default_limit
from qosc.lab.linux.engine import Experiment, Failure, run_together
from qosc.lab.linux.kernels import title
from qosc.lab.run import run
from qosc.simulator.results import Result

__all__ = ["held_up", "run_all"]

_LATE_US = 50_000
"""A sender that was later than this did not send what was asked for."""
_STALLED_PART = 0.05
"""Of the measured time. Tokens of shapers are lost in longer stops, and no timer fires."""
_NEVER = float("inf")


def run_all(
    experiments: Mapping[str, Experiment],
    engine: str,
    progress: Callable[[str], None],
    together: int,
    limit: float | None = None,
) -> dict[str, Result | Failure]:
    """The result of each experiment on an engine that is available, or why there is none.

    `progress` is told what is being done. All experiments of the Linux engine share one boot;
    `together` of them run side by side on its one processor. `limit` is in seconds, for each
    experiment (see `limits.default_limit`). Where the host kept a sender of the Linux engine from
    its work, the experiment is run once more, and the run with less of that counts.
    """
    limits = {name: limit or default_limit(each.scenario) for name, each in experiments.items()}
    if engine == "linux":
        progress(f"{len(experiments)} experiments on {title()}, {together} at a time")
        first = _on_linux(experiments, together, limits)
        disturbed = {
            name: each
            for name, each in experiments.items()
            if _LATE_US < _late_us(first[name]) < _NEVER
        }
        if not disturbed:
            return first
        progress(f"{len(disturbed)} once more: the host held the senders up")
        second = _on_linux(disturbed, together, limits)
        better = {
            name: each for name, each in second.items() if _late_us(each) < _late_us(first[name])
        }
        return first | better
    results: dict[str, Result | Failure] = {}
    for name, each in experiments.items():
        progress(f"{engine}: {name}")
        results[name] = run(each.scenario, engine, each.scripts, limits[name])
    return results


def _on_linux(
    experiments: Mapping[str, Experiment], together: int, limits: Mapping[str, float]
) -> dict[str, Result | Failure]:
    seconds = tuple(limits[name] for name in experiments)
    outcomes = run_together(tuple(experiments.values()), together, seconds)
    return dict(zip(experiments, outcomes, strict=True))


def _late_us(result: Result | Failure) -> float:
    """How late a sender was at most, or as much for the time in which the kernel stood still."""
    if isinstance(result, Failure):
        return _NEVER
    late = [flow["late"] for flow in result.flows if "late" in flow]
    most = max((each.get("most_us", 0.0) for each in late), default=0.0)
    stalled = max((each.get("stalled_us", 0.0) for each in late), default=0.0)
    return max(most, stalled * _LATE_US / (_STALLED_PART * result.measured_ms * 1000))


def held_up(result: Result) -> str:
    """Why the figures of a run are not those of the traffic asked for; empty where they are."""
    if _late_us(result) <= _LATE_US:
        return ""
    late = [flow["late"] for flow in result.flows if "late" in flow]
    most = max(each.get("most_us", 0.0) for each in late)
    if most > _LATE_US:
        what = f"a sender up for {most / 1000:.0f} ms (more than {_LATE_US // 1000} ms)"
    else:
        stalled = max(each.get("stalled_us", 0.0) for each in late)
        what = f"the kernel up for {stalled / 1000:.0f} ms in all (more than {_STALLED_PART:.0%})"
    return (
        f"the host held {what}: "
        "what was measured is not the traffic asked for; run it on a calmer machine"
    )
