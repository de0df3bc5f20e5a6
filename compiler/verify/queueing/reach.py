"""Curves of early drop that the ledger leaves out because no packet of the class goes by them.

That is not taken from the ledger: the packets that reach the queue are followed through the port's
pipeline, with what is written to them on the way, and one that goes by such a curve is a
difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from qosc.fields import DS_VIEWS, Field
from qosc.ir import DropCurve, Interval, Wred
from qosc.ir.leaves import child_paths, join
from qosc.ledger import Excuse, Fidelity
from qosc.packets.diagrams import Diagram
from qosc.verify.account import Account
from qosc.verify.found import Difference
from qosc.verify.packets.space import HeaderSpace
from qosc.verify.packets.tree import Leaf, Outcomes, State, Tree
from qosc.verify.queueing.queues import Queue, QueueTree

__all__ = ["curves_left_out", "early_drop_missing", "reach_differences"]


def curves_left_out(wred: Wred, path: str, account: Account) -> tuple[DropCurve, ...]:
    """The curves of the class at `path` that no packet is said to go by."""
    places = child_paths(join(path, "wred", "curves"), wred.curves)
    return tuple(
        curve
        for curve, place in zip(wred.curves, places, strict=True)
        if account.excuses(place, Excuse.CURVE_UNREACHED)
    )


def early_drop_missing(path: str, account: Account) -> bool:
    """Whether the ledger says that the class at `path` drops at its limit only."""
    below = account.below(join(path, "wred"))
    entries = [entry for entry in below if Excuse.CURVE_UNREACHED not in entry.excuses]
    return bool(entries) and all(entry.fidelity is Fidelity.UNSUPPORTED for entry in entries)


def reach_differences(
    space: HeaderSpace,
    tree: QueueTree,
    account: Account,
    lines: Mapping[str, int],
    outcomes: Callable[[], Outcomes],
) -> Iterator[Difference]:
    """Packets that go by a curve which is left out.

    `lines` are those of the script's queues by the paths of their classes; `outcomes` says what
    becomes of all packets, whatever else the ledger excuses of them.
    """
    outcomes_of_curve: Outcomes | None = None
    for queue in (each for top in tree.top for each in top.walk() if not each.children):
        wred = queue.found.wred
        for curve in curves_left_out(wred, queue.path, account) if wred is not None else ():
            assert wred is not None  # noqa: S101 - it has a curve
            outcomes_of_curve = outcomes() if outcomes_of_curve is None else outcomes_of_curve
            packets = _reaching(space, outcomes_of_curve, queue.path, _going_by(space, wred, curve))
            if packets.satisfiable():
                yield _difference(space, queue, wred, curve, packets, lines.get(queue.path, 0))


def _difference(
    space: HeaderSpace, queue: Queue, wred: Wred, curve: DropCurve, packets: Diagram, line: int
) -> Difference:
    packet, _, odd = space.witness(packets)
    values = ", ".join(str(value) for value in curve.values) or "of all others"
    return Difference(
        kind="drop",
        message=f"a packet of class {queue.found.name} goes by a curve that is left out",
        router=f"a curve for {wred.field} {values}",
        script="no such curve",
        origin=curve.origin,
        line=line,
        packet=packet,
        notes=tuple(f"the packet is {words}" for words in odd),
    )


def _going_by(space: HeaderSpace, wred: Wred, curve: DropCurve) -> Diagram:
    """The packets, as they are when they are queued, that go by a curve: those with its values, or
    for one without values all that have none of another's.
    """
    field = wred.field
    if field is None:
        return space.true
    if curve.values:
        return _having(space, field, curve.values)
    named = tuple(value for each in wred.curves for value in each.values)
    return ~_having(space, field, named)


def _having(space: HeaderSpace, field: Field, values: tuple[int, ...]) -> Diagram:
    """Packets with one of the values. What is not IP counts as precedence 0 (Cisco IOS Quality of
    Service Solutions Configuration Guide, "Congestion Avoidance Overview", WRED).
    """
    node = space.false
    for value in values:
        node |= space.builder.value(field, Interval(value, value))
        if value == 0 and field in DS_VIEWS:
            node |= ~space.have("ip")
    return node


def _reaching(space: HeaderSpace, outcomes: Outcomes, path: str, wanted: Diagram) -> Diagram:
    """The packets that are in the queue of a class and by then in `wanted`."""
    node = space.false
    for tree, packets in outcomes.items():
        for state in _queued(tree):
            if state.queue == path:
                node |= packets & space.before(wanted, state)
    return node & space.domain


def _queued(tree: Tree) -> Iterator[State]:
    if not isinstance(tree, Leaf):
        yield from _queued(tree.conform)
        yield from _queued(tree.exceed)
    elif not tree.dropped:
        yield tree.state
