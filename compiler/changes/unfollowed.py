"""Lines that decide what reaches a queue and are not followed: told as what is not decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from qosc.source import Span
from qosc.treatments.compare import Delta

__all__ = ["MOST", "Line", "apart", "not_decided", "places"]

MOST = 12
"""So many lines of one change are told."""


class Line(NamedTuple):
    """A line of a text, with the heading that it stands under, in single spaces."""

    number: int
    text: str


def apart(here: Iterable[Line], there: Iterable[Line]) -> list[Line]:
    """The lines of one side that the other one does not have, as often as they are missing."""
    left = Counter(line.text for line in there)
    found = []
    for line in here:
        if left[line.text] > 0:
            left[line.text] -= 1
        else:
            found.append(line)
    return found


def not_decided(key: str, gone: Sequence[Line], come: Sequence[Line]) -> tuple[Delta, ...]:
    """A row for each line that only one side has; the last one counts those beyond `MOST`."""
    rows = [
        *(Delta(key, line.text, "none", decided=False) for line in gone),
        *(Delta(key, "none", line.text, decided=False) for line in come),
    ]
    if len(rows) > MOST:
        more = f"{len(rows) - MOST + 1} more lines"
        rows[MOST - 1 :] = [Delta(key, more, "see both texts", decided=False)]
    return tuple(rows)


def places(path: str, lines: Iterable[Line]) -> tuple[Span, ...]:
    """Where the first of some lines stand."""
    return tuple(Span(path, one.number, 1, one.number, 1) for one in lines)[:MOST]
