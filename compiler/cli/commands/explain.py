"""`qosc explain`: the page of a rule."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command()
@click.argument("rule")
def command(rule: str) -> None:
    """Print the page of RULE, given by code (QOS003) or by name.

    Of the faults of scenarios (QOS690 and on) and of what `verify` finds (QOS801 and on), which
    are no rules, it says what they are.
    """
    from qosc.lint import find_rule, page

    found = find_rule(rule)
    if found is not None:
        click.echo(page(found))
        return
    from qosc.verify.codes import find
    from qosc.verify.codes import page as verify_page

    difference = find(rule)
    if difference is not None:
        click.echo(verify_page(difference))
        return
    from qosc.scenario.loading import ABOUT

    for code, text in ABOUT.items():
        if rule.upper() == code[0] or rule.lower() == code[1]:
            click.echo(f"# {code[0]} {code[1]}\n\n{text}")
            return
    raise click.UsageError(f"no rule called {rule!r}; see `qosc rules`")
