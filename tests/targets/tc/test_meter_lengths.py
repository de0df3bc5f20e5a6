"""Where the ledger says that a meter counts other lengths than the router's.

What Linux counts is measured by packets (tests/engines/tc/test_tc_script.py, 100 bytes on the way
in and 114 on the way out); what routers count is in Cisco's and Juniper's guides.
"""

import pytest

import qosc
from qosc.ledger import Fidelity

IOS = """policy-map P
 class class-default
  police {figures} conform-action transmit exceed-action drop
interface GigabitEthernet0/0
 service-policy {side} P
"""
JUNOS = """
set firewall policer L if-exceeding bandwidth-limit 1m burst-size-limit 15k
set firewall policer L then discard
set firewall family inet filter F term t then policer L
set interfaces ge-0/0/0 unit 0 family inet filter {side} F
"""
BYTES, PACKETS = "1000000 8000", "rate 100 pps burst 20 packets"


def rows(text: str, platform: str) -> list[tuple[str, Fidelity]]:
    made = qosc.compile(qosc.loads(text.lstrip(), platform=platform), allow_loss=True)
    assert "action police" in made.files[0].text
    found = [each for each in made.ledger if each.path.startswith("Linux > lengths")]
    return [(each.path.rpartition(" ")[2], each.fidelity) for each in found]


@pytest.mark.parametrize(
    ("text", "platform", "expected"),
    [
        (IOS.format(side="input", figures=BYTES), "ios-15", ["input"]),
        (IOS.format(side="output", figures=BYTES), "ios-15", []),
        (IOS.format(side="input", figures=PACKETS), "ios-15", []),
        (JUNOS.format(side="output"), "junos-mx", ["output"]),
        (JUNOS.format(side="input"), "junos-mx", []),
    ],
)
def test_lengths_are_told_where_they_differ(text: str, platform: str, expected: list[str]) -> None:
    assert rows(text, platform) == [(side, Fidelity.APPROX) for side in expected]


TAGGED = """policy-map P
 class class-default
  {statement}
interface GigabitEthernet0/0.10
 encapsulation dot1Q 10
 bandwidth 100000
 service-policy {side} P
"""
POLICE = "police 1000000 8000 conform-action transmit exceed-action drop"


@pytest.mark.parametrize(
    ("statement", "side", "expected"),
    [
        (POLICE, "output", True),
        ("shape average 1000000", "output", True),
        (POLICE, "input", False),
        ("set dscp ef", "output", False),
    ],
)
def test_the_tag_that_is_not_counted_is_told(statement: str, side: str, expected: bool) -> None:
    text = TAGGED.format(statement=statement, side=side)
    made = qosc.compile(qosc.loads(text, platform="ios-15"), allow_loss=True)
    found = [one for one in made.ledger if one.path == "Linux > lengths of packets with a VLAN tag"]
    assert [one.fidelity for one in found] == [Fidelity.APPROX] * expected
    # (46 + 18) / (46 + 14) and (1500 + 18) / (1500 + 14).
    assert all("6.7 %" in one.note and "0.27 %" in one.note for one in found)
    (told,) = (one.note for one in made.ledger if one.path.endswith("> encapsulation"))
    assert "without the tag" in told
