"""`qosc show`: what a config does to packets."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from qosc.api import NoSuchPortError, qos_ports
from qosc.cli import CLEAN
from qosc.cli.checks.several import device_option
from qosc.cli.configs import config_given
from qosc.cli.files import RefusedError, need_output
from qosc.cli.options import (
    colour_option,
    format_option,
    host_option,
    interface_option,
    platform_option,
    size_option,
    stdin_option,
)
from qosc.cli.settings import settings_options
from qosc.render.numbers import many
from qosc.render.printable import printable
from qosc.render.style import style_for

if TYPE_CHECKING:
    from qosc.api import Config
    from qosc.ir import Port

__all__ = ["command"]

_DRAWN = 24
"""So many ports go into one picture."""


@click.command()
@click.argument("file", required=False)
@device_option
@host_option
@interface_option
@platform_option
@settings_options
@stdin_option
@size_option
@colour_option
@format_option("text", "json")
@click.option(
    "--graph",
    type=click.Choice(("svg", "dot", "mermaid")),
    help="Draw the pipelines of the ports, with queues to scale of the link.",
)
def command(
    file: str | None,
    device: str | None,
    host: str | None,
    interface: str | None,
    platform: str | None,
    stdin_filename: str,
    max_size: int,
    color: str,
    form: str,
    graph: str | None,
) -> int:
    """Show what the config in FILE (- for standard input) does to packets, in figures.

    One table for each policy and rate-limit list that is applied somewhere.
    """
    from qosc.render.shows.model import show_loose_policies, show_ports
    from qosc.render.shows.unasked import show_unasked_flows

    need_output()
    config = config_given(file, device, stdin_filename, max_size, platform, host)
    router, style = config.joined_device, style_for(sys.stdout, color)
    try:
        ports = qos_ports(config, interface)
    except NoSuchPortError as error:
        if interface is not None:
            raise RefusedError(str(error)) from None
        click.echo(printable(str(error)), err=True)
        ports = ()
    if graph is not None:
        _tell_unclear(config, "the picture")
        _draw(config, ports, graph, form)
        return CLEAN
    if form == "json":
        from qosc.render.shows.shown import TooManyRowsError, as_json

        path, lines = config.source.path, config.text.lines
        try:
            text = as_json(path, router, ports, config.profile, lines)
        except TooManyRowsError as error:
            raise RefusedError(f"{path}: {error}") from None
        click.echo(text)
        return CLEAN
    for line in show_ports(router, ports, config.profile, style, config.text.lines):
        click.echo(line, color=style.colour)
    if interface is None:
        for line in (
            *show_unasked_flows(router, config.profile, style),
            *show_loose_policies(
                config.complete_device, config.profile, style, config.joined_device
            ),
        ):
            click.echo(line, color=style.colour)
    if router.platform_assumed and ports:
        click.echo(
            printable(
                f"Defaults of {router.platform}: {router.platform_reason}; --platform names "
                "another."
            ),
            err=True,
        )
    _tell_unclear(config, "these tables")
    return CLEAN


def _tell_unclear(config: Config, where: str) -> None:
    """What a table or a picture lacks because it was not understood is told beside it."""
    unclear = len(config.joined_device.residue)
    if unclear:
        left = f"{many(unclear, 'line')} on QoS {'is' if unclear == 1 else 'are'}"
        click.echo(f"{left} not in {where}; `qosc check` names them.", err=True)


def _draw(config: Config, ports: Sequence[Port], graph: str, form: str) -> None:
    """Print a picture of the ports; RefusedError where there is none, or where there are too many
    for one.
    """
    from qosc.render.graph.pipeline import pipeline

    if form == "json":
        raise click.UsageError("--graph has forms of its own: leave --format out")
    if not ports:
        raise RefusedError("no port has QoS, so there is nothing to draw")
    if len(ports) > _DRAWN:
        raise RefusedError(
            f"{len(ports)} ports have QoS, more than the {_DRAWN} of one picture; --interface "
            "chooses one"
        )
    pipelines = [pipeline(config.joined_device, port, config.profile) for port in ports]
    if graph == "svg":
        from qosc.render.graph.svg import svg

        click.echo(svg(pipelines), nl=False)
        return
    from qosc.render.graph.diagrams import dot, mermaid

    click.echo((dot if graph == "dot" else mermaid)(pipelines), nl=False)
