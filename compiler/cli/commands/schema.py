"""`qosc schema`: the JSON Schema of a document."""

from __future__ import annotations

from importlib import import_module

import click

__all__ = ["command"]


_MAKERS = {
    "ir": ("qosc.targets.ir", "json_schema"),
    "scenario": ("qosc.scenario", "json_schema"),
    "traffic": ("qosc.scenario", "traffic_schema"),
    "links": ("qosc.scenario.links", "links_schema"),
    "show": ("qosc.render.shows.shown", "json_schema"),
    "diff": ("qosc.render.changes.as_json", "json_schema"),
    "expected-changes": ("qosc.cli.expected", "json_schema"),
    "baseline": ("qosc.cli.checks.baseline_form", "json_schema"),
    "settings": ("qosc.settings.form", "json_schema"),
    "expected": ("qosc.lab.expected", "json_schema"),
    "trace": ("qosc.render.traces.as_json", "json_schema"),
    "live": ("qosc.render.live", "json_schema"),
}
"""Where the schema of each document is made: imported only when it is asked for."""


@click.command()
@click.argument("document", type=click.Choice(list(_MAKERS)))
def command(document: str) -> None:
    """Print the JSON Schema of DOCUMENT: the model (ir), a scenario, its traffic, the links between
    routers, what a config does (show --format json), what happens to a packet (trace --format
    json), what two configs do otherwise (diff --format json, and the file of its --expect), which
    findings are accepted (check --baseline), what stands on a machine (verify --state --format
    json), settings (qosc.toml), or what experiments are expected to show
    (expected.yaml).
    """
    import json

    module, maker = _MAKERS[document]
    schema = getattr(import_module(module), maker)
    click.echo(json.dumps(schema(), indent=2, sort_keys=True))
