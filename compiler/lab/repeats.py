"""Runs of the same experiments with other seeds, and what their figures are in the mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan, cos, pi, sin, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from qosc.lab.compare import Cell, Row, Verdict
from qosc.lab.papers import PaperCell
from qosc.scenario.model import Scenario
from qosc.simulator.results import Result

__all__ = ["Runs", "again", "in_the_mean", "quantile", "with_runs"]

_MICRO = 1000
_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Runs:
    """A figure in each of `count` runs, in their order; `alike` counts those that stand to the
    paper as the mean does, or in which an order holds (or not) as in the means.

    `half_width` is half of the 95 % confidence interval of the mean, by Student's t: it supposes
    that the runs are independent, and their mean about normal. None where a run has no figure.
    """

    count: int
    values: tuple[float, ...] = ()
    alike: int | None = None

    @property
    def half_width(self) -> float | None:
        """Student's t, with one degree of freedom less than runs, times the standard error.

        None of fewer than two runs.
        """
        if len(self.values) < 2:
            return None
        return quantile(len(self.values) - 1) * stdev(self.values) / sqrt(len(self.values))


def again(scenario: Scenario, run: int, jitter_ms: int) -> Scenario:
    """The scenario of a run (from 0): its seed is the scenario's own and `run`, and each source
    starts up to `jitter_ms` later (and stops so much later), drawn from that seed and its name.
    """
    seed = scenario.seed + run
    traffic = []
    for source in scenario.traffic:
        random = Random(f"{seed}/start/{source.name}")  # noqa: S311 - a simulation
        late = random.randrange(jitter_ms * _MICRO) if jitter_ms else 0
        stop = None if source.stop_us is None else source.stop_us + late
        traffic.append(
            source.model_copy(update={"start_us": source.start_us + late, "stop_us": stop})
        )
    return scenario.model_copy(update={"seed": seed, "traffic": tuple(traffic)})


def in_the_mean(results: Sequence[Result]) -> Result:
    """One result with the mean of each number; a count that a run lacks (of a reason for which it
    dropped nothing) is 0 there. A figure that a run has no samples of is None.

    Series and other lists are those of the first run.
    """
    first = results[0]
    flows = tuple(_mean(each) for each in zip(*(one.flows for one in results), strict=True))
    classes = tuple(_mean(each) for each in zip(*(one.classes for one in results), strict=True))
    return replace(first, flows=flows, classes=classes)


def _mean(parts: Sequence[Any]) -> Any:
    first = next((part for part in parts if part is not None), None)
    if isinstance(first, Mapping):
        if any(part is None for part in parts):
            return None
        keys = list(dict.fromkeys(key for part in parts for key in part))
        lacking = {key: _nothing_like(parts, key) for key in keys}
        return {key: _mean([part.get(key, lacking[key]) for part in parts]) for key in keys}
    if isinstance(first, int | float) and not isinstance(first, bool):
        return None if any(part is None for part in parts) else fmean(parts)
    return first


def _nothing_like(parts: Sequence[Mapping[str, Any]], key: str) -> Any:
    """What stands for a key that some of the mappings lack: as many times nothing."""
    value = next(part[key] for part in parts if key in part)
    if isinstance(value, Mapping):
        return dict.fromkeys(value, 0)
    return 0 if isinstance(value, int | float) else None


def with_runs(rows: Sequence[Row], by_run: Sequence[Sequence[Row]]) -> tuple[Row, ...]:
    """The rows of the means, each cell with the figures of the single runs beside it.

    An order of the means that fewer than half of the runs show is one by chance, and does not hold.
    """
    repeated = []
    for index, row in enumerate(rows):
        cells = {
            engine: _with_runs(
                cell,
                [one[index].cells[engine] for one in by_run],
                row.paper.verdict if row.paper is not None and engine == "sim" else None,
            )
            for engine, cell in row.cells.items()
        }
        repeated.append(replace(row, cells=cells))
    return tuple(repeated)


def _with_runs(cell: Cell, each: Sequence[Cell], stated: str | None) -> Cell:
    count = len(each)
    if cell.holds is not None:
        alike = sum(one.holds == cell.holds for one in each)
        made = replace(cell, runs=Runs(count, (), alike))
        return _by_chance(made) if cell.holds and 2 * alike < count else made
    values = tuple(one.value for one in each if one.value is not None)
    if cell.value is None or len(values) < count:
        return cell
    if cell.paper is None:
        return replace(cell, runs=Runs(count, values))
    verdicts = [one.paper.verdict for one in each if one.paper is not None]
    verdict = cell.paper.verdict
    if verdict == "partly" and 2 * sum(one in ("partly", "reproduced") for one in verdicts) < count:
        cell = _contradicted(cell, cell.paper, stated)
        verdict = "contradicted"
    return replace(cell, runs=Runs(count, values, verdicts.count(verdict)))


_STATED = ": stated as contradicted"


def _by_chance(cell: Cell) -> Cell:
    """An order of the means that fewer than half of the runs show: it does not hold."""
    assert cell.runs is not None  # noqa: S101 - of several runs
    stated = cell.why.endswith(_STATED)
    why = f"{cell.why.removesuffix(_STATED)}: contradicted by most runs"
    verdict = Verdict.BESIDE if stated else Verdict.MISSED
    runs = replace(cell.runs, alike=cell.runs.count - (cell.runs.alike or 0))
    return replace(cell, verdict=verdict, why=why, holds=False, runs=runs)


def _contradicted(cell: Cell, paper: PaperCell, stated: str | None) -> Cell:
    """A figure whose order most runs do not show."""
    contradicted = replace(paper, verdict="contradicted")
    if stated not in (None, "contradicted"):
        why = f"stated as {stated}"
        return replace(cell, paper=contradicted, verdict=Verdict.MISSED, why=why)
    verdict = Verdict.BESIDE if cell.why == "stated as contradicted" else cell.verdict
    return replace(cell, paper=contradicted, verdict=verdict, why="")


def quantile(freedom: int) -> float:
    """Student's t: 95 % of the distribution lie between -t and t. `freedom` is a whole number.

    By Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4, and bisection.

    >>> round(quantile(1), 3), round(quantile(9), 3), round(quantile(120), 3)
    (12.706, 2.262, 1.98)
    """
    low, high = 0.0, 1000.0
    for _ in range(100):
        middle = (low + high) / 2
        if _between(middle, freedom) < _CONFIDENCE:
            low = middle
        else:
            high = middle
    return high


def _between(t: float, freedom: int) -> float:
    """The part of Student's distribution between -t and t."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = term if freedom > 1 or not odd else 0.0
    for step in range(3 if odd else 2, freedom - 1, 2):
        term *= (step - 1) / step * cos(angle) ** 2
        total += term
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
