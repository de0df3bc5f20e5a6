"""What a profile says. Each value stands beside the source that gives it."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

__all__ = ["Excess", "Fact", "Profile"]

T = TypeVar("T")


class Excess(StrEnum):
    """How a scheduler shares what the guarantees leave."""

    PROPORTIONAL = "proportional"
    """In proportion to the guarantees."""
    EQUAL = "equal"
    """In equal parts, unless `bandwidth remaining` says otherwise."""


class Fact(NamedTuple, Generic[T]):
    """A value and where it comes from: a document, a recorded device output, a schema."""

    value: T
    source: str


class Profile(NamedTuple):
    """The defaults of one platform. Rates in bit/s, bursts in bytes, times in microseconds."""

    interface_speeds: Fact[dict[str, int]]
    """bit/s by the lower-case letters that an interface name begins with."""
    mtu: Fact[int]
    queue_limit_packets: Fact[int]
    """The least depth of a class queue, in packets."""
    queue_limit_time: Fact[int]
    """A class queue holds at least so many microseconds of packets at its rate; 0: no such rule."""
    priority_queue_limit: Fact[int] | None
    """Depth of a priority class in packets; None: as any class."""
    priority_burst_time: Fact[int]
    """The burst of a bounded priority class is what its rate sends in so many microseconds."""
    priority_burst_least: Fact[int]
    police_burst_time: Fact[int]
    """A policer's burst is what its rate sends in so many microseconds."""
    police_burst_least: Fact[int]
    shape_interval: Fact[int]
    """Tc: a shaper's committed burst is what its rate sends in so many microseconds."""
    shape_burst_least: Fact[int]
    """The least committed burst of a shaper, in bits."""
    excess: Fact[Excess]
    max_reserved: Fact[int] | None
    """Parts per million of the link that guarantees may take; None: all of it."""
    wred_exponent: Fact[int]
    wred_denominator: Fact[int]
    wred_maximum: Fact[int]
    """The maximum threshold in packets where the queue's limit is counted in packets."""
    wred_precedence: Fact[tuple[int, ...]]
    """The minimum threshold in packets of each precedence."""
    wred_dscp: Fact[tuple[int, ...]]
    """The minimum threshold in packets of each DSCP."""
    packet_limits: Fact[bool] = Fact(value=True, source="class queues of IOS are in packets")
    """Whether a class queue without a limit has `queue_limit_packets`, or is of unknown depth."""
    name: str = ""
    title: str = ""
    """Both from the platform's row in `qosc.platforms`."""
