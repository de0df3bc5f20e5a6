"""A region as products that may overlap, each as wide as it can be: `dscp ef; udp, port 5060`.

What `products` cuts apart, field by field, comes out in many words where conditions are joined by
`or`: the second product then leaves out what the first one holds. Here a packet of the region is
widened, one field after the other, as long as all stays in the region, until every packet of it is
in some product (the prime implicants of a function, one for each of some points; Quine 1955).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from qosc.fields import Field
from qosc.packets.fieldwise import Term
from qosc.packets.layout import BITS, LAYERS, needs

if TYPE_CHECKING:
    from qosc.packets.diagrams import Diagram
    from qosc.packets.fieldwise import Key, Values
    from qosc.packets.products import Work

__all__ = ["overlapping", "weight"]

_LAST = (Field.VERSION, Field.ETHERTYPE, Field.FRAGMENT, Field.FIRST_FRAGMENT)
_WIDE = (Field.SRC6, Field.DST6, Field.SRC4, Field.DST4, Field.SRC_PORT, Field.DST_PORT)
_MOST_INTERVALS = 4
"""So many ranges of addresses or ports a product may have."""

_DOUBLE = 12
"""What an exception from an exception weighs."""


def weight(terms: Sequence[Term]) -> int:
    """How much there is to read: fields and their values. `except port any but 80` is hard."""
    return sum(
        _of_product(term.held.values)
        + sum(
            1
            + _of_product(one.values)
            + _DOUBLE * sum(_all_but(*each) for each in one.values.items())
            for one in term.without
        )
        for term in terms
    )


def _all_but(key: Key, values: Values) -> bool:
    """Whether values are told as all but some."""
    if not isinstance(key, Field) or key not in BITS or len(values) < 2:
        return False
    return values[0][0] == 0 and values[-1][1] == (1 << len(BITS[key])) - 1


def _of_product(values: Mapping[Key, Values]) -> int:
    node_count = 1
    for key, each in values.items():
        ranges = min(len(each), _MOST_INTERVALS)
        # Ranges of addresses are longer to read than code points.
        node_count += 2 * ranges if key in _WIDE else 1 + ranges
    return node_count


def overlapping(
    work: Work, node: Diagram, most: int, most_holes: int
) -> Iterator[tuple[Term, ...]]:
    """Terms that may overlap, of which none can be wider: as a union, or as what all packets of the
    set have in common less some exceptions.
    """
    union = _cover(work, node, node, most)
    if union is not None:
        yield tuple(Term(work.named(hull)) for hull, _ in union)
    hull, made = work.product(node)
    hull, made = work.widened(hull, made, made)
    rest = made & ~node
    if rest.satisfiable():
        holes = _cover(work, rest, rest | ~made, most_holes)
        if holes is not None:
            yield (Term(work.named(hull), tuple(work.named(each) for each, _ in holes)),)


def _cover(
    work: Work, node: Diagram, whole: Diagram, most: int
) -> list[tuple[dict[int, Values], Diagram]] | None:
    """At most so many products that hold all of `node` and nothing outside of `whole`, each with
    its set; None where it takes more.
    """
    fields = work.fields_of(whole)
    terms: list[tuple[dict[int, Values], Diagram]] = []
    left = node
    while left.satisfiable():
        made = _widest(work, left, whole, fields) if len(terms) < most else None
        if made is None:
            return None
        terms.append(made)
        left &= ~made[1]
    fragment = work.place_of(BITS[Field.FRAGMENT][0])
    return sorted(_needed(terms, node), key=lambda one: fragment in one[0])


def _needed(
    terms: list[tuple[dict[int, Values], Diagram]], node: Diagram
) -> list[tuple[dict[int, Values], Diagram]]:
    """The products without those that the others hold together."""
    kept = list(terms)
    for one in terms:
        others = [each for each in kept if each is not one]
        left = node
        for _, made in others:
            left &= ~made
        if others and not left.satisfiable():
            kept = others
    return kept


def _widest(
    work: Work, left: Diagram, whole: Diagram, fields: Sequence[int]
) -> tuple[dict[int, Values], Diagram] | None:
    """A product within `whole` that holds a packet of `left`."""
    bits = left.lowest()
    point = list(enumerate(bits))
    hull: dict[int, Values] = {}
    for place in fields:
        value = 0
        for variable in work.groups[place][1]:
            value = value << 1 | int(bits[variable])
        one: Values = ((value, value),)
        # A packet without ports has no port 0.
        if work.one(place, one).eval(point):
            hull[place] = one
    made = work.diagram(hull)
    if (made & ~whole).satisfiable():
        return None
    for place in sorted(hull, key=lambda place: _turn(work, place)):
        wider = _without(work, hull, place, whole)
        if wider is not None:
            hull = wider
    for place in sorted(hull, key=lambda place: _turn(work, place)):
        fewer = {other: values for other, values in hull.items() if other != place}
        if not (work.diagram(fewer) & ~whole).satisfiable():
            hull = fewer
    made = work.diagram(hull)
    # Of the values that are left only those that some packet of the product has.
    return {place: _had(work, made, place) for place in hull}, made


def _had(work: Work, node: Diagram, place: int) -> Values:
    """The values of a field that packets of a set have."""
    return work.intervals(node.exists(_others(work, place)), place)


def _others(work: Work, place: int) -> list[int]:
    first, *_ = own = work.groups[place][1]
    return [*range(first), *range(first + len(own), work.builder.table.variables)]


def _turn(work: Work, place: int) -> tuple[int, int]:
    """What is widened first: addresses and ports, and last what follows from other fields."""
    key = work.groups[place][0]
    if key in _WIDE:
        return 0, -_WIDE.index(key)
    if key in _LAST or key in LAYERS:
        return 3, place
    return 2 if key is Field.PROTOCOL else 1, place


def _without(
    work: Work, hull: dict[int, Values], place: int, whole: Diagram
) -> dict[int, Values] | None:
    """The product with more values of a field, or with any; None where it has all it can have."""
    fewer = {other: values for other, values in hull.items() if other != place}
    bad = work.diagram(fewer) & ~whole
    if not bad.satisfiable():
        return fewer
    key = work.groups[place][0]
    need = needs(key) if isinstance(key, Field) else ""
    if need:
        bad &= work.builder.have(need)
    values = work.intervals(~bad.exists(_others(work, place)), place)
    if key is Field.VERSION:
        values = tuple((low, min(high, 2)) for low, high in values if low <= 2)
    if not values:
        return None
    if key in _WIDE and len(values) > _MOST_INTERVALS:
        (first, _), *_ = hull[place]
        values = tuple(each for each in values if each[0] <= first <= each[1])
    wider = {**fewer, place: values}
    return None if (work.diagram(wider) & ~whole).satisfiable() else wider
