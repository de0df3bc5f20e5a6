"""Names of protocols, ports, messages and flags in access lists of IOS, and their numbers.

Numbers: IANA, Protocol Numbers, Service Name and Transport Protocol Port Number Registry, ICMP and
ICMPv6 Parameters, IGMP Type Numbers. Which names exist: Cisco IOS Security Command Reference,
`permit (IP)`, `permit (IPv6)`.
"""

from __future__ import annotations

import pytest

from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import Interval, Masked, Test
from qosc.ir.leaves import plain_tests
from qosc.source import SourceText


def named(table: str) -> list[tuple[str, int]]:
    rows = (row.split() for row in table.replace("\n", " ").split(","))
    return [(name, int(number)) for name, number in rows]


def pairs(table: str) -> list[tuple[str, int, int | None]]:
    rows = (row.split() for row in table.replace("\n", " ").split(","))
    return [(row[0], int(row[1]), int(row[2]) if len(row) > 2 else None) for row in rows]


PROTOCOLS = named(
    """icmp 1, igmp 2, ipinip 4, tcp 6, igrp 9, udp 17, gre 47, esp 50, ahp 51, eigrp 88, ospf 89,
    nos 94, pim 103, pcp 108, sctp 132"""
)
TCP_PORTS = named(
    """bgp 179, chargen 19, cmd 514, daytime 13, discard 9, domain 53, echo 7, exec 512, finger 79,
    ftp 21, ftp-data 20, gopher 70, hostname 101, ident 113, irc 194, klogin 543, kshell 544,
    login 513, lpd 515, msrpc 135, nntp 119, onep-plain 15001, onep-tls 15002, pim-auto-rp 496,
    pop2 109, pop3 110, smtp 25, sunrpc 111, syslog 514, tacacs 49, talk 517, telnet 23, time 37,
    uucp 540, whois 43, www 80"""
)
UDP_PORTS = named(
    """biff 512, bootpc 68, bootps 67, discard 9, dnsix 195, domain 53, echo 7, isakmp 500,
    mobile-ip 434, nameserver 42, netbios-dgm 138, netbios-ns 137, netbios-ss 139,
    non500-isakmp 4500, ntp 123, pim-auto-rp 496, rip 520, snmp 161, snmptrap 162, sunrpc 111,
    syslog 514, tacacs 49, talk 517, tftp 69, time 37, who 513, xdmcp 177"""
)
ICMP = pairs(
    """administratively-prohibited 3 13, alternate-address 6, conversion-error 31,
    dod-host-prohibited 3 10, dod-net-prohibited 3 9, echo 8, echo-reply 0,
    general-parameter-problem 12 0, host-isolated 3 8, host-precedence-unreachable 3 14,
    host-redirect 5 1, host-tos-redirect 5 3, host-tos-unreachable 3 12, host-unknown 3 7,
    host-unreachable 3 1, information-reply 16, information-request 15, mask-reply 18,
    mask-request 17, mobile-redirect 32, net-redirect 5 0, net-tos-redirect 5 2,
    net-tos-unreachable 3 11, net-unreachable 3 0, network-unknown 3 6, no-room-for-option 12 2,
    option-missing 12 1, packet-too-big 3 4, parameter-problem 12, port-unreachable 3 3,
    precedence-unreachable 3 15, protocol-unreachable 3 2, reassembly-timeout 11 1, redirect 5,
    router-advertisement 9, router-solicitation 10, source-quench 4, source-route-failed 3 5,
    time-exceeded 11, timestamp-reply 14, timestamp-request 13, traceroute 30, ttl-exceeded 11 0,
    unreachable 3"""
)
ICMP6 = pairs(
    """beyond-scope 1 2, destination-unreachable 1 3, echo-reply 129, echo-request 128, header 4 0,
    hop-limit 3 0, mld-query 130, mld-reduction 132, mld-report 131, nd-na 136, nd-ns 135,
    next-header 4 1, no-admin 1 1, no-route 1 0, packet-too-big 2, parameter-option 4 2,
    parameter-problem 4, port-unreachable 1 4, reassembly-timeout 3 1, renum-command 138 0,
    renum-result 138 1, renum-seq-number 138 255, router-advertisement 134, router-renumbering 138,
    router-solicitation 133, time-exceeded 3, unreachable 1"""
)
IGMP = named(
    """host-query 17, host-report 18, dvmrp 19, pim 20, trace 21, v2-report 22, v2-leave 23,
    v3-report 34"""
)
FLAGS = named("fin 1, syn 2, rst 4, psh 8, ack 16, urg 32")


def said(line: str, version: int = 4) -> dict[Field, tuple[object, ...]]:
    kind = "ip access-list extended" if version == 4 else "ipv6 access-list"
    found = load(
        SourceText("t.cfg", f"{kind} X\n {line}\nclass-map C\n match access-group name X\n")
    )
    assert found.residue == (), found.residue
    (only,) = found.access_lists["X"].entries
    return {test.field: test.values for test in plain_tests(only.match) if isinstance(test, Test)}


def one(number: int) -> tuple[Interval]:
    return (Interval(number, number),)


@pytest.mark.parametrize(("name", "number"), PROTOCOLS)
def test_a_protocol(name: str, number: int) -> None:
    assert said(f"permit {name} any any")[Field.PROTOCOL] == one(number)


@pytest.mark.parametrize(("name", "number"), TCP_PORTS)
def test_a_port_of_tcp(name: str, number: int) -> None:
    assert said(f"permit tcp any any eq {name}")[Field.DST_PORT] == one(number)


@pytest.mark.parametrize(("name", "number"), UDP_PORTS)
def test_a_port_of_udp(name: str, number: int) -> None:
    assert said(f"permit udp any eq {name} any")[Field.SRC_PORT] == one(number)


@pytest.mark.parametrize(("name", "kind", "code"), ICMP)
def test_a_message_of_icmp(name: str, kind: int, code: int | None) -> None:
    found = said(f"permit icmp any any {name}")
    assert found[Field.ICMP_TYPE] == one(kind)
    assert found.get(Field.ICMP_CODE) == (None if code is None else one(code))


@pytest.mark.parametrize(("name", "kind", "code"), ICMP6)
def test_a_message_of_icmpv6(name: str, kind: int, code: int | None) -> None:
    found = said(f"permit icmp any any {name}", 6)
    assert found[Field.ICMP_TYPE] == one(kind)
    assert found.get(Field.ICMP_CODE) == (None if code is None else one(code))


@pytest.mark.parametrize(("name", "number"), IGMP)
def test_a_type_of_igmp(name: str, number: int) -> None:
    assert said(f"permit igmp any any {name}")[Field.IGMP_TYPE] == one(number)


@pytest.mark.parametrize(("name", "bit"), FLAGS)
def test_a_flag_of_tcp(name: str, bit: int) -> None:
    assert said(f"permit tcp any any {name}")[Field.TCP_FLAGS] == (Masked(bit, bit),)
    both = said(f"permit tcp any any match-all +{name}")
    assert both[Field.TCP_FLAGS] == (Masked(bit, bit),)
    assert said(f"permit tcp any any match-all -{name}")[Field.TCP_FLAGS] == (Masked(0, bit),)
