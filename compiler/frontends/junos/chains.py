"""Every statement of a text in force, as a chain of words: what rules compare with one another.

The model is made of a tree without the stanzas that cannot matter to QoS. Here the same reader
takes all of them, when somebody asks: most checks do not, and the tree of the model is gone then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from qosc.frontends.junos.configuration import read
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir.statements import NO_GROUPS, Groups, Statement, Statements, Words
from qosc.source import SourceText

__all__ = ["statements"]


def statements(source: SourceText) -> Statements:
    """All statements of a text, after groups are applied and without what is inactive.

    Lines are those of the file, of which the text may be a part. Any text gives some; none raises.
    """
    from dataclasses import replace

    numbers = source.numbers
    tree = read(source if numbers is None else replace(source, numbers=None), whole=True)

    def line(node: Node) -> int:
        written = max(node.line, 1)
        return written if numbers is None else numbers[written - 1]

    off = () if tree.root is tree.written else _off(tree.written)
    switched_off = [Statement(Words(words), line(node)) for words, node in off]
    held = _groups(tree.written, line) if tree.root is not tree.written else NO_GROUPS
    giving: set[str] = set()
    every: list[Statement] = []
    levels: dict[tuple[str, ...], int] = {}
    top = tree.root
    del tree
    stack: list[tuple[tuple[str, ...], Node]] = [((), top)]
    while stack:
        above, node = stack.pop()
        words = above + node.words
        giving.add(node.group)
        if node.kids:
            levels[words] = line(node)
            stack += [(words, kid) for kid in reversed(node.kids.values())]
            node.kids = None  # so each node goes away as its words are taken
        elif words:
            every.append(Statement(Words(words), line(node)))
    groups = held._replace(giving=frozenset(giving))
    return Statements(every, levels, switched_off, groups)


_APPLYING = ("apply-groups", "apply-groups-except")


def _groups(written: Node, line: Callable[[Node], int]) -> Groups:
    """The groups as they are written, and where they are applied; inactive ones are left out."""
    held: dict[str, tuple[Statement, frozenset[str]]] = {}
    places: dict[str, list[Statement]] = {word: [] for word in _APPLYING}
    stack: list[tuple[tuple[str, ...], Node]] = [((), written)]
    while stack:
        around, level = stack.pop()
        for node in level.kids.values() if level.kids else ():
            if node.inactive:
                continue
            words = around + node.words
            if node.name in places:
                said = node.children or ([node] if len(node.words) > 1 else [])
                places[node.name] += [
                    Statement(Words((*around, kid.value)), line(kid))
                    for kid in said
                    if not kid.inactive
                ]
            elif node.kids:
                stack.append((words, node))
            if around == ("groups",):
                first = frozenset(kid.name for kid in node.children if not kid.inactive)
                held[node.name] = Statement(Words(words), line(node)), first
    applied, excepted = (places[word] for word in _APPLYING)
    return Groups(held, applied, excepted, frozenset())


def _walk(top: Node, around: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Node]]:
    """All nodes below one, in order, with the words that lead to them."""
    stack = [(around, kid) for kid in reversed(top.children)]
    while stack:
        above, node = stack.pop()
        words = above + node.words
        yield words, node
        if node.kids:
            stack += [(words, kid) for kid in reversed(node.kids.values())]


def _off(written: Node) -> Iterator[tuple[tuple[str, ...], Node]]:
    """What is inactive, to its last words; that of a group where it would be applied at the top."""
    stack: list[tuple[tuple[str, ...], Node]] = [((), kid) for kid in reversed(written.children)]
    while stack:
        above, node = stack.pop()
        words = above + node.words
        if node.inactive:
            for chain, kid in ((words, node), *_walk(node, words)):
                own = chain[2:] if chain[0] == "groups" else chain
                if own and not kid.kids:
                    yield own, kid
        elif node.kids:
            stack += [(words, kid) for kid in reversed(node.kids.values())]
