"""Entries of the ledger for what a class says of its queue: rates, turns, shapers, and refusals."""

from __future__ import annotations

from qosc.amounts import PPM, show_rate
from qosc.datapath.doubts import ASSUMED_SHARES
from qosc.datapath.lines import Evidence
from qosc.ir import Policy, TrafficClass
from qosc.ir.leaves import child_paths, join
from qosc.ledger import Cursor, Fidelity
from qosc.targets.tc.lower.context import Context
from qosc.targets.tc.lower.queueing.schedule import enter_ranks, off_ratio
from qosc.targets.tc.lower.queueing.shares import HtbRates
from qosc.targets.tc.model import HtbClass
from qosc.targets.tc.predict import kernel_burst

__all__ = ["enter_rates", "refuse_queues"]

_QUEUE_PARTS = (
    "guarantee",
    "excess",
    "priority",
    "shaper",
    "limits",
    "wred",
    "fair_queue",
    "level",
    "excess_level",
    "quantum",
)


def refuse_queues(policy: Policy, cursor: Cursor, note: str) -> None:
    """UNSUPPORTED for all that the classes say of queues."""
    for traffic_class, path in zip(
        policy.classes, child_paths(cursor.path, policy.classes), strict=True
    ):
        for name in _QUEUE_PARTS:
            if getattr(traffic_class, name) is not None:
                Cursor(cursor.ledger, join(path, name.replace("_", "-"))).rest(
                    Fidelity.UNSUPPORTED, note, "nothing"
                )


def enter_rates(
    context: Context,
    traffic_class: TrafficClass,
    rates: HtbRates,
    quantum: int,
    error: int | None,
    above: int,
    cursor: Cursor,
    node: HtbClass,
) -> None:
    """Entries for guarantee, excess, scheduling priority and shaper of a class.

    `quantum` is in bytes, `error` what its turns are off by in parts per million (None where it
    has none), `above` what the guarantees are above the rate in bit/s.
    """
    got = f"rate {show_rate(rates.rate // 8 * 8)}, ceil {show_rate(rates.ceil // 8 * 8)}"
    notes = [_counted(context)]
    if above:
        notes.append(f"the guarantees are {show_rate(above)} above the rate: all scaled down alike")
    if traffic_class.guarantee is not None:
        if rates.asked is None:
            cursor.enter("guarantee", Fidelity.UNSUPPORTED, "counts packets, or has no base", got)
        else:
            profile = context.options.profile
            turns = "" if error is None else f", in turns of {quantum} bytes"
            shared = profile.excess_words if traffic_class.excess is None else "by its own share"
            notes.insert(0, f"what is left is shared {shared}{turns}")
            if error is not None and error > PPM // 1000:
                notes.append(f"the turns are {off_ratio(error)}")
            known = profile.excess.value is not None
            fidelity = Fidelity.APPROX if known else Fidelity.UNKNOWN
            cursor.enter("guarantee", fidelity, "; ".join(notes), got)
    if traffic_class.excess is not None:
        note = f"shared in turns of {quantum} bytes, {off_ratio(error)}"
        if traffic_class.without_rest:
            note = f"served after the others (prio {rates.prio}), but for {show_rate(rates.rate)}"
        # The ledger adds what is not known of it.
        assumed = traffic_class.excess.default_by in ASSUMED_SHARES
        cursor.enter("excess", Fidelity.UNKNOWN if assumed else Fidelity.APPROX, note, got)
    enter_ranks(context, traffic_class, rates.prio, quantum, error, cursor)
    if traffic_class.shaper is not None:
        bucket = kernel_burst(node.ceil, node.cburst)
        note = (
            f"the same bound of rate * t + {bucket} bytes; sent evenly, where a router sends once "
            "in an interval: the delay differs by less than that"
        )
        port_rate = context.line
        if port_rate is not None and port_rate.evidence in (Evidence.NOTHING, Evidence.POLICY):
            note += (
                "; the link is taken to be no slower than the shapers, as nothing says its speed"
            )
        if traffic_class.shaper.committed is None:
            unknown = "no public source gives the burst of a shaper that does not say it"
            got = f"ceil {show_rate(rates.ceil // 8 * 8)}, {bucket} bytes"
            cursor.at("shaper").rest(Fidelity.UNKNOWN, unknown, got)
        cursor.at("shaper").rest(Fidelity.ENVELOPE, note, f"ceil {show_rate(rates.ceil // 8 * 8)}")


def _counted(context: Context) -> str:
    if context.atm is not None or context.stab is not None:
        return (
            "counted in whole ATM cells; a router counts the packet with LLC/SNAP but neither cell "
            "headers nor padding (Cisco, What Bytes Are Counted by IP to ATM CoS Queueing), so "
            "that its guarantee is larger by 53/48 and the padding"
        )
    return "lengths include the 14 bytes of an Ethernet header"
