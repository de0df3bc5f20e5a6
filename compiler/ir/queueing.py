"""Queues, their droppers, and the scheduler that serves them."""

from __future__ import annotations

from dataclasses import field as _field

from qosc.amounts import Burst, Depth, Rate
from qosc.fields import Field
from qosc.ir.conditioning import Mark, Policer
from qosc.ir.match import Predicate, Reference
from qosc.source import NOWHERE, Span
from qosc.values import dataclass

__all__ = [
    "DropCurve",
    "FairQueue",
    "Policy",
    "Priority",
    "QueueLimit",
    "Shaper",
    "TrafficClass",
    "Wred",
]


@dataclass(frozen=True, slots=True)
class Priority:
    """Strict priority. `rate` and `burst` bound it; without a rate it is not bounded.

    A lower `level` is served first. The bound acts as a policer while the link is congested (IOS).
    """

    level: int = 1
    rate: Rate | None = None
    burst: Burst | None = None
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Shaper:
    """A cap that delays. `committed` (Bc) and `excess` (Be) are the bursts.

    `peak` true sends Bc + Be in each interval Tc = Bc / CIR, false sends Bc.
    `pool` is what classes below it may be guaranteed together, and what their percentages are of;
    None: the rate itself.
    """

    rate: Rate
    peak: bool = False
    committed: Burst | None = None
    excess: Burst | None = None
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    pool: Rate | None = None
    by_guarantee: bool = False
    """Whether a percentage is of what guarantees are of: `exact` holds a queue of JunOS to its own
    transmit-rate."""

    def cap(self, whole: int | None) -> int | None:
        """The cap in bit/s below a link or parent of `whole` bit/s: CIR, or CIR * (1 + Be / Bc).

        None where it is not known, or below a byte a second.
        """
        rate = self.rate.bits_per_second(whole)
        if rate is None or rate < 8:
            return None
        if self.peak and self.committed and self.excess:
            committed, excess = self.committed.bytes_at(rate), self.excess.bytes_at(rate)
            if committed and excess is not None:
                rate += rate * excess // committed
        return rate


@dataclass(frozen=True, slots=True)
class QueueLimit:
    """Tail drop above `depth`, for all packets or (where `match` is given) for some code points."""

    depth: Depth
    match: Predicate | None = None
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    reserved: Depth | None = None
    """How much of it no other queue or port may take, where queues share a buffer."""


@dataclass(frozen=True, slots=True)
class DropCurve:
    """One WRED profile: no drop below `minimum`, 1/`denominator` at `maximum`, all above it.

    It applies to the packets whose `Wred.field` is one of `values`; no value means the others.
    A None is a default that no profile has filled in yet.
    """

    values: tuple[int, ...]
    minimum: Depth | None
    maximum: Depth | None
    denominator: int | None = None
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    points: tuple[tuple[int, int], ...] = ()
    """A curve given point by point, (fill, drop probability), both in parts per million; `minimum`,
    `maximum` and `denominator` are then None."""
    interpolated: bool = False
    """Whether the probability rises between points in a straight line, or holds until the next."""


@dataclass(frozen=True, slots=True)
class Wred:
    """Random early detection on the average depth, with weight 2**-`exponent`."""

    field: Field | None
    """The field that chooses the curve; None for one curve (RED)."""
    curves: tuple[DropCurve, ...] = ()
    exponent: int | None = None
    ecn: bool = False
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FairQueue:
    """Flow queues inside a class, or on an interface. `flows` is their number.

    `threshold` is the depth per flow at which a flow loses packets (the CDT of interface WFQ).
    """

    flows: int | None = None
    threshold: Depth | None = None
    reservable: int | None = None
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    default_by: str = ""
    """The profile that gives an interface flow queues where the config says nothing of them."""


@dataclass(frozen=True, slots=True)
class TrafficClass:
    """What a policy does to the packets of one class.

    In the order in which it happens to a packet: `marks`, `policers`, then the queue. `guarantee`
    is the minimum rate under congestion, `excess` the share of what is left (`bandwidth
    remaining`).
    """

    name: str
    match: Predicate
    marks: tuple[Mark, ...] = ()
    policers: tuple[Policer, ...] = ()
    drop: bool = False
    guarantee: Rate | None = None
    excess: Rate | None = None
    priority: Priority | None = None
    shaper: Shaper | None = None
    limits: tuple[QueueLimit, ...] = ()
    wred: Wred | None = None
    fair_queue: FairQueue | None = None
    child: Reference | None = None
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    level: int | None = None
    """Rank in which the scheduler serves the class while it is within its guarantee; a lower one is
    served first. None: all alike."""
    excess_level: int | None = None
    """The same for what the class sends above its guarantee."""
    quantum: Burst | None = None
    """What a round-robin scheduler sends of the class in one turn (`queue-list byte-count`)."""
    overridden: Rate | None = None
    """A share or a shaping weight that the config gives the class and that has no effect, since a
    shaper or a priority in the same config goes before it. Nothing is lowered from it."""
    queued: bool = False
    """Whether the class has a queue even where nothing is said of one, as each forwarding class of
    JunOS has."""
    default_by: str = ""
    """The platform (and its source) that has the class where the config leaves it out."""
    pools: bool = False
    """Whether `guarantee` is what the guarantees and priorities in percent of the child policy are
    of, as in a forwarding-class-set of JunOS. Else that is the shaper, or what is above."""
    metered: bool = False
    """Whether rates in percent of the child policy are of the policer, where the class has no
    shaper. Else a policer changes nothing in them."""
    remainder: bool = False
    """Whether `excess` is the transmit rate of the class, of what the others leave (JunOS
    `transmit-rate remainder`), not a share of what is sent above the guarantees."""

    @property
    def part_of_rest(self) -> Rate | None:
        """`excess`, where it is more than nothing."""
        return None if self.without_rest else self.excess

    @property
    def without_rest(self) -> bool:
        """Whether the class has nothing of what is left while others want it."""
        return self.excess is not None and not self.excess.value

    @property
    def shaped_only(self) -> bool:
        """Whether a shaper is all that says what the class may send, so that it has what is left
        up to that.
        """
        by_turns = self.queued and self.excess is not None and not self.remainder
        return self.shaper is not None and not by_turns

    @property
    def has_queue(self) -> bool:
        """Whether the class has a queue of its own without a default of its policy."""
        return any(
            (
                self.queued,
                self.guarantee,
                self.excess,
                self.priority,
                self.shaper,
                self.limits,
                self.wred,
                self.fair_queue,
                self.quantum,
                self.level is not None,
                self.excess_level is not None,
            )
        )


@dataclass(frozen=True, slots=True)
class Policy:
    """Classes in first-match order. The last is the default class and matches every packet."""

    name: str
    classes: tuple[TrafficClass, ...]
    description: str = _field(default="", compare=False)
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    feature: str = ""
    """What the config calls it where that is not a policy-map: `priority-list 1`."""

    @property
    def title(self) -> str:
        """The policy in words: `policy-map WAN`, `scheduler-map core`."""
        return self.feature or f"policy-map {self.name}"
