"""`qosc verify`: does a script do what the config says?"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from qosc.api import compile as compile_config
from qosc.api import verify_script
from qosc.cli import CLEAN, FINDINGS, USAGE
from qosc.cli.configs import config_of
from qosc.cli.faults import told
from qosc.cli.files import RefusedError, need_output, read
from qosc.cli.options import (
    colour_option,
    format_option,
    host_option,
    interface_option,
    missing_list_option,
    platform_option,
    size_option,
    stdin_option,
)
from qosc.cli.settings import settings_options
from qosc.patterns import pattern
from qosc.render.style import Style, style_for
from qosc.source import SourceText

if TYPE_CHECKING:
    from qosc.diagnostics import Diagnostic
    from qosc.verify import Verified

__all__ = ["command"]

_IS_SCRIPT = pattern(r"^[ \t]*+(?:tc|qdisc|class|filter|apply_\d++)[ (]", re.MULTILINE)


@click.command()
@click.argument("file", required=False)
@click.option("--target", "-t", type=click.Choice(["tc"]), default="tc", show_default=True)
@click.option(
    "--script",
    metavar="PATH",
    help="The script to compare, or the folder that --batch wrote; else what compile makes.",
)
@click.option(
    "--state",
    metavar="DUMP",
    help="Compare what stands on a machine: the output of the script of --collector there.",
)
@click.option("--live", is_flag=True, help="The same of this machine.")
@click.option("--collector", is_flag=True, help="Print the script that collects a dump, and end.")
@click.option(
    "--map",
    "interfaces",
    metavar="PORT=IF",
    multiple=True,
    help="The interface of a port (Gi0/1=eth1), for --state and --live; else what apply remembers.",
)
@host_option
@interface_option
@platform_option
@settings_options
@missing_list_option
@click.option(
    "--kernel", metavar="V", default="", help="The release that --script was made for [5.13]."
)
@click.option("--iproute2", metavar="V", default="", help="Its release of iproute2 [as --kernel].")
@click.option(
    "--mark-shift",
    metavar="N",
    type=click.IntRange(1, 31),
    help="The lowest bit of the packet's mark that --script was made for.",
)
@click.option(
    "--leaf",
    type=click.Choice(["fq_codel", "cake"]),
    help="The qdisc of leaf queues that --script was made for.",
)
@format_option("text", "json")
@stdin_option
@size_option
@colour_option
def command(
    file: str | None,
    target: str,
    script: str | None,
    state: str | None,
    live: bool,
    collector: bool,
    interfaces: tuple[str, ...],
    host: str | None,
    interface: str | None,
    platform: str | None,
    undefined_access_list: str,
    kernel: str,
    iproute2: str,
    mark_shift: int | None,
    leaf: str | None,
    form: str,
    stdin_filename: str,
    max_size: int,
    color: str,
) -> int:
    """Compare a script with the config in FILE (- for standard input), for all packets.

    The script is read back and run on every packet that there can be; queue, marks, meters and
    drops are compared with what the config means, and so are the figures of every queue. What the
    ledger says is approximate or missing is excused, and only that.

    With --state or --live what stands on a machine is compared instead: see docs/live.md.

    Exit status: 0 they do the same, 1 they differ or something is not known, 2 the script or the
    dump cannot be read.
    """
    if collector:
        from qosc.verify.state.collector import collector as text_of_collector

        need_output()
        click.echo(text_of_collector(), nl=False)
        return CLEAN
    file = _checked(file, state, interfaces, live=live)
    from qosc.render.text import full
    from qosc.verify import Unreadable
    from qosc.verify.report import diagnostics, unreadable

    config = config_of(file, stdin_filename, max_size, platform, host)
    with told():
        artefact = compile_config(
            config,
            target=target,
            interface=interface,
            undefined_access_list=undefined_access_list,
            allow_loss=True,
            kernel=kernel,
            iproute2=iproute2,
            mark_shift=mark_shift or 0,
            leaf=leaf or "",
        )
        if script is None and not artefact.files:
            click.echo(
                f"qosc: nothing is left of the config to make a {target} artefact of.", err=True
            )
            return FINDINGS
        made = artefact.files[0].text if artefact.files else ""
        text, runner = (SourceText("the script", made), None) if script is None else _script(script)
    if live or state is not None:
        from qosc.cli.live import compare_state, dump_of

        return compare_state(
            config,
            artefact,
            (text, runner),
            dump_of(state, max_size),
            interfaces=interfaces,
            interface=interface,
            undefined_access_list=undefined_access_list,
            mark_shift=mark_shift or 0,
            leaf=leaf or "",
            form=form,
            color=color,
        )
    with told():
        try:
            report = verify_script(
                config,
                text.text,
                artefact.ledger,
                interface=interface,
                undefined_access_list=undefined_access_list,
                runner=runner,
                mark_shift=mark_shift or 0,
                leaf=leaf or "",
            )
        except Unreadable as error:
            style = style_for(sys.stderr, color)
            # A file that is no script, named by mistake, is not copied into a log.
            quoted = {text.path: text} if _IS_SCRIPT.search(text.text) is not None else {}
            lines = full(unreadable(error, text), quoted, style)
            click.echo("\n".join(lines), err=True, color=style.colour)
            return USAGE
    findings = diagnostics(report, config.source, text)
    lost = len(artefact.losses)
    if form == "json":
        from qosc.render.verified import as_json

        click.echo(as_json(config.source.path, text.path, report, findings, lost))
    else:
        style = style_for(sys.stdout, color)
        _print(report, findings, (text, *config.files), lost, style)
    return FINDINGS if report.differences else CLEAN


def _checked(
    file: str | None, state: str | None, interfaces: tuple[str, ...], *, live: bool
) -> str:
    """The config's name. UsageError for options that do not go together."""
    if file is None:
        context = click.get_current_context()
        parameter = next(one for one in context.command.params if one.name == "file")
        raise click.MissingParameter(ctx=context, param=parameter, param_hint="'FILE'")
    if live and state is not None:
        raise click.UsageError("--live and --state exclude each other")
    if interfaces and not live and state is None:
        raise click.UsageError("--map is for --state and --live")
    if file == state == "-":
        raise click.UsageError("standard input is one file: the config or the dump")
    return file


def _print(
    verified: Verified,
    diagnostics: Sequence[Diagnostic],
    texts: Sequence[SourceText],
    lost: int,
    style: Style,
) -> None:
    from qosc.render.text import full
    from qosc.render.verified import summary

    sources = {text.path: text for text in texts}
    for each in diagnostics:
        click.echo("\n".join(full(each, sources, style)) + "\n", color=style.colour)
    click.echo(summary(verified, lost))


def _script(path: str) -> tuple[SourceText, str | None]:
    """A script; or the files for tc -batch of a folder, one after the other, and their script."""
    if not os.path.isdir(path):
        return read(path, with_secrets=True), None
    names = [name for name in os.listdir(path) if name.endswith(".batch")]
    if not names:
        raise RefusedError(f"no file for tc -batch in {path!r}")
    # qos-2 before qos-10.
    names.sort(key=lambda name: (len(name), name))
    text = "\n".join(read(os.path.join(path, name), with_secrets=True).text for name in names)
    return SourceText(path, text), read(os.path.join(path, "qos.sh"), with_secrets=True).text
