"""A JunOS configuration as a tree of statements, and its two forms: braces and set commands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random


@dataclass
class Node:
    """A statement: its words, and the statements in its braces."""

    words: str
    nodes: list[Node] = field(default_factory=list)
    ordered: bool = False
    """Whether the order of what is inside decides (terms)."""

    def at(self, words: str, *, ordered: bool = False) -> Node:
        """The statement of those words inside this one, made when there is none."""
        for node in self.nodes:
            if node.words == words:
                return node
        self.nodes.append(Node(words, ordered=ordered))
        return self.nodes[-1]

    def say(self, *statements: str) -> Node:
        """Statements without braces inside this one."""
        self.nodes += [Node(each) for each in statements]
        return self


def braces(root: Node, rng: Random) -> str:
    """The tree with braces, as `show configuration` prints it or as somebody typed it."""
    step = rng.choice((4, 4, 2, 0))
    comments = rng.random() < 0.3
    lines: list[str] = []

    def put(node: Node, level: int) -> None:
        pad = " " * (step * level)
        if comments and rng.random() < 0.1:
            lines.append(f"{pad}/* discard; then accept; */")
        if not node.nodes:
            lines.append(f"{pad}{node.words};")
        elif len(node.nodes) == 1 and not node.nodes[0].nodes and rng.random() < 0.2:
            lines.append(f"{pad}{node.words} {{ {node.nodes[0].words}; }}")
        else:
            lines.append(f"{pad}{node.words} {{")
            for each in arranged(node, rng):
                put(each, level + 1)
            lines.append(f"{pad}}}")

    for node in arranged(root, rng):
        put(node, 0)
    return "\n".join([*lines, ""])


def arranged(node: Node, rng: Random) -> list[Node]:
    """What is inside, in another order where order does not matter."""
    found = list(node.nodes)
    if not node.ordered:
        rng.shuffle(found)
    return found


def set_commands(root: Node, rng: Random) -> str:
    """The tree as set commands, in another order where that does not matter."""
    lines = [f"set {line}" for node in arranged(root, rng) for line in paths(node, rng)]
    return "\n".join([*lines, ""])


def paths(node: Node, rng: Random) -> Iterator[str]:
    """The statements of a node, each with the words around it; `[ a b ]` one by one or not."""
    if not node.nodes:
        head, bracket, rest = node.words.partition(" [ ")
        if bracket and rng.random() < 0.5:
            yield from (f"{head} {value}" for value in rest.removesuffix(" ]").split(" "))
        else:
            yield node.words
    for each in arranged(node, rng):
        for line in paths(each, rng):
            yield f"{node.words} {line}"
