"""What XML and JSON have in common: named elements with attributes, a text or elements inside."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

__all__ = ["MAX_DEPTH", "Element", "FormError", "Places", "Word"]

MAX_DEPTH = 100
"""Elements inside each other; a configuration has some fifteen levels."""


class FormError(Exception):
    """The text breaks the rules of its form in `line`, counted from 1, as `reason` says."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"{reason} in line {line}")
        self.line = line
        self.reason = reason


class Word:
    """A word and where it stands: line and columns from 0, the last one exclusive."""

    __slots__ = ("end", "line", "start", "text")

    def __init__(self, text: str, line: int, start: int, end: int) -> None:
        self.text = text
        self.line = line
        self.start = start
        self.end = end


class Element:
    """A named element.

    text      Its text, where it is a leaf with one.
    kids      The elements inside.
    attributes  Of these only the names that a reader of configurations needs, without prefix.
    close     The line in which it ends.
    """

    __slots__ = ("attributes", "close", "kids", "name", "text")

    def __init__(self, name: Word) -> None:
        self.name = name
        self.text: Word | None = None
        self.kids: list[Element] = []
        self.attributes: dict[str, str] = {}
        self.close = name.line

    @property
    def tag(self) -> str:
        """The name."""
        return self.name.text

    @property
    def leaf(self) -> bool:
        """Whether it holds a text and nothing else."""
        return self.text is not None and not self.kids


class Places:
    """Lines and columns of a text that is taken as one string."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.text = "\n".join(lines)
        starts, at = [], 0
        for line in lines:
            starts.append(at)
            at += len(line) + 1
        self._starts = starts or [0]

    def line(self, at: int) -> int:
        """The line, counted from 0, of a character."""
        return bisect_right(self._starts, at) - 1

    def word(self, text: str, start: int, end: int) -> Word:
        """A word of one line: of a text over several, the part in its first line."""
        line = self.line(start)
        first = self._starts[line]
        last = self._starts[line + 1] - 1 if line + 1 < len(self._starts) else len(self.text)
        return Word(text, line, start - first, min(end, last) - first)

    def fault(self, at: int, reason: str) -> FormError:
        """What to raise for a character."""
        return FormError(self.line(at) + 1, reason)
