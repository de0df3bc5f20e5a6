"""What a protocol of `match protocol` most likely is, by IANA's registries.

Where Cisco's guide ("Classifying Network Traffic Using NBAR") has ports that IANA gives to others,
the guide decides: 2001 and 2002 of Skinny, 2428 of MGCP, 1521 of SQL*Net, 1300 and 11720 of H.323.
"""

from __future__ import annotations

import pytest

from qosc.fields import Field
from qosc.frontends.cisco.mqc.nbar_protocols import likely
from qosc.ir import AllOf, AnyOf, Interval, Predicate, Test
from qosc.source import NOWHERE

IP = """icmp 1, igmp 2, ipinip 4, tcp 6, egp 8, udp 17, gre 47, ipsec 50 51, ipv6-icmp 58, eigrp 88,
ospf 89, pim 103, vrrp 112, sctp 132"""
TCP = """bgp 179, cifs 139 445, finger 79, ftp 20 21, http 80, https 443, pptp 1723, rcmd 512-514,
secure-ftp 989 990, secure-http 443, secure-telnet 992, skinny 2000-2002, smtp 25, socks 1080,
sqlserver 1433, ssh 22, telnet 23, xwindows 6000-6003"""
UDP = """capwap-control 5246, capwap-data 5247, dhcp 67 68, hsrp 1985, isakmp 500, l2tp 1701,
radius 1812 1813, rip 520, ripng 521, streamwork 1558, syslog 514, tftp 69"""
BOTH = """cuseeme 7648 7649, dns 53, gopher 70, h323 1300 1718-1720 11720, imap 143 220, irc 194,
kerberos 88 749, ldap 389, ldp 646, mgcp 2427 2428 2727, nfs 2049, nntp 119, notes 1352,
novadigm 3460-3465, ntp 123, pop3 110, printer 515, rtsp 554, secure-imap 993, secure-irc 994,
secure-ldap 636, secure-nntp 563, secure-pop3 995, sip 5060, snmp 161 162, sqlnet 1521, sunrpc 111,
tacacs 49"""


def rows(table: str) -> list[tuple[str, str]]:
    words = (row.split() for row in table.replace("\n", " ").split(","))
    return [(name, " ".join(numbers)) for name, *numbers in words]


def intervals(numbers: str) -> tuple[Interval, ...]:
    ends = (word.partition("-") for word in numbers.split())
    return tuple(Interval(int(low), int(high or low)) for low, _, high in ends)


def to_or_from(protocols: str, ports: str) -> Predicate:
    values = intervals(ports)
    ends = AnyOf((Test(Field.SRC_PORT, values), Test(Field.DST_PORT, values)))
    return AllOf((Test(Field.PROTOCOL, intervals(protocols)), ends))


@pytest.mark.parametrize(("name", "numbers"), rows(IP))
def test_a_protocol_of_ip(name: str, numbers: str) -> None:
    assert likely(name, NOWHERE) == Test(Field.PROTOCOL, intervals(numbers))


@pytest.mark.parametrize(("name", "ports"), rows(TCP))
def test_a_protocol_by_ports_of_tcp(name: str, ports: str) -> None:
    assert likely(name, NOWHERE) == to_or_from("6", ports)


@pytest.mark.parametrize(("name", "ports"), rows(UDP))
def test_a_protocol_by_ports_of_udp(name: str, ports: str) -> None:
    assert likely(name, NOWHERE) == to_or_from("17", ports)


@pytest.mark.parametrize(("name", "ports"), rows(BOTH))
def test_a_protocol_by_ports_of_both(name: str, ports: str) -> None:
    assert likely(name, NOWHERE) == to_or_from("6 17", ports)


@pytest.mark.parametrize(
    ("name", "tcp", "udp"),
    [
        ("citrix", "1494 2512 2513 2598", "1604"),
        ("netbios", "137 139", "137 138"),
        ("pcanywhere", "5631", "5632"),
    ],
)
def test_a_protocol_with_other_ports_of_tcp_than_of_udp(name: str, tcp: str, udp: str) -> None:
    assert likely(name, NOWHERE) == AnyOf((to_or_from("6", tcp), to_or_from("17", udp)))


def test_rsvp_is_a_protocol_of_ip_and_inside_udp() -> None:
    # RFC 2205, appendix C: UDP ports 1698 and 1699.
    inside = to_or_from("6 17", "1698 1699")
    assert likely("rsvp", NOWHERE) == AnyOf((Test(Field.PROTOCOL, intervals("46")), inside))


@pytest.mark.parametrize("name", ["bittorrent", "skype", "rtp", "ssl", ""])
def test_what_the_payload_alone_tells_is_not_guessed(name: str) -> None:
    assert likely(name, NOWHERE) is None
