"""The rows of the maps of a Catalyst: which queue, threshold or value each value is given."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.patterns import pattern
from qosc.source import SourceText
from qosc.tuples import NamedTuple

__all__ = ["Replaced", "replaced_rows"]

_QUEUE = pattern(
    r"mls qos (?P<map>srr-queue (?:in|out)put (?:dscp|cos)-map) "
    r"(?P<to>queue \d+ threshold \d+) (?P<values>\d+(?: +\d+)*+) *$"
)
_VALUE = pattern(
    r"mls qos map (?P<map>policed-dscp|dscp-cos|dscp-mutation \S+) "
    r"(?P<values>\d+(?: +\d+)*+) (?P<to>to \d+) *$"
)
_NO = pattern(r"(?:no|default) mls qos (?:map )?(?P<map>\S.*)$")


class Replaced(NamedTuple):
    """A value of a row that a later row gives something else; both by their index from 0."""

    value: str
    earlier: int
    later: int
    now: str


def replaced_rows(source: SourceText) -> Iterator[Replaced]:
    """Each row with a value that a later one gives something else: of several, the first value."""
    rows: dict[str, dict[str, tuple[str, int]]] = {}
    for index, line in enumerate(source.lines):
        if "mls qos " not in line[:16]:
            continue
        gone = _NO.match(line)
        if gone is not None:
            for name in [name for name in rows if gone["map"].startswith(name)]:
                del rows[name]
            continue
        said = _QUEUE.match(line) or _VALUE.match(line)
        if said is None:
            continue
        row = rows.setdefault(said["map"], {})
        reported: set[int] = set()
        for value in said["values"].split():
            before = row.get(value)
            row[value] = said["to"], index
            if before is not None and before[0] != said["to"] and before[1] not in reported:
                reported.add(before[1])
                yield Replaced(value, before[1], index, said["to"])
