"""`apply-path`: prefix lists that are filled from elsewhere in the configuration."""

from __future__ import annotations

from ipaddress import ip_interface

from qosc.frontends.junos.tree.nodes import Node, Note
from qosc.frontends.junos.tree.wildcard import is_wildcard, matcher

__all__ = ["apply_paths"]

_MAX_STEPS = 200_000
"""Statements that are looked at along all paths, and prefixes that are added to lists."""


def apply_paths(root: Node) -> list[Note]:
    """Add to each prefix list what its `apply-path` finds, as the networks the addresses are in.

    Source: Juniper, "Routing Policies ... User Guide", apply-path: all prefixes that the path
    points to, with their masks; a host address is a network of its own.
    """
    notes: list[Note] = []
    steps = 0
    known: dict[tuple[Node, tuple[str, ...]], list[Node]] = {}
    networks: dict[str, str] = {}
    for options in root.walk() if root.kids else ():
        if options.words != ("policy-options",):
            continue
        for entry in options.all("prefix-list"):
            applied = entry.kids.get("apply-path") if entry.kids else None
            if applied is None or entry.kids is None:
                continue
            top = _top(options)
            path = tuple(applied.value.split())
            nodes = known.get((top, path))
            if nodes is None and steps < _MAX_STEPS:
                nodes, work = _follow(top, path, _MAX_STEPS - steps)
                steps += work
                if steps < _MAX_STEPS:
                    known[top, path] = nodes  # many lists may have one path
            steps_left = max(_MAX_STEPS - steps, 0)
            if nodes is None or not steps_left or len(nodes) > steps_left:
                notes.append(Note(applied.span, "this path leads to too much; not all is read"))
                nodes = (nodes or [])[:steps_left]
            elif not nodes:
                notes.append(Note(applied.span, "this path finds nothing in the configuration"))
            steps += len(nodes)
            for node in nodes:
                value = node.value
                prefix = networks.get(value)
                if prefix is None:
                    prefix = networks[value] = _network(value)
                if prefix and prefix not in entry.kids:
                    new = node.twin(entry)
                    new.words, new.key, new.kids = (prefix,), prefix, None
                    new.group, new.applied = "apply-path", applied
                    entry.kids[prefix] = new
    return notes


def _top(node: Node) -> Node:
    """The level that a path starts from: the logical system, or the configuration."""
    return node.parent if node.parent is not None else node


def _network(text: str) -> str:
    try:
        return str(ip_interface(text).network)
    except ValueError:
        return ""


def _follow(top: Node, pattern: tuple[str, ...], limit: int) -> tuple[list[Node], int]:
    nodes: list[Node] = []
    match = [matcher(word) for word in pattern]
    stack = [(top, 0)]
    work = 0
    while stack and work < limit:
        node, at = stack.pop()
        kids = list((node.kids or {}).values())
        if pattern[at : at + 1] and not is_wildcard(pattern[at]):
            kids = [kid for kid in kids if kid.words[0] == pattern[at]]
        below: list[tuple[Node, int]] = []
        for kid in kids:
            work += 1
            words = kid.words
            past = at + len(words)
            if not all(one(word) for one, word in zip(match[at:past], words, strict=False)):
                continue
            if past == len(pattern):
                nodes.append(kid)
            elif past < len(pattern):
                below.append((kid, past))
        stack.extend(reversed(below))
    return nodes, work
