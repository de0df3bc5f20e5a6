"""Class-maps that a Catalyst makes and prints without a match line are no classes of no packets.

Cisco, QoS Configuration Guide 16.5, Catalyst 9300, "Configuring Control Plane Policing": each is of
queues to the CPU.
"""

from __future__ import annotations

import qosc
from qosc.frontends import load
from qosc.ir import AnyOf, Opaque
from qosc.source import SourceText

TEXT = (
    "version 16.9\n"
    "class-map match-any system-cpp-police-data\n  description ICMP_GEN and BROADCAST\n"
    "class-map match-any MINE\n"
    "policy-map system-cpp-policy\n class system-cpp-police-data\n  police rate 200 pps\n"
    "interface GigabitEthernet1/0/1\n switchport mode access\n"
    "control-plane\n service-policy input system-cpp-policy\n"
)


def test_what_they_match_is_not_in_the_text() -> None:
    found = load(SourceText("t", TEXT)).class_maps
    match = found["system-cpp-police-data"].match
    assert isinstance(match, AnyOf)
    assert [type(each) for each in match.operands] == [Opaque]


def test_another_without_a_match_line_matches_nothing() -> None:
    match = load(SourceText("t", TEXT)).class_maps["MINE"].match
    assert isinstance(match, AnyOf)
    assert match.operands == ()


def test_show_does_not_say_that_they_take_no_packet() -> None:
    assert "no packet" not in qosc.show(qosc.loads(TEXT)).text
