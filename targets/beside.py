"""Entries for what packets meet at other ports than the one that is lowered.

Each port has a tree of queues of its own in every artefact. What a policy says of a unit among the
units beside it is therefore no part of any artefact, and what such a line sets in the unit's own
tree divides nothing: it is entered as not supported, whatever the back end has made of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.ir import Anything, Attachment, Device, Policy, Port, Relation
from qosc.ir.leaves import MOST_LEVELS, child_paths, join, resolve
from qosc.ledger import Cursor, Fidelity, Ledger

__all__ = ["enter_beside", "withdraw_divisions"]

_SHARED = (
    "each has the shapers above it to itself: right while the other sends nothing; on the router "
    "both together are held to them, and here they may send as many times the rate as they are"
)
_LINE = (
    "each is taken to have the whole rate of the line: right while the others leave it as much as "
    "it sends"
)
_CUT = "what that port does is not in here: compile it together with this one"
_MEETS = "what is said of the unit is done to their packets, too"
_REPLACES = (
    "a unit that is all of its port has queues of its own, and so has the port: those of the unit "
    "are taken"
)
_DISABLED = (
    "without per-unit-scheduler or hierarchical-scheduler there is no output scheduling on units "
    "(Juniper, Applying Scheduler Maps and Shaping Rate to Logical Interfaces and VLANs); whether "
    "the commit fails or the line does nothing depends on platform and line card: the queues of "
    "the unit are taken"
)
_UNSHAPED = (
    "units without a shaping rate share a scheduler that is guaranteed nothing and may have all of "
    "the port (Juniper, Applying Scheduler Maps and Shaping Rate to Logical "
    "Interfaces and VLANs); what percentages of a scheduler map are then taken of is in no "
    "public source: the rate of the port is taken"
)
_BESIDE = {
    Relation.SHARES: (Fidelity.APPROX, _SHARED, "the whole rate"),
    Relation.LINE: (Fidelity.APPROX, _LINE, "the whole rate"),
    Relation.THROUGH: (Fidelity.EXACT, "", ""),
    Relation.CUT: (Fidelity.UNSUPPORTED, _CUT, "nothing"),
    Relation.MEETS: (Fidelity.UNSUPPORTED, _MEETS, "all packets of the port"),
    Relation.DISABLED: (Fidelity.UNKNOWN, _DISABLED, "the queues of the unit"),
    Relation.UNSHAPED: (Fidelity.UNKNOWN, _UNSHAPED, "percentages of the port's rate"),
    Relation.REPLACES: (Fidelity.UNKNOWN, _REPLACES, "the queues of the unit"),
}
_DIVIDED = (Relation.SHARES, Relation.LINE)
_DIVISION = ("guarantee", "excess", "priority", "level", "excess-level", "quantum")
_APART = (
    "what the port is promised among the ports beside it is not held: each has a tree of queues of "
    "its own, so that this line divides nothing"
)


def enter_beside(port: Port, cursor: Cursor, through: str) -> None:
    """The entries of `Port.beside`, below `cursor`; `through` says how packets get to a port that
    they go on through.
    """
    paths = child_paths(join(cursor.path, "beside"), port.beside)
    for path, one in zip(paths, port.beside, strict=True):
        fidelity, note, got = _BESIDE[one.relation]
        cursor.ledger.enter(path, fidelity, note or through, got)


def withdraw_divisions(device: Device, port: Port, ledger: Ledger) -> None:
    """Enter as not supported what a port that others share a shaper or a line with has of shares.

    To be called when all leaves of the port have their entries. The shares of the classes inside
    one port are not touched: its own tree divides by them.
    """
    if all(one.relation not in _DIVIDED for one in port.beside):
        return
    for path in _whole_classes(device, port):
        for name in _DIVISION:
            ledger.withdraw(join(path, name), _APART, "alone in its tree")


def _whole_classes(device: Device, port: Port) -> Iterator[str]:
    """The paths of classes that are all of the port, from the outermost on."""
    paths = child_paths(join(port.name, "output"), port.output)
    for start, stage in zip(paths, port.output, strict=True):
        path = start
        policy = resolve(device, stage.policy) if isinstance(stage, Attachment) else None
        for _ in range(MOST_LEVELS):
            if not isinstance(policy, Policy) or len(policy.classes) != 1:
                break
            only = policy.classes[0]
            if not isinstance(only.match, Anything):
                break
            (place,) = child_paths(path, policy.classes)
            yield place
            if only.child is None:
                break
            path = join(place, "child", f"policy-map {only.child.name}")
            policy = resolve(device, only.child)
