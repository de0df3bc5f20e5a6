"""Parts of a statement. All places are offsets into the statement's text, so that the same text
gives the same value wherever it stands in a config.
"""

from __future__ import annotations

from qosc.patterns import pattern
from qosc.tuples import NamedTuple

__all__ = ["Failure", "Node", "Part", "Word", "split"]


class Word(NamedTuple):
    """One word of a statement."""

    text: str
    start: int
    end: int


class Node(NamedTuple):
    """A phrase of a statement: the name of its grammar rule, and what stands in it.

    Keywords are not among the children, except where the grammar keeps them.
    """

    name: str
    children: tuple[Part, ...]
    start: int
    end: int

    def words(self) -> tuple[Word, ...]:
        """The children that are words."""
        return tuple([child for child in self.children if isinstance(child, Word)])

    def nodes(self) -> tuple[Node, ...]:
        """The children that are phrases."""
        return tuple([child for child in self.children if isinstance(child, Node)])

    def word(self) -> str:
        """The text of the first word; empty when there is none."""
        for child in self.children:
            if isinstance(child, Word):
                return child.text
        return ""

    def find(self, name: str) -> Node | None:
        """The first phrase of that name among the children."""
        for child in self.children:
            if isinstance(child, Node) and child.name == name:
                return child
        return None


Part = Node | Word


class Failure(NamedTuple):
    """A statement that the grammar does not take: the first word that does not fit, and why."""

    start: int
    end: int
    reason: str
    expected: tuple[str, ...] = ()


# A name may be quoted to hold blanks, as IOS 15 prints it.
_new = tuple.__new__
_WORD = pattern(r'"[^"]*"(?!\S)|\S+')


def split(text: str) -> list[Word]:
    """The words of a statement, with their places."""
    parts = text.split(" ")
    if '"' not in text and "" not in parts and text.isascii() and text.isprintable():
        # Nothing but single blanks between the words, as devices print it: no need to look.
        words, at = [], 0
        for part in parts:
            end = at + len(part)
            words.append(_new(Word, (part, at, end)))
            at = end + 1
        return words
    return [_new(Word, (word[0], *word.span())) for word in _WORD.finditer(text)]
