"""Names and places from a config, made fit for a scenario."""

from __future__ import annotations

import re
from hashlib import sha256

from qosc.source import NOWHERE, Span

__all__ = ["Names", "clean", "origin", "slug"]

_LONGEST = 120


def clean(text: str) -> str:
    """Text without characters that no encoding holds; a long one ends in a digest of the whole."""
    whole = text.encode("utf-8", errors="replace").decode("utf-8")
    if len(whole) <= _LONGEST:
        return whole
    return f"{whole[:_LONGEST]}...{sha256(whole.encode()).hexdigest()[:8]}"


def origin(span: Span) -> str:
    """`router.cfg:12`, or nothing for a value that no text holds."""
    return "" if span == NOWHERE else clean(f"{span.path}:{span.line}")


def slug(text: str) -> str:
    """A file name made of a port's name: lower-case letters, digits, dots and dashes."""
    found = re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-.")
    return found[:60] or "port"


class Names:
    """Gives out names that differ."""

    __slots__ = ("_taken",)

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, name: str) -> str:
        """The name, cleaned; with a number behind it when it is taken."""
        wanted = clean(name) or "unnamed"
        found, number = wanted, 2
        while found in self._taken:
            found, number = f"{wanted} ({number})", number + 1
        self._taken.add(found)
        return found
