"""What most of a group have, and the few that differ from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

__all__ = ["LEAST", "majority"]

LEAST = 3
"""So many must be alike before the only one that differs from them is told."""
_PART = 5
"""One in so many may differ."""

T = TypeVar("T")


def majority(group: Sequence[T], value: Callable[[T], Hashable]) -> tuple[list[T], list[T]] | None:
    """Those of a group whose value is the commonest, and the others.

    None where fewer than four, or less than 80 %, are alike, and where all are; of four, three are
    enough.
    """
    if len(group) <= LEAST:
        return None
    values = [value(one) for one in group]
    ((common, number),) = Counter(values).most_common(1)
    most = number == LEAST == len(group) - 1 or (len(group) - number) * _PART <= len(group)
    if number < LEAST or not most or number == len(group):
        return None
    alike = [one for one, own in zip(group, values, strict=True) if own == common]
    return alike, [one for one, own in zip(group, values, strict=True) if own != common]
