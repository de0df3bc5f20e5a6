"""What a run may cost: the options for it, and how more is refused."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

import click

from qosc.cli.files import RefusedError
from qosc.lab.limits import LONGEST_S

if TYPE_CHECKING:
    from qosc.scenario import Scenario
    from qosc.source import SourceText

__all__ = [
    "CODE",
    "budget_options",
    "check_cost",
    "check_real_time",
    "timeout_option",
    "too_long",
    "within_memory",
]

F = TypeVar("F", bound=Callable[..., Any])
CODE = "QOS694"
_MEGABYTE = 1_000_000
_REAL_TIME_S = 600.0
_MOST_EVENTS, _MOST_MEMORY = 10**15, 10**9
"""What nobody can mean, and no counter of the system can hold much more of."""


class _Seconds(click.FloatRange):
    """Seconds to wait: above 0, and so few that clocks of the system can be set to them."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=LONGEST_S)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds = float(super().convert(value, param, ctx))
        if math.isnan(seconds):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds


def timeout_option(help_: str, default: float | None = None) -> Callable[[F], F]:
    """--timeout: `help_` says what of; `default` is in seconds."""
    return click.option(
        "--timeout",
        metavar="SECONDS",
        type=_Seconds(),
        default=default,
        show_default=default is not None,
        help=help_,
    )


def budget_options(function: F) -> F:
    """--max-events and --max-memory: what a run may cost."""
    function = click.option(
        "--max-memory",
        metavar="MB",
        type=click.IntRange(1, _MOST_MEMORY),
        default=1000,
        show_default=True,
        help="Refuse a run that takes more memory than this.",
    )(function)
    return click.option(
        "--max-events",
        metavar="N",
        type=click.IntRange(1, _MOST_EVENTS),
        default=1_000_000,
        show_default=True,
        help="Refuse a run that takes more events than this: a packet takes "
        "two or three on each link.",
    )(function)


def check_cost(
    scenario: Scenario,
    source: Callable[[], SourceText],
    max_events: int,
    max_memory: int,
    name: str = "the run",
) -> None:
    """RefusedError for a scenario that costs more than it may, at the duration in the `source` of
    its traffic. `max_memory` is in MB; `name` is what is run.
    """
    from qosc.scenario.cost import estimate, refusal

    why = refusal(estimate(scenario), max_events, max_memory * _MEGABYTE)
    if why:
        raise too_long(source(), f"{name} {why}")


def check_real_time(
    scenario: Scenario,
    source: Callable[[], SourceText],
    name: str = "the run",
    most_s: float = _REAL_TIME_S,
) -> None:
    """RefusedError for a scenario that keeps a real kernel busy for more than `most_s` seconds."""
    if scenario.duration_ms > most_s * 1000:
        raise too_long(
            source(),
            f"on Linux {name} takes {scenario.duration_ms / 1000:g} s, as long as its traffic, and "
            f"{most_s:g} s are allowed; shorten duration_ms, or allow more with --timeout",
        )


def too_long(source: SourceText, message: str) -> RefusedError:
    """A run that costs too much, told at the duration of its document."""
    from qosc.cli.scenarios import fault_at
    from qosc.scenario.explain import COST

    return fault_at(source, ("duration_ms",), COST, message)


@contextmanager
def within_memory(name: str, max_memory: int) -> Iterator[None]:
    """In the block this process may take so many MB more; RefusedError where it would take more.

    Without effect where the system knows no such limit.
    """
    try:
        with _address_space(max_memory * _MEGABYTE):
            yield
    except MemoryError:
        message = f"[{CODE}] {name}: the run takes more than {max_memory:,} MB of memory; "
        raise RefusedError(message + "shorten duration_ms, or allow more with --max-memory") from (
            None
        )


@contextmanager
def _address_space(size: int) -> Iterator[None]:
    taken = _taken()
    if taken is None:
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    soft = taken + size
    if before[0] != resource.RLIM_INFINITY:
        soft = min(soft, before[0])
    try:
        resource.setrlimit(resource.RLIMIT_AS, (soft, before[1]))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def _taken() -> int | None:
    """Bytes of address space that this process has now."""
    with suppress(OSError, ValueError, AttributeError), open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return None
