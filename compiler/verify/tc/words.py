"""The words of one command, taken from the front."""

from __future__ import annotations

from qosc.verify.tc.model import Unreadable

__all__ = ["Words"]


class Words:
    """A cursor over the words of a command."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._at = 0

    def __bool__(self) -> bool:
        return self._at < len(self._words)

    @property
    def next(self) -> str:
        """The next word, not yet taken; empty at the end."""
        return self._words[self._at] if self else ""

    def take(self) -> str:
        """The next word; Unreadable at the end."""
        if not self:
            raise Unreadable("the command ends too early")
        self._at += 1
        return self._words[self._at - 1]

    def accept(self, *words: str) -> bool:
        """Take the next word if it is one of these."""
        if self.next not in words or not self:
            return False
        self._at += 1
        return True

    def expect(self, word: str) -> None:
        """Take this word; Unreadable where another one stands."""
        if not self.accept(word):
            raise Unreadable(f"expected {word!r}, found {self.next!r}")
