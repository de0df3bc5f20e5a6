"""`qosc rules`: the list of rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from qosc.cli.files import need_output
from qosc.cli.options import format_option, rule_words
from qosc.cli.settings import plans_for, settings_options
from qosc.diagnostics import LEVELS
from qosc.render.printable import printable

if TYPE_CHECKING:
    from qosc.lint.engine.pages import RuleInfo

__all__ = ["command", "listed", "site_rules"]


@click.command()
@click.argument("rules", nargs=-1, shell_complete=rule_words)
@click.option(
    "--severity",
    "severities",
    type=click.Choice(list(LEVELS)),
    multiple=True,
    help="Only rules of this severity; several times.",
)
@settings_options
@format_option("text", "json")
def command(rules: tuple[str, ...], severities: tuple[str, ...], form: str) -> None:
    """List the rules of check: code, severity, name, one line.

    RULES are codes, beginnings of codes (QOS4) and names; all of them without any. The rules of the
    site, of the settings above the working folder, are listed as well.
    """
    from qosc.lint import all_rules

    need_output()
    known = [*all_rules(), *site_rules()]
    _none_unknown(rules, known)
    chosen = [
        rule
        for rule in known
        if (not rules or any(_is_called(rule, word) for word in rules))
        and (not severities or str(rule.severity) in severities)
    ]
    if form == "json":
        import json

        rows = [
            {
                "code": rule.code,
                "name": rule.name,
                "severity": str(rule.severity),
                "summary": rule.summary,
                "since": rule.since,
            }
            for rule in chosen
        ]
        click.echo(json.dumps(rows, indent=2))
        return
    for line in listed(chosen):
        click.echo(line)


def listed(rules: Sequence[RuleInfo]) -> Iterator[str]:
    """A line for each rule."""
    wide = max((len(rule.name) for rule in rules), default=0)
    for rule in rules:
        line = f"{rule.code}  {rule.severity!s:<7}  {rule.name:<{wide}}  {rule.summary}"
        yield printable(line)


def site_rules() -> list[RuleInfo]:
    """The rules of the site, of the settings of the working folder; each code once."""
    settings = plans_for().run()
    if settings is None:
        return []
    from qosc.lint.engine.pages import RuleInfo

    rules: dict[str, RuleInfo] = {}
    for row in settings.file.require:
        words = f"{row.text}\n\n{row.help}" if row.help else row.text
        info = RuleInfo(row.code, row.code.lower(), LEVELS[row.severity], "", row.text, words)
        rules.setdefault(row.code, info)
    return list(rules.values())


def _is_called(rule: RuleInfo, word: str) -> bool:
    upper = word.upper()
    return upper == "ALL" or rule.code.startswith(upper) or rule.name == word.lower()


def _none_unknown(words: Sequence[str], rules: Sequence[RuleInfo]) -> None:
    """UsageError for a word that no rule is called by: an empty list would look like an answer."""
    unknown = [
        word for word in words if not word or not any(_is_called(one, word) for one in rules)
    ]
    if unknown:
        raise click.UsageError(f"no rule called {', '.join(map(repr, unknown))}; see `qosc rules`")
