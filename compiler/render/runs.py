"""Names that count on from one another, as a range: `Gi1/0/1 to Gi1/0/24` instead of 24 names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["LEAST", "with_ranges"]

LEAST = 4
"""Fewer names in a row stand as they are."""

_DIGITS = 9
"""More than any number of a port has."""


def with_ranges(names: Sequence[str]) -> list[str]:
    """`names` in their order, where at least LEAST that count on by one are `first to last`.

    >>> with_ranges(["ge-0/0/0.0", "ge-0/0/0.1", "ge-0/0/0.2", "ge-0/0/0.3", "ge-0/0/1.0"])
    ['ge-0/0/0.0 to ge-0/0/0.3', 'ge-0/0/1.0']
    """
    lines: list[str] = []
    for run in _runs(names):
        lines += [f"{run[0]} to {run[-1]}"] if len(run) >= LEAST else run
    return lines


def _runs(names: Sequence[str]) -> Iterator[list[str]]:
    """The names, cut wherever one does not follow the one before it."""
    run: list[str] = []
    follower = None
    for name in names:
        if run and name != follower:
            yield run
            run = []
        run.append(name)
        follower = _next(name)
    if run:
        yield run


def _next(name: str) -> str | None:
    """The name that counts one on from `name`; None where it ends in no number."""
    before = name.rstrip("0123456789")
    number = name[len(before) :]
    if not 0 < len(number) <= _DIGITS or (number[0] == "0" and number != "0"):
        return None
    return f"{before}{int(number) + 1}"
