"""By how much a packet of a source with jitter is late: drawn from the seed, alike in all engines
that keep the time of the scenario.
"""

from __future__ import annotations

from zlib import crc32

__all__ = ["jitter_seed", "late_ns"]

_MASK = 0xFFFFFFFF


def jitter_seed(seed: int, name: str) -> int:
    """What the jitter of a source of this name starts from, in a scenario with this seed."""
    return crc32(f"{seed}/{name}".encode("utf-8", "replace"))


def late_ns(start: int, number: int, most_ns: int) -> int:
    """By how many ns packet `number` (from 0) of a source is late, less than `most_ns`.

    32 bits of the packet's number, spread by the golden ratio and mixed as at the end of
    MurmurHash3 (Appleby), as a part of the most.
    """
    mixed = (number * 0x9E3779B9 + start) & _MASK
    mixed = ((mixed ^ mixed >> 16) * 0x85EBCA6B) & _MASK
    mixed = ((mixed ^ mixed >> 13) * 0xC2B2AE35) & _MASK
    return (mixed ^ mixed >> 16) * most_ns >> 32
