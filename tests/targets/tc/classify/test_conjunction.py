"""Conjunctions of field tests: what both meet, what one covers, and what no packet can be."""

from __future__ import annotations

import pytest

from qosc.fields import Field
from qosc.ir import AllOf, AnyOf, Device, Interval, Masked, Named, Not, Predicate, Test
from qosc.targets.tc.lower.classify.conjunction import ANY, Conjunction, Constraint, pieces
from qosc.targets.tc.lower.classify.decision import decide


def of(**tests: Constraint) -> Conjunction:
    return Conjunction(tuple(sorted((Field[name.upper()], one) for name, one in tests.items())))


def between(low: int, high: int) -> Interval:
    return Interval(low, high)


ONE = between(1, 1)


@pytest.mark.parametrize(
    ("low", "high", "width", "blocks"),
    [
        (0, 255, 8, [(0, 0)]),
        (0, 0, 8, [(0, 0xFF)]),
        (255, 255, 8, [(255, 0xFF)]),
        (255, 300, 8, [(255, 0xFF)]),
        (-3, 1, 8, [(0, 0xFE)]),
        (5, 10, 4, [(5, 0xF), (6, 0xE), (8, 0xE), (10, 0xF)]),
        (1, 14, 4, [(1, 0xF), (2, 0xE), (4, 0xC), (8, 0xC), (12, 0xE), (14, 0xF)]),
        (8, 15, 4, [(8, 0x8)]),
        (4, 3, 4, []),
    ],
)
def test_an_interval_in_blocks(
    low: int, high: int, width: int, blocks: list[tuple[int, int]]
) -> None:
    assert pieces(Interval(low, high), width) == [Masked(*block) for block in blocks]


@pytest.mark.parametrize(
    ("one", "two", "both"),
    [
        (of(ttl=between(1, 9)), of(ttl=between(5, 20)), of(ttl=between(5, 9))),
        (of(ttl=between(1, 5)), of(ttl=between(5, 9)), of(ttl=between(5, 5))),
        (of(ttl=between(1, 4)), of(ttl=between(5, 9)), None),
        (of(dscp=Masked(0xB8, 0xFC)), of(dscp=Masked(1, 3)), of(dscp=Masked(0xB9, 0xFF))),
        (of(dscp=Masked(0xB8, 0xFC)), of(dscp=Masked(0x20, 0xE0)), None),
        (of(forwarding_class=Named("a")), of(forwarding_class=Named("b")), None),
        (
            of(forwarding_class=Named("a")),
            of(forwarding_class=Named("a")),
            of(forwarding_class=Named("a")),
        ),
        (of(ttl=ONE), ANY, of(ttl=ONE)),
        (ANY, of(ttl=ONE), of(ttl=ONE)),
        (of(ttl=ONE), of(protocol=between(6, 6)), of(ttl=ONE, protocol=between(6, 6))),
        # A port of a protocol that has none, and addresses of both versions.
        (of(src_port=ONE), of(protocol=between(47, 47)), None),
        (of(src4=Masked(0, 0)), of(src6=Masked(0, 0)), None),
    ],
)
def test_what_meets_both(one: Conjunction, two: Conjunction, both: Conjunction | None) -> None:
    assert one.meet(two) == both
    assert two.meet(one) == both
    assert one.meets(two) == ([] if both is None else [both])


@pytest.mark.parametrize(
    ("interval", "mask", "found"),
    # TTL 4 to 7 are one block; 5 to 8 are three, two of which are odd.
    [
        (between(4, 7), Masked(1, 1), [Masked(5, 0xFD)]),
        (between(5, 8), Masked(1, 1), [Masked(5, 0xFF), Masked(7, 0xFF)]),
        (between(4, 4), Masked(1, 1), []),
    ],
)
def test_an_interval_meets_a_mask(interval: Interval, mask: Masked, found: list[Masked]) -> None:
    one, two = of(ttl=interval), of(ttl=mask)
    assert one.meets(two) == two.meets(one) == [of(ttl=each) for each in found]


@pytest.mark.parametrize(
    ("one", "two", "covers"),
    [
        (ANY, of(ttl=ONE), True),
        (of(ttl=ONE), ANY, False),
        (of(ttl=between(1, 9)), of(ttl=between(1, 9)), True),
        (of(ttl=between(1, 9)), of(ttl=between(2, 8)), True),
        (of(ttl=between(1, 9)), of(ttl=between(0, 9)), False),
        (of(ttl=between(1, 9)), of(ttl=between(1, 10)), False),
        (of(dscp=Masked(0xA0, 0xE0)), of(dscp=Masked(0xB8, 0xFC)), True),
        (of(dscp=Masked(0xB8, 0xFC)), of(dscp=Masked(0xA0, 0xE0)), False),
        (of(dscp=Masked(0x20, 0xE0)), of(dscp=Masked(0xB8, 0xFC)), False),
        (of(ttl=between(0, 255)), of(ttl=Masked(1, 1)), False),
        (of(forwarding_class=Named("a")), of(forwarding_class=Named("a")), True),
        (of(forwarding_class=Named("a")), of(forwarding_class=Named("b")), False),
        (of(ttl=ONE, protocol=ONE), of(ttl=ONE), False),
        (of(ttl=ONE), of(ttl=ONE, protocol=ONE), True),
    ],
)
def test_what_covers_another(one: Conjunction, two: Conjunction, covers: bool) -> None:
    assert one.covers(two) is covers


