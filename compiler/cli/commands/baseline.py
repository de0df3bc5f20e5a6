"""`qosc baseline`: accept what a check finds today, so that only new findings are told."""

from __future__ import annotations

from collections import Counter

import click

from qosc.cli import CLEAN, USAGE
from qosc.cli.checks.baseline import DEFAULT, Baseline, write
from qosc.cli.checks.checked import Rules, Wanted, checked, wanted_plans
from qosc.cli.checks.demands import Demands
from qosc.cli.checks.tally import Counted, Tally
from qosc.cli.options import (
    min_severity_option,
    platform_option,
    require_qos_option,
    rules_options,
    size_option,
    skip_others_option,
    stdin_option,
)
from qosc.cli.output import check_place
from qosc.cli.settings import settings_options
from qosc.diagnostics import LEVELS, Severity
from qosc.lint.engine.keys import Key, Keys
from qosc.render.numbers import many

__all__ = ["command"]


@click.group()
def command() -> None:
    """Accept what a check finds today, so that later checks tell what is new.

    The file is for `qosc check --baseline`. It knows a finding by its device, its rule and the text
    of its line, not by the line's number.
    """


@command.command("write")
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "--output", "-o", default=DEFAULT, show_default=True, metavar="FILE", help="Where to write it."
)
@rules_options
@min_severity_option("Accept nothing less severe.")
@platform_option
@settings_options
@require_qos_option
@skip_others_option
@stdin_option
@size_option
def _write(
    paths: tuple[str, ...],
    output: str,
    select: tuple[str, ...],
    extend_select: tuple[str, ...],
    ignore: tuple[str, ...],
    min_severity: str,
    platform: str | None,
    require_qos: bool,
    skip_others: bool,
    stdin_filename: str,
    max_size: int,
) -> int:
    """Write the findings about PATHS as accepted.

    Nothing is written where a config among them cannot be read.
    """
    check_place(output)
    rules = Rules(select, extend_select, ignore)
    plans = wanted_plans(rules, platform, paths, require_qos=require_qos)
    wanted = Wanted(paths, plans, skip_others, stdin_filename, max_size)
    tally, least = Tally(), LEVELS[min_severity]
    kept = Baseline(output)
    accepted: list[tuple[Key, Severity]] = []
    for config, findings, _ in checked(wanted, tally, Demands()):
        tally.add(Counted(config.source.path, config.name, config.device.coverage, Counter()))
        tally.files += (each.path for each in config.files[1:])
        keys = Keys(config.files, kept.device_of(config))
        accepted += ((keys.of(one), one.severity) for one in findings if one.severity >= least)
        del config, findings
    if tally.incomplete or not tally.files:
        click.echo("Error: no baseline was written, since not all was read", err=True)
        return USAGE
    count = write(output, accepted, ("-", *tally.files))
    click.echo(f"{output}: {many(count, 'finding')} of {many(len(tally.files), 'file')} accepted.")
    return CLEAN
