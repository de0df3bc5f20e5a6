"""Values of attributes: bit strings, ranges, rates, times."""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv4Address, summarize_address_range

from qosc.ir import Interval, Masked

__all__ = ["addresses", "bits", "kilobits", "number", "ports", "range_of", "whole_day"]

_MOST = 4_294_967_295
"""The largest number (IBM, "General syntax rules for Policy Agent")."""


def bits(text: str) -> tuple[int, str] | None:
    """The byte of a bit string, leftmost bit first, and what is to be said of it; None for none.

    AIX, "QoS policy specification": a short string is padded on the right (101 is 10100000). For
    OS/390 no public page says so.
    """
    if not re.fullmatch("[01]{1,8}", text):
        return None
    padded = text.ljust(8, "0")
    if padded == text:
        return int(text, 2), ""
    return int(padded, 2), f"{len(text)} digits in place of 8: taken for {padded}, as AIX does"


def number(text: str) -> int | None:
    """A whole number of the syntax."""
    return int(text) if re.fullmatch("[0-9]{1,10}", text) and int(text) <= _MOST else None


def kilobits(text: str) -> int | None:
    """bit/s (or bits) of a number of thousands."""
    value = number(text)
    return None if not value else value * 1000


def range_of(values: tuple[str, ...]) -> tuple[str, str] | None:
    """The two ends of a range: `a b`, `a-b` or `a:b`; one value is both."""
    if not values:
        return None
    parts = [part for part in re.split("[-:]", values[0]) if part]
    if len(parts) == 1 and len(values) > 1 and re.fullmatch(r"[0-9.]+", values[1]):
        parts.append(values[1])
    return (parts[0], parts[-1]) if 1 <= len(parts) <= 2 else None


def _interval(values: tuple[str, ...], most: int) -> Interval | None:
    ends = range_of(values)
    low, high = (number(ends[0]), number(ends[1])) if ends else (None, None)
    if low is None or high is None or not low <= high <= most:
        return None
    return Interval(low, high)


def ports(values: tuple[str, ...], most: int = 65_535) -> Interval | None:
    """Ports, or protocol numbers with `most` of 255."""
    return _interval(values, most)


def addresses(values: tuple[str, ...]) -> tuple[Masked, ...] | None:
    """IPv4 addresses from one to another, as prefixes."""
    ends = range_of(values)
    if ends is None:
        return None
    try:
        low, high = IPv4Address(ends[0]), IPv4Address(ends[1])
    except AddressValueError:
        return None
    if low > high:
        return None
    return tuple(
        Masked(int(net.network_address), int(net.netmask))
        for net in summarize_address_range(low, high)
    )


def whole_day(text: str) -> bool:
    """Whether a range of the time of day is all of it."""
    return re.fullmatch(r"0?0:00-(?:24:00|0?0:00|23:59:59)", text) is not None
