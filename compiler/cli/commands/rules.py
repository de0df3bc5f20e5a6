"""`qosc rules`: the list of rules."""

from __future__ import annotations

import click

from qosc.cli.options import format_option

__all__ = ["command"]


@click.command()
@format_option("text", "json")
def command(form: str) -> None:
    """List the rules of check: code, severity, name, one line."""
    from qosc.lint import all_rules

    rules = all_rules()
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
            for rule in rules
        ]
        click.echo(json.dumps(rows, indent=2))
        return
    wide = max(len(rule.name) for rule in rules)
    for rule in rules:
        click.echo(f"{rule.code}  {rule.severity!s:<7}  {rule.name:<{wide}}  {rule.summary}")
