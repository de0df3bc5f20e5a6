"""What a shaper lets through in the long run."""

from __future__ import annotations

from qosc.amounts import Rate
from qosc.ir import Shaper
from qosc.values import replace

__all__ = ["sent_rate"]


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
