"""Which predicates of a list may share a packet: a test of one value each tells most apart."""

from __future__ import annotations

from collections.abc import Sequence

from qosc.fields import WIDTHS, Field
from qosc.ir import AllOf, Interval, Masked, Predicate, Test

__all__ = ["rivals"]


def rivals(matches: Sequence[Predicate], most: int) -> list[Sequence[int]] | None:
    """For each predicate the places of those before it that may share a packet with it.

    None where that makes more than `most` pairs.

    The entries of most lists test one value each of the same field: a port, a host. Of that
    field (the one with the most values) two predicates that test different values have no packet
    in common. One that tests no single value of it is taken to meet all others.
    """
    asked = [_single_values(match) for match in matches]
    values: dict[Field, set[int]] = {}
    for one in asked:
        for field, value in one.items():
            values.setdefault(field, set()).add(value)
    telling = max(values, key=lambda field: len(values[field]), default=None)
    groups: list[Sequence[int]] = []
    wide: list[int] = []
    alike: dict[int, list[int]] = {}
    pairs = 0
    for place, one in enumerate(asked):
        own = None if telling is None else one.get(telling)
        if own is None:
            groups.append(range(place))
            wide.append(place)
        else:
            same = alike.setdefault(own, [])
            groups.append([*wide, *same])
            same.append(place)
        pairs += len(groups[-1])
        if pairs > most:
            return None
    return groups


def _single_values(match: Predicate) -> dict[Field, int]:
    """The fields of which a packet must have one value for a predicate, with that value."""
    values = {}
    for test in match.operands if isinstance(match, AllOf) else (match,):
        if isinstance(test, Test) and len(test.values) == 1:
            value = test.values[0]
            if isinstance(value, Interval):
                if value.low == value.high:
                    values[test.field] = value.low
            elif isinstance(value, Masked) and value.mask == (1 << WIDTHS[test.field]) - 1:
                values[test.field] = value.value
    return values
