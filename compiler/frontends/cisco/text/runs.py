"""Runs of lines of no interest: routes, users, routing protocols with all that is below them.

Most of a long config is made of such lines, and few words begin them. The words are learnt as the
text is read; from then on one pattern finds the lines where such a run can end, and what stands
before the next of these is counted without being looked at.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Sequence
from itertools import accumulate, repeat

__all__ = ["Runs", "is_indented"]

_WORTH = 1_000
"""With fewer lines left there is nothing to gain."""
_ONE_IN = 64
"""Which part of the lines left must have been looked at before it is worth to learn (again)."""
_MOST = 64
"""Different beginnings of lines that are learnt."""


class Runs:
    """Where the runs of one text end. `odd`: lines that are no part of any run."""

    __slots__ = ("_ends", "_learnt", "_lines", "_met", "_missed", "_odd")

    def __init__(self, lines: Sequence[str], odd: Collection[int]) -> None:
        self._lines = lines
        self._odd = odd
        self._met: set[str] = set()
        self._learnt: frozenset[str] = frozenset()
        self._missed = 0
        self._ends: list[int] = []
        """The lines which are not of a run that goes on, after the place where it was learnt."""

    def end(self, index: int, start: str) -> int:
        """Where the run goes on to that the line before `index` is of, which begins with `start`.

        The lines up to there are mere `!`, or indented and no comments, or begin as some line did
        that was given here.
        """
        if start not in self._learnt and not self._learn(index, start):
            return index
        return self._ends[bisect_left(self._ends, index)] if index < len(self._lines) else index

    def _learn(self, index: int, start: str) -> bool:
        met, left = self._met, len(self._lines) - index
        if len(met) < _MOST:
            met.add(start)
        self._missed += 1
        if left < _WORTH or self._missed * _ONE_IN < left or len(met) == len(self._learnt):
            return False
        self._missed = 0
        self._learnt = frozenset(met)
        words = "|".join(map(re.escape, sorted(met)))
        # Possible ends, each with the newline before it, cut the text to pieces.
        pieces = re.split(rf'\n(?! +["-~]|!\n|{words})', "\n".join(self._lines[index - 1 :]))
        counts = accumulate(map(str.count, pieces, repeat("\n")))
        self._ends = [at + number for number, at in enumerate(counts, start=index)]
        if self._odd:
            self._ends = sorted({*self._ends, *(at for at in self._odd if at >= index)})
        return start in met


def is_indented(line: str) -> bool:
    """Whether a line begins with blanks and goes on with something that is no comment."""
    bare = line.lstrip()
    return len(line) > len(bare) > 0 and bare[0] != "!"
