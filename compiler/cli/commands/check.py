"""`qosc check`: find mistakes in router configs."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from qosc.api import Config
from qosc.cli import CLEAN, FINDINGS, USAGE
from qosc.cli.checks.checked import Rules, Wanted, checked, device_of, wanted_plans
from qosc.cli.checks.choices import Choices, chosen
from qosc.cli.checks.demands import Demands
from qosc.cli.checks.reporting import ALL_FORMS, outputs, printer
from qosc.cli.checks.several import devices_option, several_of
from qosc.cli.checks.side_file import SideFile
from qosc.cli.checks.tally import Counted, Tally
from qosc.cli.files import need_output
from qosc.cli.options import (
    colour_option,
    fix_options,
    format_option,
    min_severity_option,
    platform_option,
    require_qos_option,
    rules_options,
    size_option,
    skip_others_option,
    stdin_option,
)
from qosc.cli.settings import settings_options
from qosc.diagnostics import LEVELS, NOT_DECIDED, Diagnostic, Severity
from qosc.lint.engine.keys import Key, Keys
from qosc.render.printable import printable
from qosc.render.reports import Finding
from qosc.render.style import style_for

if TYPE_CHECKING:
    from qosc.cli.checks.accepting import Before

__all__ = ["command"]

_BY_COMMENT = "a comment in the config silences it"
_SHOWN = 3
"""Entries of a baseline that are told one by one."""


@click.command()
@click.argument("paths", nargs=-1, metavar="PATHS...")
@devices_option
@format_option(*ALL_FORMS)
@click.option(
    "--output",
    multiple=True,
    metavar="FORM=FILE",
    help="Also write the report to a file, in one of the forms of --format; several times.",
)
@rules_options
@min_severity_option("Less severe findings are counted only, and make no check fail.")
@click.option(
    "--fail-on",
    type=click.Choice([*LEVELS, "never"]),
    default="warning",
    show_default=True,
    help="The least severity that makes the exit status 1.",
)
@click.option(
    "--baseline",
    metavar="FILE",
    help="Pass over the findings that FILE accepts (`qosc baseline write` makes it).",
)
@click.option(
    "--against",
    metavar="REV",
    help="Pass over what the file has at this revision of git, too.",
)
@platform_option
@settings_options
@click.option(
    "--show-settings", is_flag=True, help="Print what the settings come to, and check nothing."
)
@fix_options
@click.option("--coverage", is_flag=True, help="Also say what became of each line of the config.")
@click.option("--statistics", is_flag=True, help="Also say how often each rule has a finding.")
@require_qos_option
@skip_others_option
@stdin_option
@size_option
@colour_option
def command(
    paths: tuple[str, ...],
    devices: tuple[str, ...],
    form: str,
    output: tuple[str, ...],
    select: tuple[str, ...],
    extend_select: tuple[str, ...],
    ignore: tuple[str, ...],
    min_severity: str,
    fail_on: str,
    baseline: str | None,
    against: str | None,
    platform: str | None,
    show_settings: bool,
    fix: bool,
    diff: bool,
    unsafe_fixes: bool,
    coverage: bool,
    statistics: bool,
    require_qos: bool,
    skip_others: bool,
    stdin_filename: str,
    max_size: int,
    color: str,
) -> int:
    """Find mistakes in router configs.

    PATHS are files, folders (searched for configs), or - for standard input. What cannot be read is
    told on standard error, and the rest is checked; the exit status is 2 then, unless a folder led
    to it and it is empty or no file (a pipe, a link out of the folder): that is counted only, but
    for an empty one with --require-qos.
    """
    several = several_of(devices, paths)
    within = (*paths, *(one.paths[0] for one in several))
    rules = Rules(select, extend_select, ignore)
    plans = wanted_plans(rules, platform, within, require_qos=require_qos)
    if against == "":
        raise click.UsageError("--against needs a revision of git, such as main; it is empty here")
    choices = chosen(plans.run(), Choices(form, min_severity, fail_on, baseline))
    form, fail_on, baseline = choices.form, choices.fail_on, choices.baseline
    wanted = Wanted(paths, plans, skip_others, stdin_filename, max_size, several)
    if show_settings:
        from qosc.cli.checks.shown_settings import lines

        need_output()
        click.echo("\n".join(lines(wanted, choices)))
        return CLEAN
    _need_output(fail_on, elsewhere=bool(output) or fix)
    told_before = baseline is not None or against is not None
    ended = _fixed(wanted, (fix, diff, unsafe_fixes), told_before=told_before)
    if ended is not None:
        return ended
    style = style_for(sys.stdout, color)
    printers = [
        printer(form, style, coverage=coverage, statistics=statistics, fail_on=fail_on),
        *outputs(output, fail_on, [one for one in (baseline,) if one is not None]),
    ]
    before = _before(wanted, baseline, against) if told_before else None
    tally, demands, side = Tally(), Demands(), SideFile()
    for config, findings, silenced in checked(wanted, tally, demands):
        plan = plans.of(config.source.path)
        side.device(plan, device_of(config))
        reason = partial(side.reason, plan)
        reported = _told(
            config=config,
            diagnostics=findings,
            silenced=silenced,
            before=before,
            accepted=reason,
            least=choices.least,
            tally=tally,
        )
        for one in printers:
            one.show(config, reported)
        # The next device is read into the memory of this one.
        del config, findings, silenced, reported
    in_whole = not skip_others and any(map(os.path.isdir, paths))
    for settings, idle in demands.idle(in_whole=in_whole):
        keys = Keys(settings.files, settings.source.path)
        shown = [
            Finding(each, "", keys.of(each)) for each in idle if each.severity >= choices.least
        ]
        tally.hidden += len(idle) - len(shown)
        tally.add_findings(each.diagnostic for each in shown)
        for one in printers:
            one.show(settings, shown)
    for words in side.left_over():
        click.echo(printable(f"Warning: {words}"), err=True)
    if before is not None:
        tally.left_over = before.left_over()
        _tell_left_over(tally.left_over, baseline)
    said = tally.files or not tally.incomplete or form not in ("text", "concise")
    for one in printers if said else printers[1:]:
        one.finish(tally)
    nothing = bool(tally.unread) and not tally.files and not skip_others
    if tally.incomplete or nothing:
        return USAGE
    return FINDINGS if tally.fails(fail_on) else CLEAN


def _need_output(fail_on: str, *, elsewhere: bool) -> None:
    """Without a status that says something, the text must go somewhere."""
    if fail_on == "never" and not elsewhere:
        need_output()


def _before(wanted: Wanted, baseline: str | None, against: str | None) -> Before:
    """What was there before."""
    from qosc.cli.checks.accepting import Before
    from qosc.cli.checks.baseline import read

    accepted = read(baseline) if baseline is not None else None
    return Before(wanted, accepted, against)


def _fixed(wanted: Wanted, asked: tuple[bool, bool, bool], *, told_before: bool) -> int | None:
    """Make the fixes that are asked for; the status where that is all."""
    if not any(asked):
        return None
    from qosc.cli.checks.fixing import Fixing, fix_files

    return fix_files(wanted, Fixing(*asked), told_before=told_before)


def _told(
    config: Config,
    diagnostics: Sequence[Diagnostic],
    silenced: Mapping[Diagnostic, str],
    before: Before | None,
    accepted: Callable[[Diagnostic, Key], str],
    least: Severity,
    tally: Tally,
) -> list[Finding]:
    """The findings about a device that reports have, counted; those that are accepted, or silenced
    by comments, as well.
    """
    if before is not None:
        known = before.reasons(config, diagnostics)
    else:
        keys = Keys(config.files, device_of(config))
        known = [(keys.of(one), "") for one in diagnostics]
    reasons = [
        reason or accepted(one, key) for one, (key, reason) in zip(diagnostics, known, strict=True)
    ]
    reported = [
        Finding(one, config.name, key, reason)
        for one, (key, _), reason in zip(diagnostics, known, reasons, strict=True)
        if reason or one.severity >= least
    ]
    new = [one.diagnostic for one in reported if not one.accepted]
    counted = Counted(
        config.source.path,
        config.name,
        config.device.coverage,
        Counter(one.severity for one in new),
        accepted=len(reported) - len(new),
        silenced=len(silenced),
        hidden=len(diagnostics) - len(reported),
    )
    tally.add(counted)
    tally.undecided += sum(one.code == NOT_DECIDED for one in new)
    tally.files += (each.path for each in config.files[1:])
    return reported + _silenced(config, silenced)


def _silenced(config: Config, silenced: Mapping[Diagnostic, str]) -> list[Finding]:
    """What comments in a config silence: some reports have it, as suppressed."""
    if not silenced:
        return []
    keys = Keys(config.files, device_of(config))
    left_out = []
    for one, reason in silenced.items():
        words = f"{_BY_COMMENT}: {reason}" if reason else _BY_COMMENT
        left_out.append(Finding(one, config.name, keys.of(one), words, in_source=True))
    return left_out


def _tell_left_over(left: Sequence[Key], path: str | None) -> None:
    """An entry of a baseline that nothing needs hides a finding still to come."""
    if left:
        more = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        shown = "; ".join(f"{key.code} of {key.device}: {key.line}" for key in left[:_SHOWN])
        words = f"{path}: found no more: {shown}{more}; `qosc baseline write` leaves them out"
        click.echo(printable(f"Warning: {words}"), err=True)
