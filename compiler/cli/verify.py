"""`qosc verify`: does a script do what the config says?"""

from __future__ import annotations

import os
import sys
from dataclasses import replace

import click

from qosc.api import NoSuchPortError, load, verify_script
from qosc.api import compile as compile_config
from qosc.cli import CLEAN, FINDINGS, USAGE
from qosc.cli.files import RefusedError, read
from qosc.cli.options import colour_option, format_option, interface_option, platform_option
from qosc.ir.leaves import ModelTooLargeError
from qosc.render.numbers import many
from qosc.render.printable import printable
from qosc.render.style import Style, wants_colour
from qosc.source import SourceText
from qosc.targets.base import UnknownKernelError

__all__ = ["command"]


@click.command()
@click.argument("file")
@click.option("--target", "-t", type=click.Choice(["tc"]), required=True)
@click.option(
    "--script",
    metavar="PATH",
    help="The script to compare, or the folder that --batch wrote; else what compile makes.",
)
@interface_option
@platform_option
@click.option(
    "--undefined-access-list",
    type=click.Choice(["none", "all"]),
    default="none",
    show_default=True,
    help="What a missing access-list is taken to match.",
)
@click.option(
    "--kernel", metavar="V", default="", help="The release that --script was made for [5.13]."
)
@format_option("text", "json")
@click.option("--stdin-filename", default="<stdin>", help="What to call standard input.")
@colour_option
def command(
    file: str,
    target: str,
    script: str | None,
    interface: str | None,
    platform: str | None,
    undefined_access_list: str,
    kernel: str,
    form: str,
    stdin_filename: str,
    color: str,
) -> int:
    """Compare a script with the config in FILE (- for standard input), for all packets.

    The script is read back and run on every packet that there can be; queue, marks, meters and
    drops are compared with what the config means, and so are the figures of every queue. What the
    ledger says is approximate or missing is excused, and only that.

    Exit status: 0 they do the same, 1 they differ, 2 the script cannot be read.
    """
    from qosc.verify import Unreadable

    config = load(read(file, stdin_filename), platform=platform)
    try:
        artefact = compile_config(
            config, target=target, interface=interface,
            undefined_access_list=undefined_access_list, allow_loss=True, kernel=kernel,
        )  # fmt: skip
        text = (
            _script(script)
            if script is not None
            else replace(config.source, path="the script", text=artefact.files[0].text)
        )
        found = verify_script(
            config, text.text, artefact.ledger, interface=interface,
            undefined_access_list=undefined_access_list,
        )  # fmt: skip
    except UnknownKernelError as error:
        raise click.UsageError(str(error)) from None
    except (NoSuchPortError, ModelTooLargeError) as error:
        raise RefusedError(str(error)) from None
    except MemoryError:
        raise RefusedError("too many kinds of packets to tell them all apart") from None
    except Unreadable as error:
        click.echo(printable(f"{text.path}:{error.line or 1}: {error}"), err=True)
        return USAGE
    from qosc.verify.report import diagnostic

    diagnostics = [diagnostic(each, config.source, text) for each in found.differences]
    lost = len(artefact.losses)
    if form == "json":
        from qosc.render.verified import as_json

        click.echo(as_json(config.source.path, text.path, found, diagnostics, lost))
    else:
        from qosc.render.text import full

        sources: dict[str, SourceText] = {text.path: text, config.source.path: config.source}
        style = Style(wants_colour(color, sys.stdout))
        for each in diagnostics:
            click.echo("\n".join(full(each, sources, style)) + "\n", color=style.colour)
        counted = f"{found.commands} commands for {many(found.ports, 'port')}"
        excused = f"; {many(lost, 'value')} of the config not in it" if lost else ""
        outcome = many(len(diagnostics), "difference") if diagnostics else "No difference"
        click.echo(f"{outcome} in {counted}, {many(found.regions, 'set')} of packets{excused}.")
    return FINDINGS if diagnostics else CLEAN


def _script(path: str) -> SourceText:
    """A script, or the files for tc -batch of a folder, one after the other."""
    if not os.path.isdir(path):
        return read(path)
    names = [name for name in os.listdir(path) if name.endswith(".batch")]
    if not names:
        raise RefusedError(f"no file for tc -batch in {path!r}")
    # qos-2 before qos-10.
    names.sort(key=lambda name: (len(name), name))
    return SourceText(path, "\n".join(read(os.path.join(path, name)).text for name in names))
