"""How far a run has come, on a terminal, where it takes longer than a moment."""

from __future__ import annotations

from time import monotonic
from typing import TextIO

__all__ = ["Progress"]

_PATIENCE = 1.0
"""Seconds in which nothing is shown."""
_BETWEEN = 0.1


class Progress:
    """A line that is written over, and gone at the end. It has no colour."""

    def __init__(self, stream: TextIO, duration_ms: int) -> None:
        self._stream = stream
        self._whole = f"{duration_ms / 1000:g} s"
        self._next = monotonic() + _PATIENCE
        self._width = 0

    def __call__(self, percent: int) -> None:
        """So much of the time is behind."""
        if monotonic() < self._next:
            return
        self._next = monotonic() + _BETWEEN
        line = f"{percent:3d} % of {self._whole}"
        self._width = max(self._width, len(line))
        self._stream.write(f"\r{line}")
        self._stream.flush()

    def close(self) -> None:
        """Wipe the line."""
        if self._width:
            self._stream.write(f"\r{' ' * self._width}\r")
            self._stream.flush()
