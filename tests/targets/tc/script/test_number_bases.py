"""Numbers in the base that iproute2 reads them in. What is expected here is worked out from the
manual pages of tc, not from the code that writes scripts.
"""

from __future__ import annotations

import re

import pytest

import qosc

ASSIGNED = {
    "ospf": 89,
    "eigrp": 88,
    "gre": 47,
    "esp": 50,
    "ahp": 51,
    "pim": 103,
    "ipinip": 4,
    "nos": 94,
}
"""What IOS calls them, and their numbers in the registry of IANA."""


def flower_proto(word: str) -> int:
    """tc-flower(8), ip_proto: a name, or "an unsigned 8bit value in hexadecimal format"."""
    names = {"tcp": 6, "udp": 17, "sctp": 132, "icmp": 1, "icmpv6": 58}
    return names[word] if word in names else int(word, 16)


def protocols_of(text: str, platform: str) -> set[int]:
    artefact = qosc.compile(qosc.loads(text, platform=platform), allow_loss=True)
    return {flower_proto(word) for word in re.findall(r" ip_proto (\S+)", artefact.files[0].text)}


@pytest.mark.parametrize("name", ASSIGNED)
def test_a_protocol_of_an_access_list_is_the_one_that_tc_looks_for(name: str) -> None:
    text = f"""ip access-list extended A
 permit {name} any any
class-map match-all C
 match access-group name A
policy-map P
 class C
  bandwidth percent 10
interface GigabitEthernet0/0
 service-policy output P
"""
    assert protocols_of(text, "ios-15") == {ASSIGNED[name]}


def test_a_protocol_of_a_firewall_filter_is_the_one_that_tc_looks_for() -> None:
    text = """firewall { family inet { filter F {
    term a { from { protocol [ ospf vrrp 255 ]; } then accept; }
    term b { then discard; }
} } }
interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }
"""
    # tc has no ip_proto 255: raw bits are looked at for it.
    assert protocols_of(text, "junos-mx") == {89, 112}


def test_icmp_of_the_other_version_of_ip_is_written_as_a_number() -> None:
    # IOS `permit 1` of an IPv6 list: tc refuses the name `icmp` behind `protocol ipv6`.
    text = """ipv6 access-list A
 permit 1 any any
class-map match-all C
 match access-group name A
policy-map P
 class C
  bandwidth percent 10
interface GigabitEthernet0/0
 service-policy output P
"""
    script = qosc.compile(qosc.loads(text), allow_loss=True).files[0].text
    assert "protocol ipv6 flower ip_proto 0x1 " in script
    assert protocols_of(text, "ios-15") == {1}


def test_mpls_in_ip_is_looked_for_by_raw_bits() -> None:
    """The kernel's flower reads what is inside such a packet, whatever its key for the protocol."""
    text = """ip access-list extended A
 permit 137 any any
class-map match-all C
 match access-group name A
policy-map P
 class C
  bandwidth percent 10
interface GigabitEthernet0/0
 service-policy output P
"""
    assert protocols_of(text, "ios-15") == set()
    artefact = qosc.compile(qosc.loads(text, platform="ios-15"), allow_loss=True)
    assert " u32 match u8 0x89 0xff at 9 " in artefact.files[0].text


def test_port_0_is_written_under_a_mask():
    """tc takes it neither alone nor as the end of a range: Illegal "dst_port" (seen with 6.1)."""
    text = (
        "ip access-list extended a\n permit udp any any neq 1\n permit tcp any eq 0 any\n"
        "class-map c\n match access-group name a\npolicy-map p\n class c\n  set dscp 1\n"
        "interface Serial0\n service-policy output p\n"
    )
    script = qosc.compile(qosc.loads(text, platform="ios-15")).files[0].text
    assert " ip_proto udp dst_port 0/0xffff " in script
    assert " ip_proto udp dst_port 2-65535 " in script
    assert " ip_proto tcp src_port 0/0xffff " in script
