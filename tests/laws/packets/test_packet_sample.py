"""The packets that are asked all at once, against the same packets one by one and the regions."""

from dataclasses import replace

from hypothesis import given, settings

from qosc.fields import Field
from qosc.ir import (
    AllOf,
    Anything,
    ClassMap,
    Device,
    Interval,
    Mark,
    MarkTable,
    Policy,
    Reference,
    RefKind,
    Test,
    TrafficClass,
)
from qosc.packets import PacketSpace, quick
from qosc.packets.sample import EVERY, Sample, remarked
from tests.laws.packets.packet_dice import DICE, NBAR, UNDEFINED, on

PLAIN = next(quick.guesses(Device(), Anything()))
PACKETS = [replace(PLAIN, ds=point << 2) for point in range(64)]


def bits(holds):
    return sum(1 << point for point, packet in enumerate(PACKETS) if holds(packet))


@settings(max_examples=100, deadline=None)
@given(DICE)
def test_the_sample_says_what_each_packet_says(dice):
    device, predicate = dice.device(), dice.predicate()
    sample = Sample(device)
    region = PacketSpace(device).region(predicate)
    assert sample.takes(predicate) == bits(lambda packet: packet in region)
    assert sample.takes(predicate) == bits(lambda packet: quick.holds(device, predicate, packet))


@settings(max_examples=100, deadline=None)
@given(DICE)
def test_what_the_sample_leaves_to_a_class_is_left_to_it(dice):
    device, matches = dice.device(), dice.some(dice.predicate, 1, 4)
    policy = Policy("p", tuple(TrafficClass(str(n), one) for n, one in enumerate(matches)))
    sample, space = Sample(device), PacketSpace(device)
    rest = space.everything
    for match, (left, taken) in zip(matches, sample.shares(policy), strict=True):
        own = rest & space.region(match)
        assert left == bits(lambda packet, rest=rest: packet in rest)
        assert taken == bits(lambda packet, own=own: packet in own)
        rest -= own


@settings(max_examples=100, deadline=None)
@given(DICE)
def test_the_ways_into_a_class_are_all_of_it(dice):
    device, predicate = dice.device(), dice.predicate()
    sample, together = Sample(device), 0
    for way in sample.ways(predicate):
        together |= way
    assert together == sample.takes(predicate)


@settings(max_examples=100, deadline=None)
@given(DICE)
def test_marks_make_of_the_sample_what_they_make_of_each_packet(dice):
    points = dice.random.getrandbits(64)
    drawn = dice.some(lambda: dice.one_of([Field.DSCP, Field.PRECEDENCE]), 0, 3)
    marks = [Mark(field, dice.number(field)) for field in drawn]
    after = {
        quick.marked(packet, marks).get(Field.DSCP)
        for point, packet in enumerate(PACKETS)
        if points >> point & 1
    }
    assert remarked(points, marks) == sum(1 << point for point in after)


def test_marks_that_lead_out_of_the_sample_leave_none():
    table = Mark(Field.DSCP, 0, table=MarkTable(Field.COS))
    assert remarked(EVERY, [table]) == remarked(EVERY, [Mark(Field.QOS_GROUP, 3)]) == 0
    assert remarked(0, [Mark(Field.DSCP, 46)]) == 0


def test_values_that_no_code_point_has_and_huge_ones_take_none():
    sample = Sample(Device())
    assert sample.takes(on(Field.DSCP, 64, 1 << 60)) == 0
    assert sample.takes(on(Field.PRECEDENCE, 7, 1 << 60)) == 0xFF << 56
    assert sample.takes(on(Field.DSCP, 46)) == sample.takes(on(Field.DSCP, 46)) == 1 << 46


def test_each_value_of_a_line_and_each_line_is_a_way():
    line = Test(Field.DSCP, (Interval(10, 10), Interval(12, 14)))
    sample = Sample(Device(class_maps={"c": ClassMap("c", AllOf((AllOf((line, IS_IP)),)))}))
    assert sample.ways(Reference(RefKind.CLASS_MAP, "c")) == [1 << 10, 0b111 << 12]
    assert sample.ways(UNDEFINED) == sample.ways(NBAR) == [0]


def test_nothing_is_said_of_what_leads_back_to_itself():
    loop = Reference(RefKind.CLASS_MAP, "a")
    device = Device(class_maps={"a": ClassMap("a", AllOf((loop, Anything())))})
    policy = Policy("p", (TrafficClass("a", loop), TrafficClass("b", Anything())))
    sample = Sample(device)
    assert sample.takes(loop) is None
    assert sample.ways(loop) is None
    assert sample.shares(policy) == [(EVERY, 0), (0, 0)]


IS_IP = on(Field.VERSION, 4)
