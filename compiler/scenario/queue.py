"""Queues: what bounds them, and their part in the scheduler."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field as Key
from pydantic import model_validator

from qosc.scenario.base import Flag, Model, Natural, Positive, Text
from qosc.scenario.match import Match

__all__ = [
    "DEFAULT_LIMIT",
    "Curve",
    "EarlyDrop",
    "FlowQueues",
    "Limit",
    "Priority",
    "Queue",
    "Shape",
]


class Priority(Model):
    """Strict priority; the lower level is served first.

    With a rate, a packet that finds the port congested (it would have to wait) is dropped unless a
    bucket of `burst_bytes` filled at the rate holds its length.
    """

    level: Positive = 1
    rate_bps: Positive | None = None
    burst_bytes: Natural | None = None

    @model_validator(mode="after")
    def _both(self) -> Priority:
        if (self.rate_bps is None) != (self.burst_bytes is None):
            raise ValueError("rate_bps and burst_bytes go together")
        return self


class Shape(Model):
    """A cap that delays: a bucket of `burst_bytes` filled at `rate_bps`.

    A packet longer than the bucket leaves when the bucket is full.
    """

    rate_bps: Positive
    burst_bytes: Positive
    origin: Text = ""


class Limit(Model):
    """Tail drop: an arriving packet is dropped when the queue holds (with it) more than this.

    With `match` the limit is for those packets only.
    """

    packets: Natural | None = None
    bytes: Natural | None = None
    match: Match | None = None
    origin: Text = ""

    @model_validator(mode="after")
    def _one(self) -> Limit:
        if (self.packets is None) == (self.bytes is None):
            raise ValueError("write one of packets, bytes")
        return self


DEFAULT_LIMIT = Limit(packets=1000)
"""What bounds a queue for which nothing is written. Our choice: it is what Linux gives a device
(`txqueuelen`, 1000 packets: ether_setup in net/ethernet/eth.c), and deeper than the queues of
routers (64 packets in a class of IOS: Cisco, "Congestion Management Overview"), so that an
overloaded class is seen to lose packets and a burst is not cut."""

Millionths = Annotated[int, Key(strict=True, ge=0, le=1_000_000)]


class Curve(Model):
    """How likely an arriving packet is dropped early, by the average depth of the queue.

    Not below the minimum; from there in a straight line to 1 in `denominator` at the maximum; all
    above it. Or by `points`: pairs of a fill and a probability, in parts per million, the fill of
    `full_packets` or `full_bytes`. No packet is dropped below the first point. From a point on its
    probability holds until the next one, or (`interpolated`) goes there in a straight line; the
    last one holds. Without `match` a curve is for every packet.
    """

    match: Match | None = None
    min_packets: Natural | None = None
    max_packets: Natural | None = None
    min_bytes: Natural | None = None
    max_bytes: Natural | None = None
    denominator: Positive = 10
    points: tuple[tuple[Millionths, Millionths], ...] = ()
    interpolated: Flag = False
    full_packets: Positive | None = None
    full_bytes: Positive | None = None
    origin: Text = ""

    @model_validator(mode="after")
    def _pair(self) -> Curve:
        full = (self.full_packets, self.full_bytes)
        if self.points:
            fills = [fill for fill, _ in self.points]
            if sorted(set(fills)) != fills:
                raise ValueError("the points are not in order of their fill")
            bounds = (self.min_packets, self.max_packets, self.min_bytes, self.max_bytes)
            if full.count(None) != 1 or any(each is not None for each in bounds):
                raise ValueError("with points write one of full_packets, full_bytes")
            return self
        if self.interpolated or full != (None, None):
            raise ValueError("interpolated, full_packets and full_bytes go with points")
        packets, size = (self.min_packets, self.max_packets), (self.min_bytes, self.max_bytes)
        low, high = packets if size == (None, None) else size
        if (packets == (None, None)) == (size == (None, None)) or low is None or high is None:
            raise ValueError("write min_packets and max_packets, or min_bytes and max_bytes")
        if low > high:
            raise ValueError("the minimum is above the maximum")
        return self


class EarlyDrop(Model):
    """Random early detection. The first curve that matches a packet is for it; no curve: no drop.

    The average moves by 2**-`weight_exponent` of the difference with each arriving packet; with 0
    it is the depth that the packet finds. `ecn`
    marks the packets of a flow that can take it, where the curve says drop, but for those above
    the maximum.
    """

    weight_exponent: Annotated[int, Key(strict=True, ge=0, le=16)] = 9
    ecn: Flag = False
    curves: tuple[Curve, ...] = Key(min_length=1)


class FlowQueues(Model):
    """A queue for each flow (addresses, protocol, ports, DS byte hashed to `flows` queues).

    Equal ones are served in turn, deficit round robin of 1500 bytes. With `precedence` weights
    packets leave in the order of finish numbers: that of the packet before in the flow, or of the
    packet that left last where the flow has none, plus the length times 32384 / (precedence + 1).
    A flow holds at most `limit_packets`.
    """

    flows: Annotated[int, Key(strict=True, ge=1, le=65_536)] = 256
    limit_packets: Natural | None = None
    weights: Literal["equal", "precedence"] = "equal"


class Queue(Model):
    """A queue and its part in the scheduler.

    `guarantee_bps` is the least rate under congestion; `excess_weight` the weight against the
    siblings in what the guarantees leave. Where no weight is written, the policy's `excess` rule
    gives it. Of the classes that are within their guarantee those of the lowest `level` go first,
    and of those above it those of the lowest `excess_level`.

    With `quantum_bytes` the classes of the policy send in turns, in the order in which they stand:
    each until it has sent so much, of which the last packet may send more.

    A queue without `limits` holds 1000 packets at most (see `bounds`).
    """

    guarantee_bps: Natural = 0
    excess_weight: Natural | None = None
    level: Natural = 0
    excess_level: Natural = 0
    quantum_bytes: Positive | None = None
    priority: Priority | None = None
    shape: Shape | None = None
    limits: tuple[Limit, ...] = ()
    early_drop: EarlyDrop | None = None
    flow_queues: FlowQueues | None = None

    @property
    def bounds(self) -> tuple[Limit, ...]:
        """The limits, with `DEFAULT_LIMIT` where none is for all packets."""
        if any(each.match is None for each in self.limits):
            return self.limits
        return (*self.limits, DEFAULT_LIMIT)

    @model_validator(mode="after")
    def _either(self) -> Queue:
        if self.priority is not None and (self.guarantee_bps or self.excess_weight is not None):
            raise ValueError("a priority queue has neither guarantee_bps nor excess_weight")
        if self.priority is not None and (self.level or self.excess_level or self.quantum_bytes):
            raise ValueError("a priority queue has neither level, excess_level nor quantum_bytes")
        if self.quantum_bytes is not None and (
            self.guarantee_bps or self.excess_weight is not None or self.level or self.excess_level
        ):
            raise ValueError("a queue with quantum_bytes has no other share")
        return self
