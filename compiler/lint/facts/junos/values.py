"""Figures of a JunOS text as they are written."""

from __future__ import annotations

from qosc.patterns import pattern

__all__ = ["bits", "speed_of"]

_RATE = pattern(r"(\d{1,15})(?:\.(\d{1,3}))?([kmgKMG]?)")
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_SPEEDS = {"fe": 10**8, "ge": 10**9, "mge": 10**9, "xe": 10**10, "et": 4 * 10**10}
"""Bit/s at most of the kinds of port; an `et` port has 40 Gbit/s at least."""


def bits(text: str) -> int | None:
    """A rate in bit/s such as `20m`; None where it is none (a share, a variable)."""
    said = _RATE.fullmatch(text)
    if said is None:
        return None
    part = said[2] or ""
    unit = _UNITS[said[3].lower()]
    return int(said[1] + part) * unit // int(10 ** len(part))


def speed_of(port: str) -> int | None:
    """The speed in bit/s by the kind of a port's name."""
    return _SPEEDS.get(port.partition("-")[0])
