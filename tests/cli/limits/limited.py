"""Runs `qosc` in a child that the kernel ends when it takes too much."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

CPU = 10
"""Seconds of processor time: a watchdog far above what is needed, and far below quadratic."""
SPACE = 2 << 30
"""Bytes of address space."""


def qosc(
    arguments: Sequence[str], text: str = "", *, cpu: int = CPU, space: int = SPACE
) -> subprocess.CompletedProcess[str]:
    """Run the command line on a text as standard input, under limits."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
        resource.setrlimit(resource.RLIMIT_AS, (space, space))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return subprocess.run(
        [sys.executable, "-c", "from qosc.cli import main; main()", *arguments],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        preexec_fn=limit,
    )


def used(result: subprocess.CompletedProcess[str]) -> str:
    """What to show where a run did not end as it should."""
    return f"status {result.returncode}: {result.stdout[-300:]}{result.stderr[-600:]}"


@contextmanager
def busy(count: int) -> Iterator[None]:
    """So many other processes that want all of the processor."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
