"""What the ledger says of turns and ranks among the classes of one level."""

from __future__ import annotations

from qosc.datapath.shares import turn_bytes
from qosc.ir import TrafficClass
from qosc.ledger import Cursor, Fidelity
from qosc.targets.tc.lower.context import Context

__all__ = ["enter_ranks", "off_ratio"]


def off_ratio(error: int | None) -> str:
    """How far turns are off the ratio that is asked for; `error` in ppm, None without turns."""
    if error is None:
        return "with no class that it takes turns with"
    percent = f"{error / 10_000:.1f}"
    return "which keep the ratio" if percent == "0.0" else f"off the ratio by up to {percent} %"


def enter_ranks(
    context: Context,
    traffic_class: TrafficClass,
    prio: int,
    quantum: int,
    error: int | None,
    cursor: Cursor,
) -> None:
    """Entries for the quantum and the levels of a class. `quantum` is in bytes, `error` (ppm) how
    far the turns are off their ratio, `prio` the class's rank in the tree, from 0.
    """
    if traffic_class.quantum is not None:
        if traffic_class.part_of_rest is not None or traffic_class.priority is not None:
            note = "the class has a share or a priority, which goes before turns"
            cursor.at("quantum").rest(Fidelity.UNSUPPORTED, note, "nothing")
        else:
            asked = turn_bytes(traffic_class.quantum, context.frame)
            note = (
                f"in turns of {quantum} bytes, {off_ratio(error)}; a "
                f"router ends a turn with a whole packet, up to {context.mtu - 1} bytes or "
                f"{100 * (context.mtu - 1) / asked:.1f} % above the count, and here that is taken "
                "off the next turn. Each class is also sure of 0.1 % of the link"
            )
            cursor.at("quantum").rest(Fidelity.APPROX, note, f"quantum {quantum}")
    if traffic_class.level is not None:
        if traffic_class.priority is None:
            note = (
                "guarantees are kept in this order, and one order serves both: what classes send "
                "above their guarantees goes by it too, whatever the source says of that"
            )
            if traffic_class.excess_level is not None:
                note = (
                    "one order serves both: first that of what classes send above their "
                    "guarantees, then this one. Guarantees are kept all the same; a packet within "
                    "its guarantee waits for what classes before it may send at once, their bursts"
                )
            cursor.at("level").rest(Fidelity.APPROX, note, f"prio {prio}")
        else:
            cursor.at("level").rest(Fidelity.APPROX, "the priority goes before it", f"prio {prio}")
    if traffic_class.excess_level is not None:
        note = (
            "the order in which classes are served above their guarantees; of classes alike in "
            "this, the one within them"
        )
        if traffic_class.level is None:
            note = "the order in which classes are served above their guarantees, and within them"
        cursor.at("excess-level").rest(Fidelity.APPROX, note, f"prio {prio}")
