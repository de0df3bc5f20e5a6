"""`qosc anonymise`: a config that can be shown to others."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable

import click

from qosc.api import check
from qosc.cli import CLEAN, FINDINGS
from qosc.cli.configs import configs_in
from qosc.cli.files import need_output, read
from qosc.cli.options import size_option, stdin_option
from qosc.cli.output import check_place, write_file
from qosc.cli.settings import plan_of
from qosc.render.printable import printable
from qosc.source import SourceText

__all__ = ["command"]

_SHOWN = 5


@click.command()
@click.argument("file")
@click.option("--output", "-o", metavar="FILE", help="Write it there, not to standard output.")
@click.option(
    "--key",
    metavar="WORDS",
    help="The same words give the same names again; without them each run gives others.",
)
@stdin_option
@size_option
def command(
    file: str, output: str | None, key: str | None, stdin_filename: str, max_size: int
) -> int:
    """Write the config in FILE (- for standard input) without what tells whose it is.

    Names, addresses, descriptions, banners, keys and secrets are replaced; lines stay, and so do
    the findings, which are compared: the exit status is 1 where they differ. Read the result before
    you show it to anyone: words that many configs have, and numbers, stay.
    """
    from qosc.anonymise.text import anonymous

    if output not in (None, "-"):
        check_place(output, file)
    else:
        need_output("name a file with --output")
    if key is not None and not key.strip():
        raise click.UsageError("--key needs some words; it is empty here")
    source = read(file, stdin_filename, max_size, with_secrets=True)
    chosen = key.encode(errors="replace") if key is not None else secrets.token_bytes(32)
    made = anonymous("".join(f"{line}\n" for line in source.lines), chosen)
    if output in (None, "-"):
        click.echo(made, nl=False)
    else:
        write_file(made, output, inputs=[file])
    plan = plan_of(file, stdin_filename, None)
    old, new = (
        Counter(
            (finding.code, finding.primary.line)
            for config in configs_in(SourceText.of(source.path, text), plan)
            for finding in check(config)
        )
        for text in (source.text, made)
    )
    if old == new:
        return CLEAN
    gone, come = _told((old - new).elements()), _told((new - old).elements())
    words = f"the findings are not the same: no more {gone}; new {come}"
    click.echo(printable(f"Warning: {words}"), err=True)
    return FINDINGS


def _told(counts: Iterable[tuple[str, int]]) -> str:
    every = sorted(counts, key=lambda one: (one[1], one[0]))
    more = f" and {len(every) - _SHOWN} more" if len(every) > _SHOWN else ""
    return ", ".join(f"{code} in line {line}" for code, line in every[:_SHOWN]) + more or "none"
