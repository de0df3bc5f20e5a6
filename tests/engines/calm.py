"""Runs on a host that may be busy: tried again where it held the kernel up, and told where it did.

A guest that gets no processor for a while neither sends what was asked for nor serves its queues,
and no figure of rates can be had from it. A test of such a figure is skipped with the reason; a
figure of a run that was left alone is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import pytest

from qosc.lab.experiments import held_up
from qosc.lab.linux.engine import Experiment, Failure, run_together
from qosc.simulator import Result, simulate
from tests.engines.engine_kit import Run

TRIES = 4
_P99_LATE_US = 20_000
_STALLED_PART = 0.02

T = TypeVar("T")


class Calm(Mapping[str, T], Generic[T]):
    """What was measured, by name; a test that asks for what the host held up is skipped."""

    def __init__(self, found: Mapping[str, Any], held: Mapping[str, str]) -> None:
        self._found = found
        self.held = held

    def __getitem__(self, name: str) -> T:
        if why := self.held.get(name):
            pytest.skip(f"{name}, {TRIES} times: {why}")
        found: T = self._found[name]
        return found

    def raw(self, name: str) -> Any:
        """What was measured, held up or not."""
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def tried(
    names: tuple[str, ...],
    measure: Callable[[tuple[str, ...]], Mapping[str, T]],
    why: Callable[[T], str],
) -> dict[str, T]:
    """Measure all, and those again that were held up, `TRIES` times at most."""
    found: dict[str, T] = {}
    for _ in range(TRIES):
        again = tuple(name for name in names if name not in found or why(found[name]))
        if not again:
            break
        found |= measure(again)
    return found


def in_time(made: int, asked: int) -> None:
    """Skip where the host gave a boot time for fewer than half of its trials."""
    if 2 * made < asked:
        pytest.skip(f"the host gave the guest time for {made} of {asked} trials")


def disturbed(result: Result | Failure) -> str:
    """Why the rates of a run are not those asked for; empty where they are.

    Stricter than the lab: many short stops cost as much as a long one.
    """
    if isinstance(result, Failure):
        return result.message
    if why := held_up(result):
        return why
    late = max((flow.get("late", {}).get("p99_us", 0.0) for flow in result.flows), default=0.0)
    if late > _P99_LATE_US:
        return f"one packet in a hundred was {late / 1000:.0f} ms late"
    stalled = max((flow.get("late", {}).get("stalled_us", 0.0) for flow in result.flows), default=0)
    if stalled > _STALLED_PART * result.measured_ms * 1000:
        return f"the kernel stood still for {stalled / 1000:.0f} of {result.measured_ms} ms"
    return ""


def on_linux(planned: Mapping[str, Experiment], together: int) -> Calm[Result]:
    """The result of each experiment, in one boot a try; a failure but for time fails the test."""

    def measure(names: tuple[str, ...]) -> dict[str, Result | Failure]:
        ran = run_together(tuple(planned[name] for name in names), together)
        found = dict(zip(names, ran, strict=True))
        for name, result in found.items():
            if isinstance(result, Failure) and not result.timed_out:
                pytest.fail(f"{name}: {result.message}\n" + "\n".join(result.console))
        return found

    found = tried(tuple(planned), measure, disturbed)
    return Calm(found, {name: disturbed(each) for name, each in found.items()})


def compared(planned: Mapping[str, Experiment], together: int) -> Calm[Run]:
    """The same, each beside what the simulator makes of it."""
    on = on_linux(planned, together)
    found = {
        name: Run(each.scenario, on.raw(name), simulate(each.scenario))
        for name, each in planned.items()
    }
    return Calm(found, on.held)
