"""`qosc simulate`: run a scenario in the built-in simulator."""

from __future__ import annotations

import click

from qosc.cli import CLEAN, USAGE
from qosc.cli.options import colour_option
from qosc.cli.scenarios import read_scenario

__all__ = ["command"]


@click.command()
@click.argument("scenario")
@click.option("--json", "as_json", is_flag=True, help="The result as JSON.")
@click.option("--seed", type=click.IntRange(min=0), help="Instead of the scenario's own.")
@colour_option
def command(scenario: str, as_json: bool, seed: int | None, color: str) -> int:
    """Run SCENARIO (YAML, - for standard input) and print what became of each flow and class.

    The same scenario and seed give the same result on every machine.
    """
    from qosc.simulator import simulate

    loaded = read_scenario(scenario, color)
    if loaded is None:
        return USAGE
    if seed is not None:
        loaded = loaded.model_copy(update={"seed": seed})
    result = simulate(loaded)
    text = result.to_json() if as_json else result.to_text()
    click.echo(text.rstrip("\n"))
    return CLEAN
