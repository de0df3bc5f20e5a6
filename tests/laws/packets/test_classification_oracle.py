"""The classification rules against trying every packet of a small world."""

import random
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.fields import Field
from qosc.ir import (
    AccessEntry,
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    Attachment,
    ClassMap,
    Device,
    Interval,
    Not,
    Policy,
    Port,
    Reference,
    RefKind,
    Test,
    TrafficClass,
)
from qosc.ir.resolve import references_of
from qosc.lint import check
from qosc.profiles import DEFAULT, profile
from qosc.source import Span
from tests.laws.packets.packet_oracle import build, holds

WORLD = [
    build({Field.VERSION: 0}),  # a frame that is not IP: what "not" leaves
    *(
        build({Field.VERSION: version, Field.PROTOCOL: protocol, Field.DSCP: dscp})
        for version, protocol, dscp in product((4, 6), (1, 6, 17), range(64))
    ),
]


class Draw:
    """Draws a device whose predicates tell apart no packets but those of the world."""

    def __init__(self, seed):
        self.random = random.Random(seed)  # noqa: S311
        self.line = 0

    def origin(self):
        self.line += 1
        return Span("drawn", self.line, 1, self.line, 2)

    def test(self):
        field, top = self.random.choice([(Field.DSCP, 63), (Field.PRECEDENCE, 7)])
        if self.random.random() < 0.3:
            number = self.random.choice([6, 17])
            return Test(Field.PROTOCOL, (Interval(number, number),), self.origin())
        low = self.random.randint(0, top)
        high = self.random.choice([low, self.random.randint(low, top)])
        return Test(field, (Interval(low, high),), self.origin())

    def match(self):
        parts = [self.test() for _ in range(self.random.randint(1, 2))]
        if len(parts) == 1:
            return parts[0]
        parts[0] = Not(parts[0], parts[0].origin) if self.random.random() < 0.2 else parts[0]
        return AllOf(tuple(parts), self.origin())

    def access_list(self, name):
        entries = [
            AccessEntry(self.random.random() < 0.6, self.match(), str(n), origin=self.origin())
            for n in range(self.random.randint(1, 6))
        ]
        return AccessList(name, tuple(entries), self.origin())

    def class_map(self, name, lists):
        lines = [
            Reference(RefKind.ACCESS_LIST, self.random.choice(lists), self.origin())
            if self.random.random() < 0.4
            else self.match()
            if self.random.random() < 0.8
            else Not(Reference(RefKind.ACCESS_LIST, "1", self.origin()), self.origin())
            for _ in range(self.random.randint(1, 3))
        ]
        kind = self.random.choice([AllOf, AnyOf])
        return ClassMap(name, kind(tuple(lines)), origin=self.origin())

    def device(self):
        lists = {name: self.access_list(name) for name in ("1", "2")}
        maps = {name: self.class_map(name, list(lists)) for name in "abcd"}
        classes = [
            TrafficClass(name, Reference(RefKind.CLASS_MAP, name), origin=self.origin())
            for name in maps
        ]
        policy = Policy("p", (*classes, TrafficClass("class-default", Anything())))
        port = Port("s0", output=(Attachment(Reference(RefKind.POLICY_MAP, "p")),))
        return Device(
            ports={"s0": port}, policies={"p": policy}, class_maps=maps, access_lists=lists
        )


def reported(device, code):
    found = check(device, profile(DEFAULT), None, [code])
    return {finding.primary.line for finding in found if "more entries" not in finding.message}


DEVICES = st.integers(0, 1 << 48).map(lambda seed: Draw(seed).device())


@settings(max_examples=150, deadline=None)
@given(DEVICES)
def test_unreachable_classes_are_those_that_no_packet_reaches(device):
    classes = device.policies["p"].classes
    own = [{n for n, p in enumerate(WORLD) if holds(device, c.match, p)} for c in classes]
    expected, seen = set(), set()
    for item, packets in zip(classes[:-1], own, strict=False):
        if packets and packets <= seen:
            expected.add(item.origin.line)
        seen |= packets
    assert reported(device, "QOS101") == expected


@settings(max_examples=150, deadline=None)
@given(DEVICES)
def test_contradictions_are_match_all_classes_that_no_packet_meets(device):
    expected = set()
    for found in device.class_maps.values():
        lines = found.match.operands
        hits = [{n for n, p in enumerate(WORLD) if holds(device, line, p)} for line in lines]
        if isinstance(found.match, AllOf) and all(hits) and not set.intersection(*hits):
            expected.add(found.name)
    told = check(device, profile(DEFAULT), None, ["QOS103"])
    assert {finding.message.split()[1] for finding in told} == expected
    for finding in told:
        marked = {finding.primary, *(label.span for label in finding.related)}
        lines = next(
            found.match.operands
            for found in device.class_maps.values()
            if found.name == finding.message.split()[1]
        )
        named = [line for line in lines if line.origin in marked]
        assert len(named) > 1
        assert not any(all(holds(device, line, p) for line in named) for p in WORLD)


@settings(max_examples=150, deadline=None)
@given(DEVICES)
def test_dead_entries_are_those_that_no_packet_decides_by(device):
    used = {
        reference.name
        for found in device.class_maps.values()
        for reference in references_of(found.match)
    }
    every = {n for n, p in enumerate(WORLD) if p.version == 4}
    expected, told = set(), reported(device, "QOS104")
    for name in used:
        seen, dead, whole = set(), set(), 0
        for entry in device.access_lists[name].entries:
            packets = {n for n, p in enumerate(WORLD) if holds(device, entry.match, p)}
            if packets and packets <= seen:
                dead.add(entry.origin.line)
            seen |= packets
            if every <= packets and not whole and entry.origin.line in told:
                whole = entry.origin.line
        # Several behind an entry for all packets are told of once, at that entry.
        behind = {line for line in dead if line > whole > 0}
        expected |= dead - behind | {whole} if len(behind) > 1 else dead
    assert told == expected


@settings(max_examples=150, deadline=None)
@given(DEVICES)
def test_a_line_told_to_have_no_effect_can_go(device):
    """Taking away what partly-shadowed-class reports changes no packet's class."""
    without_effect(device)


def test_lines_without_effect_are_told_of_and_can_go():
    """Of drawn devices few have such a line, and hypothesis may meet none."""
    assert sum(without_effect(Draw(seed).device()) for seed in (3, 6, 7, 24)) >= 4


def without_effect(device):
    """How many lines the rule reports, each of which can go."""
    told = check(device, profile(DEFAULT), None, ["QOS102"])
    for finding in told:
        gone = without(device, finding.primary)
        assert gone != device
        for packet in WORLD:
            assert first(device, packet) == first(gone, packet)
    return len(told)


def without(device, origin):
    maps = {}
    for name, found in device.class_maps.items():
        kept = tuple(line for line in found.match.operands if line.origin != origin)
        kind = type(found.match)
        maps[name] = ClassMap(name, kind(kept)) if len(kept) < len(found.match.operands) else found
    lists = {}
    for name, listed in device.access_lists.items():
        lists[name] = AccessList(name, tuple(e for e in listed.entries if e.origin != origin))
    return Device(ports=device.ports, policies=device.policies, class_maps=maps, access_lists=lists)


def first(device, packet):
    classes = device.policies["p"].classes
    return next(item.name for item in classes if holds(device, item.match, packet))
