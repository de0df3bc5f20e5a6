"""How the classes of one policy divide what their parent carries.

What the scheduler does while classes have packets waiting: the back ends word the result each in
their own way. Two other questions have their own answers: `service_rates`, the rate that IOS XR
works out the depth of a queue from; and `strict_share`, the most that all priority classes of a
hierarchy can send together.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from qosc.amounts import PPM, Burst, BurstUnit, Rate, RateBase
from qosc.ir import Device, Policy, Shaper, TrafficClass
from qosc.ir.leaves import queued_classes
from qosc.profiles.model import Excess, Profile
from qosc.tuples import NamedTuple

__all__ = [
    "Base",
    "Bound",
    "Part",
    "divide",
    "implied_excess",
    "implied_shares",
    "lending_ranks",
    "proportion",
    "ranks",
    "remainder",
    "turn_bytes",
]

_LEAST = 64
"""bit/s of the least part that a class without a guarantee counts with."""
_NO_LEVEL = 1 << 16
"""Behind every level that a config can have."""
_TURN = 1500
"""Bytes of a turn that the config says nothing of, and of a packet."""


class Bound(NamedTuple):
    """What a bounded priority class may send before others: bit/s, and bytes at once.

    `burst` is 0 where neither config nor platform gives one, None where it is not in bytes.
    """

    rate: int
    burst: int | None


class Base(NamedTuple):
    """What the percentages of a policy are of where it is applied, in bit/s; None: not known.

    `whole` is that of shapers and policers. Guarantees and priorities are of `pool`, where a shaper
    or a class above gives them one beside its rate. On input (`output` false) nothing is held.
    `buffer` is the rate of the shaper above, or of what is guaranteed below it: that of the buffers
    on some platforms; None where nothing shapes.
    """

    whole: int | None
    pool: int | None = None
    output: bool = True
    buffer: int | None = None

    @property
    def reservable(self) -> int | None:
        """The bit/s that guarantees and priorities in percent are of."""
        return self.whole if self.pool is None else self.pool

    def guaranteed(self, traffic_class: TrafficClass) -> int | None:
        """The bit/s that the config guarantees a class, by its priority or its guarantee."""
        rate = traffic_class.guarantee
        if traffic_class.priority is not None and traffic_class.priority.rate is not None:
            rate = traffic_class.priority.rate
        bps = rate.bits_per_second(self.reservable) if rate is not None else None
        return None if bps is None else max(bps, 0)

    def bound(self, traffic_class: TrafficClass) -> Bound | None:
        """What bounds a priority class; None where nothing does, or at a rate that is not known."""
        priority = traffic_class.priority
        rate = self.guaranteed(traffic_class)
        if priority is None or priority.rate is None or rate is None:
            return None
        return Bound(rate, 0 if priority.burst is None else priority.burst.bytes_at(rate))

    def reserved(self, rate: Rate) -> int | None:
        """The bit/s of a rate that reserves; None for a share of what is left."""
        return None if rate.base is RateBase.REMAINING else rate.bits_per_second(self.reservable)

    def cap(self, shaper: Shaper | None) -> int | None:
        """The bit/s that a shaper lets through; None without one, or not known."""
        return None if shaper is None else shaper.cap(self.above(shaper))

    def exact(self, traffic_class: TrafficClass) -> bool:
        """Whether the shaper of a class holds it to its own guarantee."""
        shaper = traffic_class.shaper
        if shaper is None or shaper.rate != traffic_class.guarantee:
            return False
        return shaper.rate.base is RateBase.BPS or self.above(shaper) == self.reservable

    def above(self, shaper: Shaper | None) -> int | None:
        """The bit/s that the rate of a shaper is a percentage of."""
        return self.reservable if shaper is not None and shaper.by_guarantee else self.whole

    def pace(self, traffic_class: TrafficClass) -> int | None:
        """The bit/s that a depth of a queue given as a time is of: the guarantee of its class, or
        else all that it may send.
        """
        rate = self.guaranteed(traffic_class) or self.cap(traffic_class.shaper)
        return self.whole if rate is None else rate

    def below(self, traffic_class: TrafficClass) -> Base:
        """The base of the child policy of a class, whose defaults are filled in."""
        if traffic_class.metered and traffic_class.shaper is None:
            # With a peak rate no source says which of the two it is.
            meter = traffic_class.policers[0].meter
            whole = meter.cir.bits_per_second(self.whole) if meter.pir is None else None
            return Base(whole, None, self.output, self.buffer)
        if not self.output:
            return self
        pool = self.guaranteed(traffic_class) if traffic_class.pools else None
        if traffic_class.shaper is None:
            return self if pool is None else Base(self.whole, pool, buffer=pool)
        cap = self.cap(traffic_class.shaper)
        if pool is None and traffic_class.shaper.pool is not None:
            pool = traffic_class.shaper.pool.bits_per_second(self.whole)
        rate = cap if pool is None else pool
        buffer = self.buffer if rate is None else rate
        return Base(self.whole if cap is None else cap, pool, buffer=buffer)


class Part(NamedTuple):
    """The part of one class.

    `asked` is the guarantee that the config gives it in bit/s, or None; `sure` the one that it has
    under congestion, which it may have without asking; `weight` counts in what the guarantees
    leave, and is at least 1. A priority class takes no part in that, whatever its weight.
    """

    asked: int | None
    sure: int | None
    weight: int


def divide(
    classes: Sequence[TrafficClass],
    base: Base,
    profile: Profile,
    queued: Sequence[bool],
) -> list[Part]:
    """The parts of the classes in what their parent carries.

    `queued` says which classes have a part in the scheduler (`qosc.ir.leaves.queued_classes`); the
    others inherit nothing, and what is left is not divided by them.

    `bandwidth remaining` gives its ratio or its percentage; beside it the others have ratio 1, or
    part alike what the percentages leave. In a round robin the turns are the weights. Otherwise the
    platform's rule holds, see `Excess`.
    """
    parts = _parts(classes, base, profile, queued)
    turns = any(traffic_class.quantum is not None for traffic_class in classes)
    if not turns or any(traffic_class.part_of_rest is not None for traffic_class in classes):
        return parts
    return [
        part._replace(
            weight=_TURN
            if traffic_class.quantum is None
            else turn_bytes(traffic_class.quantum, _TURN)
        )
        for part, traffic_class in zip(parts, classes, strict=True)
    ]


def remainder(classes: Sequence[TrafficClass], base: Base, share: int) -> int | None:
    """The bit/s of `share` ppm of what guarantees and bounded priorities of some classes leave
    (JunOS `transmit-rate remainder`); None where one of them is not known.
    """
    whole, sure = base.reservable, 0
    if whole is None:
        return None
    for traffic_class in classes:
        given = traffic_class.priority.rate if traffic_class.priority is not None else None
        given = given or traffic_class.guarantee
        bits = base.reserved(given) if given is not None else 0
        if bits is None:
            return None
        sure += bits
    return max(whole - sure, 0) * share // PPM


def turn_bytes(quantum: Burst, packet: int) -> int:
    """The bytes of one turn, at least one; packets are taken to have `packet` bytes."""
    if quantum.unit is BurstUnit.PACKETS:
        return max(quantum.value * packet, 1)
    return max(quantum.bytes_at(None) or packet, 1)


def proportion(own: int, weights: Sequence[int]) -> str:
    """One weight of several as a fraction in lowest terms: the same for weights scaled alike."""
    whole = sum(weights)
    common = gcd(own, whole) or 1
    return f"{own // common} of {whole // common}"


def ranks(classes: Sequence[TrafficClass]) -> list[int]:
    """The order of service, from 0: priority classes by their level, then the others by theirs.

    Where no class has a level, that of what is sent above the guarantee counts. A class without
    one comes last.
    """
    levelled = any(traffic_class.level is not None for traffic_class in classes)
    keys = [_rank_key(traffic_class, levelled) for traffic_class in classes]
    places = sorted(set(keys))
    return [places.index(key) for key in keys]


def lending_ranks(classes: Sequence[TrafficClass]) -> list[int]:
    """The order of service, from 0, of a scheduler with one order for both, such as HTB: that of
    what is sent above the guarantees, and of classes alike there that within them.

    A class that sends nothing above its guarantee stands before those that it goes before within.
    One that has nothing of the rest comes after those that are otherwise alike.
    """
    keys: list[tuple[int, ...]] = [
        (rank, traffic_class.without_rest)
        for rank, traffic_class in zip(ranks(classes), classes, strict=True)
    ]
    if any(traffic_class.excess_level is not None for traffic_class in classes):
        keys = [_lending_key(traffic_class, classes) for traffic_class in classes]
    places = sorted(set(keys))
    return [places.index(key) for key in keys]


def _lending_key(traffic_class: TrafficClass, classes: Sequence[TrafficClass]) -> tuple[int, ...]:
    own = _rank_key(traffic_class, levelled=True)
    if traffic_class.priority is not None:
        return 0, 0, *own
    above = traffic_class.excess_level
    if above is None:
        behind = [
            each.excess_level
            for each in classes
            if each.excess_level is not None and _rank_key(each, levelled=True) > own
        ]
        above = min(behind, default=_NO_LEVEL)
    return 1, above, traffic_class.without_rest, *own


def _rank_key(traffic_class: TrafficClass, levelled: bool) -> tuple[int, int]:
    if traffic_class.priority is not None:
        return 0, traffic_class.priority.level
    level = traffic_class.level if levelled else traffic_class.excess_level
    return (2, 0) if level is None else (1, level)


def _parts(
    classes: Sequence[TrafficClass], base: Base, profile: Profile, queued: Sequence[bool]
) -> list[Part]:
    whole = base.whole or 0
    asked = [base.guaranteed(item) for item in classes]
    shared = [item.part_of_rest for item in classes if item.part_of_rest is not None]
    if shared and profile.rest_by_rate.value and not any(item.remainder for item in classes):
        return [
            Part(rate, rate, max(_by_rate(item, rate, base), 1))
            for item, rate in zip(classes, asked, strict=True)
        ]
    if shared:
        others = _without_share(classes, queued)
        return [
            Part(rate, rate, _remaining(item.excess, shared, others))
            for item, rate in zip(classes, asked, strict=True)
        ]
    rule = profile.excess_rule
    if rule is Excess.EQUAL:
        return [Part(rate, rate, 1) for rate in asked]
    least = max(whole // 1000, _LEAST)
    spare = max(whole - sum(rate or 0 for rate in asked), 0)
    if rule is Excess.PROPORTIONAL:
        return [
            Part(rate, rate, rate or (least if item.without_rest else max(spare, least)))
            for item, rate in zip(classes, asked, strict=True)
        ]
    heirs = [
        own and item.priority is None and not rate
        for item, rate, own in zip(classes, asked, queued, strict=True)
    ]
    sure = [
        spare // heirs.count(True) if heir else rate
        for heir, rate in zip(heirs, asked, strict=True)
    ]
    floor = profile.default_class_least
    if heirs and heirs[-1] and floor is not None:
        sure[-1] = max(sure[-1] or 0, whole * floor.value // PPM)
    return [Part(rate, own or None, own or least) for rate, own in zip(asked, sure, strict=True)]


def _by_rate(traffic_class: TrafficClass, rate: int | None, base: Base) -> int:
    """The ppm of what is left that a class has by its share, or else by its `rate` (bit/s).

    Juniper, excess-rate (Schedulers): without one it is the same as the transmit rate; a percentage
    up to 100, or a proportion up to 1000.
    """
    given = traffic_class.excess
    if given is not None and given.value:
        return given.value * (1000 if given.base is RateBase.RATIO else 1)
    if given is None and rate and base.reservable:
        return rate * PPM // base.reservable
    return PPM // 1000


def implied_excess(
    classes: Sequence[TrafficClass], queued: Sequence[bool], by: str
) -> list[Rate | None]:
    """For each class, the part of the rest that it has without a line that says so; `by` is the
    profile. None where the class has one by itself, or no class has.

    Cisco 10000 Series QoS Configuration Guide, Distribution of Remaining Bandwidth Using Ratio: a
    ratio of 1 for each class. Beside percentages: what these leave, in equal parts.
    """
    shared = [item.part_of_rest for item in classes if item.part_of_rest is not None]
    others = _without_share(classes, queued)
    if not shared or not others:
        return [None] * len(classes)
    base = RateBase.REMAINING
    if any(rate.base is RateBase.RATIO for rate in shared):
        base = RateBase.RATIO
    implied = Rate(_remaining(None, shared, others), base, by)
    return [
        implied if own and item.excess is None and item.priority is None else None
        for item, own in zip(classes, queued, strict=True)
    ]


def implied_shares(device: Device, policy: Policy, by: str) -> list[Rate | None]:
    """`implied_excess` of the classes of a policy. Queues of switches and circuits say all by
    themselves.
    """
    if policy.feature:
        return [None] * len(policy.classes)
    return implied_excess(policy.classes, queued_classes(device, policy), by)


def _without_share(classes: Sequence[TrafficClass], queued: Sequence[bool]) -> int:
    return sum(
        own and traffic_class.excess is None and traffic_class.priority is None
        for traffic_class, own in zip(classes, queued, strict=True)
    )


def _remaining(own: Rate | None, shared: list[Rate], others: int) -> int:
    if own is not None:
        return max(own.value, 1)
    if any(rate.base is RateBase.RATIO for rate in shared):
        return 1
    rest = PPM - sum(rate.value for rate in shared)
    return max(rest // max(others, 1), 1)
