"""Rates, bursts and depths that know their unit and where they were written.

All values are integers in the unit that the type names, so that arithmetic is exact and output is
the same on every machine. A percentage is kept in parts per million (75 % = 750000) until a target
wants it with a link speed in hand.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from qosc.source import NOWHERE, Span
from qosc.values import dataclass

__all__ = [
    "CELL",
    "Burst",
    "BurstUnit",
    "Depth",
    "DepthUnit",
    "Rate",
    "RateBase",
    "ceil_div",
    "in_cells",
    "show_rate",
]

PPM = 1_000_000
CELL, _PAYLOAD = 53, 48
"""Bytes of an ATM cell (ITU-T I.361), and of what it carries."""


def ceil_div(numerator: int, denominator: int) -> int:
    """Integer division that rounds up."""
    return -(-numerator // denominator)


def in_cells(size: int) -> int:
    """The bytes of the ATM cells that `size` bytes are cut into.

    >>> in_cells(96), in_cells(97)
    (106, 159)
    """
    return ceil_div(size, _PAYLOAD) * CELL


class RateBase(StrEnum):
    """What the number of a rate counts, or what it is a share of."""

    BPS = "bps"
    """bit/s."""
    PPS = "pps"
    """packets/s."""
    PERCENT = "percent"
    """Parts per million of the link, or of the parent class's shape rate in a child policy."""
    REMAINING = "remaining"
    """Parts per million of what priority and guarantees leave (`bandwidth remaining percent`)."""
    RATIO = "ratio"
    """A weight against the other classes' weights (`bandwidth remaining ratio`)."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate with its base; see `RateBase` for the unit of `value`."""

    value: int
    base: RateBase = RateBase.BPS
    default_by: str = ""
    """Name of the profile that supplied the value; empty when the config says it."""
    origin: Span = field(default=NOWHERE, compare=False, repr=False)

    def bits_per_second(self, whole: int | None) -> int | None:
        """The rate in bit/s where `whole` (bit/s) is what a percentage is taken of.

        None when the rate is a percentage and `whole` is unknown, or when it is a weight or counts
        packets. Rounded down: a router guarantees no more than it can.
        """
        if self.base is RateBase.BPS:
            return self.value
        if self.base in (RateBase.PERCENT, RateBase.REMAINING) and whole is not None:
            return whole * self.value // PPM
        return None

    def __str__(self) -> str:
        if self.base is RateBase.BPS:
            return show_rate(self.value)
        if self.base is RateBase.PPS:
            return f"{self.value} packet/s"
        if self.base is RateBase.RATIO:
            return f"ratio {self.value}"
        percent = f"{self.value / 10_000:g} %"
        return f"{percent} of the remainder" if self.base is RateBase.REMAINING else percent


class BurstUnit(StrEnum):
    """Unit of a burst."""

    BITS = "bits"
    BYTES = "bytes"
    MICROSECONDS = "us"
    PACKETS = "packets"


@dataclass(frozen=True, slots=True)
class Burst:
    """The depth of a token bucket."""

    value: int
    unit: BurstUnit = BurstUnit.BYTES
    default_by: str = ""
    origin: Span = field(default=NOWHERE, compare=False, repr=False)

    def bytes_at(self, rate: int | None) -> int | None:
        """The burst in bytes; `rate` in bit/s is needed for a burst given as a time.

        Rounded up to a whole byte. None for a burst counted in packets, or for a time when the rate
        is not known.
        """
        if self.unit is BurstUnit.BYTES:
            return self.value
        if self.unit is BurstUnit.BITS:
            return ceil_div(self.value, 8)
        if self.unit is BurstUnit.MICROSECONDS and rate is not None:
            return ceil_div(self.value * rate, 8_000_000)
        return None

    def __str__(self) -> str:
        return _with_time(self.value, self.unit.value)


class DepthUnit(StrEnum):
    """Unit of a queue's depth."""

    PACKETS = "packets"
    BYTES = "bytes"
    MICROSECONDS = "us"
    SHARE = "ppm"
    """Parts per million of the port's buffer."""


@dataclass(frozen=True, slots=True)
class Depth:
    """How much a queue, a ring or a threshold holds.

    `served` is the rate in bit/s that a time, or a share of a buffer, is taken of where the
    platform has one of its own for it; None: what the user of the depth takes. `slow` is how many
    microseconds a buffer whose share this is holds at less than 1 Gbit/s, where that is a time of
    its own; 0: as many as at any rate.
    """

    value: int
    unit: DepthUnit = DepthUnit.PACKETS
    default_by: str = ""
    origin: Span = field(default=NOWHERE, compare=False, repr=False)
    served: int | None = None
    slow: int = 0

    def bytes_at(self, rate: int | None, packet: int) -> int | None:
        """The depth in bytes, taking `packet` bytes per packet, and for a time `served` or else
        `rate` bit/s.

        None for a time when the rate is not known, and for a share of a buffer.
        """
        if self.unit is DepthUnit.SHARE:
            return None
        if self.unit is DepthUnit.BYTES:
            return self.value
        if self.unit is DepthUnit.PACKETS:
            return self.value * packet
        rate = rate if self.served is None else self.served
        return None if rate is None else ceil_div(self.value * rate, 8_000_000)

    def __str__(self) -> str:
        if self.unit is DepthUnit.SHARE:
            return f"{self.value / 10_000:g} % of the buffer"
        return _with_time(self.value, self.unit.value)


def _with_time(value: int, unit: str) -> str:
    if unit == "us" and value % 1000 == 0:
        return f"{value // 1000} ms"
    return f"{value} {unit if value != 1 else unit.rstrip('s') if unit != 'us' else unit}"


def show_rate(bps: int) -> str:
    """A rate for people, without loss: `2 Mbit/s`, `1296 kbit/s`, `64001 bit/s`."""
    for size, name in ((1_000_000_000, "Gbit/s"), (1_000_000, "Mbit/s"), (1_000, "kbit/s")):
        if bps >= size and bps % size == 0:
            return f"{bps // size} {name}"
    return f"{bps} bit/s"
