"""Numbers as tc reads them: each argument has a parser of its own, with a base and a width.

Taken from iproute2 6.1: `lib/utils.c` (get_u8 and its kind, over strtoul), `tc/tc_util.c`
(get_rate, get_size, get_qdisc_handle, get_tc_classid), and seen on a Linux 6.1 kernel. C's
leniency (a sign, leading blanks, exponents) is not followed: such text is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from qosc.verify.tc.model import Handle, Unreadable

__all__ = [
    "billionths",
    "classid",
    "decimal",
    "handle",
    "hexadecimal",
    "number",
    "rate",
    "rate32",
    "signed",
    "size",
    "time",
    "unsigned",
]

_DIGITS = {10: re.compile(r"[0-9]+"), 16: re.compile(r"(?:0[xX])?[0-9A-Fa-f]+")}
_ANY = re.compile(r"0[xX][0-9A-Fa-f]+|0[0-7]*|[1-9][0-9]*")
_AMOUNT = re.compile(r"([0-9]+(?:\.[0-9]+)?)([A-Za-z]*)")
_THOUSANDS = {
    "": 1,
    "k": 10**3,
    "m": 10**6,
    "g": 10**9,
    "t": 10**12,
    "ki": 2**10,
    "mi": 2**20,
    "gi": 2**30,
    "ti": 2**40,
}
_SIZES = {
    "": 1,
    "b": 1,
    "k": 2**10,
    "kb": 2**10,
    "m": 2**20,
    "mb": 2**20,
    "g": 2**30,
    "gb": 2**30,
    "kbit": 2**7,
    "mbit": 2**17,
    "gbit": 2**27,
}
_TIMES = {
    "": 1,
    "us": 1,
    "usec": 1,
    "usecs": 1,
    "ms": 10**3,
    "msec": 10**3,
    "msecs": 10**3,
    "s": 10**6,
    "sec": 10**6,
    "secs": 10**6,
}
_MOST32, _MOST64 = 2**32 - 1, 2**64 - 1
_UNDER = 16


def unsigned(text: str, base: int, bits: int) -> int:
    """A whole number of some bits; base 0 takes 0x for hexadecimal and 0 for octal.

    Raises Unreadable for other words and larger numbers.
    """
    pattern = _DIGITS.get(base, _ANY)
    if not pattern.fullmatch(text):
        kind = {10: "decimal", 16: "hexadecimal"}.get(base, "whole")
        raise Unreadable(f"not a {kind} number: {text}")
    if base == 0 and text[0] == "0" and text[1:2] not in ("x", "X"):
        value = int(text, 8)
    else:
        value = int(text, base)
    if value >> bits:
        raise Unreadable(f"not a number of {bits} bits: {text}")
    return value


def number(text: str) -> int:
    """Diagram notation of C, 32 bits (get_u32, base 0)."""
    return unsigned(text, 0, 32)


def decimal(text: str) -> int:
    """Decimal only, 32 bits (get_u32, base 10)."""
    return unsigned(text, 10, 32)


def hexadecimal(text: str) -> int:
    """Hexadecimal with or without 0x, 32 bits (get_u32, base 16)."""
    return unsigned(text, 16, 32)


def signed(read: Callable[[str], int]) -> Callable[[str], int]:
    """The same with a sign (get_integer), 31 bits."""

    def parse(text: str) -> int:
        value = read(text.removeprefix("-"))
        if value >> 31:
            raise Unreadable(f"not a number of 31 bits: {text}")
        return -value if text.startswith("-") else value

    return parse


def _amount(text: str, units: dict[str, int], what: str) -> tuple[int, int, int]:
    """An exact amount as numerator, denominator and the unit's factor."""
    match = _AMOUNT.fullmatch(text)
    unit = match[2].lower() if match else ""
    if match is None or unit not in units:
        raise Unreadable(f"not a {what}: {text}")
    whole, _, part = match[1].partition(".")
    return int(whole + part), 10 ** len(part), units[unit]


def _rate(text: str, most: int) -> int:
    units = {f"{name}bit": scale for name, scale in _THOUSANDS.items()}
    units |= {f"{name}bps": 8 * scale for name, scale in _THOUSANDS.items()}
    value, below, scale = _amount(text, {"": 1, **units}, "rate")
    bits = value * scale // below
    if bits // 8 > most:
        raise Unreadable(f"a rate of more than {most} byte/s: {text}")
    return bits


def rate(text: str) -> int:
    """Bit/s (get_rate64). `bit` counts bits and `bps` bytes; a bare number counts bits."""
    return _rate(text, _MOST64)


def rate32(text: str) -> int:
    """Bit/s of at most 2^32 - 1 byte/s (get_rate), as RED reads its bandwidth (tc/q_red.c)."""
    return _rate(text, _MOST32)


def size(text: str) -> int:
    """Bytes (get_size). `kbit` counts bits; thousands are of 1024; a bare number counts bytes.

    Raises Unreadable for other words, and above 2**32 - 1 bytes.
    """
    value, below, scale = _amount(text, _SIZES, "size")
    if value * scale // below > _MOST32:
        raise Unreadable(f"a size of more than {_MOST32} bytes: {text}")
    return value * scale // below


def time(text: str) -> int:
    """Microseconds (get_time), 32 bits; a bare number counts them.

    Raises Unreadable for other words, and above 2**32 - 1 microseconds.

    >>> time("5ms"), time("90840us"), time("90.8ms"), time("1.5s")
    (5000, 90840, 90800, 1500000)
    """
    value, below, scale = _amount(text, _TIMES, "time")
    if value * scale // below > _MOST32:
        raise Unreadable(f"a time of more than {_MOST32} microseconds: {text}")
    return value * scale // below


def billionths(text: str) -> int:
    """A probability, in parts per billion (strtod in tc/q_red.c).

    Raises Unreadable for other words, and outside 0 to 1.
    """
    if not re.fullmatch(r"[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]{1,2})?", text):
        raise Unreadable(f"not a probability: {text}")
    value = round(float(text) * 1_000_000_000)
    if not 0 <= value <= 1_000_000_000:
        raise Unreadable(f"not a probability: {text}")
    return value


def handle(text: str) -> Handle:
    """A qdisc's handle: `major:`, in hexadecimal (get_qdisc_handle).

    Raises Unreadable for another form, and for a minor number, which tc would ignore.
    """
    major, colon, minor = text.partition(":")
    if colon and minor:
        raise Unreadable(f"the handle of a qdisc has no minor number: {text}")
    return unsigned(major, 16, _UNDER), 0


def classid(text: str) -> Handle:
    """A class id: `major:minor`, both in hexadecimal (get_tc_classid).

    Raises Unreadable for any other form.
    """
    major, colon, minor = text.partition(":")
    if not colon:
        raise Unreadable(f"not a class id: {text}")
    return unsigned(major or "0", 16, _UNDER), unsigned(minor or "0", 16, _UNDER)
