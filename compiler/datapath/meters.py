"""The token buckets of a meter, in figures, where it is applied."""

from __future__ import annotations

from typing import NamedTuple

from qosc.amounts import Burst, BurstUnit, Rate, RateBase
from qosc.ir import Algorithm, Meter
from qosc.profiles.model import Profile

__all__ = ["Bucket", "Buckets", "buckets", "default_times"]


class Bucket(NamedTuple):
    """A bucket of `depth` bytes, filled at `rate` bit/s; with `packets` both count packets.

    None for what is not known: a share of an unknown rate, a depth that the config leaves out and
    no platform fills in.
    """

    rate: int | None
    depth: int | None
    packets: bool = False


def default_times(profile: Profile) -> tuple[int, int] | None:
    """The least and the greatest time, in microseconds at its rate, of the burst that a policer has
    where none is given, by all public sources; None where none says it.
    """
    fact = profile.police_burst_time
    if fact.value is None:
        return None
    return fact.span or (fact.value, fact.value)


class Buckets(NamedTuple):
    """The buckets of a meter: CIR with CBS, CIR with EBS, PIR with PBS.

    `excess` is what is held beside the committed burst; of CAR it counts from zero.
    """

    committed: Bucket
    excess: Bucket | None
    peak: Bucket | None
    lends: bool = False
    """Whether packets may borrow up to the excess burst (CAR)."""

    @property
    def at_once(self) -> int | None:
        """The bytes of the largest burst that still conforms, or None where they are not known."""
        normal = self.committed.depth
        if normal is None or self.committed.packets:
            return None
        if not self.lends or self.excess is None:
            return normal
        return max(normal, self.excess.depth or 0)


def buckets(meter: Meter, whole: int | None) -> Buckets:
    """The buckets of a meter whose percentages are of `whole` bit/s, if that is known."""
    return Buckets(
        _bucket(meter.cir, meter.cbs, whole),
        None if meter.ebs is None else _bucket(meter.cir, meter.ebs, whole),
        None if meter.pir is None else _bucket(meter.pir, meter.pbs, whole),
        meter.algorithm is Algorithm.CAR,
    )


def _bucket(rate: Rate, burst: Burst | None, whole: int | None) -> Bucket:
    if rate.base is RateBase.PPS:
        if burst is None:
            return Bucket(rate.value, 1, packets=True)
        counted = burst.unit is BurstUnit.PACKETS
        return Bucket(rate.value, burst.value if counted else None, packets=True)
    bps = rate.bits_per_second(whole)
    return Bucket(bps, None if burst is None else burst.bytes_at(bps))
