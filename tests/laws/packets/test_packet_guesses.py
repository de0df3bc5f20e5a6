"""Packets guessed for a class, against the regions; a packet for each class of a hierarchy."""

import pytest
from hypothesis import given, settings

from qosc.fields import Field
from qosc.ir import (
    AllOf,
    Anything,
    ClassMap,
    Device,
    Masked,
    Named,
    Not,
    Policy,
    Reference,
    RefKind,
    Test,
    TrafficClass,
)
from qosc.packets import (
    PacketSpace,
    class_witnesses,
    quick,
)
from qosc.packets.rivals import rivals
from tests.laws.packets.packet_dice import DICE, NBAR, UNDEFINED, on


@settings(max_examples=200, deadline=None)
@given(DICE)
def test_the_quick_answer_is_the_exact_one(dice):
    device, predicate, packet = dice.device(), dice.predicate(), dice.packet()
    assert quick.holds(device, predicate, packet) == (
        packet in PacketSpace(device).region(predicate)
    )


@settings(max_examples=200, deadline=None)
@given(DICE)
def test_what_is_surely_reached_is_reached(dice):
    device, predicate = dice.device(), dice.predicate()
    before = dice.some(dice.predicate, 0, 3)
    space = PacketSpace(device)
    left = space.region(predicate) - space.union(map(space.region, before))
    assert not (left.is_empty() and quick.surely_reached(device, predicate, before))
    for guess in quick.guesses(device, predicate):
        assert guess in space.everything


@settings(max_examples=200, deadline=None)
@given(DICE)
def test_those_that_are_no_rivals_have_no_packet_in_common(dice):
    device = dice.device()
    matches = [dice.one_of([dice.predicate, dice.test, exact(dice)])() for _ in range(5)]
    space = PacketSpace(device)
    regions = [space.region(match) for match in matches]
    for place, before in enumerate(rivals(matches, most=10)):
        for other in set(range(place)).difference(before):
            assert not regions[place].meets(regions[other])


def exact(dice):
    return lambda: AllOf((on(Field.DST_PORT, dice.one_of([80, 443])), dice.test()))


def test_entries_for_a_port_each_have_no_rivals_but_those_without_a_port():
    ports = [on(Field.DST_PORT, 80), AllOf((on(Field.DST_PORT, 443), on(Field.PROTOCOL, 6)))]
    host = Test(Field.DST4, (Masked(0x0A000001, 0xFFFFFFFF),))
    found = rivals([*ports, host, on(Field.DST_PORT, 22), on(Field.DST_PORT, 80), Anything()], 11)
    assert [list(places) for places in found] == [[], [], [0, 1], [2], [2, 0], [0, 1, 2, 3, 4]]
    assert rivals([], 0) == []


def test_long_lists_of_rivals_are_given_up():
    assert rivals([Anything()] * 4, 6) == [range(0), range(1), range(2), range(3)]
    assert rivals([Anything()] * 4, 5) is None


@pytest.mark.parametrize(
    "match",
    [
        AllOf((on(Field.DST_PORT, 80), on(Field.DSCP, 46), on(Field.COS, 3))),
        AllOf((on(Field.SRC6, 1), on(Field.ICMP_TYPE, 128))),
        AllOf((on(Field.ETHERTYPE, 0x806), on(Field.VLAN, 5))),
        AllOf((NBAR, Test(Field.INPUT_INTERFACE, (Named("a"),)))),
        Not(on(Field.DSCP, 46)),
    ],
)
def test_everyday_matches_are_reached_without_the_engine(match):
    assert quick.surely_reached(Device(), match, [on(Field.DSCP, 1, 3), UNDEFINED])


def test_quick_answers_give_up_on_cycles():
    loop = Reference(RefKind.CLASS_MAP, "a")
    device = Device(class_maps={"a": ClassMap("a", AllOf((loop,)))})
    assert not quick.surely_reached(device, loop)


def test_each_class_of_a_hierarchy_has_its_packet():
    child = Reference(RefKind.POLICY_MAP, "child")
    policies = {
        "parent": Policy(
            "parent",
            (
                TrafficClass("voice", on(Field.DSCP, 46)),
                TrafficClass("rest", on(Field.PRECEDENCE, 5), child=child),
                TrafficClass("lost", UNDEFINED),
                TrafficClass("class-default", Anything()),
            ),
        ),
        "child": Policy(
            "child",
            (
                TrafficClass("udp", on(Field.PROTOCOL, 17)),
                TrafficClass("ef", on(Field.DSCP, 46), child=child),
                TrafficClass("http", NBAR),
                TrafficClass("class-default", Anything()),
            ),
        ),
    }
    found = dict(class_witnesses(Device(policies=policies), "parent"))
    # The child has itself inside: it is followed to the fifth level and no further.
    outer = ["rest" + " > ef" * number for number in range(4)]
    first = [f"{above} > {name}" for above in outer for name in ("udp", "ef")]
    last = [f"{above} > {name}" for above in reversed(outer) for name in ("http", "class-default")]
    assert list(found) == ["voice", "rest", *first, *last, "lost", "class-default"]
    assert found["voice"].get(Field.DSCP) == 46
    assert found["rest > udp"].get(Field.PRECEDENCE) == 5
    assert found["rest > ef"] is None  # the class before its parent took them
    assert found["rest > http"].assumes == (NBAR,)
    assert found["lost"] is None
    assert found["rest > class-default"].get(Field.PROTOCOL) == 6
    assert class_witnesses(Device(), "nowhere") == []
