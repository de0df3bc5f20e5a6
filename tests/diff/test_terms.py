"""The terms that a region is told in hold the packets of the region, and no others."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qosc.fields import WIDTHS, Field
from qosc.ir import AllOf, AnyOf, Interval, Masked, Not, Predicate, Test
from qosc.packets import PacketSpace, Region
from qosc.packets.products import Product, terms

FIELDS = (Field.DSCP, Field.PROTOCOL, Field.DST_PORT, Field.SRC4, Field.FRAGMENT, Field.COS)


@st.composite
def one_test(draw: st.DrawFn) -> Predicate:
    field = draw(st.sampled_from((*FIELDS, Field.VERSION)))
    if field is Field.VERSION:
        return Test(field, (Interval(4, 4),))
    if field is Field.SRC4:
        length = draw(st.sampled_from((8, 16, 24)))
        mask = ((1 << length) - 1) << (32 - length)
        return Test(field, (Masked(0x0A010100 & mask, mask),))
    last = (1 << WIDTHS[field]) - 1
    low = draw(st.integers(0, last))
    return Test(field, (Interval(low, draw(st.integers(low, last))),))


predicates = st.recursive(
    one_test(),
    lambda inner: st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: AllOf(tuple(parts))),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: AnyOf(tuple(parts))),
    ),
    max_leaves=6,
)


def region_of(product: Product, space: PacketSpace) -> Region:
    """The packets with these values, by the tests of the model alone."""
    found = space.everything
    for key, values in product.values.items():
        if key == "tagged":
            tagged = space.region(Test(Field.COS, (Interval(0, 7),)))
            found &= tagged if values == ((1, 1),) else ~tagged
        elif key is Field.VERSION:
            here = space.nothing
            for low, _ in values:
                one = space.region(Test(key, (Interval(low, low),)))
                neither = ~space.region(Test(key, (Interval(4, 4), Interval(6, 6))))
                here |= one if low else neither
            found &= here
        else:
            assert isinstance(key, Field)
            found &= space.region(Test(key, tuple(Interval(*one) for one in values)))
    return found


@given(predicates)
def test_terms_are_the_region(predicate: Predicate) -> None:
    with PacketSpace() as space:
        region = space.region(predicate)
        told = terms(region)
        if told is None or region.is_empty():
            return
        together = space.nothing
        for term in told:
            one = region_of(term.held, space)
            for hole in term.without:
                one -= region_of(hole, space)
            together |= one
        assert together == region
