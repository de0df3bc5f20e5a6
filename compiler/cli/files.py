"""Files of the command line, read into source texts."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

import click

from qosc.cli import USAGE
from qosc.source import SourceText

__all__ = [
    "MAX_SIZE",
    "EmptyError",
    "RefusedError",
    "UnreadableError",
    "need_output",
    "opened",
    "read",
    "read_any",
    "spare_inputs",
    "unwritable",
]

MAX_SIZE = 16
"""MB (10^6 bytes) of a config, unless `--max-size` says more: some 400 000 lines."""

_PIECE = 1 << 24

_STREAMS = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
"""Names of open streams: what a shell passes for `<(ssh router show run)`."""


class RefusedError(click.ClickException):
    """The input or the place of the output cannot be used, while the command itself is well-formed.

    So it is told in one line, without how the command is used.
    """

    exit_code = USAGE


class UnreadableError(RefusedError):
    """A path that leads to no text; `reason` says why, without the path."""

    def __init__(self, path: str, reason: str) -> None:
        where = "standard input" if path == "-" else repr(path)
        super().__init__(f"cannot read {where}: {reason}")
        self.path = path
        self.reason = reason


class EmptyError(UnreadableError):
    """A path that leads to a text with nothing in it."""

    def __init__(self, path: str) -> None:
        failed = "; did the command before the pipe fail?" if path == "-" else ""
        super().__init__(path, f"it is empty{failed}")


def read(
    path: str,
    stdin_name: str = "<stdin>",
    max_size: int = MAX_SIZE,
    *,
    with_secrets: bool = False,
) -> SourceText:
    """The text of a file, or of standard input for `-`; UnreadableError where it cannot be read, or
    is no text. `with_secrets` is for what is no config, so that words like `key` mean other things.
    """
    source = read_any(path, stdin_name, max_size, with_secrets=with_secrets)
    if source.doubt is not None:
        what, remedy = source.doubt
        raise UnreadableError(source.path, f"it is {what}: {remedy}")
    return source


def read_any(
    path: str,
    stdin_name: str = "<stdin>",
    max_size: int = MAX_SIZE,
    *,
    with_secrets: bool = False,
) -> SourceText:
    """As `read`, but what is no text is told by `SourceText.doubt`.

    Of what is no ordinary file only open streams are read: to open a pipe may wait for ever, and a
    device may have no end. EmptyError where there is nothing but blanks: a command whose output
    this was has failed. UnreadableError for a file that cannot be read, is larger than `max_size`
    MB or holds no text.
    """
    try:
        with opened(path) as file:
            data = _limited(file, path, max_size)
        name = stdin_name if path == "-" else path
        return _text(path, name, data, with_secrets=with_secrets)
    except FileNotFoundError as error:
        lost = os.path.islink(path)
        reason = "it is a link to a file that does not exist" if lost else str(error.strerror)
        raise UnreadableError(path, reason) from None
    except OSError as error:
        raise UnreadableError(path, error.strerror or str(error)) from None
    except ValueError as error:
        raise UnreadableError(path, str(error)) from None


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """The bytes of a file, or of standard input for `-`. UnreadableError for what is no ordinary
    file nor an open stream; OSError or ValueError where it cannot be opened.
    """
    if path == "-":
        yield sys.stdin.buffer
        return
    stream = path.startswith(_STREAMS)
    _ordinary(path, os.stat(path).st_mode, stream)
    # The file may have been replaced since it was looked at, so opening it must not wait.
    flags = 0 if stream else getattr(os, "O_NONBLOCK", 0)
    with open(os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | flags), "rb") as file:
        _ordinary(path, os.fstat(file.fileno()).st_mode, stream)
        yield file


def _text(path: str, name: str, data: bytes, *, with_secrets: bool) -> SourceText:
    source = SourceText.of(name, data, with_secrets=with_secrets)
    if source.doubt is None and not source.text.strip():
        raise EmptyError(path)
    return source


def _ordinary(path: str, mode: int, stream: bool) -> None:
    if stat.S_ISREG(mode) or (stream and stat.S_ISFIFO(mode)):
        return
    if stat.S_ISDIR(mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if stat.S_ISFIFO(mode):
        raise UnreadableError(path, "it is a named pipe; write `- < PIPE` to read one")
    raise UnreadableError(path, "it is a socket" if stat.S_ISSOCK(mode) else "it is a device")


def _limited(file: BinaryIO, path: str, max_size: int) -> bytes:
    most = max_size * 1_000_000
    # By pieces: to read so many bytes at once takes the room of so many, however few there are.
    data, size = list[bytes](), 0
    while size <= most and (piece := file.read(min(_PIECE, most + 1 - size))):
        data.append(piece)
        size += len(piece)
    if size > most:
        reason = f"it is larger than {max_size} MB; --max-size sets another limit"
        raise UnreadableError(path, reason)
    return b"".join(data)


def spare_inputs(output: str, *inputs: str) -> None:
    """RefusedError where the place of an output is one of the files read (- for standard input),
    by whatever name. Devices and pipes are read and written to without harm.
    """
    for path in inputs:
        with suppress(OSError, ValueError):
            there = os.stat(output)
            given = os.fstat(0) if path == "-" else os.stat(path)
            if stat.S_ISREG(there.st_mode) and os.path.samestat(there, given):
                what = "what is on standard input" if path == "-" else f"the input {path!r}"
                raise RefusedError(f"cannot write {output!r}: it is {what}")


def unwritable(path: str, error: OSError) -> RefusedError:
    """What to say where `path` could not be written."""
    return RefusedError(f"cannot write {path!r}: {error.strerror or error}")


def need_output(instead: str = "") -> None:
    """RefusedError where what a command is to print has nowhere to go; `instead` is an option for a
    file. By now `sys.stdout` is the null device there (`>&-`).
    """
    if sys.__stdout__ is None:
        raise RefusedError(f"standard output is closed; {instead or 'nothing could be shown'}")
