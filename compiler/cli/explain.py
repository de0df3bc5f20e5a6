"""`qosc explain`: the page of a rule."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command()
@click.argument("rule")
def command(rule: str) -> None:
    """Print the page of RULE, given by code (QOS003) or by name.

    Of the faults of scenarios (QOS690 and on), which are no rules, it says what they are.
    """
    from qosc.lint import find_rule, page

    found = find_rule(rule)
    if found is not None:
        click.echo(page(found))
        return
    from qosc.scenario.load import ABOUT

    for code, text in ABOUT.items():
        if rule.upper() == code[0] or rule.lower() == code[1]:
            click.echo(f"# {code[0]} {code[1]}\n\n{text}")
            return
    raise click.UsageError(f"no rule called {rule!r}; see `qosc rules`")