@pytest.mark.parametrize(
    ("found", "versions", "protocols", "impossible"),
    [
        (ANY, (), (), False),
        (of(vlan=ONE), (), (), False),
        (of(src4=Masked(0, 0)), (4,), (), False),
        (of(dst6=Masked(0, 0)), (6,), (), False),
        (of(dscp=Masked(0, 0)), (4, 6), (), False),
        (of(ttl=ONE), (4, 6), (), False),
        (of(version=between(4, 4)), (4,), (), False),
        (of(version=between(6, 6)), (6,), (), False),
        (of(version=between(4, 6)), (4, 6), (), False),
        (of(version=between(5, 5)), (), (), True),
        (of(version=between(6, 6), dst4=Masked(0, 0)), (), (), True),
        (of(tcp_flags=Masked(2, 2)), (4, 6), (6,), False),
        (of(icmp_type=ONE), (4, 6), (1, 58), False),
        (of(icmp_code=ONE), (4, 6), (1, 58), False),
        (of(igmp_type=ONE), (4, 6), (2,), False),
        (of(src_port=ONE, tcp_flags=Masked(2, 2)), (4, 6), (6,), False),
        (of(icmp_type=ONE, src_port=ONE), (4, 6), (), True),
        (of(src_port=ONE, protocol=between(6, 6)), (4, 6), (6, 17, 33, 132, 136), False),
        (of(src_port=ONE, protocol=between(1, 5)), (4, 6), (6, 17, 33, 132, 136), True),
        (of(src_port=ONE, protocol=between(7, 17)), (4, 6), (6, 17, 33, 132, 136), False),
        (of(src_port=ONE, protocol=between(18, 32)), (4, 6), (6, 17, 33, 132, 136), True),
        (of(src_port=ONE, fragment=between(1, 1)), (4, 6), (6, 17, 33, 132, 136), True),
        (of(src_port=ONE, fragment=between(0, 0)), (4, 6), (6, 17, 33, 132, 136), False),
        (of(fragment=between(1, 1)), (4, 6), (), False),
        (of(fragment=between(1, 1), first_fragment=between(1, 1)), (4, 6), (), True),
        (of(fragment=between(1, 1), first_fragment=between(0, 0)), (4, 6), (), False),
    ],
)
def test_which_packets_there_can_be(
    found: Conjunction, versions: tuple[int, ...], protocols: tuple[int, ...], impossible: bool
) -> None:
    assert found.versions() == versions
    assert found.protocols() == protocols
    assert found.impossible() is impossible


def eq(field: Field, *values: int) -> Test:
    return Test(field, tuple(Interval(value, value) for value in values))


TTL5, TCP, UDP = eq(Field.TTL, 5), eq(Field.PROTOCOL, 6), eq(Field.PROTOCOL, 17)
C_TTL5, C_TCP, C_UDP = (
    of(ttl=Masked(5, 255)),
    of(protocol=between(6, 6)),
    of(protocol=between(17, 17)),
)


@pytest.mark.parametrize(
    ("match", "entries"),
    [
        (TTL5, [(C_TTL5, True)]),
        (TCP, [(C_TCP, True)]),
        (AnyOf((TCP, UDP)), [(C_TCP, True), (C_UDP, True)]),
        (AllOf((TCP, UDP)), []),
        (AllOf((TTL5, TCP)), [(of(ttl=Masked(5, 255), protocol=between(6, 6)), True)]),
        (Not(TCP), [(C_TCP, False), (ANY, True)]),
        (Not(Not(TCP)), [(C_TCP, True)]),
        (AnyOf((TCP, Not(TCP))), [(C_TCP, True), (ANY, True)]),
        (
            AllOf((TTL5, Not(TCP))),
            [(of(ttl=Masked(5, 255), protocol=between(6, 6)), False), (C_TTL5, True)],
        ),
        (AllOf((Not(TCP), Not(UDP))), [(C_TCP, False), (C_UDP, False), (ANY, True)]),
        (eq(Field.DSCP, 46), [(of(dscp=Masked(0xB8, 0xFC)), True)]),
        (eq(Field.PRECEDENCE, 5), [(of(dscp=Masked(0xA0, 0xE0)), True)]),
        (eq(Field.TOS, 8), [(of(dscp=Masked(0x10, 0x1E)), True)]),
        (eq(Field.ECN, 3), [(of(dscp=Masked(3, 3)), True)]),
        (
            Test(Field.DSCP, (Interval(46, 47),)),
            [(of(dscp=Masked(0xB8, 0xF8)), True)],
        ),
        (Test(Field.DSCP, (Masked(0b101000, 0b111000),)), [(of(dscp=Masked(0xA0, 0xE0)), True)]),
        # Under a mask without a gap a port is an interval; with a few free bits above some.
        (
            Test(Field.SRC_PORT, (Masked(0x400, 0xFF00),)),
            [(of(src_port=between(0x400, 0x4FF)), True)],
        ),
        (
            Test(Field.SRC_PORT, (Masked(0, 0xFEFF),)),
            [(of(src_port=between(0, 0)), True), (of(src_port=between(0x100, 0x100)), True)],
        ),
        (Test(Field.SRC_PORT, (Masked(1, 1),)), [(of(src_port=Masked(1, 1)), True)]),
        (AnyOf(()), []),
    ],
)
def test_a_predicate_as_a_list_of_decisions(
    match: Predicate, entries: list[tuple[Conjunction, bool]]
) -> None:
    found = list(decide(Device(), match).entries)
    while found and not found[-1][1]:
        found.pop()
    assert found == entries
