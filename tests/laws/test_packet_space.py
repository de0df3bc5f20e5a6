"""Regions of header space against a plain interpreter, and the laws of sets."""

import dataclasses
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.fields import WIDTHS, Field
from qosc.ir import (
    AccessEntry,
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Device,
    Interval,
    Mark,
    Masked,
    Named,
    Not,
    Opaque,
    Policy,
    Reference,
    RefKind,
    Test,
    TrafficClass,
)
from qosc.packets import (
    LowBits,
    Packet,
    PacketSpace,
    class_witnesses,
    image,
    partition,
    quick,
)
from tests.laws.packet_oracle import build, corners, holds

FIELDS = [
    Field.VERSION, Field.SRC4, Field.DST4, Field.SRC6, Field.PROTOCOL, Field.DSCP,
    Field.PRECEDENCE, Field.TOS, Field.ECN, Field.SRC_PORT, Field.DST_PORT, Field.TCP_FLAGS,
    Field.ICMP_TYPE, Field.FRAGMENT, Field.LENGTH, Field.COS, Field.VLAN, Field.MPLS_EXP,
    Field.QOS_GROUP, Field.ETHERTYPE, Field.INPUT_INTERFACE,
]  # fmt: skip
LIKELY = {
    Field.VERSION: [4, 6], Field.PROTOCOL: [1, 2, 6, 17, 47, 58, 132],
    Field.ETHERTYPE: [0x800, 0x806, 0x86DD], Field.FRAGMENT: [0, 1],
}  # fmt: skip
UNDEFINED = Reference(RefKind.ACCESS_LIST, "nowhere")
NBAR = Opaque("protocol", "http")


class Dice:
    """Draws models and packets from a seed. Plain code: it is quicker than nested strategies."""

    def __init__(self, seed):
        self.random = random.Random(seed)  # noqa: S311
        self.one_of = self.random.choice

    def some(self, draw, least, most):
        return tuple(draw() for _ in range(self.random.randint(least, most)))

    def number(self, field):
        top = (1 << WIDTHS[field]) - 1
        return self.one_of([*LIKELY.get(field, (0, 1, top)), self.random.randint(0, top)])

    def value(self, field):
        if field is Field.INPUT_INTERFACE:
            return Named(self.one_of("abc"))
        one, other = self.number(field), self.number(field)
        if self.random.random() < 0.5:
            return Interval(min(one, other), max(one, other))
        return Masked(one & other, other)

    def test(self):
        field = self.one_of(FIELDS)
        return Test(field, self.some(lambda: self.value(field), 1, 3))

    def leaf(self):
        return self.one_of([self.test, self.test, lambda: self.one_of([Anything(), NBAR])])()

    def tree(self, leaf, depth=3):
        shape = self.random.random()
        if depth == 0 or shape < 0.4:
            return leaf()
        if shape < 0.55:
            return Not(self.tree(leaf, depth - 1))
        kind = self.one_of([AllOf, AnyOf])
        return kind(self.some(lambda: self.tree(leaf, depth - 1), 0, 3))

    def predicate(self):
        return self.tree(self.leaf_or_name)

    def leaf_or_name(self):
        return self.one_of(REFERENCES) if self.random.random() < 0.5 else self.leaf()

    def device(self):
        entries = self.some(self.entry, 1, 6)
        return Device(
            access_lists={"10": AccessList("10", entries)},
            class_maps={"c": ClassMap("c", AllOf(self.some(self.leaf, 1, 3)))},
        )

    def entry(self):
        return AccessEntry(self.random.random() < 0.6, self.tree(self.test, 2))

    def packet(self):
        drawn = {field: self.number(field) for field in FIELDS if field in WIDTHS}
        drawn[Field.VERSION] = self.one_of([4, 4, 6, 0])
        drawn[Field.INPUT_INTERFACE] = self.one_of(["a", "b", "c", ""])
        layers = {layer for layer in ("tagged", "labelled") if self.random.random() < 0.5}
        for field in (Field.COS, Field.VLAN):
            if "tagged" not in layers:
                drawn.pop(field)
        if "labelled" not in layers:
            drawn.pop(Field.MPLS_EXP)
        assumes = tuple(item for item in (NBAR, UNDEFINED) if self.random.random() < 0.5)
        return dataclasses.replace(build(drawn, frozenset(layers)), assumes=assumes)


