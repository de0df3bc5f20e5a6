"""The regions of one way on which two devices differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from qosc.packets.diagrams import Diagram
from qosc.treatments import Metered, Outcomes, State
from qosc.treatments.compare import Delta, apart, deltas, pairs_of
from qosc.treatments.headers import Headers

__all__ = ["Row", "rows"]

Key = tuple[object, ...]


@dataclass
class Row:
    """Packets with the same difference: `deltas`, and the innermost classes of both sides.

    The classes are those that took the packets, and `old_queue` and `new_queue` those whose queues
    they wait in where these are others. A difference of one queue alone is of its class, whichever
    classes took the packets.
    """

    deltas: tuple[Delta, ...]
    packets: Diagram
    old_class: str = ""
    new_class: str = ""
    old_queue: str = ""
    new_queue: str = ""

    @property
    def key(self) -> Key:
        """What two rows of different ways have in common where they are one change."""
        names = (self.old_class, self.new_class, self.old_queue, self.new_queue)
        return (*names, *(delta.key for delta in self.deltas))


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
                _add(found, _row(deltas(headers, one, two, differ), differ, one, two))
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


def _row(found: tuple[Delta, ...], packets: Diagram, one: Any, two: Any) -> Row:
    """The row of two trees, by the way of the green packets."""
    queues = _queue(one), _queue(two)
    if queues[0] == queues[1] != "" and all(delta.of_queue for delta in found):
        return Row(found, packets, *queues)
    classes = _class(one) or queues[0], _class(two) or queues[1]
    others = (
        # The queue of a class around the one that took them is told by its name.
        "" if not queue or f"{of} > ".startswith(f"{queue} > ") else queue
        for of, queue in zip(classes, queues, strict=True)
    )
    return Row(found, packets, *classes, *others)


def _state(tree: Any) -> State:
    while isinstance(tree, Metered):
        tree = tree.branches[0]
    state: State = tree.state
    return state


def _queue(tree: Any) -> str:
    """The class whose queue packets wait in, with those above it; empty where there is none."""
    queues = _state(tree).queues
    return queues[-1].name if queues else ""


def _class(tree: Any) -> str:
    """The innermost class of the last policy, with those above it."""
    classes = _state(tree).classes
    return classes[-1] if classes else ""


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
