"""Strict order among queues that nothing else schedules (`priority-list`).

HTB holds the link to its rate; in its one class a `prio` qdisc has a band for each queue and always
serves the first that is not empty. A filter names the band: HTB, which has no such class, takes its
default one, and the qdisc in it knows the number for its own (Linux sch_htb.c, htb_classify;
sch_prio.c, prio_classify; seen on 6.1).
"""

from __future__ import annotations

from qosc.ir import Policy, TrafficClass
from qosc.ir.leaves import child_paths
from qosc.ledger import Cursor, Fidelity
from qosc.targets.tc.lower.context import Context
from qosc.targets.tc.lower.queueing.droppers import lower_leaf_queue
from qosc.targets.tc.lower.stacked import stands_on_another
from qosc.targets.tc.model import Command, Handle, Prio

__all__ = ["lower_bands", "only_strict"]

BANDS_MOST = 16
_BANDS = Handle(2)
_BELOW = (
    "the device that this one stands on sees the number of the band, too: a qdisc of its own with "
    "bands (pfifo_fast, prio) puts bands 6 and 7 first and 1, 2, 3 and 5 last, while packets wait "
    "there (tc-prio(8)). None of it with another qdisc on that device, such as fq_codel"
)


def only_strict(policy: Policy) -> bool:
    """Whether the classes have an order, no two the same place in it, and nothing more."""
    levels = [
        traffic_class.priority.level
        for traffic_class in policy.classes
        if _plain(traffic_class) and traffic_class.priority
    ]
    count = len(policy.classes)
    return 2 <= count <= BANDS_MOST and len(levels) == count == len(set(levels))


def _plain(traffic_class: TrafficClass) -> bool:
    parts = (
        traffic_class.guarantee,
        traffic_class.excess,
        traffic_class.shaper,
        traffic_class.quantum,
        traffic_class.child,
    )
    return (
        traffic_class.priority is not None
        and traffic_class.priority.rate is None
        and not any(
            part is not None for part in (*parts, traffic_class.level, traffic_class.excess_level)
        )
    )


def lower_bands(
    context: Context, policy: Policy, cursor: Cursor, parent: Handle, link_rate: int, bucket: int
) -> tuple[list[Command], dict[str, Handle]]:
    """The bands below a class of HTB, and the band of each class by its path in the ledger.

    `bucket` is what the class of HTB may send at once, in bytes.
    """
    levels = sorted(
        traffic_class.priority.level
        for traffic_class in policy.classes
        if traffic_class.priority is not None
    )
    last = policy.classes[-1].priority
    default = levels.index(last.level) if last is not None else 0
    commands = [Command(Prio(parent, _BANDS, len(levels), default), policy.origin)]
    bands: dict[str, Handle] = {}
    for traffic_class, path in zip(
        policy.classes, child_paths(cursor.path, policy.classes), strict=True
    ):
        if traffic_class.priority is None:
            continue
        place = Cursor(cursor.ledger, path)
        band = Handle(_BANDS.major, levels.index(traffic_class.priority.level) + 1)
        bands[path] = band
        note = (
            "a queue is served when all before it are empty; a packet waits for the one that is "
            f"being sent, and for at most {bucket} bytes that the driver holds already"
        )
        fidelity = Fidelity.EXACT
        if stands_on_another(context.port):
            fidelity, note = Fidelity.APPROX, f"{note}; {_BELOW}"
        place.at("priority").rest(fidelity, note, f"band {band.minor} of {len(levels)}")
        commands.append(lower_leaf_queue(context, traffic_class, place, band, link_rate))
    return commands, bands
