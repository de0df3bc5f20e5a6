"""Run the command line in this process, and say what is wrong with how it ended."""

from __future__ import annotations

import os
import re
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import FrameType

__all__ = ["CPU_S", "MEMORY_KB", "Hang", "Outcome", "faults_of_text", "run", "watchdog"]

CPU_S = 20
"""Processor time of one input; what takes less than this is slow, not stuck."""
MEMORY_KB = 1_000_000
"""Most memory that one process of the fuzzer may ever have had."""
_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_FRAME = re.compile(r'File "([^"]*)", line (\d+), in (\S+)')


class Hang(BaseException):
    """The input took more processor time than one may."""


@dataclass(frozen=True)
class Outcome:
    """How a run ended: exit status, what it printed, and the faults in that (kind, details)."""

    status: int
    out: str
    err: str
    faults: tuple[tuple[str, str], ...]


def watchdog() -> None:
    """Make `Hang` of SIGPROF. A loop outside of Python is ended by the limit of the kernel."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise Hang

    signal.signal(signal.SIGPROF, ring)


def run(
    arguments: list[str], main: Callable[[list[str]], object] | None = None, *, plain: bool = True
) -> Outcome:
    """Run `qosc`, or another `main`, with arguments, and judge how it ended and what it printed.

    Without `plain` it prints what it was given, where characters of control may stand.
    """
    if main is None:
        from qosc.cli import main

    os.environ["QOSC_TRACEBACK"] = "1"
    streams = sys.stdin, sys.stdout, sys.stderr
    out, err = BytesIO(), BytesIO()
    faults: list[tuple[str, str]] = []
    sys.stdin = TextIOWrapper(BytesIO(), encoding="utf-8")
    sys.stdout = TextIOWrapper(out, encoding="utf-8", newline="\n")
    sys.stderr = TextIOWrapper(err, encoding="utf-8", errors="backslashreplace", newline="\n")
    status = 3
    signal.setitimer(signal.ITIMER_PROF, CPU_S)
    try:
        main(arguments)
        status = 0
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 3
    except Hang as stuck:
        faults.append((f"hang in {_place(stuck)}", traceback.format_exc(limit=-8)))
    except BaseException as error:  # noqa: BLE001  (this is what is looked for)
        faults.append((f"{type(error).__name__} in {_place(error)}", traceback.format_exc()))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        # The wrappers would close the buffers with them.
        kept = [stream.detach() for stream in (sys.stdout, sys.stderr)]
        sys.stdin, sys.stdout, sys.stderr = streams
    texts = [buffer.getvalue().decode("utf-8", "replace") for buffer in (out, err)]
    del kept
    if not faults:
        faults += _faults(status, texts[0] if plain else "", texts[1])
    return Outcome(status, *texts, tuple(faults))


def _place(error: BaseException) -> str:
    ours = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<")
        and Path(frame.filename).parent != Path(__file__).parent
    ]
    return f"{Path(ours[-1].filename).name}:{ours[-1].name}" if ours else "?"


def _faults(status: int, out: str, err: str) -> list[tuple[str, str]]:
    if status == 3:
        frames = _FRAME.findall(err)
        place = f"{Path(frames[-1][0]).name}:{frames[-1][2]}" if frames else "?"
        last = err.strip().rpartition("\n")[2].partition(":")[0]
        return [(f"internal error {last} in {place}", err)]
    if status not in (0, 1, 2):
        return [(f"status {status}", err)]
    return [*faults_of_text("standard output", out), *faults_of_text("standard error", err)]


def faults_of_text(where: str, text: str) -> list[tuple[str, str]]:
    """A control or a format character that a terminal would obey, with what is around it."""
    found = _CONTROL.search(text)
    if found is None:
        return []
    around = text[max(found.start() - 60, 0) : found.end() + 60]
    return [(f"control character in {where}", ascii(around))]
