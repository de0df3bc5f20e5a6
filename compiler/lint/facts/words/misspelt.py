"""Words that differ by one slip of the pen: a character too few, or two exchanged."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["is_slip"]


def is_slip(one: str, other: str, parts: str = ".") -> bool:
    """Whether two words differ by one character that one of them lacks, by two neighbours that are
    exchanged, or by two whole parts (octets) that are exchanged.
    """
    if one == other:
        return False
    if len(one) == len(other):
        return _exchanged(one, other) or _exchanged(one.split(parts), other.split(parts))
    short, long = sorted((one, other), key=len)
    if len(long) != len(short) + 1:
        return False
    at = next((i for i, letter in enumerate(short) if letter != long[i]), len(short))
    return short[at:] == long[at + 1 :]


def _exchanged(one: Sequence[str], other: Sequence[str]) -> bool:
    if len(one) != len(other):
        return False
    apart = [i for i, part in enumerate(one) if part != other[i]]
    if len(apart) != 2:
        return False
    first, last = apart
    return one[first] == other[last] and one[last] == other[first]
