"""Colours of the terminal, and when to use them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

__all__ = ["PLAIN", "Style", "wants_colour"]

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
    """Paints text, or leaves it plain."""

    colour: bool = False

    def paint(self, role: str, text: str) -> str:
        """`text` in the colour of a role (`error`, `warning`, `info`, `bold`, `dim`, `blue`)."""
        return f"\x1b[{_CODES[role]}m{text}\x1b[0m" if self.colour and text else text


PLAIN = Style()


def wants_colour(choice: str, stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether to colour what goes to `stream`; `choice` is auto, always or never.

    In auto, NO_COLOR (any value) forbids, FORCE_COLOR asks for it, else a terminal decides.
    """
    if choice != "auto":
        return choice == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and environ.get("TERM") != "dumb"
