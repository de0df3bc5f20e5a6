"""`qosc check`: find mistakes in router configs."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from qosc.api import Config, check, loads
from qosc.cli import CLEAN, FINDINGS
from qosc.cli.files import expand, read_any
from qosc.cli.options import colour_option, format_option, platform_option, stdin_option
from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import Coverage
from qosc.render.style import Style, wants_colour

__all__ = ["command"]

_LEVELS = {"error": Severity.ERROR, "warning": Severity.WARNING, "info": Severity.INFO}


@click.command()
@click.argument("paths", nargs=-1, required=True)
@format_option("text", "concise", "json")
@click.option(
    "--select",
    multiple=True,
    metavar="CODE",
    help="Only these rules (codes, prefixes, names; commas between).",
)
@click.option("--ignore", multiple=True, metavar="CODE", help="Not these rules.")
@click.option(
    "--fail-on",
    type=click.Choice([*_LEVELS, "never"]),
    default="warning",
    show_default=True,
    help="The least severity that makes the exit status 1.",
)
@platform_option
@click.option("--coverage", is_flag=True, help="Also say what became of each line of the config.")
@stdin_option
@colour_option
def command(
    paths: tuple[str, ...],
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: str,
    platform: str | None,
    coverage: bool,
    stdin_filename: str,
    color: str,
) -> int:
    """Find mistakes in router configs.

    PATHS are files, folders (searched for configs), or - for standard input.
    """
    chosen, ignored = _words(select), _words(ignore)
    _known_rules((*chosen, *ignored))
    configs = [loads(read_any(path, stdin_filename), platform=platform) for path in expand(paths)]
    found = [(config, check(config, select=chosen, ignore=ignored)) for config in configs]
    diagnostics = [diagnostic for _, some in found for diagnostic in some]
    total = _total([config.device.coverage for config in configs])
    if form == "json":
        from qosc.render.machine import report

        click.echo(report([config.source.path for config in configs], diagnostics, total))
    elif form == "concise":
        from qosc.render.text import concise

        for diagnostic in diagnostics:
            click.echo(concise(diagnostic))
    else:
        _print_text(found, Style(wants_colour(color, sys.stdout)))
        click.echo(_summary(diagnostics, len(configs), total))
    if coverage and form != "json":
        from qosc.render.coverage import table

        for config in configs:
            click.echo("\n".join(table(config.source, config.device)))
    least = _LEVELS.get(fail_on)
    failed = least is not None and any(d.severity >= least for d in diagnostics)
    return FINDINGS if failed else CLEAN


def _words(given: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for some in given for word in some.replace(",", " ").split())


def _known_rules(wanted: Sequence[str]) -> None:
    if wanted:
        from qosc.lint import unknown_selectors

        unknown = unknown_selectors(wanted)
        if unknown:
            raise click.UsageError(f"no rule called {', '.join(unknown)}; see `qosc rules`")


def _print_text(found: Sequence[tuple[Config, Sequence[Diagnostic]]], style: Style) -> None:
    if not any(diagnostics for _, diagnostics in found):
        return
    from qosc.render.text import full

    for config, diagnostics in found:
        sources = {config.source.path: config.source}
        for diagnostic in diagnostics:
            click.echo("\n".join(full(diagnostic, sources, style)) + "\n", color=style.colour)


def _total(parts: Sequence[Coverage]) -> Coverage:
    return Coverage(
        sum(part.modelled for part in parts),
        sum(part.recognised for part in parts),
        sum(part.irrelevant for part in parts),
        sum(part.unknown for part in parts),
    )


def _summary(diagnostics: Sequence[Diagnostic], files: int, total: Coverage) -> str:
    counts = [
        f"{number} {name if number == 1 or name == 'info' else name + 's'}"
        for name, level in _LEVELS.items()
        if (number := sum(diagnostic.severity is level for diagnostic in diagnostics))
    ]
    where = f"{files} file{'s' if files != 1 else ''}"
    lines = total.modelled + total.recognised + total.irrelevant + total.unknown
    if not counts and not lines:
        return f"No QoS in {where}: {'it is' if files == 1 else 'they are'} empty."
    if not counts and lines == total.irrelevant:
        return f"No QoS in {where}: none of {lines} lines concerns it."
    what = ", ".join(counts) if counts else "Nothing found"
    return (
        f"{what} in {where}: {lines} lines, {total.modelled} of them QoS and modelled, "
        f"{total.recognised} recognised only, {total.unknown} not understood."
    )
