"""Regions of header space against a plain interpreter, and the laws of sets."""

import dataclasses
from contextlib import suppress

import pytest
from hypothesis import given, settings

from qosc.fields import Field
from qosc.ir import (
    AccessEntry,
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Device,
    Mark,
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
    LowBits,
    Packet,
    PacketSpace,
    UndecidedError,
    class_witnesses,
    image,
    partition,
    preimage,
)
from tests.laws.packets.packet_dice import DICE, NBAR, UNDEFINED, on
from tests.laws.packets.packet_oracle import build, corners, holds


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
    Mark(Field.DSCP, 46),
    Mark(Field.PRECEDENCE, 5),
    Mark(Field.TOS, 8),
    Mark(Field.COS, 3),
    Mark(Field.QOS_GROUP, 7),
    Mark(Field.MPLS_EXP, 1),
]


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


@settings(max_examples=200, deadline=None)
@given(DICE)
def test_a_packet_is_in_the_preimage_where_its_image_is_in_the_region(dice):
    device, predicate, packet = dice.device(), dice.predicate(), dice.packet()
    marks = [dice.one_of(MARKS) for _ in range(2)]
    space = PacketSpace(device)
    region = space.region(predicate)
    after = packet
    for mark in marks:
        if after.version or not_ip(mark):
            after = marked(after, mark, LowBits.KEEP)
    assert (packet in preimage(region, marks)) == (after in region)


def not_ip(mark):
    return mark.field not in (Field.DSCP, Field.PRECEDENCE, Field.TOS)


# Single facts


def region_of(*parts, device=None, **options):
    return PacketSpace(device, **options).region(AllOf(parts))


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


def _crossed(bits: int) -> AnyOf:
    """Packets that have some bit in both addresses: 2 ** bits pieces."""
    alike = (1 << bit for bit in range(bits))
    ends = (Field.SRC4, Field.DST4)
    return AnyOf(
        tuple(AllOf(tuple(Test(end, (Masked(bit, bit),)) for end in ends)) for bit in alike)
    )


def test_a_question_above_the_budget_is_not_decided():
    space = PacketSpace()
    assert not space.region(_crossed(12)).is_empty()
    with pytest.raises(UndecidedError):
        space.region(_crossed(26))
    with pytest.raises(UndecidedError):
        space.region(on(Field.DSCP, 46))
    with pytest.raises(UndecidedError):
        PacketSpace(work=space.work + (64 << 20))


def test_a_budget_is_spent_at_the_same_question_each_time():
    # Only what is in use counts: garbage of earlier questions is freed first.
    sizes = set()
    for _ in range(3):
        space, done = PacketSpace(), 0
        with suppress(UndecidedError):
            for bits in range(14, 30):
                space.region(_crossed(bits))
                done = bits
        sizes.add((done, space.work))
    ((done, work),) = sizes
    assert 14 < done < 29
    assert work > 0


def test_a_space_gives_its_engine_to_the_next_one():
    first = PacketSpace()
    with first:
        manager = first.builder.table._manager
    with pytest.raises(RuntimeError, match="closed"):
        first.region(on(Field.DSCP, 46))
    one, two = PacketSpace(), PacketSpace()
    assert one.builder.table._manager is manager
    assert two.builder.table._manager is not manager
    region = one.region(on(Field.DSCP, 46))
    del one
    assert region.witness() is not None


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


def test_a_new_space_does_not_go_through_all_lists():
    """One is made for each question that is given up, of which a text may have thousands."""

    class Lists(dict):
        seen = 0

        def values(self):
            for item in super().values():
                self.seen += 1
                yield item

    one = AccessList("1", (AccessEntry(permit=True, match=Anything()),))
    lists = Lists((str(n), one) for n in range(5000))
    PacketSpace(Device(access_lists=lists))
    assert lists.seen < 200
