"""The terms that a region is told in hold the packets of the region, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qosc.fields import WIDTHS, Field
from qosc.ir import AllOf, AnyOf, Interval, Masked, Not, Predicate, Test
from qosc.packets import PacketSpace, Region
from qosc.packets.fieldwise import Product
from qosc.packets.products import terms
from tests.diff.running import changes

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


PHONES = """\
version 16.12
ip access-list extended CALLS
 permit udp 10.1.0.0 0.0.255.255 any range 16384 32767
 permit udp any range 16384 32767 any
class-map match-any VOICE
 match access-group name CALLS
 match dscp ef
class-map match-any ORDERS
 match dscp af31 af32
policy-map IN
 class VOICE
  police 500000 31250
 class ORDERS
  police 300000 31250
 class class-default
  police 900000 31250
interface GigabitEthernet0/0/0
 service-policy input IN
"""
LISTED = (
    "IPv4, udp, source port 16384 to 32767; udp, from 10.1.0.0/16, port 16384 to 32767; "
    "IPv4, udp, later fragments"
)


@pytest.mark.parametrize(
    ("rate", "words"),
    [
        ("500000", f"dscp ef; {LISTED}"),
        ("300000", f"dscp af31 or af32 except ({LISTED})"),
    ],
)
def test_a_list_or_a_mark_is_told_as_the_config_has_it(
    rate: str, words: str, tmp_path: Path
) -> None:
    (told,) = changes(tmp_path, PHONES, PHONES.replace(f"police {rate}", "police 700000"))
    assert told == words