REFERENCES = [
    Reference(RefKind.ACCESS_LIST, "10"), Reference(RefKind.CLASS_MAP, "c"), UNDEFINED,
]  # fmt: skip
DICE = st.integers(0, 1 << 48).map(Dice)


def all_tests(device, predicate):
    found, work = [], [predicate]
    work += [entry.match for entry in device.access_lists["10"].entries]
    work.append(device.class_maps["c"].match)
    while work:
        item = work.pop()
        if isinstance(item, Test):
            found.append(item)
        elif isinstance(item, Not):
            work.append(item.operand)
        elif isinstance(item, AllOf | AnyOf):
            work.extend(item.operands)
    return found


@settings(max_examples=200, deadline=None)
@given(DICE)
def test_a_packet_is_in_the_region_just_when_the_predicate_holds(dice):
    device, predicate, some = dice.device(), dice.predicate(), dice.some(dice.packet, 5, 5)
    region = PacketSpace(device).region(predicate)
    for packet in [*some, *corners(all_tests(device, predicate), {})]:
        assert (packet in region) == holds(device, predicate, packet), packet


@settings(max_examples=200, deadline=None)
@given(DICE)
def test_a_witness_satisfies_the_predicate(dice):
    device, predicate = dice.device(), dice.predicate()
    space = PacketSpace(device)
    region = space.region(predicate)
    packet = region.witness()
    if region.is_empty():
        assert packet is None
    else:
        assert packet in region
        full = build(dict(packet.values) | {Field.VERSION: packet.version}, packet.layers)
        whole = dataclasses.replace(full, ds=packet.ds, assumes=packet.assumes)
        assert holds(device, predicate, whole)


@settings(max_examples=200, deadline=None)
@given(DICE)
def test_regions_obey_the_laws_of_sets(dice):
    space = PacketSpace(dice.device())
    a, b, c = (space.region(dice.predicate()) for _ in range(3))
    assert a & (b | c) == (a & b) | (a & c)
    assert ~(a | b) == ~a & ~b
    assert a - b == a & ~b
    assert ~~a == a
    assert (a & b) <= a <= (a | b)
    assert (a <= b) == (a - b).is_empty()
    assert a.meets(b) == (not (a & b).is_empty())
    assert a | ~a == space.everything
    assert space.union([a, b, c]) == a | b | c


@settings(max_examples=200, deadline=None)
@given(DICE)
def test_the_classes_of_a_policy_share_all_packets_without_overlap(dice):
    device, matches = dice.device(), dice.some(dice.predicate, 0, 4)
    classes = [TrafficClass(f"c{n}", match) for n, match in enumerate(matches)]
    policy = Policy("p", (*classes, TrafficClass("class-default", Anything())))
    space = PacketSpace(device)
    parts = partition(space, policy)
    assert space.union(part.taken for part in parts) == space.everything
    for n, part in enumerate(parts):
        assert not any(part.taken.meets(later.taken) for later in parts[n + 1 :])
    for name, packet in class_witnesses(device, policy, space=space):
        if packet is not None:
            first = next(part for part in parts if packet in part.own)
            assert first.traffic_class.name == name


MARKS = [
    Mark(Field.DSCP, 46), Mark(Field.PRECEDENCE, 5), Mark(Field.TOS, 8), Mark(Field.COS, 3),
    Mark(Field.QOS_GROUP, 7), Mark(Field.MPLS_EXP, 1),
]  # fmt: skip


def marked(packet, mark, low_bits):
    """The packet after the mark, by hand."""
    if mark.field is Field.DSCP:
        return dataclasses.replace(packet, ds=packet.ds & 3 | mark.value << 2)
    if mark.field is Field.PRECEDENCE:
        kept = packet.ds & (3 if low_bits is LowBits.ZERO else 31)
        return dataclasses.replace(packet, ds=kept | mark.value << 5)
    if mark.field is Field.TOS:
        return dataclasses.replace(packet, ds=packet.ds & 0xE1 | mark.value << 1)
    new = dict(packet.values) | {mark.field: mark.value}
    layer = {Field.COS: {"tagged"}, Field.MPLS_EXP: {"labelled"}}.get(mark.field, set())
    return dataclasses.replace(packet, values=new, layers=packet.layers | layer)


