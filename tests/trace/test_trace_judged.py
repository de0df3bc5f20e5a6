"""Traces of generated devices, against the treatment that the vendors' manuals give.

Text and expectation come from one abstract policy, by code that shares nothing with the compiler
(tests/generator), and frames are built by tests/wire: so the reader of frames is judged as well.
"""

from __future__ import annotations

from random import Random

import pytest

import qosc
from qosc.packets import PacketSpace
from qosc.trace.capture import Frame
from qosc.trace.headers import packet_of
from qosc.trace.notation import Asked
from qosc.trace.route import route, trace
from qosc.trace.steps import Entered, Matched, Metered, Way
from qosc.trace.travellers import Single
from tests import wire
from tests.generator import DIALECTS, Device, Treatment, device

SEEDS = (0, 1, 2, 3)


def classes(way: Way, side: str) -> tuple[str, ...]:
    """The classes of the policies of one direction, from the outermost."""
    found, here = [], ""
    for step in way.steps:
        if isinstance(step, Entered):
            here = step.side
        if isinstance(step, Matched) and step.kind == "class" and here == side:
            found.append(step.name)
    return tuple(found)


def wrong(made: Device, way: Way, wanted: Treatment) -> list[str]:
    """The fields in which a way is not as expected, of those that sources settle."""
    end = way.traveller.packet
    junos = made.dialect.startswith("junos")
    leaf = classes(way, "output")
    if junos and way.queue:
        leaf = (way.queue[0].found.name,)
    found = {
        "dropped": (way.dropped, wanted.dropped),
        "meters": (sum(isinstance(s, Metered) for s in way.steps), len(wanted.meters)),
    }
    if not wanted.dropped:
        found["dscp_out"] = (end.ds >> 2 if end.version else None, wanted.dscp_out)
        if wanted.leaf is not None:
            found["leaf"] = (leaf, wanted.leaf)
        if wanted.input_leaf is not None:
            found["input_leaf"] = (classes(way, "input"), wanted.input_leaf)
    return [
        f"{name}: {got}, expected {want}"
        for name, (got, want) in found.items()
        if got != want and name not in wanted.unknown
    ]


def check(seed: int, dialect: str, count: int) -> int:
    made = device(seed, dialect)
    config = qosc.loads(made.text, platform=made.platform)
    ports, joined = config.joined_device.ports, config.joined_device
    for ingress, egress, packet, wanted in made.packets(count, Random(seed)):  # noqa: S311
        found = route(joined, config.profile, ports[ingress], ports[egress])
        bytes_ = wire.frame(packet)
        came = packet_of(Frame(1, bytes_, len(bytes_)))
        (way,) = found.follow(Way(Single(found.device, came)), meters=False)
        faults = wrong(made, way, wanted)
        assert not faults, f"{dialect} {seed}: {ingress} to {egress}: {packet}: {faults}"
    return count


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_packet_is_treated_as_the_manual_says(dialect: str) -> None:
    assert sum(check(seed, dialect, 60) for seed in SEEDS) == 240


@pytest.mark.deep
@pytest.mark.parametrize("first", range(200, 240, 10))
@pytest.mark.parametrize("dialect", DIALECTS)
def test_further_packets(dialect: str, first: int) -> None:
    assert sum(check(seed, dialect, 200) for seed in range(first, first + 10)) == 2000


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_ways_of_all_packets_part_them(dialect: str) -> None:
    """Each packet is in one way whose meters are kept to: that of the packet alone."""
    made = device(1, dialect)
    config = qosc.loads(made.text, platform=made.platform)
    ports, joined = config.joined_device.ports, config.joined_device
    pairs: dict[tuple[str, str], list[wire.Packet]] = {}
    for ingress, egress, packet, _ in made.packets(80, Random(9)):  # noqa: S311
        pairs.setdefault((ingress, egress), []).append(packet)
    for (ingress, egress), packets in pairs.items():
        found = route(joined, config.profile, ports[ingress], ports[egress])
        done = trace(found, Asked())
        assert done.region.space.__class__ is PacketSpace
        for packet in packets:
            bytes_ = wire.frame(packet)
            came = packet_of(Frame(1, bytes_, len(bytes_)))
            named = type(came)(
                came.version,
                came.ds,
                {**came.values, qosc_field("input-interface"): ingress},
                came.layers,
            )
            (alone,) = found.follow(Way(Single(found.device, named)), meters=False)
            holding = [way for way in done.ways if way.conforms and named in way.traveller.region]
            assert [way.classes for way in holding] == [alone.classes]
            assert [way.dropped for way in holding] == [alone.dropped]


def qosc_field(name: str):
    from qosc.fields import Field

    return Field(name)
