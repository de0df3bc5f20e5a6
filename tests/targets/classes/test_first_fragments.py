"""`first-fragment` of JunOS: the first of several fragments, and nothing else.

Juniper, "Firewall Filter Match Conditions for IPv4 Traffic": the condition holds of the first
fragment; it does not hold of an unfragmented packet or of a trailing fragment.
"""

from __future__ import annotations

import pytest
import yaml

import qosc
from qosc.fields import Field
from qosc.ir import AllOf, Device, Interval, Masked, Test
from qosc.ledger import Fidelity
from qosc.packets import PacketSpace
from qosc.targets.tc.lower.classify.cells import cells
from qosc.targets.tc.lower.classify.chains import OK
from qosc.targets.tc.lower.classify.decision import decide
from qosc.targets.tc.model import U32, Filter, Gact, Hook, U32Key
from tests import wire
from tests.judged.scenario_walk import Walk
from tests.laws.packets.packet_oracle import build
from tests.targets.tc_machine import State, matches, run
from tests.targets.tc_reading import read_script

TEXT = """
firewall { family inet { filter F {
  term first { from { first-fragment; } then discard; }
  term rest { then accept; }
} } }
interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }
"""
KINDS = {"whole": (0, 0), "first": (0, 1), "later": (1, 0)}
"""Of the fields fragment and first-fragment."""
FIRST, OTHERS = (Test(Field.FIRST_FRAGMENT, (Interval(value, value),)) for value in (1, 0))


def made(target: str) -> qosc.Artefact:
    return qosc.compile(qosc.loads(TEXT, name="a.conf"), target=target, allow_loss=True)


@pytest.mark.parametrize("kind", KINDS)
def test_the_script_drops_first_fragments_alone(kind: str) -> None:
    later, first = KINDS[kind]
    packet = build(
        {
            Field.VERSION: 4,
            Field.PROTOCOL: 17,
            Field.FRAGMENT: later,
            Field.FIRST_FRAGMENT: first,
        }
    )
    nodes = [c.node for plan in read_script(made("tc").files[0].text) for c in plan.commands]
    filters = [n for n in nodes if isinstance(n, Filter) and n.hook is Hook.INGRESS]
    assert run(filters, packet, lambda _: True).dropped is (kind == "first")


@pytest.mark.parametrize("kind", KINDS)
def test_the_scenario_drops_first_fragments_alone(kind: str) -> None:
    later, first = KINDS[kind]
    packet = wire.Packet(fragment_offset=185 * later, more_fragments=bool(first), payload_length=32)
    ports = yaml.safe_load(made("sim").files[0].text)["ports"]
    walk = Walk(packet)
    for port in ports:
        if port["port"].startswith("ge-0/0/0"):
            walk.go(port.get("input", []))
    assert walk.dropped is (kind == "first")


def test_the_ledger_calls_the_condition_exact() -> None:
    (entry,) = (e for e in made("tc").ledger if e.asked == "first of several fragments")
    assert entry.fidelity is Fidelity.EXACT


@pytest.mark.parametrize("version", [4, 6])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("predicate", [FIRST, OTHERS])
@pytest.mark.parametrize("raw", [False, True])
def test_filters_by_keys_and_by_raw_bits_agree(
    predicate: Test, kind: str, version: int, raw: bool
) -> None:
    later, first = KINDS[kind]
    length = Test(Field.LENGTH, (Interval(100, 100),))
    wanted = AllOf((predicate, length)) if raw else predicate
    packet = build(
        {
            Field.VERSION: version,
            Field.PROTOCOL: 17,
            Field.LENGTH: 100,
            Field.FRAGMENT: later,
            Field.FIRST_FRAGMENT: first,
        }
    )
    state = State(version, packet.ds, dict(packet.values), packet.layers)
    found = [
        (protocol, match, verdict)
        for conjunction, verdict in decide(Device(), wanted).entries
        for protocol, match in cells(conjunction)
    ]
    if raw and version == 6:
        return  # the ledger says that raw bits tell no fragments of IPv6 apart
    assert all(isinstance(match, U32) for _, match, _ in found) is raw
    taken = next(
        (
            verdict
            for protocol, match, verdict in found
            if matches(Filter(Hook.EGRESS, 0, 1, protocol, match, (Gact(OK),)), state)
        ),
        False,
    )
    assert taken is (first == predicate.values[0].low)


def test_no_packet_is_both_a_first_and_a_later_fragment() -> None:
    space = PacketSpace(Device())
    later = Test(Field.FRAGMENT, (Masked(1, 1),))
    assert space.region(FIRST).witness() is not None
    assert space.region(AllOf((FIRST, later))).is_empty()


def _ipv6(next_header: int, offset: int, more: int) -> bytes:
    """A packet of RFC 8200: its header, then (4.5) protocol, reserved, offset with M, a number."""
    head = bytes([0x60, 0, 0, 0, 0, 48, next_header, 64]) + bytes(32)
    return head + bytes([17, 0]) + (offset << 3 | more).to_bytes(2, "big") + bytes(4 + 40)


@pytest.mark.parametrize(
    ("next_header", "offset", "more", "first"),
    [
        (44, 0, 1, True),
        (44, 0, 0, False),
        (44, 185, 1, False),
        (44, 185, 0, False),
        (17, 0, 1, False),
        (43, 0, 1, False),
        (45, 0, 1, False),
    ],
)
def test_raw_bits_of_ipv6_are_those_of_the_fragment_header(
    next_header: int, offset: int, more: int, first: bool
) -> None:
    packet = _ipv6(next_header, offset, more)
    length = Test(Field.LENGTH, (Interval(88, 88),))
    entries = decide(Device(), AllOf((FIRST, length))).entries
    keys = [
        match.keys
        for conjunction, verdict in entries
        if verdict
        for protocol, match in cells(conjunction)
        if protocol == "ipv6" and isinstance(match, U32)
    ]
    assert keys
    assert any(all(_holds(packet, key) for key in each) for each in keys) is first


def _holds(packet: bytes, key: U32Key) -> bool:
    assert key.offset is not None
    part = packet[key.offset : key.offset + key.width // 8]
    return int.from_bytes(part, "big") & key.mask == key.value
