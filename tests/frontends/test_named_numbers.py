"""Numbers behind names, by the registries that give them out."""

from __future__ import annotations

import pytest

import qosc
from qosc.fields import Field
from qosc.frontends.junos.text.values import TCP_FLAGS
from qosc.ir import Interval, Masked, RuleList
from qosc.ir.leaves import plain_tests

PORTS = """
bgp 179, biff 512, bootpc 68, bootps 67, cmd 514, domain 53, exec 512, finger 79, ftp 21,
ftp-data 20, http 80, https 443, ident 113, imap 143, kerberos-sec 88, klogin 543, kshell 544,
ldap 389, ldp 646, login 513, mobileip-agent 434, msdp 639, netbios-dgm 138, netbios-ns 137,
netbios-ssn 139, nfsd 2049, nntp 119, ntalk 518, ntp 123, pop3 110, pptp 1723, printer 515,
radacct 1813, radius 1812, rip 520, smtp 25, snmp 161, snmptrap 162, snpp 444, socks 1080, ssh 22,
sunrpc 111, syslog 514, tacacs 49, tacacs-ds 65, talk 517, telnet 23, tftp 69, timed 525, who 513,
xdmcp 177
"""
"""IANA, Service Name and Transport Protocol Port Number Registry."""
OTHER_PORTS = """
afs 1483, cvspserver 2401, dhcp 67, eklogin 2105, ekshell 2106, kpasswd 761, krb-prop 754,
krbupdate 760, mobilip-mn 435, rkinit 2108, zephyr-clt 2103, zephyr-hm 2104
"""
"""Juniper, Firewall Filter Match Conditions for IPv4 Traffic, destination-port: it gives a number
with each name; those whose name IANA does not have, or has for another number.
"""
PROTOCOLS = """
icmp 1, igmp 2, ipip 4, tcp 6, egp 8, udp 17, ipv6 41, rsvp 46, gre 47, esp 50, ah 51, icmp6 58,
dstopts 60, ospf 89, pim 103, vrrp 112, sctp 132, hop-by-hop 0, routing 43, fragment 44,
no-next-header 59, icmpv6 58
"""
"""IANA, Protocol Numbers; the same conditions, protocol and next-header."""
PRECEDENCES = """
routine 0, priority 1, immediate 2, flash 3, flash-override 4, critical-ecp 5, internet-control 6,
net-control 7
"""
"""RFC 791, section 3.1, Type of Service."""
ICMP_TYPES = """
echo-reply 0, unreachable 3, source-quench 4, redirect 5, echo-request 8, router-advertisement 9,
router-solicit 10, time-exceeded 11, parameter-problem 12, timestamp 13, timestamp-reply 14,
info-request 15, info-reply 16, mask-request 17, mask-reply 18
"""
"""IANA, Internet Control Message Protocol (ICMP) Parameters, Type Numbers."""
ICMP6_TYPES = """
destination-unreachable 1, packet-too-big 2, time-exceeded 3, parameter-problem 4, echo-request 128,
echo-reply 129, membership-query 130, membership-report 131, membership-termination 132,
router-solicit 133, router-advertisement 134, neighbor-solicit 135, neighbor-advertisement 136,
redirect 137, router-renumbering 138, node-information-request 139, node-information-reply 140
"""
"""IANA, Internet Control Message Protocol version 6 (ICMPv6) Parameters, Type Numbers."""
ICMP_CODES = """
network-unreachable 0, host-unreachable 1, protocol-unreachable 2, port-unreachable 3,
fragmentation-needed 4, source-route-failed 5, destination-network-unknown 6,
destination-host-unknown 7, source-host-isolated 8, destination-network-prohibited 9,
destination-host-prohibited 10, network-unreachable-for-tos 11, host-unreachable-for-tos 12,
communication-prohibited-by-filtering 13, host-precedence-violation 14,
precedence-cutoff-in-effect 15
"""
"""IANA, ICMP Parameters, Code Fields of Type 3, Destination Unreachable."""
DSCPS = """
be 0, cs0 0, cs1 8, cs2 16, cs3 24, cs4 32, cs5 40, cs6 48, cs7 56, ef 46, af11 10, af12 12,
af13 14, af21 18, af22 20, af23 22, af31 26, af32 28, af33 30, af41 34, af42 36, af43 38
"""
"""RFC 2474, RFC 2597, RFC 3246."""
ETHERTYPES = """
ipv4 0x0800, arp 0x0806, ipv6 0x86dd, mpls-unicast 0x8847, mpls-multicast 0x8848, ppp 0x880b,
pppoe-discovery 0x8863, pppoe-session 0x8864, sna 0x80d5, appletalk 0x809b, aarp 0x80f3, oam 0x8902,
fcoe 0x8906, fip 0x8914
"""
"""IANA, IEEE 802 Numbers."""


def named(table: str) -> dict[str, int]:
    rows = (row.split() for row in table.replace("\n", " ").split(","))
    return {name: int(number, 0) for name, number in rows}


def asked(family: str, condition: str, field: Field, names: dict[str, int]) -> dict[str, int]:
    """What a filter of JunOS with a term for each name looks for in a field, by name."""
    lines = [f"set interfaces ge-0/0/0 unit 0 family {family} filter input F\n"]
    for name in names:
        term = f"set firewall family {family} filter F term {name} "
        lines += [f"{term}from {condition} {name}\n", f"{term}then discard\n"]
    port = qosc.loads("".join(lines), name="a.conf").complete_device.ports["ge-0/0/0.0"]
    (stage,) = (each for each in port.input if isinstance(each, RuleList))
    found = []
    for rule in stage.rules:
        values = [v for test in plain_tests(rule.match) if test.field is field for v in test.values]
        if values:
            (value,) = values
            assert isinstance(value, Interval)
            assert value.low == value.high
            found.append(value.low)
    return dict(zip(names, found, strict=True))