@settings(max_examples=200, deadline=None)
@given(DICE)
def test_a_marked_packet_is_in_the_image(dice):
    device, predicate, packet = dice.device(), dice.predicate(), dice.packet()
    mark, low_bits = dice.one_of(MARKS), dice.one_of(list(LowBits))
    region = PacketSpace(device).region(predicate)
    result = image(region, [mark], low_bits)
    if packet in region:
        after = marked(packet, mark, low_bits) if packet.version or not_ip(mark) else packet
        assert after in result
    for other in (image(result, [mark], low_bits),):
        assert other == result  # writing the same again changes nothing
    witness = result.witness()
    if witness is not None and witness.get(mark.field) is not None:
        assert witness.get(mark.field) == mark.value


def not_ip(mark):
    return mark.field not in (Field.DSCP, Field.PRECEDENCE, Field.TOS)


# Single facts


def region_of(*parts, device=None, **options):
    return PacketSpace(device, **options).region(AllOf(parts))


def on(field, low, high=None):
    return Test(field, (Interval(low, low if high is None else high),))


def test_precedence_and_dscp_are_views_of_one_byte():
    space = PacketSpace()
    assert space.region(on(Field.PRECEDENCE, 5)) == space.region(on(Field.DSCP, 40, 47))
    assert space.region(on(Field.DSCP, 46)) <= space.region(on(Field.PRECEDENCE, 5))


@pytest.mark.parametrize(
    "parts",
    [
        (on(Field.DST_PORT, 80), on(Field.PROTOCOL, 1)),
        (on(Field.DST_PORT, 80), on(Field.FRAGMENT, 1)),
        (on(Field.TCP_FLAGS, 2), on(Field.PROTOCOL, 17)),
        (on(Field.ICMP_TYPE, 8), on(Field.PROTOCOL, 6)),
        (on(Field.VERSION, 4), on(Field.VERSION, 6)),
        (on(Field.SRC4, 1), on(Field.SRC6, 1)),
        (on(Field.DSCP, 46), on(Field.ETHERTYPE, 0x806)),
        (on(Field.ETHERTYPE, 0x800), on(Field.VERSION, 6)),
        (on(Field.DSCP, 64, 70),),
        (Test(Field.INPUT_INTERFACE, (Named("a"),)), Test(Field.INPUT_INTERFACE, (Named("b"),))),
        (Test(Field.PROTOCOL, (Masked(0x100, 0x100),)),),
        (NBAR, Not(NBAR)),
        (Test(Field.DSCP, ()),),
    ],
)
def test_no_packet_is_both(parts):
    assert region_of(*parts).is_empty()
    assert region_of(*parts).witness() is None


def test_all_values_of_a_field_are_not_all_packets():
    space = PacketSpace()
    ports = space.region(on(Field.DST_PORT, 0, 0xFFFF))
    assert ports != space.everything
    assert (~ports).witness().get(Field.DST_PORT) is None


def test_an_undefined_list_can_be_taken_to_match_nothing():
    both = AnyOf((UNDEFINED, on(Field.DSCP, 46)))
    free = PacketSpace()
    assert free.region(both) != free.region(on(Field.DSCP, 46))
    assert free.region(both).conditions() == (UNDEFINED,)
    closed = PacketSpace(undefined_matches_nothing=True)
    assert closed.region(both) == closed.region(on(Field.DSCP, 46))


def test_class_maps_that_lead_to_each_other_are_as_unknown_as_undefined_ones():
    refs = [Reference(RefKind.CLASS_MAP, name) for name in "ab"]
    maps = {"a": ClassMap("a", AllOf((refs[1],))), "b": ClassMap("b", AllOf((refs[0],)))}
    space = PacketSpace(Device(class_maps=maps))
    assert not space.region(refs[0]).is_empty()
    assert space.region(refs[0]) != space.everything
    assert space.region(refs[1]).conditions()


