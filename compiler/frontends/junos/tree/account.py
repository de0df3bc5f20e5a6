"""What became of each statement, and through that of each line."""

from __future__ import annotations

from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import Coverage, Residue, ResidueKind, SupportState
from qosc.source import Span

__all__ = ["Account"]

_RANK = {
    SupportState.IRRELEVANT: 0,
    SupportState.MODELLED: 1,
    SupportState.RECOGNISED: 2,
    SupportState.UNKNOWN: 3,
}
_MOST = 5000
"""So many residues at most: a text of nothing else has as many as lines."""


class Account:
    """The state of each node. A line has the state that asks most attention of its nodes."""

    def __init__(self) -> None:
        self._states: dict[Node, SupportState] = {}
        self._seen: set[tuple[Span, str]] = set()
        self.residue: list[Residue] = []
        self.told: list[tuple[int, Node]] = []
        """The residues that are of a node: the place in `residue`, and the node."""

    def modelled(self, *nodes: Node | None) -> None:
        """The nodes are in the model."""
        for node in nodes:
            if node is not None:
                self._states.setdefault(node, SupportState.MODELLED)

    def whole(self, node: Node) -> None:
        """The node and all below it are in the model, but for what has a state already."""
        for one in node.walk():
            if one.known:
                self._states.setdefault(one, SupportState.MODELLED)

    def irrelevant(self, *nodes: Node) -> None:
        """The nodes do not concern QoS."""
        for node in nodes:
            self._states.setdefault(node, SupportState.IRRELEVANT)

    def recognised(self, node: Node, reason: str, kind: ResidueKind = ResidueKind.LINE) -> None:
        """The node is understood, and not (wholly) in the model."""
        self._add(node, SupportState.RECOGNISED, reason, kind=kind)

    def unused(self, node: Node, reason: str) -> None:
        """The node and all below it are understood, and in no use: one residue says so."""
        self.recognised(node, reason)
        for one in node.walk():
            if one.known:
                self._states.setdefault(one, SupportState.RECOGNISED)

    def unknown(self, node: Node, reason: str, expected: tuple[str, ...] = ()) -> None:
        """The node is not understood."""
        self._add(node, SupportState.UNKNOWN, reason, expected)

    def refused(self, node: Node, reason: str, kind: ResidueKind = ResidueKind.LINE) -> None:
        """The node and all below it make no sense together: one residue says so."""
        self._add(node, SupportState.UNKNOWN, reason, kind=kind)
        for one in node.walk():
            if one.known:
                self._states.setdefault(one, SupportState.UNKNOWN)

    def state(self, node: Node) -> SupportState | None:
        """What became of a node; None when nobody has said."""
        return self._states.get(node)

    def remark(self, residue: Residue) -> None:
        """A residue that belongs to no node."""
        if len(self.residue) < _MOST:
            self.residue.append(residue)

    def settle(self, root: Node) -> None:
        """Give a state to every node of a QoS stanza that has none yet."""
        for node in [*root.walk()][::-1]:
            if self.state(node) is not None or not node.words:
                continue
            if not node.known and node.parent is not None and not node.parent.known:
                self._states[node] = SupportState.UNKNOWN  # its parent is told of
            elif node.kids:
                states = {self.state(kid) for kid in node.kids.values()}
                if not node.known:
                    self.unknown(node, "not understood")
                elif SupportState.MODELLED in states:
                    self._states[node] = SupportState.MODELLED
                elif states == {SupportState.IRRELEVANT}:
                    self._states[node] = SupportState.IRRELEVANT
                else:
                    self._states[node] = SupportState.RECOGNISED
            elif node.known:
                self.recognised(node, "understood, but not in the model")
            else:
                self.unknown(node, "not understood")

    def coverage(self, lines: int) -> Coverage:
        """The number of lines in each state; a line without a node of its own is irrelevant."""
        ranks = bytearray(lines + 1)
        for node, state in self._states.items():
            if 1 <= node.line <= lines and (rank := _RANK[state]) > ranks[node.line]:
                ranks[node.line] = rank
        counts = [ranks.count(rank, 1) for rank in range(4)]
        return Coverage(counts[1], counts[2], counts[0], counts[3])

    def _add(
        self,
        node: Node,
        state: SupportState,
        reason: str,
        expected: tuple[str, ...] = (),
        kind: ResidueKind = ResidueKind.LINE,
    ) -> None:
        self._states[node] = state
        # What is inherited at many places was written once.
        span = node.span
        if (span, reason) in self._seen or len(self.residue) >= _MOST:
            return
        self._seen.add((span, reason))
        context = " ".join(node.parent.path()) if node.parent is not None else ""
        text = " ".join(node.words)
        self.told.append((len(self.residue), node))
        self.residue.append(Residue(state, context, text, reason, expected, span, kind=kind))
