"""`qosc check`: find mistakes in router configs."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence

import click

from qosc.api import Config, check
from qosc.cli import CLEAN, FINDINGS, USAGE
from qosc.cli.configs import configs_in
from qosc.cli.discover import Candidate, candidates
from qosc.cli.files import EmptyError, RefusedError, UnreadableError, read_any
from qosc.cli.options import (
    colour_option,
    format_option,
    platform_option,
    size_option,
    stdin_option,
)
from qosc.cli.tally import LEVELS, Tally
from qosc.diagnostics import Diagnostic
from qosc.render.printable import printable
from qosc.render.style import Style, style_for

__all__ = ["command"]


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
    type=click.Choice([*LEVELS, "never"]),
    default="warning",
    show_default=True,
    help="The least severity that makes the exit status 1.",
)
@platform_option
@click.option("--coverage", is_flag=True, help="Also say what became of each line of the config.")
@click.option(
    "--skip-others",
    is_flag=True,
    help="Pass over files among PATHS that are no router configs (for git hooks).",
)
@stdin_option
@size_option
@colour_option
def command(
    paths: tuple[str, ...],
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: str,
    platform: str | None,
    coverage: bool,
    skip_others: bool,
    stdin_filename: str,
    max_size: int,
    color: str,
) -> int:
    """Find mistakes in router configs.

    PATHS are files, folders (searched for configs), or - for standard input. What cannot be read is
    told on standard error, and the rest is checked; the exit status is 2 then, unless a folder led
    to it and it is empty or no file (a pipe, a link out of the folder): that is counted only.
    """
    chosen, ignored = _words(select), _words(ignore)
    if select and not chosen:
        raise click.UsageError("--select names no rule; see `qosc rules`")
    _known_rules(chosen, ignored)
    tally = Tally()
    show, finish = _printer(form, style_for(sys.stdout, color), coverage)
    release = _Release()
    for each in candidates(paths, skip_others=skip_others):
        if each.other:
            tally.passed += 1
            continue
        try:
            for config in _configs(each, stdin_filename, max_size, platform):
                diagnostics = check(config, select=chosen, ignore=ignored)
                host = config.host or config.device.hostname
                tally.add(config.source.path, config.device.coverage, diagnostics, host)
                show(config, diagnostics)
                # The next one is read into the memory of this one.
                size = len(config.source.text)
                del config, diagnostics
                release.after(size)
        except RefusedError as error:
            empty = isinstance(error, EmptyError)
            if empty and skip_others and each.path != "-":
                tally.passed += 1
                continue
            fatal = each.fatal and not (empty and each.met)
            reason = error.reason if isinstance(error, UnreadableError) else error.message
            tally.leave_out(each.path, reason, fatal=fatal)
            word = "Error" if fatal else "Warning"
            click.echo(printable(f"{word}: {error.message}"), err=True)
    if tally.files or not tally.incomplete or form == "json":
        finish(tally)
    nothing = bool(tally.unread) and not tally.files and not skip_others
    if tally.incomplete or nothing:
        return USAGE
    return FINDINGS if tally.fails(fail_on) else CLEAN


class _Release:
    """Frees what refers to itself (trees of statements) every few files, which `main` keeps the
    collector from doing.
    """

    FILES, CHARACTERS = 16, 200_000

    def __init__(self) -> None:
        self._files = self._characters = self._times = 0

    def after(self, characters: int) -> None:
        """A file of so many characters is done, and nothing of it is in use."""
        self._files += 1
        self._characters += characters
        if self._files < self.FILES and self._characters < self.CHARACTERS:
            return
        self._files = self._characters = 0
        gc.collect()
        if not self._times:
            # The program itself stays: it need not be looked through again.
            gc.freeze()
        self._times += 1


def _configs(each: Candidate, name: str, max_size: int, platform: str | None) -> Iterator[Config]:
    """The configs of all devices in a file; RefusedError where there is none."""
    if each.trouble:
        raise UnreadableError(each.path, each.trouble)
    yield from configs_in(read_any(each.path, name, max_size), platform)


def _words(given: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for some in given for word in some.replace(",", " ").split())


def _known_rules(chosen: Sequence[str], ignored: Sequence[str]) -> None:
    """UsageError for what is no rule, and where all that are selected are ignored."""
    if chosen or ignored:
        from qosc.lint import none_left, unknown_selectors

        unknown = unknown_selectors((*chosen, *ignored))
        if unknown:
            raise click.UsageError(f"no rule called {', '.join(unknown)}; see `qosc rules`")
        if none_left(chosen, ignored):
            raise click.UsageError("no rule is left to run: --ignore takes all that are selected")


_Show = Callable[[Config, Sequence[Diagnostic]], None]
_Finish = Callable[[Tally], None]


def _printer(form: str, style: Style, coverage: bool) -> tuple[_Show, _Finish]:
    """What prints the findings of one file, and what ends the report."""
    if form == "json":
        return _as_json()

    def show(config: Config, diagnostics: Sequence[Diagnostic]) -> None:
        if diagnostics and form == "concise":
            from qosc.render.text import concise

            for diagnostic in diagnostics:
                click.echo(concise(diagnostic, config.host))
        elif diagnostics:
            from qosc.render.text import full

            sources = {config.source.path: config.source}
            for diagnostic in diagnostics:
                lines = full(diagnostic, sources, style, config.host)
                click.echo("\n".join(lines) + "\n", color=style.colour)
        if coverage:
            from qosc.render.coverage import table

            click.echo("\n".join(table(config.source, config.device, config.host)))

    def finish(tally: Tally) -> None:
        if form == "text":
            click.echo(tally.summary())
        elif not tally.has_qos():
            # Nothing at all would look as if QoS had been checked.
            click.echo(tally.summary(), err=True)

    return show, finish


def _as_json() -> tuple[_Show, _Finish]:
    from qosc.render.machine import as_document, report

    documents: list[dict[str, object]] = []

    def show(config: Config, diagnostics: Sequence[Diagnostic]) -> None:
        host = config.host or config.device.hostname
        documents.extend({**as_document(each), "device": host} for each in diagnostics)

    def finish(tally: Tally) -> None:
        click.echo(
            report(
                tally.files, documents, tally.coverage, tally.unread, tally.passed, tally.devices
            )
        )

    return show, finish
