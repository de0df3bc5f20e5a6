"""Growing the tree: one chain of words at a time, wherever the braces stand."""

from __future__ import annotations

from collections.abc import Sequence

from qosc.source import SourceText, Span

from .schema import (
    ANY_VALUE, BAG, CONTAINER, FLAG, LEAF, LIST, OPTIONAL, SPECIAL, VALUES, Spec, root_spec,
)  # fmt: skip
from .tree import APPLIES, Key, Node, Note

__all__ = ["Builder", "Frame", "Words"]

MAX_DEPTH = 64
"""Levels of the tree; the text of a real configuration has about fifteen."""
_SHADOWS = 8
_VALUE = Spec(FLAG)


class Words:
    """The words of one statement, and where they stand.

    skip   How many of the words come from the levels around the statement.
    base   The index of the first own word among the blank-separated words of its line, when
           `cols` is None; else `cols` has line, start and end of each own word.
    """

    __slots__ = ("base", "cols", "line", "skip", "words")

    def __init__(
        self,
        words: list[str],
        line: int,
        *,
        skip: int = 0,
        base: int = 0,
        cols: Sequence[tuple[int, int, int]] | None = None,
    ) -> None:
        self.words = words
        self.line = line
        self.skip = skip
        self.base = base
        self.cols = cols

    def place(self, start: int, end: int) -> tuple[int, int, int]:
        """The place of the words from `start` to before `end`, as a node keeps it."""
        lo, hi = max(start - self.skip, 0), max(end - 1 - self.skip, 0)
        if self.cols is None:
            return self.line, ~(self.base + lo), ~(self.base + hi)
        if not self.cols:
            return self.line, 0, 0
        line, first, last = self.cols[min(hi, len(self.cols) - 1)]
        for at in range(lo, hi):
            if self.cols[at][0] == line:
                first = self.cols[at][1]
                break
        return line, first, last


class Frame:
    """A place where words can be added.

    node    Where the next word is looked up first.
    outer   The container that a value was just added to: `transmit-rate 1g exact` goes on there.
    prefix  Words of a list whose name is still to come: `source-address {` has its names inside.
    first   The first node that the statement's own words made or found.
    """

    __slots__ = ("first", "node", "outer", "prefix")

    def __init__(
        self, node: Node, outer: Node | None, prefix: list[str], first: Node | None
    ) -> None:
        self.node = node
        self.outer = outer
        self.prefix = prefix
        self.first = first


class Builder:
    """The tree as it grows."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.root = Node((), None, root_spec(), source)
        self.notes: list[Note] = []
        self.inherited: dict[str, tuple[str, Span]] = {}
        """What the comments of `display inheritance` say of the next statement."""
        self._deep = False

    def grow(self, frame: Frame, said: Words, *, several: bool = False) -> Frame | None:
        """Add the words of a statement below a frame.

        Returns the frame for what stands in its braces; None when the statement stands in a
        container of which only some statements are read, and is not one of them. `several` says
        that the last word is one of a list in brackets.
        """
        words, at = said.words, 0
        node, outer = frame.node, frame.outer
        first: Node | None = None
        end = len(words)
        while at < end:
            word = words[at]
            spec = node.spec
            found: Spec | None
            if spec is None:
                found = SPECIAL.get(word)
            else:
                found = spec.words.get(word) or SPECIAL.get(word)
                if found is None and outer is not None and outer.spec is not None:
                    found = outer.spec.words.get(word)
                    if found is not None:
                        node = outer
                if found is None:
                    found = spec.any
                    if found is None and spec.only:
                        return None
            outer = None
            past = at + 1
            key: Key = word
            if found is not None:
                kind = found.kind
                if kind == LIST:
                    past += found.names
                    if past > end:
                        return Frame(node, None, list(words[at:]), first)
                    key = tuple(words[at:past])
                elif kind == LEAF:
                    past += 1
                    if past > end:
                        return Frame(node, None, list(words[at:]), first)
                    if several and past == end:
                        key = (word, words[at + 1])
                    elif found.choice:
                        key = ("|", found.choice)
                    outer = node
                elif kind == VALUES or kind == BAG:
                    if past == end:
                        return Frame(node, None, [word], first)
                    kids = node.kids
                    child = kids.get(word) if kids else None
                    if child is None or child.spec is not found:
                        child = self._child(node, word, (word,), found, said, at, past)
                        if found is SPECIAL.get(word):
                            self._applies(node)
                    if first is None and past > said.skip:
                        first = child
                    outer, node = node, child
                    at, past = past, past + 1
                    word = words[at]
                    key = word
                    if kind == BAG:
                        count = len(node.kids) if node.kids else 0
                        key = (word, str(count)) if node.kids and word in node.kids else word
                    found = _VALUE
                elif kind == FLAG or kind == ANY_VALUE:
                    outer = node
                    if found.choice:
                        key = ("|", found.choice)
                elif kind == OPTIONAL:
                    if past < end and words[past] not in (spec.words if spec else ()):
                        past += 1
                    outer = node
                    if found.choice:
                        key = ("|", found.choice)
                elif found.choice:
                    key = ("|", found.choice)
            elif node.depth >= MAX_DEPTH:
                self._too_deep(said)
                break
            names = tuple(words[at:past])
            kids = node.kids
            child = kids.get(key) if kids else None
            if child is None or child.words != names or (child.spec is None and found is not None):
                child = self._child(node, key, names, found, said, at, past)
            if first is None and past > said.skip:
                first = child
            node = child
            at = past
        return Frame(node, outer, [], first)

    def finish(self, frame: Frame, said: Words) -> None:
        """End a statement: words that want a name or value stay as they are."""
        node = frame.node
        if not frame.prefix:
            return
        word = frame.prefix[0]
        spec = node.spec.words.get(word) if node.spec is not None else None
        if spec is None:
            spec = SPECIAL.get(word)
        start = len(said.words) - len(frame.prefix)
        for offset, part in enumerate(frame.prefix):
            if node.kids and part in node.kids:
                node = node.kids[part]
                continue
            values = spec is not None and spec.kind in {VALUES, BAG} and not offset
            at = start + offset
            node = self._child(node, part, (part,), spec if values else None, said, at, at + 1)
        frame.first = frame.first or node
        frame.node, frame.outer, frame.prefix = node, None, []

    def _child(
        self,
        parent: Node,
        key: Key,
        words: tuple[str, ...],
        spec: Spec | None,
        said: Words,
        start: int,
        end: int,
    ) -> Node:
        node = Node(words, parent, spec, self.source, said.place(start, end))
        node.key = key
        kids = parent.kids
        if kids is None:
            parent.kids = {key: node}
        else:
            earlier = kids.get(key)
            if earlier is not None and earlier.words != words:
                node.shadowed = (*earlier.shadowed[-_SHADOWS:], earlier.span)
            kids[key] = node
        if self.inherited and (origin := self.inherited.get(words[-1])) is not None:
            node.group, node.applied = origin
        return node

    def _applies(self, node: Node | None) -> None:
        while node is not None and not node.flags & APPLIES:
            node.flags |= APPLIES
            node = node.parent

    def _too_deep(self, said: Words) -> None:
        if not self._deep:
            self._deep = True
            line = said.line
            self.notes.append(
                Note(
                    self.source.span(line, 0, len(self.source.line(line))),
                    f"nested deeper than {MAX_DEPTH} levels; what is below is not read",
                )
            )
