"""The diagram of a region, read field by field: which values of each field its packets have.

A diagram decides bit by bit. Here the bits of one field are one step, so that a range is one range
and not the thirty cubes that it comes to. The hull of a set is the least product that holds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from qosc.fields import WIDTHS, Field
from qosc.ir import Interval, Opaque, Reference
from qosc.packets.layout import BITS, IS_IP4, IS_IP6, LAYERS
from qosc.values import dataclass

if TYPE_CHECKING:
    from qosc.packets.diagrams import Diagram
    from qosc.packets.space import Region

__all__ = ["FieldReader", "Key", "Known", "Product", "Term", "TooManyError", "Values"]

Key = Field | str | Opaque | Reference
"""A field, an optional layer (by its name), or a condition outside the model."""
Values = tuple[tuple[int, int], ...]
_MOST_NODES = 20_000
"""Diagrams with more nodes than these are not told in products."""
_MOST_STEPS = 4096
"""Intervals of one field below one node."""
_VIEWS = (Field.PRECEDENCE, Field.TOS)
_VERSIONS = {0: 0, 1: 6, 2: 4}
"""The IP version by the two variables that tell it; 0 is not IP."""


@dataclass(frozen=True, slots=True)
class Product:
    """Values, as intervals, of some fields; the other fields have any.

    Fields that hold names have the numbers of `Builder.names`; a layer or a condition has 1 or 0;
    the IP version is 4, 6, or 0 for what is not IP.
    """

    values: Mapping[Key, Values] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Term:
    """The packets of `held` that are in none of `without`."""

    held: Product
    without: tuple[Product, ...] = ()


class TooManyError(Exception):
    """A region has more nodes, intervals or parts than are told."""


class Known:
    """What was found of the parts of regions of one space, for those that have them too."""

    def __init__(self) -> None:
        self._groups: object = None
        self.steps: dict[Diagram, tuple[int, list[tuple[Values, Diagram]]]] = {}
        self.ones: dict[tuple[int, Values], Diagram] = {}

    def of(self, groups: object) -> Known:
        """The same; nothing is known of a space that has got more conditions since."""
        if self._groups != groups:
            self._groups = groups
            self.steps, self.ones = {}, {}
        return self


class FieldReader:
    """The diagram of a region, read field by field."""

    def __init__(self, region: Region, known: Known | None = None) -> None:
        """`known` is what several regions of one space share."""
        self.builder = builder = region.space.builder
        self._nodes = 0
        groups: list[tuple[Key, tuple[int, ...]]] = [(Field.VERSION, (IS_IP4, IS_IP6))]
        groups += [(key, bits) for key, bits in BITS.items() if key not in _VIEWS]
        groups += [(key, (variable,)) for key, variable in LAYERS.items()]
        groups += [(key, (variable,)) for key, variable in builder.free.items()]
        groups.sort(key=lambda one: one[1][0])
        self.groups = groups
        self._group_of = {v: place for place, (_, bits) in enumerate(groups) for v in bits}
        self._where = [{v: at for at, v in enumerate(bits)} for _, bits in groups]
        self._steps: dict[Diagram, tuple[int, list[tuple[Values, Diagram]]]] = {}
        self._products: dict[Diagram, tuple[dict[int, Values], Diagram]] = {}
        self._known = (known or Known()).of(groups)
        self._ones = self._known.ones

    def place_of(self, variable: int) -> int:
        """The group of a variable."""
        return self._group_of[variable]

    def intervals(self, node: Diagram, place: int) -> Values:
        """The values of a field for which a set that depends on it alone is true. Raises
        `TooManyError` where there are more than are told.
        """
        ranges: list[tuple[int, int]] = []
        for count, (low, high, _) in enumerate(self._walk(node, place)):
            if count > _MOST_STEPS:
                raise TooManyError
            _append(ranges, low, high)
        return tuple(ranges)

    # Field by field

    def _place(self, node: Diagram) -> int:
        """Which group a node is of; beyond the last for the ends."""
        top = node.top()
        if top is None:
            return len(self.groups)
        return self._group_of.get(top, len(self.groups))

    def ways(self, node: Diagram) -> tuple[int, list[tuple[Values, Diagram]]]:
        """The group of a node, and what its values lead to; nothing that leads nowhere. Raises
        `TooManyError` where there are more than are told.
        """
        step = self._steps.get(node)
        if step is None:
            # The budget counts the nodes of this region, known or not: words hang on no order.
            self._nodes += 1
            if self._nodes > _MOST_NODES:
                raise TooManyError
            step = self._known.steps.get(node)
        if step is None:
            place = self._place(node)
            intervals: dict[Diagram, list[tuple[int, int]]] = {}
            for count, (low, high, end) in enumerate(self._walk(node, place)):
                if count > _MOST_STEPS:
                    raise TooManyError
                _append(intervals.setdefault(end, []), low, high)
            step = place, [(tuple(values), end) for end, values in intervals.items()]
            self._known.steps[node] = step
        self._steps[node] = step
        return step

    def _walk(self, node: Diagram, place: int) -> Iterator[tuple[int, int, Diagram]]:
        """Intervals of the field in rising order, each with what it leads to."""
        where = self._where[place]
        work = [(node, 0, 0)]
        while work:
            item, bit, value = work.pop()
            top = item.top()
            if top is None and not item.satisfiable():
                continue
            left = len(where) - bit
            at = -1 if top is None else where.get(top, -1)
            if at < bit:
                yield value << left, (value + 1 << left) - 1, item
                continue
            high, low = item.branches() if at == bit else (item, item)
            work.append((high, bit + 1, value << 1 | 1))
            work.append((low, bit + 1, value << 1))

    def _hull(self, node: Diagram) -> dict[int, Values]:
        """The values of each group that packets of a set have; groups with any are left out."""
        union: dict[int, list[tuple[int, int]]] = {}
        skipped: set[int] = set()
        seen: set[Diagram] = set()
        work = [node]
        skipped.update(range(self._place(node)))
        while work:
            item = work.pop()
            if item in seen:
                continue
            seen.add(item)
            if item.top() is None:
                continue
            place, ways = self.ways(item)
            for values, end in ways:
                union.setdefault(place, []).extend(values)
                # A field that some packets pass over has any value.
                skipped.update(range(place + 1, self._place(end)))
                work.append(end)
        whole = {}
        for place, intervals in union.items():
            values = _merged(intervals)
            full = ((0, (1 << len(self.groups[place][1])) - 1),)
            if place not in skipped and values != full:
                whole[place] = values
        return whole

    # Products

    def diagram(self, hull: Mapping[int, Values]) -> Diagram:
        node = self.builder.well_formed
        for place, values in sorted(hull.items(), reverse=True):
            key = (place, values)
            if key not in self._ones:
                self._ones[key] = self.one(place, values)
            node &= self._ones[key]
        return node

    def one(self, place: int, values: Values) -> Diagram:
        key, bits = self.groups[place]
        builder = self.builder
        node = builder.false
        if key is Field.VERSION:
            for low, high in values:
                for value in range(low, high + 1):
                    node |= builder.bits(bits, value)
            return node
        for low, high in values:
            if isinstance(key, Field) and key in WIDTHS and key is not Field.ETHERTYPE:
                node |= builder.value(key, Interval(low, high))
            else:
                node |= builder.table.between(bits, low, high)
        return node

    def product(self, node: Diagram) -> tuple[dict[int, Values], Diagram]:
        """The least product that holds a set, with all that its packets have in common."""
        product = self._products.get(node)
        if product is None:
            hull = self._hull(node)
            product = self._products[node] = hull, self.diagram(hull)
        return product

    def named(self, hull: Mapping[int, Values]) -> Product:
        made: dict[Key, Values] = {}
        for place, values in sorted(hull.items()):
            key = self.groups[place][0]
            if key is Field.VERSION:
                numbers = sorted(_VERSIONS[v] for low, high in values for v in range(low, high + 1))
                made[key] = tuple((number, number) for number in numbers)
            else:
                made[key] = values
        return Product(made)


def _append(values: list[tuple[int, int]], low: int, high: int) -> None:
    if values and values[-1][1] + 1 == low:
        values[-1] = (values[-1][0], high)
    else:
        values.append((low, high))


def _merged(intervals: list[tuple[int, int]]) -> Values:
    merged: list[tuple[int, int]] = []
    for low, high in sorted(set(intervals)):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return tuple(merged)
