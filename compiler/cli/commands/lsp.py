"""`qosc lsp`: the server for editors."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
from importlib.util import find_spec

import click

from qosc.cli import CLEAN
from qosc.cli.files import RefusedError
from qosc.cli.settings import fresh_plans, settings_options
from qosc.render.printable import printable

__all__ = ["command"]


class _Lines(logging.Handler):
    """What pygls has to tell, in a line each: a message that an editor got wrong is no fault of the
    program, and its words may be anything.
    """

    def emit(self, record: logging.LogRecord) -> None:
        words = record.getMessage().partition("\n")[0]
        if record.exc_info and record.exc_info[1]:
            words += f": {type(record.exc_info[1]).__name__}: {record.exc_info[1]}"
        click.echo(printable(words)[:_LONGEST], err=True)


_LONGEST = 400
"""Characters of a line of the log."""


@click.command()
@click.option(
    "--baseline",
    metavar="FILE",
    help="Pass over the findings that FILE accepts, as `qosc check` does.",
)
@settings_options
def command(baseline: str | None) -> int:
    """Serve an editor over standard input and output, by the Language Server Protocol.

    Findings come as you type; an editor can request figures and rule pages, definitions,
    references, the outline, completions and fixes. docs/editor.md has recipes for VS Code and
    Neovim.
    """
    if find_spec("pygls") is None:
        raise RefusedError("qosc lsp needs pygls, which is not installed: pip install 'qosc[lsp]'")
    from qosc.cli.checks.edited import judging
    from qosc.lsp.server import Server

    judge_of = judging(fresh_plans(), baseline)
    if sys.stdin.isatty():
        click.echo("qosc lsp waits for an editor on standard input; Ctrl-C ends it.", err=True)
    # A server lives long, other than the commands that `main` sets the collector for.
    gc.set_threshold(700, 10, 10)
    # A thread waits for input and cannot be told to stop; the system ends it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Nothing but the protocol may go to standard output.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    log = logging.getLogger("pygls")
    log.addHandler(_Lines(logging.WARNING))
    log.propagate = False
    server = Server(judge_of)
    server.start_io(sys.stdin.buffer, out)
    if not server.begun:
        raise RefusedError(
            "no editor has begun on standard input; an editor starts qosc lsp (docs/editor.md), "
            "and `qosc check` reads a config"
        )
    return CLEAN
