"""Numbers and names of JunOS values.

Sources: Juniper, "Routing Policies, Firewall Filters, and Traffic Policers User Guide", Firewall
Filter Match Conditions for IPv4 Traffic, for IPv6 Traffic, for MPLS Traffic and for Layer 2 Traffic
(which names exist); the IANA registries for their numbers.
"""

from __future__ import annotations

import re

from qosc.fields import DSCP_NAMES
from qosc.patterns import pattern

__all__ = [
    "DSCPS",
    "ETHERTYPES",
    "ICMP6_TYPES",
    "ICMP_CODES",
    "ICMP_TYPES",
    "LOSS",
    "PORTS",
    "PRECEDENCES",
    "PROTOCOLS",
    "TCP_FLAGS",
    "amount",
    "percentage",
]

LOSS = {"low": 0, "medium-low": 1, "medium-high": 2, "high": 3}
"""Packet loss priorities, in the order of their drop precedence."""

DSCPS = {**DSCP_NAMES, "be": 0, "cs0": 0}

PRECEDENCES = {
    "routine": 0,
    "priority": 1,
    "immediate": 2,
    "flash": 3,
    "flash-override": 4,
    "critical-ecp": 5,
    "internet-control": 6,
    "net-control": 7,
}

PROTOCOLS = {
    "hop-by-hop": 0,
    "icmp": 1,
    "igmp": 2,
    "ipip": 4,
    "tcp": 6,
    "egp": 8,
    "udp": 17,
    "ipv6": 41,
    "routing": 43,
    "fragment": 44,
    "rsvp": 46,
    "gre": 47,
    "esp": 50,
    "ah": 51,
    "icmp6": 58,
    "icmpv6": 58,
    "no-next-header": 59,
    "dstopts": 60,
    "ospf": 89,
    "pim": 103,
    "vrrp": 112,
    "sctp": 132,
}

PORTS = {
    "afs": 1483,
    "bgp": 179,
    "biff": 512,
    "bootpc": 68,
    "bootps": 67,
    "cmd": 514,
    "cvspserver": 2401,
    "dhcp": 67,
    "domain": 53,
    "eklogin": 2105,
    "ekshell": 2106,
    "exec": 512,
    "finger": 79,
    "ftp": 21,
    "ftp-data": 20,
    "http": 80,
    "https": 443,
    "ident": 113,
    "imap": 143,
    "kerberos-sec": 88,
    "klogin": 543,
    "kpasswd": 761,
    "krb-prop": 754,
    "krbupdate": 760,
    "kshell": 544,
    "ldap": 389,
    "ldp": 646,
    "login": 513,
    "mobileip-agent": 434,
    "mobilip-mn": 435,
    "msdp": 639,
    "netbios-dgm": 138,
    "netbios-ns": 137,
    "netbios-ssn": 139,
    "nfsd": 2049,
    "nntp": 119,
    "ntalk": 518,
    "ntp": 123,
    "pop3": 110,
    "pptp": 1723,
    "printer": 515,
    "radacct": 1813,
    "radius": 1812,
    "rip": 520,
    "rkinit": 2108,
    "smtp": 25,
    "snmp": 161,
    "snmptrap": 162,
    "snpp": 444,
    "socks": 1080,
    "ssh": 22,
    "sunrpc": 111,
    "syslog": 514,
    "tacacs": 49,
    "tacacs-ds": 65,
    "talk": 517,
    "telnet": 23,
    "tftp": 69,
    "timed": 525,
    "who": 513,
    "xdmcp": 177,
    "zephyr-clt": 2103,
    "zephyr-hm": 2104,
}

TCP_FLAGS = {
    "fin": 1,
    "syn": 2,
    "rst": 4,
    "reset": 4,
    "push": 8,
    "psh": 8,
    "ack": 16,
    "urgent": 32,
    "urg": 32,
}

ICMP_TYPES = {
    "echo-reply": 0,
    "unreachable": 3,
    "source-quench": 4,
    "redirect": 5,
    "echo-request": 8,
    "router-advertisement": 9,
    "router-solicit": 10,
    "time-exceeded": 11,
    "parameter-problem": 12,
    "timestamp": 13,
    "timestamp-reply": 14,
    "info-request": 15,
    "info-reply": 16,
    "mask-request": 17,
    "mask-reply": 18,
}

ICMP6_TYPES = {
    "destination-unreachable": 1,
    "packet-too-big": 2,
    "time-exceeded": 3,
    "parameter-problem": 4,
    "echo-request": 128,
    "echo-reply": 129,
    "membership-query": 130,
    "membership-report": 131,
    "membership-termination": 132,
    "router-solicit": 133,
    "router-advertisement": 134,
    "neighbor-solicit": 135,
    "neighbor-advertisement": 136,
    "redirect": 137,
    "router-renumbering": 138,
    "node-information-request": 139,
    "node-information-reply": 140,
}

ICMP_CODES = {
    "network-unreachable": 0,
    "host-unreachable": 1,
    "protocol-unreachable": 2,
    "port-unreachable": 3,
    "fragmentation-needed": 4,
    "source-route-failed": 5,
    "destination-network-unknown": 6,
    "destination-host-unknown": 7,
    "source-host-isolated": 8,
    "destination-network-prohibited": 9,
    "destination-host-prohibited": 10,
    "network-unreachable-for-tos": 11,
    "host-unreachable-for-tos": 12,
    "communication-prohibited-by-filtering": 13,
    "host-precedence-violation": 14,
    "precedence-cutoff-in-effect": 15,
}
"""Codes of the type unreachable, the only one whose names no other type has."""

ETHERTYPES = {
    "ipv4": 0x0800,
    "arp": 0x0806,
    "ipv6": 0x86DD,
    "mpls-unicast": 0x8847,
    "mpls-multicast": 0x8848,
    "ppp": 0x880B,
    "pppoe-discovery": 0x8863,
    "pppoe-session": 0x8864,
    "sna": 0x80D5,
    "appletalk": 0x809B,
    "aarp": 0x80F3,
    "oam": 0x8902,
    "fcoe": 0x8906,
    "fip": 0x8914,
}

_AMOUNT = pattern(r"(\d{1,15})(?:\.(\d{1,9}))?([kmgt]?)\Z", re.IGNORECASE)
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}


def amount(text: str) -> int | None:
    """A number of bit/s, bytes or packets: k, m and g stand for powers of 1000.

    Source: Juniper, CLI Explorer, `bandwidth-limit (Policer)` and `burst-size-limit (Policer)`.
    """
    match = _AMOUNT.match(text)
    if match is None or not text.isascii():
        return None
    whole, decimals, unit = match[1], match[2] or "", match[3].lower()
    scale: int = 10 ** len(decimals)
    return int(whole + decimals) * _UNITS[unit] // scale


def percentage(text: str) -> int | None:
    """A percentage from 0 to 100 in parts per million."""
    match = _AMOUNT.match(text)
    if match is None or match[3] or not text.isascii():
        return None
    decimals = (match[2] or "")[:4]
    value = int(match[1]) * 10_000 + int(decimals.ljust(4, "0"))
    return value if value <= 1_000_000 else None
