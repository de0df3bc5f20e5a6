"""The tree as text again, in either form. Reading it gives the same tree."""

from __future__ import annotations

from qosc.frontends.junos.text.words import quote
from qosc.frontends.junos.tree.nodes import INACTIVE, PROTECTED, Node
from qosc.frontends.junos.tree.schema import BAG, VALUES

__all__ = ["brace_text", "set_lines"]

_VERBS = ((INACTIVE, "deactivate"), (PROTECTED, "protect"))
_TAGS = ((INACTIVE, "inactive: "), (PROTECTED, "protect: "))


def set_lines(root: Node) -> list[str]:
    """`set` lines, and `deactivate` and `protect` after the statement they are about."""
    lines: list[str] = []
    stack: list[tuple[Node, str, bool]] = [(root, "", False)]
    while stack:
        node, above, done = stack.pop()
        path = above
        if node.words and not done:
            path = f"{above} {' '.join(map(quote, node.words))}"
        if done:
            lines.extend(f"{verb}{path}" for flag, verb in _VERBS if node.flags & flag)
            continue
        if node.words and not node.kids:
            lines.append(f"set{path}")
        if node.flags & (INACTIVE | PROTECTED):
            stack.append((node, path, True))
        if node.kids:
            stack.extend((kid, path, False) for kid in reversed(node.kids.values()))
    return lines


def brace_text(root: Node) -> str:
    """The form of `show configuration`, one level of braces to a level of the tree."""
    out: list[str] = []
    stack: list[tuple[Node | None, int]] = [(kid, 0) for kid in reversed(root.children)]
    while stack:
        node, depth = stack.pop()
        margin = "    " * depth
        if node is None:
            out.append(f"{margin}}}")
            continue
        tags = "".join(tag for flag, tag in _TAGS if node.flags & flag)
        text = margin + tags + " ".join(map(quote, node.words))
        kids = node.children
        if not kids:
            out.append(f"{text};")
            continue
        if node.spec is not None and node.spec.kind in {VALUES, BAG} and _flat(kids):
            values = " ".join(quote(kid.words[0]) for kid in kids)
            out.append(f"{text} [ {values} ];" if len(kids) > 1 else f"{text} {values};")
            continue
        out.append(f"{text} {{")
        stack.append((None, depth))
        stack.extend((kid, depth + 1) for kid in reversed(kids))
    return "\n".join(out) + "\n" if out else ""


def _flat(kids: list[Node]) -> bool:
    return not any(kid.kids or kid.flags & (INACTIVE | PROTECTED) for kid in kids)
