"""What a shaper lets through, in the long run and at once."""

from __future__ import annotations

from typing import NamedTuple

from qosc.amounts import Rate
from qosc.ir import Shaper
from qosc.values import replace

__all__ = ["Shaped", "sent_rate", "shaped"]


class Shaped(NamedTuple):
    """The bounds of a shaper: bit/s, and bytes at once.

    `burst` is Bc + Be, 0 where neither is known; `interval` is Tc in microseconds, 0 then.
    """

    rate: int
    burst: int
    interval: int = 0


def shaped(shaper: Shaper | None, whole: int | None) -> Shaped | None:
    """What a shaper bounds below a link or a parent of `whole` bit/s.

    Bursts that are times are of the CIR. None without a shaper, and where its rate or what it holds
    is not known in bit/s and bytes.
    """
    if shaper is None:
        return None
    cir, rate = shaper.rate.bits_per_second(whole), shaper.cap(whole)
    if cir is None or rate is None:
        return None
    bursts = [0 if one is None else one.bytes_at(cir) for one in (shaper.committed, shaper.excess)]
    committed, excess = bursts
    if committed is None or excess is None:
        return None
    return Shaped(rate, committed + excess, committed * 8_000_000 // cir)


def sent_rate(shaper: Shaper) -> Rate | None:
    """The rate that leaves, in the unit of the shaper's own rate: its rate, or that of a peak
    shaper, CIR * (1 + Be / Bc). None where a burst of a peak shaper is not known.

    Cisco IOS Quality of Service Solutions Command Reference, `shape`: peak sends Bc + Be in each
    interval Bc / CIR, and Be is as large as Bc where it is not given.
    """
    if not shaper.peak:
        return shaper.rate
    committed, excess = shaper.committed, shaper.excess
    if committed is None or excess is None or committed.unit is not excess.unit:
        return None
    if not committed.value:
        return None
    more = shaper.rate.value * excess.value // committed.value
    return replace(shaper.rate, value=shaper.rate.value + more)