@pytest.mark.parametrize(
    ("family", "condition", "field", "table"),
    [
        ("inet", "destination-port", Field.DST_PORT, PORTS + "," + OTHER_PORTS),
        ("inet6", "source-port", Field.SRC_PORT, PORTS + "," + OTHER_PORTS),
        ("ethernet-switching", "ether-type", Field.ETHERTYPE, ETHERTYPES),
        ("inet", "protocol", Field.PROTOCOL, PROTOCOLS),
        ("inet6", "next-header", Field.PROTOCOL, PROTOCOLS),
        ("inet6", "payload-protocol", Field.PROTOCOL, PROTOCOLS),
        ("inet", "precedence", Field.PRECEDENCE, PRECEDENCES),
        ("inet", "icmp-type", Field.ICMP_TYPE, ICMP_TYPES),
        ("inet6", "icmp-type", Field.ICMP_TYPE, ICMP6_TYPES),
        ("inet", "icmp-code", Field.ICMP_CODE, ICMP_CODES),
        ("inet", "dscp", Field.DSCP, DSCPS),
        ("inet6", "traffic-class", Field.DSCP, DSCPS),
        ("ethernet-switching", "dot1q-tag", Field.VLAN, "100 100, 4094 4094"),
        ("ethernet-switching", "dot1q-user-priority", Field.COS, "0 0, 7 7"),
        ("ethernet-switching", "vlan-ether-type", Field.ETHERTYPE, ETHERTYPES),
        ("bridge", "learn-vlan-id", Field.VLAN, "100 100, 4094 4094"),
        ("bridge", "learn-vlan-1p-priority", Field.COS, "0 0, 7 7"),
        ("bridge", "user-vlan-id", Field.VLAN_INNER, "100 100, 4094 4094"),
        ("bridge", "user-vlan-1p-priority", Field.COS_INNER, "0 0, 7 7"),
        ("bridge", "ip-protocol", Field.PROTOCOL, PROTOCOLS),
        ("bridge", "ip-precedence", Field.PRECEDENCE, PRECEDENCES),
        ("mpls", "exp", Field.MPLS_EXP, "0 0, 7 7"),
        ("inet", "packet-length", Field.LENGTH, "64 64, 1500 1500"),
        ("inet", "ttl", Field.TTL, "1 1, 255 255"),
        ("inet6", "hop-limit", Field.TTL, "1 1, 255 255"),
    ],
)
def test_names_and_numbers_of_junos(family: str, condition: str, field: Field, table: str) -> None:
    names = named(table)
    assert asked(family, condition, field, names) == names


@pytest.mark.parametrize(
    ("word", "masks"),
    [
        ("fin", {(1, 1)}),
        ("syn", {(2, 2)}),
        ("rst", {(4, 4)}),
        ("push", {(8, 8)}),
        ("ack", {(16, 16)}),
        ("urgent", {(32, 32)}),
        ("(ack | rst)", {(16, 16), (4, 4)}),
        ("(syn & !ack)", {(2, 18)}),
    ],
)
def test_flags_of_junos_are_those_of_tcp(word: str, masks: set[tuple[int, int]]) -> None:
    """RFC 793, section 3.1: FIN is the lowest bit of the flags, URG the sixth."""
    head = "set interfaces ge-0/0/0 unit 0 family inet filter input F\n"
    term = "set firewall family inet filter F term t "
    lines = [head, f'{term}from tcp-flags "{word}"\n', f"{term}then discard\n"]
    port = qosc.loads("".join(lines), name="a.conf").complete_device.ports["ge-0/0/0.0"]
    (stage,) = (each for each in port.input if isinstance(each, RuleList))
    found = {
        (value.value, value.mask)
        for rule in stage.rules
        for test in plain_tests(rule.match)
        if test.field is Field.TCP_FLAGS
        for value in test.values
        if isinstance(value, Masked)
    }
    assert found == masks


def test_flags_of_junos_have_short_names_too() -> None:
    assert [TCP_FLAGS[word] for word in ("reset", "psh", "urg")] == [4, 8, 32]


@pytest.mark.parametrize(
    ("points", "minimum"),
    [
        ({8}, 22),
        ({16}, 24),
        ({24}, 26),
        ({32}, 28),
        ({40}, 30),
        ({48}, 32),
        ({56}, 34),
        ({46}, 36),
        ({10, 18, 26, 34}, 32),
        ({12, 20, 28, 36}, 28),
        ({14, 22, 30, 38}, 24),
        (set(), 20),
    ],
)
def test_thresholds_of_drop_by_dscp_that_nobody_set(points: set[int], minimum: int) -> None:
    """Cisco QoS Command Reference, random-detect dscp: the table of default settings, of 40."""
    text = (
        "version 12.2\npolicy-map P\n class class-default\n  bandwidth 100\n"
        "  random-detect dscp-based\ninterface Serial0\n service-policy output P\n"
    )
    wred = qosc.loads(text).complete_device.policies["P"].classes[0].wred
    assert wred is not None
    curves = {value: curve for curve in wred.curves for value in curve.values}
    others = next(curve for curve in wred.curves if not curve.values)
    for point in points or {1, 63}:
        curve = curves.get(point, others)
        assert (curve.minimum, curve.maximum) != (None, None)
        assert (curve.minimum.value, curve.maximum.value) == (minimum, 40)  # type: ignore[union-attr]
