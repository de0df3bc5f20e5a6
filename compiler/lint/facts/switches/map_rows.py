"""Rows of the maps of a Catalyst of which a later one gives a value something else."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.outside.switch_maps import rows
from qosc.source import SourceText
from qosc.tuples import NamedTuple

__all__ = ["Replaced", "replaced_rows"]


class Replaced(NamedTuple):
    """A value of a row that a later row gives something else; both by their index from 0."""

    value: str
    earlier: int
    later: int
    now: str


def replaced_rows(source: SourceText) -> Iterator[Replaced]:
    """Each row with a value that a later one gives something else: of several, the first value."""
    known: dict[str, dict[str, tuple[str, int]]] = {}
    for row in rows(source.lines):
        if not row.values:
            for name in [name for name in known if row.map.startswith(name)]:
                del known[name]
            continue
        given = known.setdefault(row.map, {})
        reported: set[int] = set()
        for value in row.values:
            before = given.get(value)
            given[value] = row.to, row.at
            if before is not None and before[0] != row.to and before[1] not in reported:
                reported.add(before[1])
                yield Replaced(value, before[1], row.at, row.to)
