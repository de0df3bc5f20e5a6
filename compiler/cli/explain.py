"""`qosc explain`: the page of a rule."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command()
@click.argument("rule")
def command(rule: str) -> None:
    """Print the page of RULE, given by code (QOS003) or by name."""
    from qosc.lint import find_rule, page

    found = find_rule(rule)
    if found is None:
        raise click.UsageError(f"no rule called {rule!r}; see `qosc rules`")
    click.echo(page(found))
