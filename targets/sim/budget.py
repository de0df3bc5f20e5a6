"""Made-up traffic that `qosc simulate` runs without being allowed more than it takes by itself."""

from __future__ import annotations

from qosc.scenario import Measure, Scenario
from qosc.scenario.cost import DEFAULT_EVENTS, estimate

__all__ = ["within_budget"]

_PART = 0.9
"""Of what is allowed: the estimate is none to the packet."""


def within_budget(scenario: Scenario) -> tuple[Scenario, list[str]]:
    """The scenario, shortened where it would take more events than `simulate` allows unasked, and
    what to say of it. The rates stay, and so does the part of the time that is not measured.
    """
    events = estimate(scenario).events
    allowed = _PART * DEFAULT_EVENTS
    if events <= allowed:
        return scenario, []
    duration = max(2, int(scenario.duration_ms * allowed / events))
    warm_up = scenario.measure.warm_up_ms * duration // scenario.duration_ms
    remarks = [
        f"duration_ms is {duration} and not {scenario.duration_ms}: a longer run at these rates",
        f"takes more than the {DEFAULT_EVENTS:,} events that `qosc simulate` allows without",
        "--max-events. What settles slowly (a deep queue, a TCP window) may not be seen.",
    ]
    short = {"duration_ms": duration, "measure": Measure(warm_up_ms=warm_up)}
    return scenario.model_copy(update=short), remarks
