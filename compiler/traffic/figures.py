"""Numbers of traffic descriptions, with the suffixes that each tool has for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

__all__ = ["BINARY", "DECIMAL", "IPERF2", "number", "scaled", "seconds", "tos_byte"]

DECIMAL: Mapping[str, int] = {"k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
"""Rates of iperf3, in either case (iperf3, src/units.c: unit_atof_rate)."""
BINARY: Mapping[str, int] = {"k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}
"""Sizes of iperf3, in either case (the same: unit_atof)."""
IPERF2: Mapping[str, int] = dict(DECIMAL, K=2**10, M=2**20, G=2**30)
"""iperf 2: lower case in steps of 1000, upper case of 1024 (iperf(1), NOTES)."""

_NUMBER = re.compile(r"(\d{1,15})(?:\.(\d{1,9}))?([A-Za-z]*)\Z")


def number(text: str, most: int = 10**13) -> int | None:
    """A whole number from 0 to `most` without a suffix."""
    return int(text) if re.fullmatch(r"\d{1,15}", text) and int(text) <= most else None


def scaled(text: str, suffixes: Mapping[str, int], *, fold: bool = False) -> Fraction | None:
    """A number with a suffix, or without; None for anything else. `fold`: in either case."""
    match = _NUMBER.match(text)
    if match is None:
        return None
    value = Fraction(f"{match[1]}.{match[2] or 0}")
    suffix = match[3].lower() if fold else match[3]
    if not suffix:
        return value
    scale = suffixes.get(suffix)
    return None if scale is None else value * scale


def seconds(text: str, suffixes: Mapping[str, int] | None = None) -> int | None:
    """Microseconds of a time in seconds (or with a suffix, in so many seconds)."""
    value = scaled(text, suffixes or {})
    return None if value is None or value > 10**7 else int(value * 10**6)


def tos_byte(text: str) -> int | None:
    """A byte as C writes numbers: decimal, 0x, or octal with a leading 0."""
    if not re.fullmatch(r"0[xX][0-9a-fA-F]{1,4}|\d{1,4}", text):
        return None
    octal = text.startswith("0") and text.isdigit() and len(text) > 1
    if octal and not re.fullmatch("[0-7]+", text):
        return None
    value = int(text, 8 if octal else 0)
    return value if value < 256 else None
