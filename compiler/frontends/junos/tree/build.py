"""Growing the tree: one chain of words at a time, wherever the braces stand."""

from __future__ import annotations

from collections.abc import Sequence

from qosc.frontends.junos.tree.nodes import APPLIES, Key, Node, Note
from qosc.frontends.junos.tree.schema import (
    BAG,
    CONTAINER,
    FLAG,
    LEAF,
    LIST,
    OPTIONAL,
    SPECIAL,
    VALUES,
    Spec,
    root_spec,
)
from qosc.source import SourceText, Span

__all__ = ["Builder", "Frame", "Words"]

MAX_DEPTH = 64
"""Levels of the tree; the text of a real configuration has about fifteen."""
_SHADOWS = 8
_VALUE = Spec(FLAG)
_NAMED = frozenset({LIST, LEAF, VALUES, BAG})
_SETS = frozenset({VALUES, BAG})


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
        skip = self.skip
        lo = start - skip if start > skip else 0
        hi = end - 1 - skip if end > skip else 0
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

    def __init__(self, source: SourceText, *, whole: bool = False) -> None:
        self.source = source
        self.whole = whole
        """Whether statements are taken that the table leaves out."""
        self.root = Node((), None, root_spec(), source)
        self.notes: list[Note] = []
        self.inherited: dict[str, tuple[str, Span]] = {}
        """What the comments of `display inheritance` say of the next statement."""
        self.inactive = False
        """Whether any statement was ever deactivated."""
        self._deep = False

    def grow(
        self, frame: Frame, said: Words, *, several: bool = False, at: int = 0
    ) -> Frame | None:
        """Add the words of a statement below a frame.

        Returns the frame for what stands in its braces; None when the statement stands in a
        container of which only some statements are read, and is not one of them. `several` says
        that the last word is one of a list in brackets. The words before index `at` led to the
        frame already.
        """
        words = said.words
        node, outer = frame.node, frame.outer
        first: Node | None = None
        end = len(words)
        while at < end:
            spec = node.spec
            child_spec = spec.words.get(words[at]) if spec is not None else None
            if child_spec is None:
                place = _elsewhere(node, outer, words[at], whole=self.whole)
                if place is None:
                    return None
                node, child_spec = place
                if child_spec is None and node.depth >= MAX_DEPTH:
                    self._too_deep(said)
                    return Frame(node, None, [], first)
            outer, past = None, at + 1
            key: Key = words[at]
            if child_spec is not None and (child_spec.kind != CONTAINER or child_spec.choice):
                outer = node if child_spec.kind != LIST else None
                past = _past(child_spec, spec, words, at)
                if past > end:
                    return Frame(node, None, list(words[at:]), first)
                if child_spec.kind in _SETS:
                    node = self._set_of(node, child_spec, said, at)
                    if first is None and past - 1 > said.skip:
                        first = node
                    at += 1
                    key = words[at]
                    if child_spec.kind == BAG and node.kids and key in node.kids:
                        key = (words[at], str(len(node.kids)))
                    child_spec = _VALUE
                else:
                    key = _key(child_spec, words[at:past], listed=several and past == end)
            names = tuple(words[at:past])
            child = node.kids.get(key) if node.kids else None
            if (
                child is None
                or child.words != names
                or (child.spec is None and child_spec is not None)
            ):
                child = self._child(node, key, names, child_spec, said, at, past)
            if first is None and past > said.skip:
                first = child
            node, at = child, past
        return Frame(node, outer, [], first)

    def _set_of(self, node: Node, spec: Spec, said: Words, at: int) -> Node:
        """The node of a keyword that has a set of values."""
        word = said.words[at]
        child = node.kids.get(word) if node.kids else None
        if child is None or child.spec is not spec:
            child = self._child(node, word, (word,), spec, said, at, at + 1)
            if SPECIAL.get(word) is spec:
                self._applies(node)
        return child

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
            if values and spec is SPECIAL.get(word):
                self._applies(node.parent)
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


def _elsewhere(
    node: Node, outer: Node | None, word: str, *, whole: bool
) -> tuple[Node, Spec | None] | None:
    """Where a word goes that is none of the container's own, and what it is there.

    A statement that can stand anywhere; after a value, a statement of the container of the value
    (`outer`); the name of an entry. The specification is None for a word that the table does not
    have; the whole is None where such words are not read, unless all are (`whole`).
    """
    special, spec = SPECIAL.get(word), node.spec
    if special is not None or spec is None:
        return node, special
    if outer is not None and outer.spec is not None and word in outer.spec.words:
        return outer, outer.spec.words[word]
    if spec.any is None and spec.only and not whole:
        return None
    return node, spec.any


def _past(spec: Spec, holder: Spec | None, words: Sequence[str], at: int) -> int:
    """The index behind the words of the node that begins at `at`: its keyword, names and value.

    It is beyond the end of the words where some are still to come. `holder` is what the container
    of the node is.
    """
    past = at + 1
    if spec.kind in _NAMED:
        return past + spec.names
    if spec.kind == OPTIONAL and past < len(words) and words[past] not in (holder or spec).words:
        return past + 1
    return past


def _key(spec: Spec, words: Sequence[str], *, listed: bool) -> Key:
    """Under which key a node stands in its container; another one of this key is the same node.

    `listed`: its value is one of a list in brackets.
    """
    if spec.kind == LIST or (listed and spec.kind == LEAF):
        return tuple(words)
    return ("|", spec.choice) if spec.choice else words[0]
