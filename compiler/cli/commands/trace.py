"""`qosc trace`: what happens to a packet, rule by rule."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from qosc.api import Config, named_port
from qosc.cli import CLEAN, FINDINGS
from qosc.cli.configs import config_of
from qosc.cli.faults import told
from qosc.cli.files import RefusedError, UnreadableError, need_output, opened
from qosc.cli.options import (
    colour_option,
    format_option,
    host_option,
    platform_option,
    size_option,
    stdin_option,
)
from qosc.cli.settings import settings_options
from qosc.configs import listed
from qosc.ir import Port
from qosc.render.style import Style, style_for

if TYPE_CHECKING:
    from qosc.trace.route import Route

__all__ = ["command"]

_TESTS = 3_000_000
"""Some seconds."""


@click.command()
@click.argument("file")
@click.argument("packet", nargs=-1)
@click.option("--in", "entered", metavar="PORT", help="The interface that the packet comes in by.")
@click.option("--out", "left", metavar="PORT", help="The interface that it leaves by.")
@click.option(
    "--pcap",
    metavar="FILE",
    help="Count the packets of a capture (- for standard input), in place of a PACKET.",
)
@click.option(
    "--max-tests",
    metavar="N",
    type=click.IntRange(1, 10**15),
    default=_TESTS,
    show_default=True,
    help="Of a capture, follow packets for so many tests; those that are left count as not "
    "decided.",
)
@click.option("--summary", is_flag=True, help="One line for each way, without its steps.")
@host_option
@platform_option
@settings_options
@format_option("text", "json")
@stdin_option
@size_option
@colour_option
def command(
    file: str,
    packet: tuple[str, ...],
    entered: str | None,
    left: str | None,
    pcap: str | None,
    max_tests: int,
    summary: bool,
    host: str | None,
    platform: str | None,
    form: str,
    stdin_filename: str,
    max_size: int,
    color: str,
) -> int:
    """Follow PACKET through the config in FILE (- for standard input), rule by rule.

    PACKET is such as 'udp 10.0.0.1:5060 > 192.0.2.7:16400 dscp ef len 200' (docs/trace.md); what it
    leaves out is any, and each way that the packets can go is told. 'class NAME' is the packets
    that a class takes, 'not matched' those of default classes.

    Exit status: 0 traced, 1 packets of a capture are not read or not decided, or it has none, 2 the
    packet or the config cannot be read.
    """
    from qosc.trace.ends import SeveralUnitsError
    from qosc.trace.notation import NotationError, asked
    from qosc.trace.route import NoPacketError, route, trace
    from qosc.trace.unfollowed import with_unfollowed
    from qosc.trace.walk import TooManyWaysError

    need_output()
    if pcap is not None and packet:
        raise click.UsageError("a PACKET and --pcap exclude each other")
    if pcap == file == "-":
        raise click.UsageError("standard input can be the config or the capture, not both")
    try:
        wanted = asked(" ".join(packet))
    except NotationError as error:
        raise click.UsageError(f"PACKET: {error}") from None
    config = config_of(file, stdin_filename, max_size, platform, host)
    if entered is None and left is None:
        raise RefusedError(_no_port_named(config))
    into, out = _port(config, entered), _port(config, left)
    try:
        way = route(config.joined_device, config.profile, into, out)
    except SeveralUnitsError as error:
        raise RefusedError(str(error)) from None
    way = with_unfollowed(way, config.joined_device, out, config.text.lines)
    if pcap is not None:
        style = style_for(sys.stdout, color)
        return _counted(way, config.source.path, pcap, max_tests, form, style)
    with told():
        try:
            done = trace(way, wanted)
        except NoPacketError as error:
            raise RefusedError(str(error)) from None
        except TooManyWaysError as error:
            raise RefusedError(f"{error}: say more of the packet") from None
        style = style_for(sys.stdout, color)
        if form == "json":
            from qosc.render.traces.as_json import as_json

            click.echo(as_json(config.source, done))
            return CLEAN
        from qosc.render.traces.text import Shown

        parts = config.files if len(config.files) > 1 else ()
        for line in Shown(done, config.source, style, summary, parts).lines():
            click.echo(line, color=style.colour)
    return CLEAN


def _counted(
    route: Route[Any], config: str, pcap: str, max_tests: int, form: str, style: Style
) -> int:
    from qosc.render.counted import as_json, lines
    from qosc.trace.capture import CaptureError, frames
    from qosc.trace.counted import count
    from qosc.trace.to_itself import is_plane

    try:
        with opened(pcap) as file:
            done = count(route, frames(file), max_tests)
    except OSError as error:
        raise UnreadableError(pcap, error.strerror or str(error)) from None
    except CaptureError as error:
        raise UnreadableError(pcap, str(error)) from None
    status = CLEAN if done.is_whole else FINDINGS
    if form == "json":
        click.echo(as_json(config, pcap, done, route.notes()))
        return status
    leaving = route.left is not None and not is_plane(route.left)
    for line in lines(done, style, route.notes(), leaving=leaving):
        click.echo(line, color=style.colour)
    return status


def _no_port_named(config: Config) -> str:
    """What is to be named, with the interfaces that do something to packets first."""
    ports = sorted(config.joined_device.ports.values(), key=lambda port: not _sides(port))
    words = [f"{port.name}{_sides(port)}" for port in ports]
    known = listed(tuple(words)) or "no interface at all"
    return f"name the interface of --in, of --out, or both; {config.source.path} has {known}"


def _sides(port: Port) -> str:
    """The directions in which the config says what is done to packets of a port."""
    sides = [side for side, stages in (("input", port.input), ("output", port.output)) if stages]
    return f" (QoS on {' and '.join(sides)})" if sides else ""


def _port(config: Config, name: str | None) -> Port | None:
    if name is None:
        return None
    port = named_port(config, name)
    if port is None:
        known = listed(tuple(config.joined_device.ports)) or "no interface at all"
        raise RefusedError(f"{config.source.path} has no interface {name!r}; there is {known}")
    return port
