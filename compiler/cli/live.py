"""`qosc verify --state` and `--live`: what stands on a machine, printed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from qosc.api import verify_state
from qosc.cli import CLEAN, FINDINGS, USAGE
from qosc.cli.faults import told
from qosc.cli.files import RefusedError, read
from qosc.render.numbers import many
from qosc.render.style import style_for
from qosc.source import SourceText

if TYPE_CHECKING:
    from qosc.api import Config
    from qosc.diagnostics import Diagnostic, Severity
    from qosc.targets.base import Artefact
    from qosc.verify.found import Difference
    from qosc.verify.state.live import LiveVerified

__all__ = ["compare_state", "dump_of"]

_SIDE = "the machine"


def dump_of(state: str | None, max_size: int) -> SourceText:
    """The text of a dump: of a file, or of this machine where none is named. tc shows no secrets,
    and calls the words that a filter writes `key`. RefusedError where this machine cannot be asked,
    or answers no text.
    """
    if state is not None:
        return read(state, max_size=max_size, with_secrets=True)
    from qosc.verify.state.collector import CollectError, collect

    try:
        text = SourceText.of("this machine", collect(), with_secrets=True)
    except CollectError as error:
        raise RefusedError(f"this machine cannot be asked: {error}") from None
    if text.doubt is not None:
        raise RefusedError(f"this machine cannot be asked: its answer is {text.doubt[0]}")
    return text


def compare_state(
    config: Config,
    artefact: Artefact,
    script: tuple[SourceText, str | None],
    dump: SourceText,
    *,
    interfaces: Sequence[str],
    interface: str | None,
    undefined_access_list: str,
    mark_shift: int,
    leaf: str,
    form: str,
    color: str,
) -> int:
    """Compare and print; the exit status."""
    from qosc.diagnostics import Severity
    from qosc.render.text import full
    from qosc.verify import Unreadable
    from qosc.verify.report import unreadable
    from qosc.verify.state.dump import take_apart

    text, runner = script
    kind, quoted = "dump", dump
    try:
        state = take_apart(dump.lines)
        kind, quoted = "script", text
        with told():
            live = verify_state(
                config,
                state,
                text.text,
                artefact.ledger,
                interfaces=interfaces,
                interface=interface,
                undefined_access_list=undefined_access_list,
                runner=runner,
                mark_shift=mark_shift,
                leaf=leaf,
            )
    except Unreadable as error:
        style = style_for(sys.stderr, color)
        # A file that is no dump, named by mistake, is not copied into a log.
        lines = full(unreadable(error, quoted, kind), {}, style)
        click.echo("\n".join(lines), err=True, color=style.colour)
        return USAGE
    differences = _told(live.found.differences, config, dump, Severity.ERROR)
    unknown = _told(live.unknown, config, dump, Severity.WARNING)
    warnings = _told((*live.warnings, *live.found.uncompared), config, dump, Severity.WARNING)
    lost = len(artefact.losses)
    if form == "json":
        from qosc.render.live import as_json

        path = config.source.path
        click.echo(
            as_json(
                config=path,
                dump=dump.path,
                live=live,
                differences=differences,
                unknown=unknown,
                warnings=warnings,
                lost=lost,
            )
        )
    else:
        style = style_for(sys.stdout, color)
        sources = {each.path: each for each in (dump, config.source)}
        for each in (*differences, *unknown, *warnings):
            click.echo("\n".join(full(each, sources, style)) + "\n", color=style.colour)
        click.echo(_summary(live, lost))
    return FINDINGS if live.found.differences or live.unknown else CLEAN


def _told(
    differences: Sequence[Difference], config: Config, dump: SourceText, severity: Severity
) -> list[Diagnostic]:
    from qosc.verify.report import diagnostic

    return [
        diagnostic(each, config.source, dump, severity=severity, side=_SIDE) for each in differences
    ]


def _summary(live: LiveVerified, lost: int) -> str:
    verified = live.found
    number = len(verified.differences)
    parts = [many(number, "difference")] if number else []
    if live.unknown:
        count = len(live.unknown)
        parts.append(f"{count} {'thing' if count == 1 else 'things'} unknown")
    outcome = " and ".join(parts) or "Nothing differs"
    where = f"{many(verified.commands, 'part')} of {many(len(live.interfaces), 'interface')}"
    text = f"{outcome} in {where}, {many(verified.regions, 'set')} of packets"
    if live.unshown:
        text += f"; {many(live.unshown, 'figure')} that tc does not show"
    if lost:
        text += f"; {many(lost, 'value')} of the config in no script"
    return f"{text}."
