"""The words of one command, taken from the front."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from qosc.verify.tc.model import Unreadable
from qosc.verify.tc.shell import Command

__all__ = ["Words"]

_T = TypeVar("_T")


class Words:
    """A cursor over the words of a command. What it refuses, it refuses with line and column."""

    def __init__(self, command: Command) -> None:
        self._command = command
        self._at = 0

    def __bool__(self) -> bool:
        return self._at < len(self._command.words)

    @property
    def next(self) -> str:
        """The next word, not yet taken; empty at the end."""
        return self._command.words[self._at] if self else ""

    def refuse(self, message: str, back: int = 1) -> Unreadable:
        """An error at the word that was taken `back` words ago; 0: at the next word."""
        places = self._command.places
        place = min(max(self._at - back, 0), len(places) - 1)
        line, column = places[place] if places else (self._command.line, 0)
        return Unreadable(message, line, column)

    def take(self) -> str:
        """The next word; Unreadable at the end."""
        if not self:
            raise self.refuse("the command ends too early")
        self._at += 1
        return self._command.words[self._at - 1]

    def read(self, parse: Callable[[str], _T]) -> _T:
        """The next word as a value.

        Raises Unreadable at the end, and for a word that `parse` does not take.
        """
        text = self.take()
        try:
            return parse(text)
        except Unreadable as error:
            raise self.refuse(str(error)) from None

    def accept(self, *words: str) -> bool:
        """Take the next word if it is one of these."""
        if self.next not in words or not self:
            return False
        self._at += 1
        return True

    def expect(self, word: str) -> None:
        """Take this word; Unreadable where another one stands."""
        if not self.accept(word):
            raise self.refuse(f"expected {word!r}, found {self.next!r}", 0)

    def end(self) -> None:
        """Unreadable unless all words are taken."""
        if self:
            raise self.refuse(f"unknown word: {self.next}", 0)
