"""The commands that change a configuration: what `set` form has beside `set`.

Their meaning follows Juniper's "CLI User Guide", "Configuration Mode Commands in Junos OS". They
act in the order of the text, on what was written above them.
"""

from __future__ import annotations

from typing import NoReturn

from qosc.frontends.junos.tree.nodes import INACTIVE, PROTECTED, Key, Node

__all__ = ["EditError", "find", "insert", "mark", "remove", "rename"]

_MARKS = {
    "deactivate": (INACTIVE, 0),
    "activate": (0, INACTIVE),
    "protect": (PROTECTED, 0),
    "unprotect": (0, PROTECTED),
}


class EditError(Exception):
    """A command that cannot be carried out; never leaves this package."""


def find(top: Node, words: list[str]) -> list[Node]:
    """The nodes that the words lead to: one, or all entries of a list named by its keyword."""
    node, at = top, 0
    while at < len(words):
        child = node.step(words, at)
        if child is None:
            if at == len(words) - 1:
                return node.all(words[at])
            return []
        node = child
        at += len(node.words)
    return [node]


def remove(nodes: list[Node]) -> None:
    """Take nodes out of the tree."""
    for node in nodes:
        parent = node.parent
        if parent is None:
            node.kids = None
        elif parent.kids:
            parent.kids.pop(node.key, None)


def mark(verb: str, nodes: list[Node]) -> None:
    """Deactivate, activate, protect or unprotect."""
    gain, lose = _MARKS[verb]
    for node in nodes:
        node.flags = (node.flags | gain) & ~lose


def missing(words: list[str]) -> NoReturn:
    """Say that the words lead nowhere."""
    raise EditError("no such statement: " + " ".join(words))


def _one(top: Node, words: list[str]) -> Node:
    nodes = find(top, words)
    if len(nodes) != 1 or nodes[0].parent is None:
        missing(words)
    return nodes[0]


def _cut(words: list[str], *marks: str) -> int:
    for at in range(len(words) - 2, 0, -1):
        if words[at] in marks:
            return at
    raise EditError("expected `" + "` or `".join(marks) + "`")


def insert(top: Node, words: list[str]) -> int:
    """`insert PATH before|after SIBLING`; returns the work done, in entries moved.

    Raises EditError for an entry or a sibling that is not there.
    """
    at = _cut(words, "before", "after")
    node = _one(top, words[:at])
    tail = words[at + 1 :]
    parent = node.parent
    if parent is None or not parent.kids:
        raise EditError("nothing to move")
    other = parent.kids.get(tuple(tail)) if len(tail) > 1 else parent.kids.get(tail[0])
    if other is None and len(tail) == 1:
        other = parent.kids.get((node.words[0], tail[0]))
    if other is None:
        raise EditError("no such sibling: " + " ".join(tail))
    if other is node:
        return 0
    kids: dict[Key, Node] = {}
    for key, kid in parent.kids.items():
        if kid is node:
            continue
        if kid is other and words[at] == "before":
            kids[node.key] = node
        kids[key] = kid
        if kid is other and words[at] == "after":
            kids[node.key] = node
    parent.kids = kids
    return len(kids)


def rename(top: Node, words: list[str], *, copy: bool = False) -> int:
    """`rename PATH to NAME` and `copy PATH to NAME`; returns the work done, in nodes touched.

    Raises EditError for a path that is not there, a name that does not fit, and one that is taken.
    """
    at = _cut(words, "to")
    node = _one(top, words[:at])
    tail = tuple(words[at + 1 :])
    parent = node.parent
    if len(tail) < len(node.words):
        tail = node.words[: len(node.words) - len(tail)] + tail
    if parent is None or not parent.kids or len(tail) != len(node.words):
        raise EditError("not a name for this statement: " + " ".join(words[at + 1 :]))
    key: Key = tail if isinstance(node.key, tuple) else tail[0]
    if key in parent.kids:
        raise EditError("there is one already: " + " ".join(tail))
    if copy:
        new = node.copy(parent)
        new.words, new.key = tail, key
        parent.kids[key] = new
        return 4 * sum(1 for _ in new.walk())
    node.words, node.key = tail, key
    parent.kids = {kid.key: kid for kid in parent.kids.values()}
    return len(parent.kids)
