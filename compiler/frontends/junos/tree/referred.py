"""What statements outside the model hold and name: the objects that their effect hangs on.

`input-hierarchical-policer HP` says nothing of rates; they stand in the definition of HP. Where the
statement is not in the model, nothing else compares that definition.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir.device import Definition
from qosc.values import replace

__all__ = ["IDLE", "refer"]

IDLE = "nothing uses this"
"""How the reason begins of a statement that has no effect, whatever it holds."""
_TOLD = "drop-profile-map "
"""How a line begins whose reason tells the figures of what it names."""
_PLACES = ("interfaces", "forwarding-classes")
"""Stanzas of class of service whose entries are no objects with a name of their own."""


def refer(root: Node, account: Account) -> dict[str, Definition]:
    """Give each residue the names of what it holds and names; returns what these lead to.

    Time grows with the statements that are reached, each once.
    """
    index = _Index(root)
    definitions: dict[str, Definition] = {}
    work: list[tuple[str, Node]] = []
    for place, node in account.told:
        residue = account.residue[place]
        if residue.reason.startswith(IDLE) or residue.text.startswith(_TOLD):
            continue
        own = index.own(node)
        if "from" in residue.context.split()[-2:]:
            # A condition is in the model with its values, as one unknown set of packets.
            names = tuple(dict.fromkeys(one for kid in node.walk() for one in index.named(kid)))
        elif not node.kids:
            names = tuple(index.named(node))
        elif own:
            names = (own,)
        else:
            own = " ".join(node.path())
            names = (own,)
            work.append((own, node))
        if names:
            account.residue[place] = replace(residue, names=names)
            work += ((name, index.nodes[name]) for name in names if name in index.nodes)
    while work:
        name, node = work.pop()
        if name in definitions:
            continue
        names = tuple(dict.fromkeys(one for kid in node.walk() for one in index.named(kid)))
        definitions[name] = Definition(_lines(node), names)
        work += ((one, index.nodes[one]) for one in names)
    return definitions


class _Index:
    """The objects that are defined under a name, by kind and name."""

    def __init__(self, root: Node) -> None:
        self.nodes: dict[str, Node] = {}
        self._kinds: dict[str, set[str]] = {}
        self._own: dict[Node, str] = {}
        for kind, node in _defined(root):
            key = f"{kind} {node.value}"
            if key not in self.nodes:
                self.nodes[key] = node
                self._own[node] = key
                self._kinds.setdefault(node.value, set()).add(kind)

    def own(self, node: Node) -> str:
        """The key of the object that a node defines; empty where it defines none."""
        return self._own.get(node, "")

    def named(self, node: Node) -> Iterator[str]:
        """The key of the object that a statement names: that of its last word whose kind its
        keyword has, or that of the statements around it.
        """
        if node in self._own or not node.words:
            return
        kinds = self._kinds.get(node.value, ())
        one: Node | None = node
        for _ in range(3 if kinds else 0):
            if one is None or not one.words:
                return
            fitting = [kind for kind in kinds if kind in one.words[0]]
            if fitting:
                yield f"{max(fitting, key=len)} {node.value}"
                return
            one = one.parent


def _defined(root: Node) -> Iterator[tuple[str, Node]]:
    """The objects of a config with their kinds: as statements call them that name one."""
    cos, firewall = root.get("class-of-service"), root.get("firewall")
    for stanza in cos.children if cos is not None else ():
        if len(stanza.words) > 1:
            yield stanza.words[0], stanza
        elif stanza.words and stanza.words[0] not in _PLACES:
            kind = stanza.words[0].removesuffix("s")
            yield from ((kind, node) for node in stanza.children if node.kids)
    classes = root.get("class-of-service", "forwarding-classes")
    for node in classes.children if classes is not None else ():
        if node.words[0] == "class":
            yield "forwarding-class", node
        else:
            yield from (("forwarding-class", kid) for kid in node.children if len(kid.words) == 1)
    holders = [firewall, *firewall.all("family")] if firewall is not None else []
    for holder in holders:
        for node in holder.children:
            if len(node.words) > 1 and node.words[0] != "family":
                yield node.words[0], node
    policy = root.get("policy-options")
    for node in policy.all("prefix-list") if policy is not None else ():
        yield "prefix-list", node


def _lines(node: Node) -> tuple[str, ...]:
    """The statements of an object, in their order where that matters to one of them."""
    depth = len(node.path()) if node.kids else len(node.path()) - len(node.words)
    leaves, ordered = [], False
    for one in node.walk():
        ordered = ordered or one.ordered
        if not one.kids:
            leaves.append(" ".join(one.path()[depth:]))
    return tuple(leaves if ordered else sorted(leaves))
