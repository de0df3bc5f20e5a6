"""`qosc schema`: the JSON Schema of a document."""

from __future__ import annotations

from importlib import import_module

import click

__all__ = ["command"]


@click.command()
@click.argument("document", type=click.Choice(["ir", "scenario"]))
def command(document: str) -> None:
    """Print the JSON Schema of DOCUMENT: the model (ir) or a scenario."""
    import json

    import_path = {"ir": "qosc.targets.ir", "scenario": "qosc.scenario"}[document]
    schema = import_module(import_path).json_schema
    click.echo(json.dumps(schema(), indent=2, sort_keys=True))