def test_deep_nests_and_long_lists_need_no_deep_stack():
    depth = 20_000
    maps = {
        f"c{n}": ClassMap(f"c{n}", AllOf((Reference(RefKind.CLASS_MAP, f"c{n + 1}"),)))
        for n in range(depth)
    }
    maps[f"c{depth}"] = ClassMap(f"c{depth}", AllOf((on(Field.DSCP, 46),)))
    entries = tuple(
        AccessEntry(permit=True, match=Test(Field.SRC4, (Masked(n << 8, 0xFFFFFF00),)))
        for n in range(10_000)
    )
    space = PacketSpace(Device(class_maps=maps, access_lists={"1": AccessList("1", entries)}))
    assert space.region(Reference(RefKind.CLASS_MAP, "c0")) == space.region(on(Field.DSCP, 46))
    swept = space.region(Reference(RefKind.ACCESS_LIST, "1"))
    assert swept == space.region(on(Field.SRC4, 0, (10_000 << 8) - 1))


def test_a_question_that_does_not_fit_is_a_memory_error():
    chance = random.Random(1)  # noqa: S311
    parts = []
    for _ in range(400):
        mask = chance.getrandbits(32)
        parts.append(Test(Field.SRC4, (Masked(chance.getrandbits(32) & mask, mask),)))
    space = PacketSpace(capacity=1 << 12)
    with pytest.raises(MemoryError):
        space.region(AnyOf(tuple(parts)))
    with pytest.raises(MemoryError):
        space.region(on(Field.DSCP, 46))


def test_witness_reads_like_traffic():
    region = region_of(on(Field.PROTOCOL, 17), on(Field.PRECEDENCE, 5), on(Field.DST4, 0xC0BEDA02))
    text = "udp 10.0.0.1:1024 -> 192.190.218.2:50001, precedence 5 (critical)"
    assert str(region.witness()) == text


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((), "udp 10.0.0.1:1024 -> 192.0.2.7:50001"),
        (
            (on(Field.VERSION, 6), on(Field.DST_PORT, 53), on(Field.DSCP, 46)),
            "udp [2001:db8::1]:1024 -> [2001:db8:7::7]:53, dscp 46 (ef)",
        ),
        (
            (Test(Field.SRC4, (Masked(0xAC100500, 0xFFFFFF00),)), on(Field.PROTOCOL, 1)),
            "icmp 172.16.5.1 -> 192.0.2.7",
        ),
        (
            (on(Field.COS, 5), on(Field.VLAN, 7), on(Field.QOS_GROUP, 3), on(Field.LENGTH, 1000)),
            "udp 10.0.0.1:1024 -> 192.0.2.7:50001, length 1000, vlan 7, cos 5, qos-group 3",
        ),
        ((on(Field.ETHERTYPE, 0x806),), "a frame that is not IP, ethertype 0x0806"),
        ((NBAR,), "udp 10.0.0.1:1024 -> 192.0.2.7:50001, given protocol http matches"),
        (
            (on(Field.FRAGMENT, 1), Test(Field.INPUT_INTERFACE, (Named("Ethernet0"),))),
            "udp 10.0.0.1 -> 192.0.2.7, non-initial fragment, input-interface Ethernet0",
        ),
        ((on(Field.TCP_FLAGS, 2),), "tcp 10.0.0.1:1024 -> 192.0.2.7:50001, tcp flags syn"),
    ],
)
def test_packets_are_told_in_words(parts, text):
    assert str(region_of(*parts).witness()) == text


def test_the_engine_is_loaded_by_the_first_space_only():
    import subprocess
    import sys

    code = "import sys, qosc.packets; assert 'oxidd' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_packet_without_values_has_plain_ones():
    packet = Packet(4, 0, {Field.PROTOCOL: 17})
    assert packet.get(Field.TTL) == 64
    assert packet.get(Field.COS) is None
    assert packet.get(Field.ICMP_TYPE) is None


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
