"""Token buckets of HTB classes: how deep they are, and the policer that bounds a priority class."""

from __future__ import annotations

from qosc.amounts import show_rate
from qosc.datapath.shapers import shaped
from qosc.datapath.shares import Base
from qosc.ir import Outcome, TrafficClass, Verdict
from qosc.ledger import Cursor, Fidelity
from qosc.targets.tc.lower.context import Context
from qosc.targets.tc.lower.police import PoliceStep, plain_bucket
from qosc.targets.tc.lower.queueing.shares import HtbRates
from qosc.targets.tc.predict import burst_for, kernel_burst, longest_burst

__all__ = ["bound_priority", "bucket_of", "buckets"]

_SLACK_MICROSECONDS = 2_000
"""A bucket of the scheduler covers this time beside one frame, for the latency of its timer."""


def bucket_of(rate: int, frame: int) -> int:
    """The depth to give a bucket that fills at `rate` bit/s, in bytes, for frames of `frame`."""
    return burst_for(rate, frame + rate * _SLACK_MICROSECONDS // 8_000_000)


def buckets(
    context: Context, traffic_class: TrafficClass, rates: HtbRates, base: Base
) -> tuple[int, int]:
    """The depths to give the buckets of rate and ceil, in bytes."""
    ceil = bucket_of(rates.ceil, context.frame)
    bounds = shaped(traffic_class.shaper, base.above(traffic_class.shaper))
    if bounds is not None and bounds.burst:
        ceil = burst_for(rates.ceil, bounds.burst)
    rate = bucket_of(rates.rate, context.frame)
    bound = base.bound(traffic_class)
    if bound is not None and bound.burst:
        # What its policer lets through at once must go at once too. With a smaller bucket, where
        # the guarantees beside it fill the link, a burst would stand in the queue for ever.
        deep = min(burst_for(rates.rate, bound.burst + context.frame), longest_burst(rates.rate))
        rate = max(rate, deep)
    return rate, ceil


def bound_priority(
    context: Context,
    traffic_class: TrafficClass,
    rates: HtbRates,
    base: Base,
    cursor: Cursor,
) -> PoliceStep | None:
    """The policer of a priority class, and the entries of its priority in the ledger."""
    if traffic_class.priority is None:
        return None
    place = cursor.at("priority")
    got = f"prio {rates.prio}, rate {show_rate(rates.rate // 8 * 8)}"
    rate, burst = traffic_class.priority.rate, traffic_class.priority.burst
    if rate is None:
        note = "the other classes keep their guarantees, which a router would let it take"
        place.rest(Fidelity.APPROX, note, got)
        return None
    place.enter(
        "level",
        Fidelity.APPROX,
        f"a packet waits for at most what is being sent: {context.frame} bytes, and for the "
        "buckets of the other classes",
        got,
    )
    asked = base.bound(traffic_class)
    if asked is None or asked.rate < 8:
        place.rest(Fidelity.UNSUPPORTED, "the rate cannot be worked out", "no bound")
        return None
    bucket = plain_bucket(asked.rate, asked.burst or context.frame)
    drop = Outcome(Verdict.DROP, origin=traffic_class.priority.origin)
    bound = PoliceStep(
        bucket, Outcome(Verdict.TRANSMIT), drop, origin=traffic_class.priority.origin
    )
    note = (
        "policed at all times, where a router polices only while the link is congested: differs "
        "when more than the rate is offered to a link that is not full"
    )
    real = kernel_burst(bucket.rate, bucket.burst)
    place.enter(
        "rate", Fidelity.APPROX, note, f"{got}, policed at {show_rate(asked.rate // 8 * 8)}"
    )
    if burst is not None:
        place.enter("burst", Fidelity.APPROX, note, f"{real} bytes")
    place.rest(Fidelity.APPROX, note, got)
    return bound
