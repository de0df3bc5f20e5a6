"""The rows of the maps of a Catalyst: which queue, threshold or value each value is given.

Source: Cisco, Catalyst 3750 Switch Command Reference, `mls qos map` and `mls qos srr-queue`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qosc.patterns import pattern
from qosc.tuples import NamedTuple

__all__ = ["Row", "rows"]

_QUEUE = pattern(
    r"mls qos (?P<map>srr-queue (?:in|out)put (?:dscp|cos)-map) "
    r"(?P<to>queue \d+ threshold \d+) (?P<values>\d+(?: \d+)*+)$"
)
_VALUE = pattern(
    r"mls qos map (?P<map>policed-dscp|dscp-cos|dscp-mutation \S+) "
    r"(?P<values>\d+(?: \d+)*+) (?P<to>to \d+)$"
)
_NO = pattern(r"(?:no|default) mls qos (?:map )?(?P<map>\S.*)$")
_NEAR = 16
"""So far into a line the words `mls qos` may begin: behind `default`, or indented."""


class Row(NamedTuple):
    """A row of a map: `to` is what its values are given, such as `queue 1 threshold 3` or `to 8`.

    `at` is the index of its line, from 0. Without values, the maps whose names begin with `map` are
    taken back.
    """

    map: str
    to: str
    values: tuple[str, ...]
    at: int

    @property
    def threshold(self) -> str:
        """The drop threshold of a queue, as written; empty where a row gives none."""
        return self.to.partition(" threshold ")[2]


def rows(lines: Iterable[str]) -> Iterator[Row]:
    """The rows in the order of the lines."""
    for index, line in enumerate(lines):
        if "mls qos " not in line[:_NEAR]:
            continue
        text = " ".join(line.split())
        gone = _NO.match(text)
        if gone is not None:
            yield Row(gone["map"], "", (), index)
            continue
        said = _QUEUE.match(text) or _VALUE.match(text)
        if said is not None:
            yield Row(said["map"], said["to"], tuple(said["values"].split()), index)
