"""Packets guessed for a class, against the regions; a packet for each class of a hierarchy."""

import pytest
from hypothesis import given, settings

from qosc.fields import Field
from qosc.ir import (
    AllOf,
    Anything,
    ClassMap,
    Device,
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
from tests.laws.packet_dice import DICE, NBAR, UNDEFINED, on


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
    assert list(found) == [
        "voice", "rest", "rest > udp", "rest > ef", "rest > ef > udp", "rest > ef > ef",
        "rest > ef > http", "rest > ef > class-default", "rest > http", "rest > class-default",
        "lost", "class-default",
    ]  # fmt: skip
    assert found["voice"].get(Field.DSCP) == 46
    assert found["rest > udp"].get(Field.PRECEDENCE) == 5
    assert found["rest > ef"] is None  # the class before its parent took them
    assert found["rest > http"].assumes == (NBAR,)
    assert found["lost"] is None
    assert found["rest > class-default"].get(Field.PROTOCOL) == 6
    assert class_witnesses(Device(), "nowhere") == []
