"""The built-in engine: a scenario in, figures out.

The same scenario gives the same result on every machine. Where it is simpler than the world: hosts
and routers take no time, TCP connections start established, nothing is fragmented, and a router
knows the route.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qosc.scenario.model import Scenario
from qosc.simulator.build import Network
from qosc.simulator.loop import MILLISECOND, TooManyEventsError
from qosc.simulator.results import Result, class_figures, flow_figures
from qosc.simulator.stats import ClassCount

__all__ = ["ENGINE", "Result", "TooManyEventsError", "simulate"]

ENGINE = "simulator"


def simulate(
    scenario: Scenario,
    progress: Callable[[int], None] | None = None,
    max_events: int | None = None,
) -> Result:
    """Run a scenario, which `qosc.scenario.load` has checked, to its end.

    `progress` is told now and then how many per cent of the time are behind. TooManyEventsError is
    raised where the run takes more than `max_events`; see `qosc.scenario.cost` for an estimate.
    """
    network = Network(scenario, max_events)
    warm_up = scenario.measure.warm_up_ms * MILLISECOND
    end = scenario.duration_ms * MILLISECOND
    _run(network, 0, warm_up, end, progress)
    for flow in network.flows:
        flow.reset()
    for count in network.counts:
        count.reset()
    for each in network.completions.values():
        each.reset()
    if network.occupancy is not None:
        network.occupancy.reset()
    before = {name: [each.arrived for each in made] for name, made in network.connections.items()}
    _run(network, warm_up, end, end, progress)
    window = end - warm_up
    delivered = {
        name: [each.arrived - old for each, old in zip(made, before[name], strict=True)]
        for name, made in network.connections.items()
    }
    whole: dict[str, int] = {}
    for count in network.counts:
        whole[count.port] = whole.get(count.port, 0) + count.sent_bytes
    return Result(
        scenario=scenario.name,
        engine=ENGINE,
        seed=scenario.seed,
        measured_ms=scenario.duration_ms - scenario.measure.warm_up_ms,
        flows=tuple(
            flow_figures(f, window, delivered.get(f.name)) | _completions(network, f.name)
            for f in network.flows
        ),
        classes=tuple(
            class_figures(c, window, whole[c.port]) | _occupancy(network, c) for c in network.counts
        ),
    )


def _run(
    network: Network, start: int, stop: int, end: int, progress: Callable[[int], None] | None
) -> None:
    """Run to `stop`, in steps of a hundredth of the whole where somebody wants to know."""
    if progress is not None:
        for percent in range(100 * start // end + 1, 100 * stop // end + 1):
            network.loop.run(end * percent // 100)
            progress(percent)
    network.loop.run(stop)


def _occupancy(network: Network, count: ClassCount) -> dict[str, Any]:
    return {} if network.occupancy is None else network.occupancy.figures(count)


def _completions(network: Network, name: str) -> dict[str, Any]:
    found = network.completions.get(name)
    return {} if found is None else {"completion": found.figures()}
