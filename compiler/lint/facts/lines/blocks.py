"""A Cisco text as blocks: a line at the margin, and the lines that are indented below it."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.lint.engine.rule import Context
from qosc.source import NOWHERE, Span
from qosc.tuples import NamedTuple

__all__ = ["Block", "blocks", "interfaces", "is_shut", "place"]


class Block(NamedTuple):
    """A line at the margin, in small letters, and those below it, each with its number."""

    number: int
    head: str
    lines: tuple[tuple[int, str], ...]

    def starting(self, *words: str) -> Iterator[tuple[int, str]]:
        """The lines below that begin with one of some words."""
        return ((number, line) for number, line in self.lines if line.startswith(words))

    def has(self, *words: str) -> bool:
        """Whether a line below begins with one of some words."""
        return any(line.startswith(words) for _, line in self.lines)


def blocks(context: Context) -> tuple[Block, ...]:
    """The blocks of a text with the lines of Cisco. Use through `context.once`."""
    source = context.source
    takes = context.profile.takes
    if source is None or takes.junos_statements or not takes.cisco_lines:
        return ()
    found: list[Block] = []
    below: list[tuple[int, str]] = []
    head, number = "", 0
    for at, line in source.numbered():
        words = line.strip().lower()
        if not words or words.startswith("!"):
            continue
        if line[:1] in (" ", "\t"):
            below.append((at, words))
            continue
        if head:
            found.append(Block(number, head, tuple(below)))
        head, number, below = words, at, []
    if head:
        found.append(Block(number, head, tuple(below)))
    return tuple(found)


def interfaces(context: Context) -> tuple[Block, ...]:
    """The blocks of interfaces that are not shut down. Use through `context.once`."""
    return tuple(
        block
        for block in context.once(blocks)
        if block.head.startswith("interface ") and not is_shut(block)  # stripped: it has a name
    )


def is_shut(block: Block) -> bool:
    """Whether an interface is shut down."""
    return any(line == "shutdown" for _, line in block.lines)


def place(context: Context, number: int) -> Span:
    """The place of a line without the white space around it."""
    return NOWHERE if context.source is None else context.source.words(number)
