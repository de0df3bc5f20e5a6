"""The built-in engine: a scenario in, figures out.

The same scenario gives the same result on every machine. Where it is simpler than the world: hosts
and routers take no time, TCP connections start established, nothing is fragmented, and a router
knows the route.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from qosc.scenario.model import Scenario
from qosc.simulator.build import Network
from qosc.simulator.loop import MILLISECOND, TooManyEventsError
from qosc.simulator.port import Seen
from qosc.simulator.results import Result, class_figures, flow_figures
from qosc.simulator.samples import Sample, Timed
from qosc.simulator.stats import ClassCount

__all__ = ["ENGINE", "Result", "TooManyEventsError", "simulate"]

ENGINE = "simulator"


def simulate(
    scenario: Scenario,
    progress: Callable[[int], None] | None = None,
    max_events: int | None = None,
    *,
    samples: bool = False,
    captures: Mapping[tuple[str, str], Seen] | None = None,
) -> Result:
    """Run a scenario, which `qosc.scenario.load` has checked, to its end.

    `progress` is told now and then how many per cent of the time are behind. TooManyEventsError is
    raised where the run takes more than `max_events`; see `qosc.scenario.cost` for an estimate.
    With `samples` the result has every single value and its instant. `captures` are told each
    packet whose last bit leaves a port (node and name; KeyError for one that is not there), of the
    warm-up, too.
    """
    network = Network(scenario, max_events, timed=samples)
    for place, seen in (captures or {}).items():
        network.port(*place).watch(seen)
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
        samples=tuple(_samples(network)),
    )


def _samples(network: Network) -> Iterator[Sample]:
    """What was kept with its instant: nothing, where nobody asked for it."""
    for flow in network.flows:
        if isinstance(flow.delays, Timed):
            quantity = "rtt" if flow.kind == "ping" else "delay"
            yield Sample(flow.name, quantity, flow.delays, flow.delays.at, kind=flow.kind)
    for name, completed in network.completions.items():
        if isinstance(completed.times, Timed):
            yield Sample(name, "response", completed.times, completed.times.at)
    for each in network.counts:
        if isinstance(each.waits, Timed):
            place = (each.port, each.side, each.policy)
            yield Sample(each.name, "wait", each.waits, each.waits.at, *place)


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
    completion = network.completions.get(name)
    return {} if completion is None else {"completion": completion.figures()}
