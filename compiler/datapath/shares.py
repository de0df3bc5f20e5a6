"""How the classes of one policy divide what their parent carries.

The one place that knows this arithmetic: the back ends word its result each in their own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from qosc.amounts import PPM, Rate, RateBase
from qosc.ir import TrafficClass
from qosc.profiles.model import Excess, Profile

__all__ = ["Base", "Bound", "Part", "divide"]

_LEAST = 64
"""bit/s of the least part that a class without a guarantee counts with."""


class Bound(NamedTuple):
    """What a bounded priority class may send before others: bit/s, and bytes at once.

    `burst` is 0 where neither config nor platform gives one, None where it is not in bytes.
    """

    rate: int
    burst: int | None


class Base(NamedTuple):
    """What the percentages of a policy are of where it is applied, in bit/s; None: not known.

    `whole` is that of shapers and policers. Guarantees and priorities are of `pool`, where a shaper
    above gives them one beside its rate. On input (`output` false) a shaper holds nothing.
    """

    whole: int | None
    pool: int | None = None
    output: bool = True

    @property
    def reservable(self) -> int | None:
        """The bit/s that guarantees and priorities in percent are of."""
        return self.whole if self.pool is None else self.pool

    def guaranteed(self, found: TrafficClass) -> int | None:
        """The bit/s that the config guarantees a class, by its priority or its guarantee."""
        rate = found.guarantee
        if found.priority is not None and found.priority.rate is not None:
            rate = found.priority.rate
        bps = rate.bits_per_second(self.reservable) if rate is not None else None
        return None if bps is None else max(bps, 0)

    def bound(self, found: TrafficClass) -> Bound | None:
        """What bounds a priority class; None where nothing does, or at a rate that is not known."""
        priority = found.priority
        rate = self.guaranteed(found)
        if priority is None or priority.rate is None or rate is None:
            return None
        return Bound(rate, 0 if priority.burst is None else priority.burst.bytes_at(rate))

    def cap(self, found: TrafficClass) -> int | None:
        """The bit/s that the shaper of a class lets through; None without one, or not known."""
        return None if found.shaper is None else found.shaper.cap(self.whole)

    def below(self, found: TrafficClass) -> Base:
        """The base of the child policy of a class, whose defaults are filled in."""
        if found.shaper is None or not self.output:
            return self
        cap = self.cap(found)
        pool = found.shaper.pool.bits_per_second(self.whole) if found.shaper.pool else None
        return Base(self.whole if cap is None else cap, pool)


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
    queued: Sequence[bool] | None = None,
) -> list[Part]:
    """The parts of the classes in what their parent carries.

    `queued` says which classes have a queue of their own (None: all); the others inherit nothing.

    `bandwidth remaining` gives its ratio or its percentage; beside it the others have ratio 1, or
    part alike what the percentages leave. Otherwise the platform's rule holds, see `Excess`.
    """
    whole = base.whole or 0
    asked = [base.guaranteed(found) for found in classes]
    shared = [found.excess for found in classes if found.excess is not None]
    if shared:
        others = sum(found.excess is None and found.priority is None for found in classes)
        return [
            Part(rate, rate, _remaining(found.excess, shared, others))
            for found, rate in zip(classes, asked, strict=True)
        ]
    rule = profile.excess_rule
    if rule is Excess.EQUAL:
        return [Part(rate, rate, 1) for rate in asked]
    least = max(whole // 1000, _LEAST)
    spare = max(whole - sum(rate or 0 for rate in asked), 0)
    if rule is Excess.PROPORTIONAL:
        return [Part(rate, rate, rate or max(spare, least)) for rate in asked]
    heirs = [
        found.priority is None and not rate and (queued is None or queued[number])
        for number, (found, rate) in enumerate(zip(classes, asked, strict=True))
    ]
    sure = [
        spare // heirs.count(True) if heir else rate
        for heir, rate in zip(heirs, asked, strict=True)
    ]
    floor = profile.default_class_least
    if heirs and heirs[-1] and floor is not None:
        sure[-1] = max(sure[-1] or 0, whole * floor.value // PPM)
    return [Part(rate, own or None, own or least) for rate, own in zip(asked, sure, strict=True)]


def _remaining(own: Rate | None, shared: list[Rate], others: int) -> int:
    if own is not None:
        return max(own.value, 1)
    if any(rate.base is RateBase.RATIO for rate in shared):
        return 1
    rest = PPM - sum(rate.value for rate in shared)
    return max(rest // max(others, 1), 1)
