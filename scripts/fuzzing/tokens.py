"""Words and lines that mutations put in, by the kind of a file: those of `words/`, one a line.

They are written with the escapes of Python, so that bytes that are no text can stand there.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

__all__ = ["numbers", "tokens_for"]

_KINDS = {
    "cfg": "ios",
    "conf": "junos",
    "json": "junos",
    "xml": "junos",
    "yaml": "yaml",
    "sh": "tc",
    "toml": "settings",
    "lines.txt": "traffic",
    "packet.txt": "packet",
    "state.txt": "state",
}
"""By the whole name, else by the suffix."""


@cache
def _words(name: str) -> tuple[bytes, ...]:
    text = (Path(__file__).parent / "words" / f"{name}.txt").read_text(encoding="ascii")
    lines = text.removesuffix("\n").split("\n")
    return tuple(line.encode().decode("unicode_escape").encode("latin-1") for line in lines)


def numbers() -> tuple[bytes, ...]:
    """Numbers at the ends of ranges, and what only looks like a number."""
    return _words("numbers")


def tokens_for(name: str) -> tuple[bytes, ...]:
    """What is put into a file of this name: its own kind's words, and odd bytes."""
    kind = _KINDS.get(name) or _KINDS.get(name.rpartition(".")[2], "ios")
    return _words(kind) + _words("odd")
