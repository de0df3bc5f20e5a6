"""Access lists that lines outside QoS use."""

from __future__ import annotations

import pytest

from qosc.frontends.cisco.acl.mentions import mentions
from tests.frontends.cisco.ios_tree import reading

NAMES = {"10", "101", "VOICE"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("interface Serial0\n ip access-group 101 in", {"101"}),
        ("interface Serial0\n ip access-group VOICE out", {"VOICE"}),
        ("line vty 0 4\n access-class 10 in", {"10"}),
        ("route-map R permit 10\n match ip address 101 VOICE", {"101", "VOICE"}),
        ("crypto map M 10 ipsec-isakmp\n match address 101", {"101"}),
        ("ip nat inside source list 10 interface Serial0 overload", {"10"}),
        ("snmp-server community public RO 10", {"10"}),
        ("router rip\n distribute-list 10 out", {"10"}),
        ("class-map type inspect match-any X\n match access-group name VOICE", {"VOICE"}),
        ("queue-list 1 protocol ip 10 list 101", {"101"}),
        ("interface Serial0\n traffic-shape group 101 64000", {"101"}),
        ("interface Serial0\n rate0limit input access-group 101 8000 1500 2000", {"101"}),
        ("interface Serial0\n mtu 101\n delay 10", set()),
        ("interface Serial0\n description uses access-group 101 VOICE", set()),
        ("! ip access-group 101 in", set()),
        ("access-list 101 permit ip any any", set()),
        ("ip access-list extended VOICE\n permit ip any any", set()),
        ("class-map C\n match access-group 101", set()),
        ("banner motd ^C\nip access-group 101 in\n^C", set()),
        ("ip access-group 102 in", set()),
    ],
)
def test_a_line_mentions_the_lists_it_uses(text: str, found: set[str]) -> None:
    assert mentions(reading(f"{text}\n"), NAMES) == found


def test_nothing_wanted_nothing_found() -> None:
    assert mentions(reading("ip access-group 101 in\n"), ()) == frozenset()
