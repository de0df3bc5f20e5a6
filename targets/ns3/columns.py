"""The columns of the rows, as `include/qosc/tables.h` declares them.

The header is the one place that has their names and their order. A row is made with names, and put
into order by the header, so that no two columns can be mistaken for each other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TypeVar

__all__ = ["columns", "in_order"]

T = TypeVar("T")


@cache
def columns() -> dict[str, tuple[str, ...]]:
    """By the type of a row the names of its columns, in order; an array has its length, `a[3]`."""
    home = files("qosc.targets.ns3") / "include" / "qosc" / "tables.h"
    plain = re.sub(r"//.*", "", home.read_text(encoding="utf-8"))
    by_table: dict[str, tuple[str, ...]] = {}
    for name, body in re.findall(r"struct (\w+Row) \{([^{}]*+)\};", plain):
        members = [re.sub(r"^(?:const )?[\w:]+\*? ", "", each.strip()) for each in body.split(";")]
        by_table[name] = tuple(one.strip() for each in members for one in each.split(",") if one)
    return by_table


def in_order(kind: str, cells: Mapping[str, T | tuple[T, ...]]) -> tuple[T, ...]:
    """The cells of a row of a type, in the order of its columns.

    Raises ValueError for a column that is missing, or that the type does not have. A name that is a
    word of Python has `_` behind it: `from_`.
    """
    row: list[T] = []
    left = {name.rstrip("_"): cell for name, cell in cells.items()}
    for column in columns()[kind]:
        name, _, length = column.rstrip("]").partition("[")
        if name not in left:
            raise ValueError(f"a {kind} without {name}")
        cell = left.pop(name)
        several = cell if isinstance(cell, tuple) else (cell,)
        if len(several) != int(length or 1):
            raise ValueError(f"{name} of a {kind} has {len(several)} numbers, not {length or 1}")
        row += several
    if left:
        raise ValueError(f"a {kind} has no {', '.join(left)}")
    return tuple(row)
