"""Figures of a JunOS text as they are written."""

from __future__ import annotations

from qosc.patterns import pattern

__all__ = ["bits"]

_RATE = pattern(r"(\d{1,15})(?:\.(\d{1,3}))?([kmgKMG]?)")
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


def bits(text: str) -> int | None:
    """A rate in bit/s such as `20m`; None where it is none (a share, a variable)."""
    said = _RATE.fullmatch(text)
    if said is None:
        return None
    part = said[2] or ""
    unit = _UNITS[said[3].lower()]
    return int(said[1] + part) * unit // int(10 ** len(part))
