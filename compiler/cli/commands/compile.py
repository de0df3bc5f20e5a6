"""`qosc compile`: translate a config."""

from __future__ import annotations

import sys

import click

from qosc.api import ONLY, SIMULATED, TARGETS, Config, qos_ports
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
from qosc.render.numbers import many
from qosc.render.style import Style, style_for
from qosc.targets.base import MOST_COMMANDS, MOST_VALUES, Artefact, OutputFile

__all__ = ["command"]


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--target", "-t", type=click.Choice(TARGETS), required=True)
@click.option(
    "--output",
    "-o",
    metavar="PATH",
    help="File to write (a folder for several, - for standard output).",
)
@click.option("--force", is_flag=True, help="Overwrite files in a folder that qosc did not write.")
@host_option
@interface_option
@click.option("--device", metavar="IF", help="For tc: the interface's name on Linux (eth0).")
@platform_option
@missing_list_option
@click.option(
    "--traffic", metavar="FILE", help="Traffic for a scenario (sim, ns3), instead of made-up."
)
@click.option(
    "--links", metavar="FILE", help="How the routers of several configs hang together (sim, ns3)."
)
@click.option(
    "--kernel", metavar="V", default="", help="The release of Linux for tc (4.19 or newer) [5.13]."
)
@click.option("--iproute2", metavar="V", default="", help="Its release of iproute2 [as --kernel].")
@click.option("--batch", is_flag=True, help="For tc: write files for tc -batch, and their script.")
@click.option(
    "--max-commands",
    metavar="N",
    type=click.IntRange(min=1),
    help=f"For tc: how many commands the script may have [{MOST_COMMANDS}].",
)
@click.option(
    "--max-values",
    metavar="N",
    type=click.IntRange(min=1),
    help=f"For sim and ns3: how many values of the config scenarios may have [{MOST_VALUES}].",
)
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
    device: str | None,
    platform: str | None,
    undefined_access_list: str,
    traffic: str | None,
    links: str | None,
    kernel: str,
    iproute2: str,
    batch: bool,
    max_commands: int | None,
    max_values: int | None,
    allow_loss: bool,
    ledger: str,
    stdin_filename: str,
    max_size: int,
    color: str,
) -> int:
    """Translate the config in FILE (- for standard input). With --links, several configs become one
    scenario with all their routers.

    The artefact goes to standard output or to --output; the ledger, which says of every value of
    the config whether it is carried exactly, approximately or not at all, to standard error:
    what is not exact, worst first, or with --ledger full all of it.
    Without --allow-loss nothing is written when something would be lost.
    """
    for_tc = bool(kernel or iproute2 or batch or device is not None or max_commands)
    _check_target(target, for_tc=for_tc, for_traffic=traffic is not None)
    if max_values is not None and target not in SIMULATED:
        raise click.UsageError("--max-values is for the targets sim and ns3")
    if device == "":
        raise click.UsageError("--device needs the name of an interface, such as eth0")
    overlay = None
    if traffic is not None:
        from qosc.cli.scenarios import read_overlay

        overlay = read_overlay(traffic, color)
        if overlay is None:
            return USAGE
    _check_files(files, links, target, alone=interface is not None or host is not None)
    configs = [config_of(each, stdin_filename, max_size, platform, host) for each in files]
    if links is not None:
        from qosc.cli.network import joined

        found = joined(
            configs,
            links,
            target,
            undefined_access_list,
            allow_loss,
            overlay,
            traffic,
            color,
            max_values,
        )
        if found is None:
            return USAGE
        artefact = found
    else:
        with told(traffic or ""):
            if device:
                _one_port(configs[0], interface)
            artefact = compile_config(
                configs[0],
                target=target,
                interface=interface,
                device_name=device or "",
                undefined_access_list=undefined_access_list,
                allow_loss=allow_loss,
                overlay=overlay,
                kernel=kernel,
                iproute2=iproute2,
                batch=batch,
                max_commands=max_commands,
                max_values=max_values,
            )
    _print_ledger(artefact, ledger, style_for(sys.stderr, color))
    lost = "" if allow_loss else _lost(artefact)
    if lost:
        click.echo(f"qosc: {lost}, so nothing was written; --allow-loss writes the rest.", err=True)
        return FINDINGS
    if not artefact.files:
        click.echo(f"qosc: nothing is left of the config to make a {target} artefact of.", err=True)
        return FINDINGS
    if overlay is not None and not _sound(artefact.files, color):
        return USAGE
    inputs = (*files, *(name for name in (traffic, links) if name is not None))
    _write(artefact.files, output, force=force, inputs=inputs)
    return CLEAN


def _one_port(config: Config, interface: str | None) -> None:
    """UsageError where --device has several ports to stand for."""
    ports = qos_ports(config, interface)
    if len(ports) > 1 and interface is None:
        raise click.UsageError("--device is for one port; choose it with --interface")
    if len(ports) > 1:
        raise click.UsageError(
            f"--device is for one port, and {len(ports)} are of the name {interface!r} or hang on "
            f"it; `--interface '{ports[0].name}{ONLY}'` takes one of them alone"
        )


def _check_target(target: str, *, for_tc: bool, for_traffic: bool) -> None:
    """UsageError for options that the target has no use for."""
    if for_tc and target != "tc":
        raise click.UsageError(
            "--kernel, --iproute2, --batch, --device and --max-commands are for the target tc"
        )
    if for_traffic and target not in SIMULATED:
        raise click.UsageError("--traffic is for the targets sim and ns3")


def _check_files(files: tuple[str, ...], links: str | None, target: str, *, alone: bool) -> None:
    """UsageError where files, target and --links do not go together."""
    if links is None and len(files) > 1:
        raise click.UsageError(
            f"{len(files)} configs and nothing that says how they hang together: name a file with "
            "--links, or compile them one by one"
        )
    if links is None:
        return
    if target not in SIMULATED:
        raise click.UsageError("--links is for the targets sim and ns3")
    if alone:
        raise click.UsageError("--links takes whole routers: leave out --interface and --host")
    if files.count("-") > 1:
        raise click.UsageError("standard input is one config")


def _sound(files: tuple[OutputFile, ...], color: str) -> bool:
    """Whether all scenarios are, with the traffic laid over them; else the faults are printed."""
    from qosc.cli.scenarios import sound_scenario

    scenarios = [file for file in files if file.name.endswith(".yaml")]
    return all(sound_scenario(file.name, file.text, color) is not None for file in scenarios)


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

        click.echo(as_json(artefact.ledger, artefact.left_out), err=True)
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
    click.echo("\n".join(lines), err=True, color=style.colour)


def _write(
    files: tuple[OutputFile, ...], output: str | None, *, force: bool, inputs: tuple[str, ...]
) -> None:
    if output is not None and output != "-":
        from qosc.cli.output import write_files

        write_files(files, output, force=force, inputs=inputs)
        return
    if len(files) > 1:
        raise click.UsageError(f"{len(files)} files to write; name a folder with --output")
    # The same bytes as in a file, whatever the encoding of the terminal is.
    click.echo(files[0].text.encode(), nl=False)
