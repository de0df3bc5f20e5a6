"""The command line: one file per command, imported when it is called."""

from __future__ import annotations

import errno
import gc
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import StringIO, TextIOWrapper
from typing import NoReturn

import click

from qosc import __version__
from qosc.guests import GuestError

__all__ = ["CLEAN", "FINDINGS", "INTERNAL", "USAGE", "main"]

CLEAN, FINDINGS, USAGE, INTERNAL = 0, 1, 2, 3
"""Exit status: nothing found; findings, differences or loss; usage or unreadable input; a bug."""

_COMMANDS = {
    "check": "Find mistakes in router configs.",
    "baseline": "Accept what a check finds today; later ones tell what is new.",
    "compile": "Translate a config into a tc script, an ns-3 program or a scenario.",
    "diff": "Compare what two configs do to packets.",
    "verify": "Compare a tc script with the config it is made from, for all packets.",
    "show": "Show what a config does to packets, in figures.",
    "trace": "Follow a packet through a config, rule by rule.",
    "traffic": "Read command lines of traffic generators (mgen, iperf, netperf...).",
    "simulate": "Run a scenario in the built-in simulator.",
    "lab": "Run experiments on the engines, and print figures beside those expected.",
    "anonymise": "Write a config without what tells whose it is.",
    "rules": "List the rules of check.",
    "explain": "Print the page of a rule.",
    "example": "Write one of the examples into a folder.",
    "demo": "Run the main commands on an example.",
    "lsp": "Serve an editor: findings as you type, figures, names, fixes.",
    "schema": "Print the JSON Schema of a document.",
}


_NO_ROOM = frozenset((errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO))
"""What the system says where a disk or a device takes no more of what is written to it."""


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"qosc.cli.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if word == "help" and args[1:2] and args[1] in _COMMANDS:
            # As git and pip have it.
            return super().resolve_command(ctx, [args[1], "--help"])
        if word not in _COMMANDS and not word.startswith("-"):
            from qosc.cli.suggest import meant

            message = f"No such command {word!r}. {meant(word, list(_COMMANDS))}"
            raise click.UsageError(message.rstrip(), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="qosc")
def cli() -> None:
    """qosc: a compiler for router QoS configuration.

    Exit status: 0 clean, 1 findings or loss, 2 usage or unreadable input, 3 a bug in qosc.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    # One command is short, and a model has many objects and no garbage in cycles: the collector
    # would look through all of them again and again.
    gc.set_threshold(1_000_000)
    _open_streams()
    stdout = sys.stdout
    try:
        status = cli.main(args=arguments, prog_name="qosc", standalone_mode=False)
        code = status if isinstance(status, int) else CLEAN
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as help_wanted:
        click.echo(help_wanted.format_message())
        code = USAGE
    except click.ClickException as error:
        code = _refused(error)
    except GuestError as error:
        code = _refused(click.UsageError(str(error)))
    except (click.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        code = _pipe_closed()
    except SystemExit:
        # click ends with 1 where a pipe is closed, after it has put its own streams in place.
        if sys.stdout is stdout:
            raise
        code = _pipe_closed()
    except OSError as error:
        full = error.errno in _NO_ROOM
        code = _unwritten(error) if full else _internal(error)
    except BaseException as error:  # noqa: BLE001  (the last resort: say that it is our fault)
        code = _last_resort(error)
    if arguments is None:
        _quit(code)
    sys.exit(code)


def _open_streams() -> None:
    """Put the null device in place of a stream that is closed (`>&-`): Python has None there.

    What the encoding of the terminal does not have is printed as an escape.
    """
    import os

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  (open until the end)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _quit(code: int) -> NoReturn:
    """End the process without taking the model apart object by object: the system does it faster.

    Nothing is left to do by then: files are closed where they were opened, and temporary folders
    are gone.
    """
    import os

    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def _pipe_closed() -> int:
    """The reader of our output went away (`qosc check ... | head`): not an error of the input."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141


def _refused(error: click.ClickException) -> int:
    from qosc.render.printable import printable

    shown = StringIO()
    error.show(shown)
    if isinstance(error, click.UsageError):
        from qosc.cli.suggest import remedy

        shown.write(remedy(error))
    # Names of the config come in, and what was typed.
    lines = (printable(line) for line in shown.getvalue().rstrip("\n").split("\n"))
    # The status is told even where standard error takes nothing more; so below.
    with suppress(OSError):
        click.echo("\n".join(lines), err=True)
    return USAGE


def _unwritten(error: OSError) -> int:
    """The place that our output goes to is full: no fault of the program, and not a clean end."""
    with suppress(OSError):
        click.echo(f"Error: cannot write the output: {error.strerror}", err=True)
    return USAGE


def _last_resort(error: BaseException) -> int:
    # What a dependency written in Rust raises where it panics is no Exception.
    if isinstance(error, MemoryError) or type(error).__name__ == "PanicException":
        return _no_room(error)
    if isinstance(error, Exception):
        return _internal(error)
    raise error


def _no_room(error: BaseException) -> int:
    """The system gives this process too little: no fault of the program, and not a clean end."""
    why = str(error) or "the system gives this process no more memory"
    with suppress(OSError):
        click.echo(f"Error: out of memory: {why}", err=True)
    return USAGE


def _internal(error: Exception) -> int:
    import os
    import traceback

    from qosc.render.printable import printable

    words = printable(f"{type(error).__name__}: {error}")
    with suppress(OSError):
        click.echo(f"qosc {__version__}: internal error: {words}", err=True)
        if os.environ.get("QOSC_TRACEBACK"):
            traceback.print_exception(error)
        else:
            click.echo(
                "This is a bug in qosc, not in your config. Set QOSC_TRACEBACK=1 for the details "
                "that a report needs.",
                err=True,
            )
    return INTERNAL
