"""`qosc traffic`: traffic descriptions of other tools."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from qosc.cli import CLEAN, FINDINGS
from qosc.cli.files import RefusedError, need_output, read
from qosc.cli.options import colour_option, size_option, stdin_option

if TYPE_CHECKING:
    from qosc.traffic import Hosts, Item

__all__ = ["command"]


@click.group()
def command() -> None:
    """Traffic descriptions of other tools."""


@command.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--output", "-o", metavar="PATH", help="File to write (- for standard output).")
@click.option(
    "--from",
    "source",
    metavar="HOST",
    default="sender",
    show_default=True,
    help="The host of the scenario that the lines are run on.",
)
@click.option(
    "--to",
    metavar="[ADDRESS=]HOST",
    multiple=True,
    help="The host that they send to [default: receiver], or the one that an address (or name) "
    "is on; several times.",
)
@click.option(
    "--duration-ms",
    type=click.IntRange(1, 10**10),
    metavar="N",
    help="How long the run is [default: until the last line ends, 60 s at most].",
)
@click.option(
    "--one-after-another",
    is_flag=True,
    help="A line without & ends before the next one starts, as in a shell.",
)
@click.option(
    "--pairs",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help="How many pairs of endpoints run a Chariot script.",
)
@click.option("--allow-loss", is_flag=True, help="Write the traffic even if it lacks something.")
@click.option(
    "--ledger",
    type=click.Choice(["losses", "full", "json", "none"]),
    default="losses",
    show_default=True,
    help="What to print (on standard error) of what became of each word.",
)
@stdin_option
@size_option
@colour_option
def import_(
    files: tuple[str, ...],
    output: str | None,
    source: str,
    to: tuple[str, ...],
    duration_ms: int | None,
    one_after_another: bool,
    pairs: int | None,
    allow_loss: bool,
    ledger: str,
    stdin_filename: str,
    max_size: int,
    color: str,
) -> int:
    """Read command lines of mgen, netperf, nuttcp, iperf, iperf3 and ping, scripts of mgen and of
    Chariot from FILE (- for standard input), and write the traffic that they describe, for `qosc
    compile --target sim --traffic` (docs/traffic.md). Nothing in FILE is run.

    Each word is accounted for: carried exactly, approximately (with the bound), by assumption, or
    not at all. Without --allow-loss nothing is written when something would be lost.

    Exit status: 0 written, 1 something is lost, 2 FILE cannot be read or makes no traffic.
    """
    from qosc.scenario.dumping import dump
    from qosc.traffic import Fate, NoTrafficError, read_texts, traffic_of

    if output in (None, "-"):
        need_output("name a file with --output")
    if files.count("-") > 1:
        raise click.UsageError("standard input is one text")
    texts = [read(name, stdin_filename, max_size) for name in files]
    imported = read_texts(texts, _hosts(source, to), in_turn=one_after_another, pairs=pairs)
    try:
        made = traffic_of(imported, duration_ms)
    except NoTrafficError as error:
        _tell(imported.items, 0, ledger, color)
        raise RefusedError(f"{', '.join(files)}: {error}") from None
    _tell(imported.items, len(made.traffic), ledger, color)
    lost = sum(1 for item in imported.items if item.fate is Fate.UNSUPPORTED)
    if lost and not allow_loss:
        click.echo(
            f"qosc: {lost} {'part is' if lost == 1 else 'parts are'} not carried over, so nothing "
            "was written; --allow-loss writes the rest.",
            err=True,
        )
        return FINDINGS
    names = ", ".join(files)
    text = dump(made, [f"Traffic of {names}, by qosc traffic import."])
    _write(text, output, files)
    return CLEAN


def _hosts(source: str, to: tuple[str, ...]) -> Hosts:
    from qosc.traffic import Hosts

    plain = [each for each in to if "=" not in each]
    at = tuple(
        (address, host) for address, _, host in (e.partition("=") for e in to) if address and host
    )
    if len(plain) > 1:
        raise click.UsageError("--to HOST stands once; of several write ADDRESS=HOST")
    if any(not host for host in (source, *plain)) or len(at) + len(plain) < len(to):
        raise click.UsageError("--from and --to take the name of a host")
    return Hosts(source, plain[0] if plain else "receiver", at)


def _tell(items: Sequence[Item], sources: int, ledger: str, color: str) -> None:
    from qosc.render.reports import imported
    from qosc.render.style import style_for

    if ledger == "none":
        return
    if ledger == "json":
        click.echo(imported.as_json(items, sources), err=True)
        return
    style = style_for(sys.stderr, color)
    lines = imported.as_lines(items, sources, style, full=ledger == "full")
    click.echo("\n".join(lines), err=True, color=style.colour)


def _write(text: str, output: str | None, files: tuple[str, ...]) -> None:
    if output is not None and output != "-":
        from qosc.cli.output import write_files
        from qosc.targets.base import OutputFile

        write_files([OutputFile("traffic.yaml", text)], output, inputs=files)
        return
    click.echo(text.encode(), nl=False)
