"""What must not change the model, for the statements that are older than policy-maps, and what no
target may do with them.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc import api
from qosc.frontends import load
from qosc.ir import Device
from qosc.source import SourceText

LISTS = """\
priority-list 1 protocol ip high list 101
priority-list 1 protocol ip medium tcp telnet
priority-list 1 default low
queue-list 2 protocol ip 3 tcp www
queue-list 2 queue 3 byte-count 3000 limit 55
queue-list 2 default 4
"""
MAPS = """\
mls qos map cos-dscp 0 8 16 24 32 46 48 56
mls qos srr-queue output dscp-map queue 1 threshold 3 32 33 40
route-map R permit 10
 match ip address 101
 set ip precedence critical
route-map R permit 20
 match length 0 100
 set ip dscp af21
access-list 101 permit udp any any eq 5060
"""
PORTS = """\
interface Serial0/1
 bandwidth 256
 priority-group 1
 ip policy route-map R
interface Serial0/2
 bandwidth 256
 custom-queue-list 2
 tx-queue-limit 1
interface Serial0/3
 bandwidth 256
 traffic-shape group 101 64000 8000 8000
 ip rtp priority 16384 16383 64
interface Serial0/4
 bandwidth 256
 random-detect
 random-detect precedence 3 10 20 5
interface GigabitEthernet0/1
 srr-queue bandwidth share 10 10 60 20
 srr-queue bandwidth shape 0 0 0 8
 srr-queue bandwidth limit 90
 priority-queue out
 mls qos trust dscp
interface GigabitEthernet4/1
 wrr-queue bandwidth 20 30
 wrr-queue cos-map 1 1 0 1 2 3
 wrr-queue cos-map 2 1 6 7
 priority-queue cos-map 1 4 5
"""
SECTIONS = (LISTS, MAPS, PORTS)
WHOLE = "".join(SECTIONS)


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def same(one: Device, other: Device) -> bool:
    return one == other and not one.residue and not other.residue


def test_the_whole_is_understood() -> None:
    found = device(WHOLE)
    assert found.residue == ()
    assert found.coverage.modelled == len(WHOLE.splitlines())


@pytest.mark.parametrize("width", [0, 1, 3, 8])
def test_indentation_does_not_matter(width: int) -> None:
    lines = []
    for line in WHOLE.splitlines():
        depth = len(line) - len(line.lstrip())
        lines.append(" " * (width * depth) + line.lstrip() + "\n")
    assert same(device("".join(lines)), device(WHOLE))


def test_the_order_of_sections_does_not_matter() -> None:
    for shift in range(1, len(SECTIONS)):
        assert same(device("".join(SECTIONS[shift:] + SECTIONS[:shift])), device(WHOLE))


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("protocol ip high", "prot ip hi"),
        ("queue-limit", "queue-lim"),
        ("byte-count", "byte"),
        ("traffic-shape group", "traffic-sh gr"),
        ("priority-group", "priority-gr"),
        ("random-detect precedence", "random prec"),
        ("bandwidth share", "band shar"),
        ("custom-queue-list", "custom"),
        ("wrr-queue bandwidth", "wrr band"),
        ("mls qos trust", "mls qos tr"),
        ("ip policy route-map", "ip pol route-map"),
        ("cos-map", "cos"),
        ("srr-queue", "srr"),
    ],
)
def test_abbreviations_do_not_matter(full: str, short: str) -> None:
    lines = [
        line if "mls qos srr" in line else line.replace(full, short) for line in WHOLE.splitlines()
    ]
    assert same(device("\n".join(lines)), device(WHOLE))


@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_comments_do_not_matter(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    lines = []
    for line in WHOLE.splitlines():
        lines += chance.choices(["", "!", "! priority-group 2"], k=chance.randrange(2))
        lines.append(line)
    assert same(device("\n".join(lines)), device(WHOLE))


def test_swapping_two_rules_for_the_same_packets_does() -> None:
    first, second = LISTS.splitlines()[:2]
    swapped = WHOLE.replace(f"{first}\n{second}\n", f"{second}\n{first}\n")
    assert device(swapped).policies != device(WHOLE).policies


@pytest.mark.parametrize("target", ["tc", "sim"])
@pytest.mark.parametrize("port", sorted(device(WHOLE).ports))
def test_every_target_accounts_for_every_value(target: str, port: str) -> None:
    # A value without an entry raises.
    artefact = api.compile(api.loads(WHOLE), target=target, interface=port, allow_loss=True)
    assert artefact.ledger


_TEXT = (
    "priority-list queue-list priority-group custom-queue-list traffic-shape rate group ip rtp "
    "priority random-detect wrr-queue srr-queue mls qos bandwidth cos-map dscp-map map cos-dscp "
    "trust cos dscp share shape limit out protocol interface Serial0 list default high medium low "
    "queue byte-count lowest-custom no 0 1 2 4 7 8 64 101 99999999999999999999999 -1 route-map R "
    "permit deny match address length set precedence tcp udp telnet gt fragments policy tx-queue "
    "tx-queue-limit threshold percent \x00 é"
)
_WORDS = st.sampled_from(_TEXT.split(" "))
_LINES = st.lists(
    st.tuples(st.integers(0, 2), st.lists(_WORDS, max_size=9)).map(
        lambda pair: " " * pair[0] + " ".join(pair[1])
    ),
    max_size=14,
).map("\n".join)


@given(_LINES)
@settings(max_examples=300, deadline=None)
def test_any_lines_give_a_device_and_each_line_one_state(text: str) -> None:
    found = device(text)
    counts = found.coverage
    total = counts.modelled + counts.recognised + counts.irrelevant + counts.unknown
    assert total == len(SourceText("t.cfg", text).lines)
