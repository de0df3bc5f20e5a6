"""Commands with a time limit that leave no process behind."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Done", "Stopped", "run_command"]

_PR_SET_PDEATHSIG = 1
"""prctl(2): the signal that a process gets when the one that started it dies."""


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended."""

    status: int
    output: str
    errors: str


class Stopped(Exception):  # noqa: N818 - it says what happened
    """A command could not be run to its end. `lines` are the last that it printed.

    `timed_out` tells a command that took too long from one that could not be started.
    """

    def __init__(
        self, message: str, lines: tuple[str, ...] = (), *, timed_out: bool = False
    ) -> None:
        super().__init__(message)
        self.lines, self.timed_out = lines, timed_out


def run_command(command: list[str], timeout: float, folder: Path | None = None) -> Done:
    """Run a command to its end; Stopped after `timeout` seconds, or if it cannot be started.

    Its whole process group is killed where this does not end well, and with the caller. Its
    temporary files are in `folder`, where there is one.
    """
    environment = {**os.environ, "LC_ALL": "C"}
    if folder is not None:
        environment["TMPDIR"] = str(folder)
    try:
        child = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=_die_with_parent,  # noqa: PLW1509
            env=environment,
        )
    except OSError as error:
        raise Stopped(f"cannot start {command[0]}: {error.strerror}") from None
    try:
        output, errors = child.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        message = f"{Path(command[0]).name} took more than {timeout:.3g} s"
        raise Stopped(message, timed_out=True) from None
    finally:
        if child.returncode is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
    return Done(child.returncode, output.decode(errors="replace"), errors.decode(errors="replace"))


def _die_with_parent() -> None:
    libc = ctypes.CDLL(None)
    if hasattr(libc, "prctl"):
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
