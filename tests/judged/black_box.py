"""The command line of qosc in this process: a status and what is printed, nothing else."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

from qosc.cli import main
from tests.generator import Device


def run(*arguments: str) -> tuple[int, str, str]:
    """The status of a command, its standard output and its standard error."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(arguments)
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())  # type: ignore[attr-defined]
    return status, texts[0], texts[1]


def written(made: Device, folder: Path) -> list[str]:
    """The device as a file, and the arguments that name it."""
    path = folder / "device.cfg"
    path.write_bytes(made.text.encode())
    return [str(path), *(["--platform", made.platform] if made.platform else [])]
