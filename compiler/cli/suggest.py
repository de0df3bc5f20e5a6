"""What was probably meant, where a command line is not understood."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches

import click

__all__ = ["in_place_of_a_file", "meant", "missing", "remedy", "unnamed"]

_OTHERWISE = {
    "analyze": "check",
    "convert": "compile",
    "describe": "show",
    "emit": "compile",
    "generate": "compile",
    "help": "--help",
    "lint": "check",
    "list": "rules",
    "print": "show",
    "run": "simulate",
    "rule": "explain",
    "scan": "check",
    "sim": "simulate",
    "test": "check",
    "translate": "compile",
    "validate": "check",
    "version": "--version",
}
"""What other programs call our commands."""


def meant(word: str, commands: Sequence[str]) -> str:
    """A sentence that names the command which `word`, no command, stands for; empty for none."""
    if os.path.exists(word):
        # A name with a blank in it would not be one word of the line that is shown.
        shown = word if word.isascii() and word.isprintable() and " " not in word else "FILE"
        return f"Did you mean `qosc check {shown}`?"
    near = _OTHERWISE.get(word.lower()) or next(iter(get_close_matches(word, commands, 1)), "")
    return f"Did you mean `qosc {near}`?" if near else ""


_OPTIONS = {
    "--colour": "--color",
    "--concise": "--format concise",
    "--disable": "--ignore",
    "--exclude": "--ignore",
    "--json": "--format json",
    "--level": "--fail-on",
    "--os": "--platform",
    "--port": "--interface",
    "--severity": "--fail-on",
    "--vendor": "--platform",
}
"""What other programs call our options."""


def remedy(error: click.UsageError) -> str:
    """A sentence on what to write instead; empty where nothing is known."""
    if isinstance(error, click.MissingParameter):
        return missing(error)
    if isinstance(error, click.NoSuchOption):
        if error.option_name == "--device" and error.ctx and error.ctx.info_name in _JOINING:
            return in_place_of_a_file("")
        known = [name for each in _parameters(error) for name in each.opts]
        other = _OPTIONS.get(error.option_name.lower(), "")
        if other.partition(" ")[0] in known:
            return f"Did you mean `{other}`?"
    kind = error.param.type if isinstance(error, click.BadParameter) and error.param else None
    if isinstance(kind, click.Choice):
        return _value(error.message, [str(each) for each in kind.choices])
    return ""


_JOINING = ("diff", "trace", "verify")
"""Commands without --device that take several files as one device."""


def in_place_of_a_file(given: str) -> str:
    """How several files are named as one device without --device; empty where what was `given` to
    an option of that name is no such thing.
    """
    name, equals, files = given.partition("=")
    if given and not (name and equals and "," in files):
        return ""
    return f"Several files of one device stand in place of a file: `{given or 'NAME=FILE,FILE'}`."


def _parameters(error: click.UsageError) -> Sequence[click.Parameter]:
    return error.ctx.command.params if error.ctx is not None else ()


def _value(message: str, choices: Sequence[str]) -> str:
    # click quotes what was typed first.
    typed = message.partition("'")[2].partition("'")[0].lower()
    near = get_close_matches(typed, choices, 1)
    return f"Did you mean `{near[0]}`?" if near else ""


def missing(error: click.MissingParameter) -> str:
    """A sentence on what to write in place of an argument that is missing; empty for others."""
    if not isinstance(error.param, click.Argument) or error.param.name not in _INPUTS:
        return ""
    typed = error.ctx.params if error.ctx is not None else {}
    given = next((typed[name] for name in typed if name.endswith("device")), None)
    return (in_place_of_a_file(given) if given and isinstance(given, str) else "") or unnamed()


def unnamed() -> str:
    """What to write where no file is named."""
    if _piped():
        return "To read standard input, write `-`."
    return "Name a file, or write `-` for standard input."


_INPUTS = ("paths", "file", "files", "scenario")
"""The arguments that take `-`."""


def _piped() -> bool:
    """Whether something other than a terminal or the null device is given as standard input."""
    with suppress(OSError, ValueError):
        mode = os.fstat(sys.stdin.fileno()).st_mode
        return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)
    return False
