"""A Cisco text as blocks: a line at the margin, and the lines that are indented below it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from qosc.lint.engine.rule import Context
from qosc.source import NOWHERE, SourceText, Span

__all__ = ["Block", "blocks", "interfaces", "is_shut", "place"]


_NO_HEAD = frozenset(("", " ", "\t", "!"))
"""How a line begins that is not at the margin, or says nothing."""


class Block:
    """A line at the margin, in small letters, and those below it, each with its number."""

    __slots__ = ("_below", "_end", "_index", "_source", "head", "number")

    def __init__(self, source: SourceText, head: str, index: int, end: int) -> None:
        self._source, self._index, self._end = source, index, end
        self._below: tuple[tuple[int, str], ...] | None = None
        self.head = head
        self.number = source.number(index)

    @property
    def lines(self) -> tuple[tuple[int, str], ...]:
        """The lines below, in small letters. Few rules need those of more than interfaces, so
        that they are looked at when they are first asked for.
        """
        if self._below is None:
            source = self._source
            numbered = []
            for index in range(self._index + 1, self._end):
                words = source.lines[index].strip().lower()
                if words and words[0] != "!":
                    numbered.append((source.number(index), words))
            self._below = tuple(numbered)
        return self._below

    def starting(self, *words: str) -> Iterator[tuple[int, str]]:
        """The lines below that begin with one of some words."""
        return iter([each for each in self.lines if each[1].startswith(words)])

    def has(self, *words: str) -> bool:
        """Whether a line below begins with one of some words."""
        return any(line.startswith(words) for _, line in self.lines)


def blocks(context: Context) -> tuple[Block, ...]:
    """The blocks of a text with the lines of Cisco. Use through `context.once`."""
    source = context.source
    takes = context.profile.takes
    if source is None or takes.junos_statements or not takes.cisco_lines:
        return ()
    lines = source.lines
    heads: list[tuple[int, str]] = []
    for index in [at for at, line in enumerate(lines) if line[:1] not in _NO_HEAD]:
        words = lines[index].strip().lower()
        if words and words[0] != "!":
            heads.append((index, words))
    heads.append((len(lines), ""))
    return tuple(Block(source, words, index, end) for (index, words), (end, _) in pairwise(heads))


def interfaces(context: Context) -> tuple[Block, ...]:
    """The blocks of interfaces that are not shut down. Use through `context.once`."""
    return tuple(
        block
        for block in context.once(blocks)
        if block.head.startswith("interface ") and not is_shut(block)  # stripped: it has a name
    )


def is_shut(block: Block) -> bool:
    """Whether an interface is shut down."""
    return "shutdown" in [line for _, line in block.lines]


def place(context: Context, number: int) -> Span:
    """The place of a line without the white space around it."""
    return NOWHERE if context.source is None else context.source.words(number)
