"""The configuration of a text: as it is written, and as it is in force.

The steps, in this order: the statements and commands of the text in their order; inactive
statements are pruned; groups are inherited and pruned; `apply-path` fills prefix lists.
"""

from __future__ import annotations

import gc

from qosc.frontends.junos.reading.reader import Reader
from qosc.frontends.junos.reading.state import BLANK, COMMENT, READ, SKIPPED
from qosc.frontends.junos.tree.groups import expand
from qosc.frontends.junos.tree.nodes import APPLIES, INACTIVE, Node, Note
from qosc.frontends.junos.tree.paths import apply_paths
from qosc.frontends.junos.tree.printing import brace_text, set_lines
from qosc.frontends.junos.tree.ranges import expand_ranges
from qosc.source import SourceText, Span

__all__ = ["Tree", "read", "to_braces", "to_set"]


class Tree:
    """What became of a text.

    root      The configuration in force: what is inherited is in its place, what is inactive and
              the groups themselves are gone.
    written   The configuration as written, with `groups`, `apply-groups` and inactive statements.
              The same object as `root` where there are none.
    notes     What is odd about the text, in its order.
    read, skipped, blank, comment
              Numbers of physical lines: in a statement of the tree; in a stanza that cannot matter
              to QoS; empty; comment only. They add up to the lines of the source.
    marks     Which of these each line is, as in `state`.
    """

    __slots__ = ("_comments", "marks", "notes", "root", "source", "written")

    def __init__(
        self,
        source: SourceText,
        written: Node,
        root: Node,
        notes: tuple[Note, ...],
        marks: bytes,
        comments: list[tuple[int, int, int, int]],
    ) -> None:
        self.source = source
        self.written = written
        self.root = root
        self.notes = notes
        self.marks = marks
        self._comments = comments

    @property
    def read(self) -> int:
        """Lines in statements of the tree."""
        return self.marks.count(READ)

    @property
    def skipped(self) -> int:
        """Lines that cannot matter to QoS."""
        return self.marks.count(SKIPPED)

    @property
    def blank(self) -> int:
        """Empty lines."""
        return self.marks.count(BLANK)

    @property
    def comment(self) -> int:
        """Lines with nothing but a comment."""
        return self.marks.count(COMMENT)

    @property
    def comments(self) -> list[tuple[Span, str]]:
        """All comments outside of skipped stanzas' strings, with their text."""
        remarks = []
        for first, start, last, end in self._comments:
            span = self.source.span(first, start, end, last)
            lines = self.source.lines[first - 1 : last]
            if first == last:
                remarks.append((span, lines[0][start:end]))
            else:
                remarks.append((span, "\n".join([lines[0][start:], *lines[1:-1], lines[-1][:end]])))
        return remarks

    def get(self, *words: str) -> Node | None:
        """The node in force that the words lead to, written as in a `set` line."""
        return self.root.get(*words)


def read(source: SourceText, *, whole: bool = False) -> Tree:
    """Read a text; never fails. Time grows with its length.

    `whole` takes the stanzas too that cannot matter to QoS.
    """
    # A tree of many nodes makes the collector look through it again and again, for nothing:
    # reading makes no garbage in cycles. It takes two thirds of the time.
    paused = gc.isenabled()
    gc.disable()
    try:
        return _read(source, whole=whole)
    finally:
        if paused:
            gc.enable()


def _read(source: SourceText, *, whole: bool) -> Tree:
    reader = Reader(source, whole=whole)
    reader.run()
    written = reader.build.root
    notes = list(reader.notes)
    root = written
    if written.flags & APPLIES or (written.kids and "groups" in written.kids):
        root, more = expand(written, source)
        notes += more
    elif reader.build.inactive:
        root = written.copy(None, INACTIVE)
    if "apply-path" in source.text:
        if root is written:
            root = written.copy(None)
        notes += apply_paths(root)
    if "interface-range" in source.text:
        if root is written:
            root = written.copy(None)
        notes += expand_ranges(root)
    notes.sort(key=lambda note: note.span)
    return Tree(source, written, root, tuple(notes), bytes(reader.marks[1:]), reader.comments)


def to_set(tree: Tree) -> list[str]:
    """The configuration as written, as `set` lines; `read` makes the same tree of them."""
    return set_lines(tree.written)


def to_braces(tree: Tree) -> str:
    """The configuration as written, with braces; `read` makes the same tree of it."""
    return brace_text(tree.written)
