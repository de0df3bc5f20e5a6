"""The order of two classes matters just where some packet matches both."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from qosc.ir import Device
from qosc.packets import Packet, PacketSpace, partition
from tests.laws.test_metamorphic import FEW, MATCHES, SEEDS, meant, words_of

OVERLAPPING = (
    ("match ip dscp ef", "match ip precedence 5"),
    ("match access-group 101", "match ip dscp ef"),
    ("match not dscp ef", "match access-group 102"),
    ("match ip dscp ef cs1", "match ip dscp cs1 af11"),
    ("match any", "match ip precedence 1"),
)
DISJOINT = (
    ("match ip dscp ef", "match ip dscp af11"),
    ("match access-group 101", "match access-group 102"),
    ("match ip precedence 5", "match ip dscp af41"),
    ("match not dscp ef", "match dscp ef"),
    ("match packet length max 100", "match packet length min 101"),
)
LISTS = "access-list 101 permit udp any any\naccess-list 102 permit tcp any any\n"


def policy(*matches: str, swapped: bool) -> Device:
    maps = "".join(f"class-map C{i}\n {match}\n" for i, match in enumerate(matches))
    order = reversed(range(len(matches))) if swapped else range(len(matches))
    classes = "".join(f" class C{i}\n  set qos-group {i}\n" for i in order)
    return meant(f"{LISTS}{maps}policy-map P\n{classes}")


def chosen(found: Device, packet: Packet) -> str:
    """The class that takes a packet."""
    space = PacketSpace(found)
    (name,) = [
        one.traffic_class.name
        for one in partition(space, found.policies["P"])
        if packet in one.taken
    ]
    return name


def meet(found: Device) -> Iterator[Packet]:
    """Packets that fit both classes, and of each alone, where there are any."""
    space = PacketSpace(found)
    first, second = (one.own for one in partition(space, found.policies["P"])[:2])
    for region in (first & second, first - second, second - first, ~(first | second)):
        packet = region.witness()
        if packet is not None:
            yield packet


@pytest.mark.parametrize("matches", OVERLAPPING)
def test_swapping_classes_that_overlap_changes_what_packets_get(matches: tuple[str, str]) -> None:
    one, other = policy(*matches, swapped=False), policy(*matches, swapped=True)
    assert one != other
    both, *others = meet(one)
    assert (chosen(one, both), chosen(other, both)) == ("C0", "C1")
    assert all(chosen(one, packet) == chosen(other, packet) for packet in others)


@pytest.mark.parametrize("matches", DISJOINT)
def test_swapping_classes_that_do_not_overlap_changes_nothing(matches: tuple[str, str]) -> None:
    one, other = policy(*matches, swapped=False), policy(*matches, swapped=True)
    packets = list(meet(one))
    assert len(packets) >= 2
    assert [chosen(one, packet) for packet in packets] == [
        chosen(other, packet) for packet in packets
    ]
    regions = []
    for found in (one, other):
        # One space for both, so that the regions can be held against each other.
        parts = partition(PacketSpace(one), found.policies["P"])
        regions.append({part.traffic_class.name: part.taken.size() for part in parts})
    assert regions[0] == regions[1]


@given(st.lists(st.sampled_from(MATCHES[:9]), min_size=2, max_size=2, unique=True), SEEDS)
@FEW
def test_a_swap_matters_just_where_two_classes_meet(patterns: list[str], seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    lines = [words_of(chance, pattern.replace("10{low}", "101")) for pattern in patterns]
    assume(not any("name" in line for line in lines))
    one, other = policy(*lines, swapped=False), policy(*lines, swapped=True)
    space = PacketSpace(one)
    first, second = (part.own for part in partition(space, one.policies["P"])[:2])
    taken = [
        {part.traffic_class.name: part.taken for part in partition(space, found.policies["P"])}
        for found in (one, other)
    ]
    assert (taken[0] == taken[1]) == (not first.meets(second))
