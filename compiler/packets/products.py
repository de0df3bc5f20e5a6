"""A region as a few products of field values, exactly: `udp and port 16384 to 32767`, or `dscp 46
except from 10.1.0.0/16`.

A product has a set of values for each of some fields. It is taken with what the fields need: one
with ports holds packets of protocols that have ports. The diagram of a region is read field by
field, not bit by bit, so that a range is one range and not the thirty cubes that it comes to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from typing import TYPE_CHECKING

from qosc.fields import WIDTHS, Field
from qosc.ir import Interval, Opaque, Reference
from qosc.packets.covers import overlapping, weight
from qosc.packets.layout import BITS, IS_IP4, IS_IP6, LAYERS, needs
from qosc.values import dataclass

if TYPE_CHECKING:
    from qosc.packets.diagrams import Diagram
    from qosc.packets.space import Region

__all__ = ["Key", "Product", "Term", "Values", "Work", "terms"]

Key = Field | str | Opaque | Reference
"""A field, an optional layer (by its name), or a condition outside the model."""
Values = tuple[tuple[int, int], ...]
_MOST_NODES = 20_000
"""Diagrams with more nodes than these are not told in products."""
_MOST_PARTS = 64
_FEW_HOLES, _MOST_HOLES = 2, 6
"""So many exceptions a term may have; what is told as all packets but some may have the most."""
_MOST_STEPS = 4096
"""Intervals of one field below one node."""
_PLAIN = 16
"""The weight of terms that are told as they come; for others, terms that overlap are tried."""
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


class _TooMany(Exception):  # noqa: N818 - not an error
    pass


def terms(region: Region, most: int = 12, *, shortest: bool = True) -> tuple[Term, ...] | None:
    """Terms that together are the region; None where it takes more than `most`. `shortest`: where
    they are many words, terms that overlap are tried, which takes some hundredths of a second.
    """
    tried: list[tuple[Term, ...]] = []
    for holes in (_FEW_HOLES, _MOST_HOLES):
        try:
            tried.append(tuple(Work(region, most, holes).told(region.node)))
            break
        except _TooMany:
            continue
    if shortest and (not tried or weight(tried[0]) > _PLAIN):
        with suppress(_TooMany):
            tried += overlapping(Work(region, most, _MOST_HOLES), region.node, most, _MOST_HOLES)
    return min(reversed(tried), key=weight, default=None)


class Work:
    """The diagram of a region, looked through field by field."""

    def __init__(self, region: Region, most: int, holes: int) -> None:
        self.builder = builder = region.space.builder
        self._most, self._most_holes, self._nodes = most, holes, 0
        groups: list[tuple[Key, tuple[int, ...]]] = [(Field.VERSION, (IS_IP4, IS_IP6))]
        groups += [(key, bits) for key, bits in BITS.items() if key not in _VIEWS]
        groups += [(key, (variable,)) for key, variable in LAYERS.items()]
        groups += [(key, (variable,)) for key, variable in builder.free.items()]
        groups.sort(key=lambda one: one[1][0])
        self.groups = groups
        self._group_of = {v: place for place, (_, bits) in enumerate(groups) for v in bits}
        self._steps: dict[Diagram, tuple[int, list[tuple[Values, Diagram]]]] = {}
        self._products: dict[Diagram, tuple[dict[int, Values], Diagram]] = {}
        self._ones: dict[tuple[int, Values], Diagram] = {}

    def place_of(self, variable: int) -> int:
        """The group of a variable."""
        return self._group_of[variable]

    def intervals(self, node: Diagram, place: int) -> Values:
        """The values of a field for which a set that depends on it alone is true."""
        ranges: list[tuple[int, int]] = []
        bits = self.groups[place][1]
        for count, (low, high, _) in enumerate(self._walk(node, bits, 0, 0)):
            if count > _MOST_STEPS:
                raise _TooMany
            _append(ranges, low, high)
        return tuple(ranges)

    # Field by field

    def _place(self, node: Diagram) -> int:
        """Which group a node is of; beyond the last for the ends."""
        top = node.top()
        if top is None:
            return len(self.groups)
        return self._group_of.get(top, len(self.groups))

    def _ways(self, node: Diagram) -> tuple[int, list[tuple[Values, Diagram]]]:
        """The group of a node, and what its values lead to; nothing that leads nowhere."""
        step = self._steps.get(node)
        if step is None:
            self._nodes += 1
            if self._nodes > _MOST_NODES:
                raise _TooMany
            place = self._place(node)
            bits = self.groups[place][1]
            intervals: dict[Diagram, list[tuple[int, int]]] = {}
            for count, (low, high, end) in enumerate(self._walk(node, bits, 0, 0)):
                if count > _MOST_STEPS:
                    raise _TooMany
                _append(intervals.setdefault(end, []), low, high)
            step = place, [(tuple(values), end) for end, values in intervals.items()]
            self._steps[node] = step
        return step

    def _walk(
        self, node: Diagram, bits: tuple[int, ...], place: int, value: int
    ) -> Iterator[tuple[int, int, Diagram]]:
        """Intervals of the field in rising order, each with what it leads to."""
        left = len(bits) - place
        top = node.top()
        if top is None and not node.satisfiable():
            return
        if left == 0 or top is None or top not in bits[place:]:
            yield value << left, (value + 1 << left) - 1, node
            return
        high, low = node.branches() if top == bits[place] else (node, node)
        yield from self._walk(low, bits, place + 1, value << 1)
        yield from self._walk(high, bits, place + 1, value << 1 | 1)

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
            place, ways = self._ways(item)
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

    def _telling(self, place: int) -> int:
        """How much a reader learns of a field: those that follow from others are dropped first."""
        key = self.groups[place][0]
        if key in (Field.FRAGMENT, Field.FIRST_FRAGMENT, Field.ETHERTYPE) or key in LAYERS:
            return 0
        return 1 if key is Field.VERSION else 2 if key is Field.PROTOCOL else 3

    def told(self, node: Diagram) -> list[Term]:
        """Terms for a set that is not empty."""
        told_terms: list[Term] = []
        # What is left of the set that no term has told yet.
        left = node
        work: list[tuple[Diagram, tuple[object, ...]]] = [(node, ())]
        while work:
            part, above = work.pop()
            part &= left
            if not part.satisfiable():
                continue
            made = self._term(part, node)
            if made is None:
                by, parts = self._split(part, above)
                work += [(one, (*above, by)) for one in reversed(parts)]
                if len(work) > _MOST_PARTS:
                    raise _TooMany
                continue
            term, told = made
            told_terms.append(term)
            left &= ~told
            if len(told_terms) > self._most:
                raise _TooMany
        return told_terms

    def _term(self, node: Diagram, whole: Diagram) -> tuple[Term, Diagram] | None:
        """A set as one term, widened to more of `whole` where that takes fewer words."""
        hull, made = self.product(node)
        rest = made & ~node
        if not rest.satisfiable():
            hull, made = self.widened(hull, made, whole)
            return Term(self.named(hull)), made
        if self._by_fragment(node):
            return None
        hull = self.widened(hull, made, made)[0]
        holes = self._holes(rest, rest | ~made, self._most_holes if hull else _MOST_HOLES)
        if holes is None:
            return None
        return Term(self.named(hull), holes), node

    def _by_fragment(self, node: Diagram) -> bool:
        """Whether later fragments, which have no ports, and the other packets of a set are a
        product each: told so, both take fewer words.
        """
        if (node & ~self.builder.have("ip")).satisfiable():
            return False
        later = self.builder.var(BITS[Field.FRAGMENT][0])
        parts = (node & later, node & ~later)
        return all(one.satisfiable() and self.product(one)[1] == one for one in parts)

    def widened(
        self, hull: dict[int, Values], made: Diagram, whole: Diagram
    ) -> tuple[dict[int, Values], Diagram]:
        """A product without what can be left out within `whole`.

        What tells most goes first where it can, since a version or a fragment bit often follows
        from another field and is no loss once that stays.
        """
        for place in sorted(hull, key=self._telling, reverse=True):
            fewer = {other: values for other, values in hull.items() if other != place}
            wider = self.diagram(fewer)
            if not (wider & ~whole).satisfiable():
                hull, made = fewer, wider
        return hull, made

    def _holes(self, rest: Diagram, outside: Diagram, most: int) -> tuple[Product, ...] | None:
        """At most so many products that are `rest` and nothing that is not `outside`; None where
        it takes more.
        """
        holes: list[Product] = []
        left = rest
        work: list[tuple[Diagram, tuple[object, ...]]] = [(rest, ())]
        while work:
            if len(holes) > most or len(holes) + len(work) > 2 * _MOST_HOLES:
                return None
            part, above = work.pop()
            part &= left
            if not part.satisfiable():
                continue
            hull, made = self.product(part)
            if made == part:
                hull, made = self.widened(hull, made, outside)
                holes.append(self.named(hull))
                left &= ~made
            else:
                by, parts = self._split(part, above)
                work += [(one, (*above, by)) for one in reversed(parts)]
        return tuple(holes) if len(holes) <= most else None

    def _split(self, node: Diagram, above: tuple[object, ...]) -> tuple[object, list[Diagram]]:
        """A set cut by the field that has fewest different parts, and what it was cut by."""
        if "fragments" not in above and self._by_fragment(node):
            later = self.builder.var(BITS[Field.FRAGMENT][0])
            return "fragments", [node & ~later, node & later]
        best: list[Diagram] = []
        cut: object = None
        for place in self.fields_of(node):
            by, parts = self._cut(node, place, above)
            if len(parts) > 1 and (not best or len(parts) < len(best)):
                cut, best = by, parts
                if len(best) == 2:
                    break
        if not best:
            raise _TooMany
        return cut, best

    def _cut(
        self, node: Diagram, place: int, above: tuple[object, ...]
    ) -> tuple[object, list[Diagram]]:
        """A set by one field, or first by which packets have that field."""
        key = self.groups[place][0]
        need = needs(key) if isinstance(key, Field) else ""
        have = self.builder.have(need)
        if (node & ~have).satisfiable():
            with_it = node & have
            usable = need not in above and with_it.satisfiable()
            return need, [with_it, node & ~have] if usable else []
        return place, [] if place in above else self._parts(node, place)

    def fields_of(self, node: Diagram) -> list[int]:
        seen: set[Diagram] = set()
        places: set[int] = set()
        work = [node]
        while work:
            item = work.pop()
            if item in seen or item.top() is None:
                continue
            seen.add(item)
            place, ways = self._ways(item)
            places.add(place)
            work += [end for _, end in ways]
        return sorted(places, key=lambda place: -self._telling(place))

    def _parts(self, node: Diagram, place: int) -> list[Diagram]:
        """The set by the values of one field, with those together that it treats alike."""
        values = {
            one for _, one in self._borders(node, place)
        }  # where intervals of the field begin
        parts: dict[Diagram, Diagram] = {}
        bits = self.groups[place][1]
        edges = sorted(values | {0})
        last = (1 << len(bits)) - 1
        if len(edges) > self._most * 4:
            return []
        for number, low in enumerate(edges):
            high = edges[number + 1] - 1 if number + 1 < len(edges) else last
            here = node & self.builder.table.between(bits, low, high)
            if not here.satisfiable():
                continue
            shadow = here.exists(bits)
            known = parts.get(shadow)
            parts[shadow] = here if known is None else known | here
        return list(parts.values())

    def _borders(self, node: Diagram, place: int) -> Iterator[tuple[int, int]]:
        seen: set[Diagram] = set()
        work = [node]
        while work:
            item = work.pop()
            if item in seen or item.top() is None:
                continue
            seen.add(item)
            at, ways = self._ways(item)
            for values, end in ways:
                if at == place:
                    for low, high in values:
                        yield place, low
                        if high + 1 < 1 << len(self.groups[place][1]):
                            yield place, high + 1
                elif at < place:
                    work.append(end)

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
