"""How the classes of one policy divide what their parent carries.

The one place that knows this arithmetic: the back ends word its result each in their own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from qosc.amounts import PPM, Rate, RateBase
from qosc.ir import TrafficClass
from qosc.profiles.model import Excess, Profile

__all__ = ["Base", "Part", "divide", "inner_pool", "shaped_to"]

_LEAST = 64
"""bit/s of the least part that a class without a guarantee counts with."""


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

    def below(self, found: TrafficClass) -> Base:
        """The base of the child policy of a class, whose defaults are filled in."""
        if found.shaper is None or not self.output:
            return self
        cap = found.shaper.cap(self.whole)
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
    classes: tuple[TrafficClass, ...], whole: int, profile: Profile,
    queued: Sequence[bool] | None = None, pool: int | None = None,
) -> list[Part]:  # fmt: skip
    """The parts of the classes in `whole` bit/s; guarantees in percent are of `pool` bit/s, if any.

    `queued` says which classes have a queue of their own (None: all); the others inherit nothing.

    `bandwidth remaining` gives its ratio or its percentage; beside it the others have ratio 1, or
    part alike what the percentages leave. Otherwise the platform's rule holds, see `Excess`.
    """
    asked = [_asked(found, whole if pool is None else pool) for found in classes]
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


def inner_pool(found: TrafficClass, whole: int, pool: int | None) -> int | None:
    """The bit/s that guarantees in percent are of in a child policy of a class.

    None where that is all that the class may send. `whole` and `pool` are those of the class's own
    policy. A class without a shaper hands on what it has.
    """
    if found.shaper is None:
        return pool
    if found.shaper.pool is None:
        return None
    return found.shaper.pool.bits_per_second(whole)


def shaped_to(found: TrafficClass, whole: int) -> int:
    """The bit/s that percentages of shapers and policers below a class are of: what it is shaped
    to, even where the line carries less, or else `whole`, that of its own policy.
    """
    cap = found.shaper.cap(whole) if found.shaper is not None else None
    return whole if cap is None else cap


def _asked(found: TrafficClass, whole: int) -> int | None:
    rate = found.guarantee
    if found.priority is not None and found.priority.rate is not None:
        rate = found.priority.rate
    bps = rate.bits_per_second(whole) if rate is not None else None
    return None if bps is None else max(bps, 0)


def _remaining(own: Rate | None, shared: list[Rate], others: int) -> int:
    if own is not None:
        return max(own.value, 1)
    if any(rate.base is RateBase.RATIO for rate in shared):
        return 1
    rest = PPM - sum(rate.value for rate in shared)
    return max(rest // max(others, 1), 1)
