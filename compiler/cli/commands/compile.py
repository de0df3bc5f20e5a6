"""`qosc compile`: translate a config."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from qosc.api import compile as compile_config
from qosc.cli import CLEAN, FINDINGS, USAGE
from qosc.cli.configs import config_of
from qosc.cli.faults import told
from qosc.cli.options import (
    colour_option,
    host_option,
    interface_option,
    missing_list_option,
    platform_option,
    size_option,
    stdin_option,
)
from qosc.cli.settings import settings_options
from qosc.cli.target_flags import check_ports, for_simulated, own_options, target_options
from qosc.render.numbers import many
from qosc.render.style import Style, style_for
from qosc.targets import names
from qosc.targets.base import Artefact, OutputFile

if TYPE_CHECKING:
    from qosc.scenario import Overlay
    from qosc.source import SourceText

__all__ = ["command"]


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--target", "-t", type=click.Choice(names()), required=True)
@click.option(
    "--output",
    "-o",
    metavar="PATH",
    help="File to write (a folder for several, - for standard output).",
)
@click.option("--force", is_flag=True, help="Overwrite files in a folder that qosc did not write.")
@host_option
@interface_option
@platform_option
@settings_options
@missing_list_option
@click.option(
    "--traffic", metavar="FILE", help="Traffic for a scenario (sim, ns3), instead of made-up."
)
@click.option(
    "--links", metavar="FILE", help="How the routers of several configs hang together (sim, ns3)."
)
@target_options
@click.option("--allow-loss", is_flag=True, help="Write the artefact even if it lacks something.")
@click.option(
    "--ledger",
    type=click.Choice(["losses", "full", "json", "none", "text"]),
    default="losses",
    show_default=True,
    metavar="[losses|full|json|none]",
    help="What to print (on standard error) of what became of each value: what is not exact, all, "
    "all for programs, or nothing.",
)
@stdin_option
@size_option
@colour_option
def command(
    files: tuple[str, ...],
    target: str,
    output: str | None,
    force: bool,
    host: str | None,
    interface: str | None,
    platform: str | None,
    undefined_access_list: str,
    traffic: str | None,
    links: str | None,
    allow_loss: bool,
    ledger: str,
    stdin_filename: str,
    max_size: int,
    color: str,
    **given: object,
) -> int:
    """Translate the config in FILE (- for standard input). With --links, several configs become one
    scenario with all their routers.

    The artefact goes to standard output or to --output; the ledger, which says of every value of
    the config whether it is carried exactly, approximately or not at all, to standard error:
    what is not exact, worst first, or with --ledger full all of it.
    Without --allow-loss nothing is written when something would be lost.
    """
    own = own_options(target, given)
    if traffic is not None:
        for_simulated(target, "--traffic")
    laid = None
    if traffic is not None:
        from qosc.cli.scenarios import read_overlay

        laid = read_overlay(traffic, color)
        if laid is None:
            return USAGE
        own["overlay"] = laid[0]
    _check_files(files, links, target, alone=interface is not None or host is not None)
    configs = [config_of(each, stdin_filename, max_size, platform, host) for each in files]
    if links is not None:
        from qosc.cli.network import joined

        network = joined(
            configs=configs,
            links=links,
            target=target,
            undefined=undefined_access_list,
            allow_loss=allow_loss,
            traffic=traffic,
            color=color,
            own=own,
        )
        if network is None:
            return USAGE
        artefact = network
    else:
        with told(traffic or ""):
            check_ports(configs[0], target, own, interface)
            artefact = compile_config(
                configs[0],
                target=target,
                interface=interface,
                undefined_access_list=undefined_access_list,
                allow_loss=allow_loss,
                **own,
            )
    _print_ledger(artefact, ledger, style_for(sys.stderr, color))
    lost = "" if allow_loss else _lost(artefact)
    if lost:
        click.echo(f"qosc: {lost}, so nothing was written; --allow-loss writes the rest.", err=True)
        return FINDINGS
    if not artefact.files:
        click.echo(f"qosc: nothing is left of the config to make a {target} artefact of.", err=True)
        return FINDINGS
    if laid is not None and not _sound(artefact.files, *laid, color):
        return USAGE
    parts = (part.path for config in configs for part in config.files)
    inputs = (*files, *parts, *(name for name in (traffic, links) if name is not None))
    _write(artefact.files, output, force=force, inputs=inputs)
    return CLEAN


def _check_files(files: tuple[str, ...], links: str | None, target: str, *, alone: bool) -> None:
    """UsageError where files, target and --links do not go together."""
    if links is None and len(files) > 1:
        raise click.UsageError(
            f"{len(files)} configs and nothing that says how they hang together: name a file with "
            "--links, or compile them one by one"
        )
    if links is None:
        return
    for_simulated(target, "--links")
    if alone:
        raise click.UsageError("--links takes whole routers: leave out --interface and --host")
    if files.count("-") > 1:
        raise click.UsageError("standard input is one config")


def _sound(files: tuple[OutputFile, ...], overlay: Overlay, given: SourceText, color: str) -> bool:
    """Whether all scenarios are, with the traffic laid over them; else the faults are printed."""
    from qosc.cli.scenarios import sound_scenario

    scenarios = [file for file in files if file.name.endswith(".yaml")]
    return all(
        sound_scenario(file.name, file.text, overlay, given, color) is not None
        for file in scenarios
    )


def _lost(artefact: Artefact) -> str:
    """What of the config is not in the artefact, counted; nothing where all of it is."""
    lost = []
    if artefact.losses:
        lost.append(f"{many(len(artefact.losses), 'value')} of the config cannot be carried over")
    if artefact.left_out:
        lines = len(artefact.left_out)
        lost.append(
            f"{many(lines, 'line')} on QoS {'is' if lines == 1 else 'are'} not in the model"
        )
    return " and ".join(lost)


def _print_ledger(artefact: Artefact, form: str, style: Style) -> None:
    if form == "json":
        from qosc.render.ledger import as_json

        click.echo(as_json(artefact.ledger, artefact.left_out, artefact.assumed), err=True)
        return
    if form == "none":
        return
    # `text`, the older word, is the default too.
    if form == "full":
        from qosc.render.ledger import as_table

        lines = as_table(artefact.ledger, style, artefact.left_out)
    else:
        from qosc.render.losses import as_losses

        lines = as_losses(artefact.ledger, style, artefact.left_out)
    from qosc.render.ledger import assumed_lines

    shown = "\n".join([*assumed_lines(artefact.assumed, style), *lines])
    click.echo(shown, err=True, color=style.colour)


def _write(
    files: tuple[OutputFile, ...], output: str | None, *, force: bool, inputs: tuple[str, ...]
) -> None:
    if output is not None and output != "-":
        from qosc.cli.output import write_files

        write_files(files, output, force=force, inputs=inputs)
        return
    if len(files) > 1:
        raise click.UsageError(f"{len(files)} files to write; name a folder with --output")
    from qosc.cli.files import need_output

    need_output("name a file with --output")
    # The same bytes as in a file, whatever the encoding of the terminal is.
    click.echo(files[0].text.encode(), nl=False)
