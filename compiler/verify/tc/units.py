"""Numbers as tc writes them (tc(8), section UNITS; iproute2 lib/utils.c and tc/tc_util.c)."""

from __future__ import annotations

import re

from qosc.verify.tc.model import Handle, Unreadable

__all__ = ["handle", "integer", "rate", "size"]

_NUMBER = re.compile(r"(\d+(?:\.\d+)?)([A-Za-z]*)")
_SCALES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12,
           "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}  # fmt: skip
_SIZES = {"": 1, "b": 1, "k": 2**10, "kb": 2**10, "m": 2**20, "mb": 2**20, "g": 2**30,
          "gb": 2**30}  # fmt: skip


def _split(text: str) -> tuple[float | int, str]:
    found = _NUMBER.fullmatch(text)
    if not found:
        raise Unreadable(f"not a number with a unit: {text}")
    digits, unit = found.groups()
    return (float(digits) if "." in digits else int(digits)), unit.lower()


def rate(text: str) -> int:
    """Bit/s. `bit` counts bits and `bps` bytes; a bare number counts bits."""
    number, unit = _split(text)
    if unit.endswith("bps"):
        scale, eight = unit[:-3], 8
    else:
        scale, eight = unit.removesuffix("bit"), 1
    if scale not in _SCALES:
        raise Unreadable(f"not a rate: {text}")
    return int(number * _SCALES[scale] * eight)


def size(text: str) -> int:
    """Bytes. `b` counts bytes, `kbit` and `mbit` bits; thousands are of 1024."""
    number, unit = _split(text)
    if unit in ("kbit", "mbit", "gbit"):
        return int(number * _SIZES[unit[0]] / 8)
    if unit not in _SIZES:
        raise Unreadable(f"not a size: {text}")
    return int(number * _SIZES[unit])


def handle(text: str) -> Handle:
    """A handle or class id; both numbers are hexadecimal."""
    major, colon, minor = text.partition(":")
    if not colon:
        raise Unreadable(f"not a class id: {text}")
    return integer(major or "0", 16), integer(minor or "0", 16)


def integer(text: str, base: int = 0) -> int:
    """A whole number, in any of C's notations where `base` is 0."""
    try:
        return int(text, base)
    except ValueError:
        raise Unreadable(f"not a number: {text}") from None
