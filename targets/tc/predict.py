"""What tc and the kernel make of the numbers they are given.

The clock of the packet scheduler ticks every 64 ns. iproute2 before 6.15 turns a burst into a time
in whole microseconds, then into whole ticks, both rounded down; the kernel keeps the ticks
(iproute2 6.1 tc_core.c and Linux sch_generic, act_police; checked against a running 6.1 kernel).
"""

from __future__ import annotations

import math

from qosc.amounts import ceil_div

__all__ = [
    "HTB_QUANTUM_MOST",
    "RATE32_MOST",
    "SIZE_MOST",
    "TICK_NS",
    "burst_for",
    "kernel_burst",
    "longest_burst",
    "red_burst_for",
    "red_wlog",
    "shown_burst",
]

TICK_NS = 64
_MICRO = 1_000_000
_BILLION = 1_000_000_000

QUEUE_LEVELS = 4
"""Policies on one way through a hierarchy whose queues become classes of HTB, which itself takes
eight levels; the ledger refuses the queues of those further in."""


HTB_QUANTUM_MOST = 200_000
"""Above this many bytes the kernel warns that one class may hold the link for long."""

SIZE_MOST = (1 << 32) - 1
"""Bytes: tc keeps sizes in 32 bits (get_size)."""
RATE32_MOST = SIZE_MOST * 8
"""bit/s: the largest rate where tc keeps bytes per second in 32 bits and refuses any other, as for
the bandwidth of `red` (iproute2 tc/q_red.c, get_rate in lib/utils_math.c)."""


def _ticks(rate: int, size: int) -> int:
    return (size * 8 * _MICRO // rate) * 1000 // TICK_NS


def kernel_burst(rate: int, size: int) -> int:
    """Bytes that a bucket asked to hold `size` bytes at `rate` bit/s can really give at once.

    >>> kernel_burst(1_000_000_000, 1500), kernel_burst(2_000_000, 1500)
    (1496, 1500)
    """
    return _ticks(rate, size) * TICK_NS * rate // (8 * _BILLION)


def shown_burst(rate: int, size: int) -> int:
    """Bytes that `tc show` (before 6.15) prints for it: it rounds down once more.

    >>> shown_burst(1_000_000_000, 1500)
    1375
    """
    return (_ticks(rate, size) * TICK_NS // 1000) * rate // (8 * _MICRO)


def burst_for(rate: int, size: int) -> int:
    """The smallest burst to write so that the kernel's bucket holds at least `size` bytes, or the
    largest that tc takes.

    >>> burst_for(1_000_000_000, 1500), burst_for(2_000_000, 8000)
    (1625, 8000)
    """
    if size >= SIZE_MOST:
        return SIZE_MOST
    if kernel_burst(rate, size) >= size:
        return size
    micros = size * 8 * _MICRO // rate
    while (micros * 1000 // TICK_NS) * TICK_NS * rate // (8 * _BILLION) < size:
        micros += 1
    return min(ceil_div(micros * rate, 8 * _MICRO), SIZE_MOST)


def red_wlog(minimum: int, burst: int, avpkt: int) -> int | None:
    """The averaging exponent that tc derives from `burst` (packets); None where it refuses.

    The average gets weight 2**-exponent, chosen so that a burst of so many packets into an empty
    queue does not lift the average above `minimum` bytes (Floyd and Jacobson 1993, section 6).
    """
    packets = burst + 1 - minimum / avpkt
    if packets < 1:
        return None
    weight = 0.5
    for wlog in range(1, 32):
        if packets <= (1 - math.pow(1 - weight, burst)) / weight:
            return wlog
        weight /= 2
    return None


def red_burst_for(minimum: int, avpkt: int, exponent: int) -> int | None:
    """The smallest burst for which tc derives `exponent`; None where there is none.

    >>> red_burst_for(20_000, 1000, 9)
    106
    """
    start = max(1, minimum // avpkt)
    low, high = start, start + (4 << max(exponent, 1))
    while low < high:
        middle = (low + high) // 2
        wlog = red_wlog(minimum, middle, avpkt)
        if wlog is not None and wlog >= exponent:
            high = middle
        else:
            low = middle + 1
    return low if red_wlog(minimum, low, avpkt) == exponent else None


def longest_burst(rate: int) -> int:
    """The most bytes that a bucket at `rate` bit/s can hold: its ticks are kept in 32 bits."""
    return ((1 << 32) - 32) * TICK_NS * rate // (8 * _BILLION)
