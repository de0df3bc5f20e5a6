"""A region as a few products of field values, exactly: `udp and port 16384 to 32767`, or `dscp 46
except from 10.1.0.0/16`.

A product has a set of values for each of some fields. It is taken with what the fields need: one
with ports holds packets of protocols that have ports. The diagram of a region is read field by
field, not bit by bit, so that a range is one range and not the thirty cubes that it comes to.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from qosc.fields import Field
from qosc.packets.covers import overlapping, weight
from qosc.packets.fieldwise import FieldReader, Known, Product, Term, TooManyError, Values
from qosc.packets.layout import BITS, LAYERS, needs

if TYPE_CHECKING:
    from qosc.packets.diagrams import Diagram
    from qosc.packets.space import Region

__all__ = ["Work", "terms"]

_MOST_PARTS = 64
_FEW_HOLES, _MOST_HOLES = 2, 6
"""So many exceptions a term may have; what is told as all packets but some may have the most."""
_PLAIN = 16
"""The weight of terms that are told as they come; for others, terms that overlap are tried."""


def terms(
    region: Region, most: int = 12, *, shortest: bool = True, known: Known | None = None
) -> tuple[Term, ...] | None:
    """Terms that together are the region; None where it takes more than `most`. `shortest`: where
    they are many words, terms that overlap are tried, which takes some hundredths of a second.
    `known` is what several regions of one space share.
    """
    tried: list[tuple[Term, ...]] = []
    for holes in (_FEW_HOLES, _MOST_HOLES):
        try:
            tried.append(tuple(Work(region, most, holes, known).told(region.node)))
            break
        except TooManyError:
            continue
    if shortest and (not tried or weight(tried[0]) > _PLAIN):
        with suppress(TooManyError):
            tried += overlapping(Work(region, most, _MOST_HOLES), region.node, most, _MOST_HOLES)
    return min(reversed(tried), key=weight, default=None)


class Work(FieldReader):
    """The terms of a region, made of its diagram."""

    def __init__(self, region: Region, most: int, holes: int, known: Known | None = None) -> None:
        super().__init__(region, known)
        self._most, self._most_holes = most, holes

    def _telling(self, place: int) -> int:
        """How much a reader learns of a field: those that follow from others are dropped first."""
        key = self.groups[place][0]
        if key in (Field.FRAGMENT, Field.FIRST_FRAGMENT, Field.ETHERTYPE) or key in LAYERS:
            return 0
        return 1 if key is Field.VERSION else 2 if key is Field.PROTOCOL else 3

    def told(self, node: Diagram) -> list[Term]:
        """Terms for a set that is not empty. Raises `TooManyError` where there are too many."""
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
                    raise TooManyError
                continue
            term, told = made
            told_terms.append(term)
            left &= ~told
            if len(told_terms) > self._most:
                raise TooManyError
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
            raise TooManyError
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
            place, ways = self.ways(item)
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
            at, ways = self.ways(item)
            for values, end in ways:
                if at == place:
                    for low, high in values:
                        yield place, low
                        if high + 1 < 1 << len(self.groups[place][1]):
                            yield place, high + 1
                elif at < place:
                    work.append(end)
