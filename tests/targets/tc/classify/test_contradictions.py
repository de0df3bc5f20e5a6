"""Raw bits that contradict each other: tc refuses such a filter, and with it the whole script."""

from __future__ import annotations

import re

import qosc

TEXT = """firewall { family inet6 { filter F {
    term a { from { next-header udp; packet-length 100-107; } then accept; }
    term b { from { is-fragment; next-header udp; packet-length 200-207; } then accept; }
    term c { then discard; }
} } }
interfaces { ge-0/0/0 { unit 0 { family inet6 { filter { input F; } } } } }
"""
IOS = """ipv6 access-list L
 permit udp any any fragments
 permit tcp any any fragments
class-map match-all C
 match access-group name L
 match packet length min 100 max 107
policy-map P
 class C
  bandwidth percent 10
interface GigabitEthernet0/0
 service-policy output P
"""


def asked(script: str) -> list[list[tuple[int, int, int]]]:
    """By filter the bytes that it asks for: place, value and mask."""
    found = []
    for line in script.splitlines():
        keys = re.findall(r"match u8 (0x[0-9a-f]+) (0x[0-9a-f]+) at (\d+)", line)
        if keys:
            found.append([(int(at), int(value, 16), int(mask, 16)) for value, mask, at in keys])
    return found


def script(text: str, platform: str) -> str:
    return qosc.compile(qosc.loads(text, platform=platform)).files[0].text


def test_no_filter_asks_for_two_values_of_one_byte() -> None:
    for text, platform in ((TEXT, "junos-mx"), (IOS, "ios-xe")):
        filters = asked(script(text, platform))
        assert filters
        for keys in filters:
            for at, value, mask in keys:
                assert all((value ^ v) & mask & m == 0 for a, v, m in keys if a == at)


def test_the_protocol_of_a_later_fragment_stands_in_its_own_header() -> None:
    """RFC 8200, sections 3 and 4.5: 44 at byte 6, the protocol in the first byte behind."""
    assert [(6, 44, 0xFF), (40, 17, 0xFF)] in asked(script(IOS, "ios-xe"))
    assert [(6, 44, 0xFF), (40, 6, 0xFF)] in asked(script(IOS, "ios-xe"))
