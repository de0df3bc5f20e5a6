"""Paths of the command line, read into source texts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import NoReturn

import click

from qosc.cli import USAGE
from qosc.source import SUFFIXES, SourceText

__all__ = ["RefusedError", "expand", "read", "read_any", "unwritable"]


class RefusedError(click.ClickException):
    """The input or the place of the output cannot be used, while the command itself is well-formed.

    So it is told in one line, without how the command is used.
    """

    exit_code = USAGE


def expand(paths: Iterable[str]) -> Iterator[str]:
    """Files as named, folders as the config files in them, in a fixed order; `-` stays.

    A path that leads to nothing is an error, and so is a folder below it that cannot be looked
    into: a check of nothing must not look like success.
    """
    for path in paths:
        if path == "-" or not os.path.isdir(path):
            yield path
            continue
        found = sorted(
            os.path.join(folder, name)
            for folder, _, names in os.walk(path, onerror=_unreadable)
            for name in names
            if name.lower().endswith(SUFFIXES)
        )
        if not found:
            raise RefusedError(f"no config in {path} ({', '.join(SUFFIXES)} are looked for)")
        yield from found


def read(path: str, stdin_name: str = "<stdin>") -> SourceText:
    """The text of a file, or of standard input for `-`; RefusedError where it cannot be read, or
    is no text.
    """
    source = read_any(path, stdin_name)
    if source.doubt is not None:
        what, remedy = source.doubt
        raise RefusedError(f"cannot read {source.path!r}: it is {what}: {remedy}")
    return source


def read_any(path: str, stdin_name: str = "<stdin>") -> SourceText:
    """As `read`, but what is no text is told by `SourceText.doubt`."""
    try:
        if path == "-":
            return SourceText.of(stdin_name, sys.stdin.buffer.read())
        with open(path, "rb") as file:
            return SourceText.of(path, file.read())
    except OSError as error:
        _unreadable(error, path)
    except ValueError as error:
        raise RefusedError(f"cannot read {path!r}: {error}") from None


def _unreadable(error: OSError, path: str = "") -> NoReturn:
    name = path or error.filename
    raise RefusedError(f"cannot read {name!r}: {error.strerror or error}") from None


def unwritable(path: str, error: OSError) -> RefusedError:
    """What to say where `path` could not be written."""
    return RefusedError(f"cannot write {path!r}: {error.strerror or error}")
