"""Figures of a treatment: a value in one unit, and how it came about, in words."""

from __future__ import annotations

from dataclasses import field

from qosc.amounts import Burst, BurstUnit, Depth, DepthUnit, Rate, RateBase, show_rate
from qosc.datapath.queues.depths import depth_bytes
from qosc.datapath.shares import Base
from qosc.source import NOWHERE, Span
from qosc.values import dataclass

__all__ = ["Figure", "burst_figure", "depth_figure", "rate_figure", "said"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A value and its unit; two figures are equal where these are.

    `value` is None where it is not known: `unit` then holds the config's words, so that an
    unknown figure equals one of the same words. `words` is what a person reads, `by` the platform
    that gives it where the config does not, `origin` its place in the config.
    """

    value: int | str | None
    unit: str
    words: str = field(compare=False)
    by: str = field(default="", compare=False)
    origin: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def known(self) -> bool:
        """Whether the config and its platform say what it is."""
        return self.value is not None

    def __str__(self) -> str:
        by = f", default of {self.by}" if self.by else ""
        if not by:
            return self.words
        return f"{self.words[:-1]}{by})" if self.words.endswith(")") else f"{self.words} ({by[2:]})"


def said(value: int | str, unit: str, words: str = "", origin: Span = NOWHERE) -> Figure:
    """A figure that the config gives as it is."""
    return Figure(value, unit, words or f"{value} {unit}".rstrip(), "", origin)


def _percent(text: str) -> str:
    return text.replace(" %", "%")


def rate_figure(rate: Rate, base: Base, *, reserving: bool) -> Figure:
    """A rate in bit/s where `base` is known; `reserving`: of what guarantees are taken of."""
    written = _percent(str(rate))
    if rate.base is RateBase.BPS:
        return Figure(rate.value, "bit/s", show_rate(rate.value), rate.default_by, rate.origin)
    if rate.base is RateBase.PPS:
        return Figure(rate.value, "packet/s", written, rate.default_by, rate.origin)
    whole = base.reservable if reserving else base.whole
    bps = Base(whole).reserved(rate) if rate.base is RateBase.PERCENT else None
    if bps is None or whole is None:
        return Figure(None, written, f"{written} of an unknown rate", rate.default_by, rate.origin)
    words = f"{show_rate(bps)} ({written} of {show_rate(whole)})"
    return Figure(bps, "bit/s", words, rate.default_by, rate.origin)


def burst_figure(burst: Burst, in_bytes: int | None) -> Figure:
    """A burst, of which `in_bytes` are worked out; None: they are not known, or it is packets."""
    if burst.unit is BurstUnit.PACKETS:
        return Figure(burst.value, "packets", str(burst), burst.default_by, burst.origin)
    if in_bytes is None:
        return Figure(None, str(burst), f"{burst}", burst.default_by, burst.origin)
    words = f"{in_bytes} bytes"
    if burst.unit is BurstUnit.MICROSECONDS:
        words += f" ({burst})"
    return Figure(in_bytes, "bytes", words, burst.default_by, burst.origin)


def depth_figure(depth: Depth, pace: int | None, link: int | None) -> Figure:
    """A depth: in packets or as a share of the buffer as written, a time in bytes at `pace`."""
    by, at = depth.default_by, depth.origin
    if depth.unit in (DepthUnit.PACKETS, DepthUnit.BYTES):
        return Figure(depth.value, depth.unit.value, str(depth), by, at)
    written = _percent(str(depth))
    if depth.unit is DepthUnit.SHARE:
        return Figure(depth.value, "ppm of the buffer", written, by, at)
    size = None if pace is None else depth_bytes(depth, pace, link or pace, 0)
    if size is None:
        return Figure(None, written, f"{written} at an unknown rate", by, at)
    return Figure(size, "bytes", f"{size} bytes ({written})", by, at)
