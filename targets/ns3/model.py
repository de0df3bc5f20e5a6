"""The typed model of an ns-3 program: tables of numbers, and texts.

`include/qosc/tables.h` says what each row means. A row holds whole numbers and C++ names of our own
(`Symbol`), nothing else, so nothing that a config says can become code. Texts are apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from qosc.targets.ns3.columns import columns, in_order

__all__ = ["TABLES", "Cells", "Program", "Refused", "Row", "Symbol", "Tables"]


class Refused(ValueError):  # noqa: N818 - it says what happened
    """A scenario says something that the program could not do."""


class Symbol(StrEnum):
    """The C++ names that a row may hold."""

    WHERE = "Op::kWhere"
    NOT = "Op::kNot"
    ALL = "Op::kAll"
    ANY = "Op::kAny"
    FIRST = "Op::kFirst"
    SINGLE_BUCKET = "Algorithm::kSingleBucket"
    SRTCM = "Algorithm::kSrtcm"
    TRTCM = "Algorithm::kTrtcm"
    CAR = "Algorithm::kCar"
    RFC4115 = "Algorithm::kRfc4115"
    CBR = "Kind::kCbr"
    POISSON = "Kind::kPoisson"
    PING = "Kind::kPing"
    TCP = "Kind::kTcp"
    ON_OFF = "Kind::kOnOff"
    SHORT_TCP = "Kind::kShortTcp"
    REQUESTS = "Kind::kRequests"


Cell = int | Symbol
Row = tuple[Cell, ...]
Cells = Mapping[str, Cell | tuple[Cell, ...]]
"""A row by the names of its columns."""

TABLES: dict[str, tuple[str, bool]] = {
    "accepts": ("AcceptRow", False),
    "tests": ("TestRow", False),
    "matches": ("MatchRow", False),
    "links": ("int", False),
    "marks": ("MarkRow", False),
    "pairs": ("PairRow", False),
    "look_ups": ("LookUpRow", False),
    "actions": ("ActionRow", False),
    "meters": ("MeterRow", True),
    "polices": ("PoliceRow", False),
    "rules": ("RuleRow", False),
    "rule_lists": ("RuleListRow", False),
    "points": ("PointRow", False),
    "curves": ("CurveRow", False),
    "earlies": ("EarlyRow", False),
    "limits": ("LimitRow", False),
    "queues": ("QueueRow", False),
    "classes": ("ClassRow", False),
    "policies": ("PolicyRow", False),
    "stages": ("StageRow", False),
    "texts": ("TextRow", False),
    "counters": ("CounterRow", True),
    "nodes": ("NodeRow", True),
    "wires": ("LinkRow", False),
    "ports": ("PortRow", True),
    "routes": ("RouteRow", True),
    "flows": ("FlowRow", True),
    "headers": ("header", False),
    "sources": ("SourceRow", True),
    "connections": ("ConnectionRow", False),
}
"""Each table in the order of `struct Tables`: the type of its rows, and whether their number is
told to the program."""


class Tables:
    """The rows that there are so far, by table."""

    __slots__ = ("_rows", "_texts")

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {name: [] for name in TABLES}
        self._texts: dict[str, int] = {}

    def add(self, table: str, **cells: Cell | tuple[Cell, ...]) -> int:
        """Append a row, by the names of its columns in `tables.h`; its index. ValueError for a
        column that is missing, or that is none.
        """
        return self.extend(table, [cells])

    def extend(self, table: str, rows: Sequence[Cells]) -> int:
        """Append rows that belong together; the index of the first."""
        kind, _ = TABLES[table]
        return self.plain(table, [in_order(kind, row) for row in rows])

    def plain(self, table: str, rows: Sequence[Row]) -> int:
        """Append rows of numbers alone, as `links` and `headers` have; the index of the first."""
        cells = self._rows[table]
        cells.extend(rows)
        return len(cells) - len(rows)

    def text(self, words: str) -> int:
        """The index of a text."""
        return self._texts.setdefault(words, len(self._texts))

    def fill(self, table: str, column: str, cell: Cell) -> None:
        """Write one value into a column of all rows."""
        at = columns()[TABLES[table][0]].index(column)
        rows = self._rows[table]
        rows[:] = [(*row[:at], cell, *row[at + 1 :]) for row in rows]

    def rows(self, table: str) -> list[Row]:
        """The rows of a table."""
        return self._rows[table]

    @property
    def texts(self) -> tuple[str, ...]:
        """All texts by index."""
        return tuple(self._texts)


@dataclass(frozen=True, slots=True)
class Program:
    """A program. Times are in ns; `scenario` is the index of the scenario's name.

    `occupancy` is the time between looks at the queues, 0 for none.
    """

    tables: Tables
    seed: int
    duration: int
    warm_up: int
    scenario: int
    strip: bool
    remarks: tuple[str, ...] = field(default=())
    occupancy: int = 0
