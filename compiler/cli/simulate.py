"""`qosc simulate`: run a scenario in the built-in simulator."""

from __future__ import annotations

import sys

import click

from qosc.cli import CLEAN, USAGE
from qosc.cli.files import read
from qosc.cli.options import colour_option
from qosc.render.style import Style, wants_colour

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
    from qosc.scenario import load
    from qosc.simulator import simulate

    source = read(scenario)
    loaded = load(source.text, source.path)
    if isinstance(loaded, tuple):
        from qosc.render.text import full

        style = Style(wants_colour(color, sys.stderr))
        for problem in loaded:
            lines = full(problem, {source.path: source}, style)
            click.echo("\n".join(lines) + "\n", err=True, color=style.colour)
        return USAGE
    if seed is not None:
        loaded = loaded.model_copy(update={"seed": seed})
    result = simulate(loaded)
    click.echo(result.to_json() if as_json else result.to_text())
    return CLEAN
