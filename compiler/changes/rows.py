"""The regions of one way on which two devices differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from qosc.packets.diagrams import Diagram
from qosc.treatments import Metered, Outcomes
from qosc.treatments.compare import Delta, apart, deltas, pairs_of
from qosc.treatments.headers import Headers

__all__ = ["Row", "rows"]

Key = tuple[object, ...]


@dataclass
class Row:
    """Packets with the same difference: `deltas`, and the innermost classes of both sides."""

    deltas: tuple[Delta, ...]
    packets: Diagram
    old_class: str = ""
    new_class: str = ""

    @property
    def key(self) -> Key:
        """What two rows of different ways have in common where they are one change."""
        return (self.old_class, self.new_class, *(delta.key for delta in self.deltas))


@dataclass
class _Pairs:
    """Which queue or policer stands for which, over the packets that are treated alike."""

    found: dict[tuple[str, str, str], Diagram] = field(default_factory=dict)

    def note(self, one: Any, two: Any, packets: Diagram) -> None:
        for pair in pairs_of(one, two):
            known = self.found.get(pair)
            self.found[pair] = packets if known is None else known | packets

    def rows(self, names: dict[tuple[str, str, str], str]) -> Iterator[Row]:
        """Queues and policers that were one and are several, or the other way round."""
        for kind in ("queue", "policer"):
            pairs = {pair[1:]: packets for pair, packets in self.found.items() if pair[0] == kind}
            for side, other in ((0, 1), (1, 0)):
                together: dict[str, list[tuple[str, str]]] = {}
                for pair in pairs:
                    together.setdefault(pair[side], []).append(pair)
                for which, several in together.items():
                    if len({pair[other] for pair in several}) > 1:
                        yield _sharing(kind, side, which, several, pairs, names)


def _sharing(
    kind: str,
    side: int,
    which: str,
    several: list[tuple[str, str]],
    pairs: dict[tuple[str, str], Diagram],
    names: dict[tuple[str, str, str], str],
) -> Row:
    other = 1 - side
    sides = ("old", "new")
    one = f"one {kind}"
    each = sorted({names.get((sides[other], kind, pair[other]), "") for pair in several} - {""})
    many = f"{len({pair[other] for pair in several})} {'queues' if kind == 'queue' else 'policers'}"
    if each:
        many += f": {', '.join(each)}"
    packets = pairs[several[0]]
    for pair in several[1:]:
        packets = packets | pairs[pair]
    own = names.get((sides[side], kind, which), "")
    words = (f"{one}: {own}" if own else one, many)
    delta = Delta(f"shared {kind}", *(words if side == 0 else words[::-1]))
    return Row((delta,), packets, own if side == 0 else "", own if side == 1 else "")


def rows(headers: Headers, old: Outcomes, new: Outcomes) -> list[Row]:
    """The rows of two outcomes over the same packets, in the order of the old one."""
    pairs = _Pairs()
    left = dict(old)
    rest = dict(new)
    for tree, packets in old.items():
        # What is the same value on both sides needs no comparison with all others.
        there = rest.get(tree)
        if there is None:
            continue
        both = packets & there
        if both.satisfiable():
            pairs.note(tree, tree, both)
            left[tree] = packets & ~both
            rest[tree] = there & ~both
    found: dict[Key, Row] = {}
    known: dict[tuple[Any, Any], Diagram] = {}
    for one, here in left.items():
        if not here.satisfiable():
            continue
        for two, there in rest.items():
            both = here & there
            if not both.satisfiable():
                continue
            if (one, two) not in known:
                known[one, two] = apart(headers, one, two)
            differ = both & known[one, two]
            if differ.satisfiable():
                _add(found, Row(deltas(headers, one, two, differ), differ, _name(one), _name(two)))
            alike = both & ~differ
            if alike.satisfiable():
                pairs.note(one, two, alike)
    for row in pairs.rows({**_names("old", old), **_names("new", new)}):
        _add(found, row)
    return list(found.values())


def _add(found: dict[Key, Row], row: Row) -> None:
    known = found.get(row.key)
    if known is None:
        found[row.key] = row
    else:
        known.packets = known.packets | row.packets


def _name(tree: Any) -> str:
    """The innermost class whose queue or policy packets end in, by the way of the green ones."""
    while isinstance(tree, Metered):
        tree = tree.branches[0]
    if tree.state.queues:
        return str(tree.state.queues[-1].name)
    return str(tree.state.classes[-1]) if tree.state.classes else ""


def _names(side: str, trees: Iterable[Any]) -> dict[tuple[str, str, str], str]:
    """What the queues and policers of trees are called."""
    found: dict[tuple[str, str, str], str] = {}
    work = list(trees)
    while work:
        tree = work.pop()
        if isinstance(tree, Metered):
            found.setdefault((side, "policer", tree.meter.which), f"{tree.meter}")
            work.extend(tree.branches)
        else:
            for queue in tree.state.queues:
                found[side, "queue", queue.which] = f"class {queue.name}"
    return found
