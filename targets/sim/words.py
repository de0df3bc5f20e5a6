"""Names and places from a config, made fit for a scenario."""

from __future__ import annotations

from hashlib import sha256

from qosc.source import NOWHERE, Span, public_path

__all__ = ["Names", "clean", "origin"]

_LONGEST = 120


def clean(text: str) -> str:
    """Text without characters that no encoding holds; a long one ends in a digest of the whole."""
    whole = text.encode("utf-8", errors="replace").decode("utf-8")
    if len(whole) <= _LONGEST:
        return whole
    return f"{whole[:_LONGEST]}...{sha256(whole.encode()).hexdigest()[:8]}"


def origin(span: Span) -> str:
    """`router.cfg:12`, or nothing for a value that no text holds."""
    return "" if span == NOWHERE else clean(f"{public_path(span.path)}:{span.line}")


class Names:
    """Gives out names that differ."""

    __slots__ = ("_taken",)

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, name: str) -> str:
        """The name, cleaned; with a number behind it when it is taken."""
        wanted = clean(name) or "unnamed"
        candidate, number = wanted, 2
        while candidate in self._taken:
            candidate, number = f"{wanted} ({number})", number + 1
        self._taken.add(candidate)
        return candidate
