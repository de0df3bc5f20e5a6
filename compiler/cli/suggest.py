"""What was probably meant, where a command line is not understood."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches

import click

__all__ = ["meant", "missing"]

_OTHERWISE = {
    "analyze": "check", "convert": "compile", "describe": "show", "emit": "compile",
    "generate": "compile", "help": "--help", "lint": "check", "list": "rules", "print": "show",
    "run": "simulate", "rule": "explain", "scan": "check", "sim": "simulate", "test": "check",
    "translate": "compile", "validate": "check", "version": "--version",
}  # fmt: skip
"""What other programs call our commands."""


def meant(word: str, commands: Sequence[str]) -> str:
    """A sentence that names the command which `word`, no command, stands for; empty for none."""
    if os.path.exists(word):
        # A name with a blank in it would not be one word of the line that is shown.
        shown = word if word.isascii() and word.isprintable() and " " not in word else "FILE"
        return f"Did you mean `qosc check {shown}`?"
    near = _OTHERWISE.get(word.lower()) or next(iter(get_close_matches(word, commands, 1)), "")
    return f"Did you mean `qosc {near}`?" if near else ""


def missing(error: click.MissingParameter) -> str:
    """A sentence on what to write in place of an argument that is missing; empty for others."""
    if not isinstance(error.param, click.Argument) or error.param.name not in _INPUTS:
        return ""
    if _piped():
        return "To read standard input, write `-`."
    return "Name a file, or write `-` for standard input."


_INPUTS = ("paths", "file", "scenario")
"""The arguments that take `-`."""


def _piped() -> bool:
    """Whether something other than a terminal or the null device is given as standard input."""
    with suppress(OSError, ValueError):
        mode = os.fstat(sys.stdin.fileno()).st_mode
        return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)
    return False
