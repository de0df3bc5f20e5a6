"""The configuration tree: nodes that know where they were written and where they came from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from qosc.frontends.junos.text.words import TOKEN
from qosc.frontends.junos.tree.schema import LIST, Spec
from qosc.patterns import pattern
from qosc.source import SourceText, Span

__all__ = ["INACTIVE", "PROTECTED", "Key", "Node", "Note", "Origin"]

INACTIVE = 1
PROTECTED = 2
APPLIES = 4
"""An `apply-groups` or `apply-groups-except` stands somewhere at or below the node."""

Key = str | tuple[str, ...]
"""A child is found in its parent by its only word, by its keyword where there is one value, or by
the tuple of all its words where it is an entry of a list."""

_PLAIN = pattern(r"\S+")


class Note(NamedTuple):
    """Something about the text itself that its reader should know."""

    span: Span
    message: str
    help: str = ""
    fault: bool = False
    """Whether the text cannot be meant so: the router refuses it, or reads something else."""
    meant: str = ""
    """The word that was probably meant."""
    group: str = ""
    """The name of a group that is applied and not defined."""


class Origin(NamedTuple):
    """Where an inherited node comes from.

    group    The name of the group; `apply-path` for a prefix that such a statement found.
    applied  The `apply-groups` (or `apply-path`) statement; in the output of `display
             inheritance`, the comment that says so.
    """

    group: str
    applied: Span


class Node:
    """A statement, or a level of the hierarchy.

    words   The words of this level: `("from",)`, `("filter", "F")`, `("bandwidth-limit", "1m")`.
            A value of a set of values is a child of the keyword, with itself as its only word.
    kids    The children in their order, or None.
    """

    __slots__ = (
        "_hi",
        "_line",
        "_lo",
        "_source",
        "applied",
        "depth",
        "flags",
        "group",
        "key",
        "kids",
        "parent",
        "shadowed",
        "spec",
        "words",
    )

    def __init__(
        self,
        words: tuple[str, ...],
        parent: Node | None,
        spec: Spec | None,
        source: SourceText,
        place: tuple[int, int, int] = (0, 0, 0),
    ) -> None:
        self.words = words
        self.key: Key = words[0] if words else ""
        """Under what the parent holds this node."""
        self.parent = parent
        self.depth: int = parent.depth + 1 if parent is not None else 0
        self.spec = spec
        self.kids: dict[Key, Node] | None = None
        self.flags = 0
        self.group = ""
        self.shadowed: tuple[Span, ...] = ()
        """Places of earlier values that this one replaced."""
        self._source = source
        # A column below zero is the complement of the index of a blank-separated word: places are
        # asked for seldom, so the reader does not count columns where it can do without.
        self._line, self._lo, self._hi = place
        self.applied: Node | Span | None = None
        """What made the node be inherited; see `inherited_from`."""

    @property
    def name(self) -> str:
        """The keyword, or the name or value where the node has only that."""
        return self.words[0] if self.words else ""

    @property
    def value(self) -> str:
        """The last word: the name of an entry, the value of a statement."""
        return self.words[-1] if self.words else ""

    @property
    def inactive(self) -> bool:
        """Whether the statement itself is deactivated."""
        return bool(self.flags & INACTIVE)

    @property
    def protected(self) -> bool:
        """Whether the statement is protected from change."""
        return bool(self.flags & PROTECTED)

    @property
    def ordered(self) -> bool:
        """Whether the place among its siblings matters."""
        return self.spec is not None and self.spec.ordered

    @property
    def known(self) -> bool:
        """Whether the table of statements has this one."""
        return self.spec is not None

    @property
    def children(self) -> list[Node]:
        """The children in order."""
        return list(self.kids.values()) if self.kids else []

    @property
    def line(self) -> int:
        """The line on which the node was written (first, if several times)."""
        return self._line

    @property
    def span(self) -> Span:
        """Where the node was written (first, if several times): its words on one line."""
        lo, hi = self._columns()
        return Span(self._source.path, self._line or 1, lo + 1, self._line or 1, hi + 1)

    @property
    def value_span(self) -> Span:
        """Where the last word of the node was written."""
        lo, hi = self._columns()
        text = self._source.line(self._line)
        for match in TOKEN.finditer(text, lo, hi):
            if match.end() >= hi:
                lo = match.start()
        return Span(self._source.path, self._line or 1, lo + 1, self._line or 1, hi + 1)

    @property
    def inherited_from(self) -> Origin | None:
        """The group that the node comes from and where that was applied; None if neither."""
        applied = self.applied
        if applied is None:
            return None
        return Origin(self.group, applied.span if isinstance(applied, Node) else applied)

    def get(self, *words: str) -> Node | None:
        """The node below this one that the words lead to, as a `set` line would write them.

        A keyword without the name of an entry or without its value will do where there is only
        one: `get("bandwidth-limit")`.
        """
        node, at = self, 0
        while at < len(words):
            child = node.step(words, at)
            if child is None:
                return None
            node = child
            at += min(len(node.words), len(words) - at)
        return node

    def step(self, words: tuple[str, ...] | list[str], at: int) -> Node | None:
        """The child whose words `words` go on with, from index `at`."""
        kids = self.kids
        if not kids:
            return None
        word = words[at]
        child = kids.get(word)
        if child is not None:
            own = child.words
            if len(own) == 1 or tuple(words[at : at + len(own)]) == own[: len(words) - at]:
                return child
        spec = self.spec.words.get(word) if self.spec is not None else None
        if spec is not None:
            if not spec.names and not spec.choice:
                return None
            names = tuple(words[at : at + 1 + spec.names])
            child = kids.get(names)
            if child is not None:
                return child
            if spec.choice and (child := kids.get(("|", spec.choice))) is not None:
                return child if child.words[: len(names)] == names else None
            return self._only(names) if len(names) == 1 and spec.kind == LIST else None
        any_spec = self.spec.any if self.spec is not None else None
        if any_spec is not None and any_spec.choice:
            child = kids.get(("|", any_spec.choice))
            return child if child is not None and child.words == (word,) else None
        return None

    def all(self, keyword: str) -> list[Node]:
        """The children that begin with the keyword, in order: all terms of a filter."""
        kids = self.kids
        return [kid for kid in kids.values() if kid.words[0] == keyword] if kids else []

    def path(self) -> tuple[str, ...]:
        """All words from the top to this node."""
        parts: list[tuple[str, ...]] = []
        node: Node | None = self
        while node is not None:
            parts.append(node.words)
            node = node.parent
        return tuple(word for part in reversed(parts) for word in part)

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            if node.kids:
                stack.extend(reversed(node.kids.values()))

    def twin(self, parent: Node | None) -> Node:
        """A copy of this node alone, without its children, below another parent."""
        node = Node(self.words, parent, self.spec, self._source, (self._line, self._lo, self._hi))
        node.key, node.flags, node.group = self.key, self.flags, self.group
        node.applied, node.shadowed = self.applied, self.shadowed
        return node

    def copy(self, parent: Node | None, drop: int = 0) -> Node:
        """A copy with all below it, but for what has one of the flags `drop`."""
        top = self.twin(parent)
        stack = [(self, top)]
        while stack:
            old, new = stack.pop()
            if not old.kids:
                continue
            new.kids = {}
            for key, kid in old.kids.items():
                if not kid.flags & drop:
                    new.kids[key] = child = kid.twin(new)
                    if kid.kids:
                        stack.append((kid, child))
        return top

    def _only(self, names: tuple[str, ...]) -> Node | None:
        kids = [kid for kid in self.children if kid.words[0] == names[0]]
        return kids[0] if len(kids) == 1 else None

    def _columns(self) -> tuple[int, int]:
        lo, hi = self._lo, self._hi
        if lo >= 0:
            return lo, hi
        text = self._source.line(self._line)
        first, last = ~lo, ~hi
        start = end = 0
        for index, match in enumerate(_PLAIN.finditer(text)):
            if index == first:
                start = match.start()
            if index == last:
                end = match.end()
                break
        while end - 1 > start and text[end - 1] in ";{":
            end -= 1
        return start, max(start, end)

    def __repr__(self) -> str:
        return f"<Node {' '.join(self.words)!r} at {self._line}>"
