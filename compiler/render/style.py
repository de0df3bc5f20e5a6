"""What the reader's terminal is like: its colours and its width."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TextIO

from qosc.values import dataclass

__all__ = ["DEFAULT_WIDTH", "PLAIN", "Style", "columns_of", "style_for", "wants_colour"]

DEFAULT_WIDTH = 100
"""Columns where nothing tells how wide the reader's terminal is."""
MOST_WIDTH = 160
"""Longer lines are hard to read, however wide the terminal is."""
LEAST_WIDTH = 40
"""Nothing is folded to less."""

_CODES = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "bold": "1",
    "dim": "2",
    "blue": "1;34",
    "good": "32",
}


@dataclass(frozen=True, slots=True)
class Style:
    """Paints text, or leaves it plain. `room`: columns of the terminal; None where nobody tells."""

    colour: bool = False
    room: int | None = None

    @property
    def columns(self) -> int:
        """Columns that a line may have."""
        return DEFAULT_WIDTH if self.room is None else self.room

    def paint(self, role: str, text: str) -> str:
        """`text` in the colour of a role (`error`, `warning`, `info`, `bold`, `dim`, `blue`)."""
        return f"\x1b[{_CODES[role]}m{text}\x1b[0m" if self.colour and text else text


PLAIN = Style()


def wants_colour(choice: str, stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether to colour what goes to `stream`; `choice` is auto, always or never.

    In auto, NO_COLOR (any value) forbids, FORCE_COLOR requires it, else a terminal decides.
    """
    if choice != "auto":
        return choice == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and environ.get("TERM") != "dumb"


def columns_of(stream: TextIO, environ: Mapping[str, str] = os.environ) -> int | None:
    """Columns that a line on `stream` may have, LEAST_WIDTH to MOST_WIDTH; None: nothing tells.

    COLUMNS decides where it is a whole number above 0, then the terminal that the stream goes to.
    """
    said = environ.get("COLUMNS", "")
    if said.isascii() and said.isdigit() and said.strip("0"):
        # More digits than any terminal has columns, and fewer than int() refuses.
        told_columns = int(said.lstrip("0")[:6])
    else:
        try:
            told_columns = os.get_terminal_size(stream.fileno()).columns
        except (OSError, ValueError, AttributeError):
            return None
    return min(max(told_columns, LEAST_WIDTH), MOST_WIDTH) if told_columns else None


def style_for(stream: TextIO, choice: str) -> Style:
    """The style of what goes to `stream`; `choice` of colours is auto, always or never."""
    return Style(wants_colour(choice, stream), columns_of(stream))
