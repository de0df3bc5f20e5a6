"""In which order commands are fuzzed, and how long: all of them early, the cheap ones first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scripts.fuzzing.totals import Totals

__all__ = ["cheap_first", "rounds"]

_FIRST_S = 2
"""So long each command has in the first round, in seconds of processor time."""


def cheap_first(names: Sequence[str], totals: Totals) -> list[str]:
    """Commands by the processor time that an input took in all runs; those not run come last."""
    return sorted(names, key=totals.cost)


def rounds(seconds: int, commands: int, *, guided: bool = False) -> Iterator[int]:
    """Seconds for each command, round after round, each round twice as long as the one before.

    `seconds` is what all commands have together. A run that is cut short has reached all of them.
    One that is guided by coverage has one round: a process that counts it takes half a minute of
    processor time before its first input.
    """
    share = max(seconds // commands, 1)
    each = share if guided else _FIRST_S
    while share > 0:
        # What would be left for a round of its own is too little for one.
        each = share if share < 2 * each else each
        yield each
        share -= each
        each *= 2
