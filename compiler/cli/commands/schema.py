"""`qosc schema`: the JSON Schema of a document."""

from __future__ import annotations

from importlib import import_module

import click

from qosc.cli.files import need_output

__all__ = ["MAKERS", "command"]


MAKERS = {
    "check": ("qosc.render.schemas.findings", "check_schema"),
    "rules": ("qosc.render.schemas.findings", "rules_schema"),
    "show": ("qosc.render.schemas.pipelines", "show_schema"),
    "diff": ("qosc.render.changes.as_json", "json_schema"),
    "trace": ("qosc.render.schemas.pipelines", "trace_schema"),
    "trace-count": ("qosc.render.schemas.accounts", "trace_count_schema"),
    "ledger": ("qosc.render.schemas.accounts", "ledger_schema"),
    "verify": ("qosc.render.schemas.findings", "verify_schema"),
    "live": ("qosc.render.live", "json_schema"),
    "result": ("qosc.render.schemas.runs", "result_schema"),
    "samples": ("qosc.render.schemas.values", "samples_schema"),
    "distribution": ("qosc.render.schemas.values", "distribution_schema"),
    "series": ("qosc.render.schemas.values", "series_schema"),
    "lab": ("qosc.render.schemas.runs", "lab_schema"),
    "traffic-import": ("qosc.render.schemas.accounts", "traffic_import_schema"),
    "scenario": ("qosc.scenario", "json_schema"),
    "traffic": ("qosc.scenario", "traffic_schema"),
    "links": ("qosc.scenario.links", "links_schema"),
    "expected": ("qosc.lab.expected", "json_schema"),
    "settings": ("qosc.settings.form", "json_schema"),
    "baseline": ("qosc.cli.checks.baseline_form", "json_schema"),
    "expected-changes": ("qosc.cli.expected", "json_schema"),
    "ir": ("qosc.targets.ir", "json_schema"),
}
"""Where the schema of each document is made: imported only when it is asked for."""


@click.command()
@click.argument("document", type=click.Choice(list(MAKERS)), metavar="DOCUMENT")
def command(document: str) -> None:
    r"""Print the JSON Schema of DOCUMENT.

    \b
    What commands print for programs:
      check           check --format json
      rules           rules --format json
      show            show --format json
      diff            diff --format json
      trace           trace --format json
      trace-count     trace --pcap FILE --format json
      ledger          compile --ledger json
      verify          verify --format json
      live            verify --state or --live, with --format json
      result          simulate --format json
      samples         simulate --samples FILE.json
      distribution    simulate --distribution FILE.json
      series          simulate --series FILE.json
      lab             lab run --format json
      traffic-import  traffic import --ledger json

    \b
    Files:
      scenario          a scenario of simulate
      traffic           its traffic alone (compile --traffic)
      links             links between routers (compile --links)
      expected          experiments (expected.yaml of lab run)
      settings          settings (qosc.toml)
      baseline          accepted findings (check --baseline)
      expected-changes  changes that are meant (diff --expect)
      ir                the model (compile --target ir)

    docs/documents.md says what stays the same in later releases.
    """
    import json

    module, maker = MAKERS[document]
    schema = getattr(import_module(module), maker)
    need_output()
    click.echo(json.dumps(schema(), indent=2, sort_keys=True))
