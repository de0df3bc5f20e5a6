"""What the reader works on: one line of the source, with all that is no statement taken off."""

from __future__ import annotations

__all__ = ["Physical"]


class Physical:
    """The statement text of one line of the source, and where it stands."""

    __slots__ = ("column", "extra", "indent", "index", "text")

    def __init__(self, index: int, column: int, indent: int, text: str) -> None:
        self.index = index
        self.column = column
        self.indent = indent
        self.text = text
        self.extra: list[tuple[int, str]] = []
        """What stands behind a comment in the middle: column and text."""
