"""`qosc simulate`: run a scenario in the built-in simulator."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from qosc.cli import CLEAN, USAGE
from qosc.cli.files import unwritable
from qosc.cli.options import colour_option
from qosc.cli.scenarios import read_scenario

if TYPE_CHECKING:
    from qosc.scenario import Scenario
    from qosc.simulator import Result

__all__ = ["command"]

_POINTS = 100
"""Of a curve, where the scenario does not say how many."""


@click.command()
@click.argument("scenario")
@click.option("--json", "as_json", is_flag=True, help="The result as JSON.")
@click.option("--seed", type=click.IntRange(min=0), help="Instead of the scenario's own.")
@click.option(
    "--plot", metavar="FILE.svg", type=click.Path(dir_okay=False),
    help="Draw throughput and queues over time into this file.",
)  # fmt: skip
@colour_option
def command(scenario: str, as_json: bool, seed: int | None, plot: str | None, color: str) -> int:
    """Run SCENARIO (YAML, - for standard input) and print what became of each flow and class.

    The same scenario and seed give the same result on every machine.
    """
    from qosc.simulator import simulate

    loaded = read_scenario(scenario, color)
    if loaded is None:
        return USAGE
    if seed is not None:
        loaded = loaded.model_copy(update={"seed": seed})
    if plot is not None:
        loaded = _over_time(loaded)
    progress = None
    if sys.stderr.isatty():
        from qosc.cli.progress import Progress

        progress = Progress(sys.stderr, loaded.duration_ms)
    try:
        result = simulate(loaded, progress)
    finally:
        if progress is not None:
            progress.close()
    if plot is not None:
        _draw(plot, result)
    text = result.to_json() if as_json else result.to_text()
    click.echo(text.rstrip("\n"))
    return CLEAN


def _over_time(scenario: Scenario) -> Scenario:
    """The scenario, with measured over time what it does not ask for itself."""
    step = max(scenario.duration_ms // _POINTS, 1)
    measure = scenario.measure
    return scenario.model_copy(
        update={
            "measure": measure.model_copy(
                update={
                    "interval_ms": measure.interval_ms or step,
                    "occupancy_every_ms": measure.occupancy_every_ms or step,
                }
            )
        }
    )


def _draw(path: str, result: Result) -> None:
    from qosc.render.plot import plot

    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(plot(result))
    except OSError as error:
        raise unwritable(path, error) from None
