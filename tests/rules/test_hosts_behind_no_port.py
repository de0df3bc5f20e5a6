"""Near misses of the rule on hosts that are behind no port of a list."""

from __future__ import annotations

import pytest

import qosc
from tests.rules.linting import lint

LIST = """ip access-list extended PHONES
 permit udp {} any range 16384 32767
class-map match-all VOICE
 match access-group name PHONES
class-map match-all SIGNALING
 match dscp cs3
policy-map MARK
 class VOICE
  set dscp ef
 class SIGNALING
  set dscp cs3
"""
PORTS = """interface GigabitEthernet0/1
 ip address 10.1.120.1 255.255.255.0
 service-policy input MARK
{}interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.252
"""
BGP = "router bgp 65001\n neighbor 192.0.2.2 remote-as 65000\n"


def told(text: str) -> list[int]:
    """The lines of the findings."""
    return [one.primary.line for one in lint(text, "ios-15") if one.code == "QOS625"]


def device(*, source: str = "10.1.20.0 0.0.0.255", on_port: str = "", routes: str = BGP) -> str:
    return "hostname r1\n" + LIST.format(source) + PORTS.format(on_port) + routes + "end\n"


def test_a_source_that_no_host_of_the_lan_has() -> None:
    assert told(device()) == [3]


@pytest.mark.parametrize(
    ("source", "on_port", "routes"),
    [
        ("10.1.120.0 0.0.0.255", "", BGP),
        ("10.1.0.0 0.0.255.255", "", BGP),
        ("any", "", BGP),
        ("host 0.0.0.0", "", BGP),
        ("10.1.20.0 0.0.0.255", " ip ospf 1 area 0\n", BGP),
        ("10.1.20.0 0.0.0.255", " standby 1 ip 10.1.120.3\n", BGP),
        ("10.1.20.0 0.0.0.255", " ip nat outside\n", BGP),
        (
            "10.1.20.0 0.0.0.255",
            " ip address 10.1.20.1 255.255.255.0 secondary\n",
            BGP,
        ),
        ("10.1.20.0 0.0.0.255", "", "router ospf 1\n network 10.0.0.0 0.255.255.255 area 0\n"),
        ("10.1.20.0 0.0.0.255", "", "router eigrp 1\n network 10.0.0.0\n"),
        ("10.1.20.0 0.0.0.255", "", BGP + " neighbor 10.1.120.9 remote-as 65002\n"),
        ("10.1.20.0 0.0.0.255", "", BGP + "ip route 10.1.20.0 255.255.255.0 10.1.120.2\n"),
        ("10.1.20.0 0.0.0.255", "", BGP + "ip route 0.0.0.0 0.0.0.0 10.1.120.2\n"),
    ],
)
def test_sources_that_may_come_in(source: str, on_port: str, routes: str) -> None:
    assert told(device(source=source, on_port=on_port, routes=routes)) == []


def test_a_port_with_subinterfaces_has_their_packets_too() -> None:
    sub = (
        "interface GigabitEthernet0/1.20\n encapsulation dot1Q 20\n"
        " ip address 10.9.20.1 255.255.255.0\n"
    )
    assert told(device(on_port=sub)) == []


def test_a_passive_port_of_ospf_has_no_router_behind_it() -> None:
    passive = (
        "router ospf 1\n passive-interface GigabitEthernet0/1\n"
        " network 10.0.0.0 0.255.255.255 area 0\n"
    )
    assert told(device(routes=passive)) == [3]


def test_one_entry_the_wrong_way_round() -> None:
    text = device(source="10.1.120.0 0.0.0.255").replace(
        "class-map match-all VOICE",
        " permit udp 10.9.0.0 0.0.255.255 10.1.120.0 0.0.0.255\nclass-map match-all VOICE",
        1,
    )
    assert told(text) == [4]


def test_one_entry_for_another_site_is_of_a_list_that_all_sites_have() -> None:
    text = device(source="10.1.120.0 0.0.0.255").replace(
        "class-map match-all VOICE",
        " permit udp 10.2.120.0 0.0.0.255 any range 16384 32767\nclass-map match-all VOICE",
        1,
    )
    assert told(text) == []


JUNOS = """set version 21.4R3
set interfaces ge-0/0/1 unit 0 family inet filter input LAN
set interfaces ge-0/0/1 unit 0 family inet address 10.7.120.1/24
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set routing-options static route 0.0.0.0/0 next-hop 192.0.2.2
set firewall family inet filter LAN term RTP from source-address 10.7.20.0/24
set firewall family inet filter LAN term RTP then forwarding-class expedited-forwarding
set firewall family inet filter LAN term RTP then accept
set firewall family inet filter LAN term REST then accept
"""


def told_junos(text: str) -> int:
    return sum(one.code == "QOS625" for one in lint(text, "junos-mx"))


def test_a_term_for_sources_behind_no_unit() -> None:
    assert told_junos(JUNOS) == 1


@pytest.mark.parametrize(
    "line",
    [
        "set routing-options static route 10.7.20.0/24 next-hop 10.7.120.9",
        "set protocols ospf area 0.0.0.0 interface ge-0/0/1.0",
        "set protocols ospf area 0.0.0.0 interface all",
        "set protocols bgp group LAN neighbor 10.7.120.9",
        "set interfaces ge-0/0/1 unit 0 family inet address 10.7.20.1/24",
    ],
)
def test_units_that_let_the_sources_in(line: str) -> None:
    assert told_junos(JUNOS + line + "\n") == 0


@pytest.mark.parametrize(
    "line",
    [
        "router ospf 1\n network {many}.1.1.1 0.0.0.255 area 0",
        "router bgp 1\n neighbor 10.1.1.1/{many} remote-as 3",
        "ip route 10.1.20.0/{many} 172.16.9.7",
        "ip route 10.1.20.0 255.255.255.{many} 172.16.9.7",
    ],
)
def test_numbers_that_no_address_has_are_no_crash(line: str) -> None:
    text = f"""hostname r1
ip access-list extended PHONES
 permit udp 10.1.20.0 0.0.0.255 any range 16384 32767
class-map match-all VOICE
 match access-group name PHONES
policy-map MARK
 class VOICE
  set dscp ef
interface FastEthernet0/0
 ip address 172.16.9.1 255.255.255.0
 service-policy input MARK
{line.format(many="9" * 5000)}
"""
    assert "QOS625" in {each.code for each in qosc.check(qosc.loads(text, name="r.cfg"))}


@pytest.mark.parametrize("hop", ["10.02.0.9", "10.\u00b22.0.9", "9" * 5000, "10.2.0.300"])
def test_a_hop_that_is_no_address_leads_nowhere(hop: str) -> None:
    text = f"""system {{ host-name a; }}
interfaces {{ ge-0/0/0 {{ unit 0 {{ family inet {{
    filter {{ input f; }}
    address 10.2.0.1/24;
}} }} }} }}
firewall {{ family inet {{ filter f {{
    term a {{
        from {{ source-address {{ 10.9.0.0/24; }} }}
        then {{ forwarding-class best-effort; accept; }}
    }}
    term z {{ then accept; }}
}} }} }}
routing-options {{ static {{ route 10.9.0.0/16 next-hop {hop}; }} }}
"""
    assert "QOS625" in {each.code for each in qosc.check(qosc.loads(text, name="r.conf"))}
