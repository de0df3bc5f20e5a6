"""`qosc explain`: the page of a rule."""

from __future__ import annotations

import click

from qosc.cli.files import need_output
from qosc.cli.options import rule_words
from qosc.cli.settings import settings_options
from qosc.render.printable import printable

__all__ = ["command"]


@click.command()
@click.argument("rule", shell_complete=rule_words)
@settings_options
def command(rule: str) -> None:
    """Print the page of RULE, given by code (QOS003) or by name; of the beginning of codes (QOS4),
    the list of its rules.

    Of the faults of scenarios (QOS690 and on) and of what `verify` finds (QOS801 and on), which
    are no rules, it says what they are; of a rule of the site, what its settings say.
    """
    from qosc.lint import find_rule, page

    need_output()
    info = find_rule(rule)
    if info is not None:
        click.echo(page(info))
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
    _explain_others(rule)


def _explain_others(word: str) -> None:
    from qosc.cli.commands.rules import listed, site_rules
    from qosc.lint import all_rules

    site = site_rules()
    for rule in site:
        if rule.name == word.lower():
            about = f"Severity: {rule.severity}. A rule of the site."
            for line in f"# {rule.code}\n\n{about}\n\n{rule.text}".split("\n"):
                click.echo(printable(line))
            return
    several = [
        rule for rule in (*all_rules(), *site) if word and rule.code.startswith(word.upper())
    ]
    if not several:
        raise click.UsageError(f"no rule called {word!r}; see `qosc rules`")
    for line in listed(several):
        click.echo(line)
