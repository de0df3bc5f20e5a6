"""Whether packets for the router itself get through its own policy or filter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from qosc.amounts import show_rate
from qosc.datapath.meters import buckets
from qosc.ir import Rule, RuleList, TrafficClass, Verdict
from qosc.source import Span

if TYPE_CHECKING:
    from qosc.packets import ClassRegion, PacketSpace, Region

__all__ = ["LEAST", "Loss", "loss", "passes"]

LEAST = 64_000
"""bit/s that a class shared with other packets is policed to at the least."""


class Loss(NamedTuple):
    """The class that drops packets, with the place and the words for it."""

    item: TrafficClass
    origin: Span
    words: str


def loss(parts: Sequence[ClassRegion], packets: Region) -> Loss | None:
    """Where the last of the packets are dropped; None where some pass."""
    takers = [part for part in parts if part.taken.meets(packets)]
    fates = [
        None if part.own <= packets and not part.traffic_class.drop else _fate(part.traffic_class)
        for part in takers
    ]
    if not takers or fates[-1] is None or None in fates:
        return None
    return Loss(takers[-1].traffic_class, *fates[-1])


def _fate(item: TrafficClass) -> tuple[Span, str] | None:
    """Where and how a class drops most of its packets; None where it does not."""
    if item.drop:
        return item.origin, "drops {} of this router"
    for policer in item.policers:
        committed = buckets(policer.meter, None).committed
        if policer.conform.verdict is Verdict.DROP and policer.exceed.verdict is Verdict.DROP:
            return policer.origin, "drops {} of this router"
        low = committed.rate is not None and not committed.packets and committed.rate < LEAST
        if low and committed.rate is not None and policer.exceed.verdict is Verdict.DROP:
            return policer.origin, "polices {} to " + show_rate(committed.rate)
    return None


def passes(space: PacketSpace, stage: RuleList, packets: Region) -> bool:
    """Whether a filter accepts some of the packets."""
    left = packets
    for rule in stage.rules:
        taken = space.region(rule.match) & left
        if not taken.is_empty() and _accepts(rule):
            return True
        if rule.verdict is not Verdict.CONTINUE:
            left -= taken
    return not stage.otherwise_drop and not left.is_empty()


def _accepts(rule: Rule) -> bool:
    if rule.policer is None:
        return rule.verdict is Verdict.TRANSMIT
    # A policer that goes on to the next term may lead to one that drops: that is not said here.
    outcomes = (rule.policer.conform, rule.policer.exceed, rule.policer.violate)
    return any(one is not None and one.verdict is not Verdict.DROP for one in outcomes)
