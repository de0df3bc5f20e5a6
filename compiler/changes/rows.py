"""The regions of one way on which two devices differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from qosc.fields import Field
from qosc.packets.diagrams import Diagram
from qosc.treatments import Metered, Outcomes, State
from qosc.treatments.compare import Delta, apart, deltas, pairs_of
from qosc.treatments.headers import ON_THE_WIRE, Headers
from qosc.treatments.queues import ABOVE

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

    def rows(self, names: Mapping[tuple[str, str, str], _Named]) -> Iterator[Row]:
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


class _Named(NamedTuple):
    """A queue or a policer in words: its class, if it is of one, what it is, and its figures."""

    of: str
    words: str
    figures: str = ""


def _sharing(
    kind: str,
    side: int,
    which: str,
    several: list[tuple[str, str]],
    pairs: dict[tuple[str, str], Diagram],
    names: Mapping[tuple[str, str, str], _Named],
) -> Row:
    """The row of what is one `kind` on one side and `several` on the other."""
    sides = ("old", "new")
    own = names[sides[side], kind, which]
    others = (names[sides[1 - side], kind, name] for name in {p[1 - side] for p in several})
    each = sorted(others)
    many = f"{len(each)} {'queues' if kind == 'queue' else 'policers'}"
    sharers = dict.fromkeys(one.words for one in each)
    words = (
        f"one {kind}: {', '.join(filter(None, own[1:]))}",
        f"{many}: {'; '.join(sharers)}",
    )
    packets = pairs[several[0]]
    for pair in several[1:]:
        packets = packets | pairs[pair]
    together = ", ".join(dict.fromkeys(one.of for one in each if one.of))
    titles = (own.of or together, together or own.of)
    if side:
        words, titles = words[::-1], titles[::-1]
    delta = Delta(f"shared {kind}", words[0], words[1])
    return Row((delta,), packets, titles[0], titles[1])


def rows(
    headers: Headers, old: Outcomes, new: Outcomes, marks: Sequence[Field] = ON_THE_WIRE
) -> list[Row]:
    """The rows of two outcomes over the same packets, in the order of the old one; `marks` are the
    fields that are compared as packets leave.
    """
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
    by_key: dict[Key, Row] = {}
    known: dict[tuple[Any, Any], Diagram] = {}
    for one, two, both in _meeting(left, rest):
        if (one, two) not in known:
            known[one, two] = apart(headers, one, two, marks)
        differ = both & known[one, two]
        if differ.satisfiable():
            for row in _rows_of(deltas(headers, one, two, differ, marks), differ, one, two):
                _add(by_key, row)
        alike = both & ~differ
        if alike.satisfiable():
            pairs.note(one, two, alike)
    for row in pairs.rows({**_names("old", old), **_names("new", new)}):
        _add(by_key, row)
    return list(by_key.values())


def _meeting(old: Outcomes, new: Outcomes) -> Iterator[tuple[Any, Any, Diagram]]:
    """Each tree of the one side with each of the other that some packets have, and those."""
    for one, here in old.items():
        if here.satisfiable():
            for two, there in new.items():
                both = here & there
                if both.satisfiable():
                    yield one, two, both


def _add(rows: dict[Key, Row], row: Row) -> None:
    known = rows.get(row.key)
    if known is None:
        rows[row.key] = row
    else:
        known.packets = known.packets | row.packets


def _rows_of(deltas: tuple[Delta, ...], packets: Diagram, one: Any, two: Any) -> Iterator[Row]:
    """The row of two trees; what differs of a class around the queue's on both sides is a row of
    that class, so that all its packets are told at once.
    """
    own = tuple(delta for delta in deltas if not _of_one_above(delta))
    if own:
        yield _row(own, packets, one, two)
    others: dict[str, list[Delta]] = {}
    for delta in deltas:
        if _of_one_above(delta):
            name = delta.name.partition(ABOVE)[2]
            others.setdefault(delta.old_above, []).append(delta._replace(name=name))
    for name, of_it in others.items():
        yield Row(tuple(of_it), packets, name, name)


def _of_one_above(delta: Delta) -> bool:
    return delta.old_above == delta.new_above != ""


def _row(deltas: tuple[Delta, ...], packets: Diagram, one: Any, two: Any) -> Row:
    """The row of two trees, by the way of the green packets."""
    queues = _queue(one), _queue(two)
    if queues[0] == queues[1] != "" and all(delta.of_queue for delta in deltas):
        return Row(deltas, packets, *queues)
    classes = _class(one) or queues[0], _class(two) or queues[1]
    others = (
        # The queue of a class around the one that took them is told by its name.
        "" if not queue or f"{of} > ".startswith(f"{queue} > ") else queue
        for of, queue in zip(classes, queues, strict=True)
    )
    return Row(deltas, packets, *classes, *others)


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


def _names(side: str, trees: Iterable[Any]) -> dict[tuple[str, str, str], _Named]:
    """What the queues and policers of trees are called."""
    by_name: dict[tuple[str, str, str], _Named] = {}
    work = list(trees)
    while work:
        tree = work.pop()
        if isinstance(tree, Metered):
            where = tree.meter.where
            of = where.removeprefix("class ") if where.startswith("class ") else ""
            named = _Named(of, where, str(tree.meter))
            by_name.setdefault((side, "policer", tree.meter.which), named)
            work.extend(tree.branches)
        else:
            for queue in tree.state.queues:
                by_name[side, "queue", queue.which] = _Named(queue.name, f"class {queue.name}")
    return by_name
