"""Ports with VLANs below them: packets come with the tag, and filters have to see into it."""

from __future__ import annotations

import qosc
from qosc.api import verify_script
from qosc.ledger import Entry, Fidelity

PORT = """\
class-map match-any VOICE
 match dscp ef
class-map match-all MARKED
 match qos-group 2
 match dscp af11
class-map match-any GROUP
 match qos-group 3
policy-map OUT
 class VOICE
  priority percent 20
 class MARKED
  bandwidth percent 10
 class GROUP
  bandwidth percent 10
policy-map MARK
 class VOICE
  set dscp cs5
 class class-default
  set dscp default
interface GigabitEthernet0/0
 service-policy input MARK
 service-policy output OUT
"""
BELOW = "interface GigabitEthernet0/0.100\n encapsulation {}\n ip address 10.0.0.1 255.255.255.0\n"
METERS = """\
policy-map METER
 class class-default
  police 1000000
"""


def kinds(text: str, other: str = "", platform: str = "ios-15") -> set[str]:
    """How what a config says differs from its script, or from that of `other`, and its ledger."""
    artefact = qosc.compile(qosc.loads(other or text, platform=platform))
    config = qosc.loads(text, platform=platform)
    found = verify_script(config, artefact.files[0].text, artefact.ledger)
    return {one.kind for one in found.differences}


def made(text: str) -> tuple[str, dict[str, Entry]]:
    artefact = qosc.compile(qosc.loads(text, platform="ios-15"))
    return artefact.files[0].text, {entry.path: entry for entry in artefact.ledger}


def of(ledger: dict[str, Entry], place: str) -> Entry:
    return next(entry for path, entry in ledger.items() if place in path)


def test_packets_with_the_tag_of_a_vlan_are_told_apart() -> None:
    text = PORT + BELOW.format("dot1Q 100")
    script, _ = made(text)
    voice = "flower vlan_ethtype ip ip_tos 0xb8/0xfc action skbedit priority 1:10"
    assert f"egress chain 0 pref 2 protocol 802.1Q {voice}" in script
    assert not kinds(text)


def test_a_script_that_does_not_see_into_the_tag_differs() -> None:
    text = PORT + BELOW.format("dot1Q 100")
    assert {"mark", "class"} <= kinds(text, other=PORT)


def test_without_a_tag_below_there_are_no_filters_for_one() -> None:
    for below in ("", BELOW.format("dot1Q 1 native"), BELOW.format("dot1Q 5 second-dot1q 6")):
        script, _ = made(PORT + below)
        assert "802.1Q" not in script


def test_raw_bits_behind_a_tag_are_not_seen_and_a_mark_alone_is() -> None:
    _, ledger = made(PORT + BELOW.format("dot1Q 100"))
    marked, group = of(ledger, "class MARKED > match"), of(ledger, "class GROUP > match")
    assert marked.fidelity is Fidelity.APPROX
    assert "frames with a VLAN tag are not looked into" in marked.note
    assert group.fidelity is Fidelity.EXACT


def test_two_tags_are_said_not_to_be_looked_into() -> None:
    _, ledger = made(PORT + BELOW.format("dot1Q 5 second-dot1q 6"))
    found = of(ledger, "packets with two VLAN tags")
    assert found.fidelity is Fidelity.APPROX
    assert "No bound is known" in found.note


def test_the_input_of_a_subinterface_comes_behind_that_of_its_port() -> None:
    port = "interface GigabitEthernet0/0\n service-policy input METER\n"
    below = BELOW.format("dot1Q 100") + " service-policy input METER\n"
    _, ledger = made(METERS + port + below)
    found = of(ledger, "GigabitEthernet0/0.100 > input behind that of GigabitEthernet0/0")
    assert found.fidelity is Fidelity.UNKNOWN
    assert found.got == "one after the other"
    _, ledger = made(METERS + port + BELOW.format("dot1Q 100"))
    assert not [path for path in ledger if "input behind" in path]


def test_untagged_unit_of_junos_leaves_its_port_alone() -> None:
    text = """\
class-of-service {{
    interfaces {{
        ge-0/0/0 {{
            scheduler-map M;
            unit {0} {{ classifiers {{ dscp default; }} }}
        }}
    }}
    scheduler-maps {{ M {{ forwarding-class expedited-forwarding scheduler S; }} }}
    schedulers {{ S {{ transmit-rate percent 20; }} }}
}}
interfaces {{ ge-0/0/0 {{ {1} unit {0} {{ {2} family inet {{ address 10.0.0.1/24; }} }} }} }}
"""
    whole = qosc.loads(text.format(0, "", ""), platform="junos-mx")
    assert "802.1Q" not in qosc.compile(whole).files[0].text
    assert not kinds(text.format(10, "vlan-tagging;", "vlan-id 10;"), platform="junos-mx")
