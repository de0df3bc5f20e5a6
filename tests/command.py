"""Runs `qosc` in this process, as a shell would."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import NamedTuple

import pytest

from qosc.cli import main

__all__ = ["Ended", "run"]


class Ended(NamedTuple):
    """The exit status, and what was printed on standard output and standard error."""

    status: int
    output: str
    errors: str


def run(*arguments: str, cwd: Path | None = None) -> Ended:
    """Run the command line, in a folder if one is named."""
    out, err = _stream(), _stream()
    with (
        contextlib.chdir(cwd) if cwd is not None else contextlib.nullcontext(),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        main(arguments)
    assert isinstance(ended.value.code, int)
    return Ended(ended.value.code, _held(out), _held(err))


def _stream() -> io.TextIOWrapper:
    """A stream as a process has it, that bytes can be written to also."""
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True)


def _held(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()
