"""What a protocol of `match protocol` most likely is: its IP protocol number, or its ports.

NBAR knows a protocol by its number or its registered ports, and looks into the payload besides; it
also follows the ports that a protocol negotiates (Cisco, QoS: NBAR Configuration Guide,
"Classifying Network Traffic Using NBAR", NBAR-Supported Protocols, which gives the names and the
well-known ports; Cisco, NBAR2 Standard Protocol Pack). The numbers are those of the IANA registries
of protocol numbers and of service names and ports; rows below that differ from them, or are not in
them, say so. A protocol that has no port of its own (BitTorrent, Skype, RTP: `match ip rtp` is
another command) is in no row, and neither is `ssl`, which is known by its handshake.

Documents of rows that are of one vendor or of one RFC: HSRP RFC 2281, RIPng RFC 2080, CAPWAP RFC
5415, PPTP RFC 2637, L2TP RFC 2661, MGCP RFC 3435 (2427 and 2727), RSVP in UDP RFC 2205, pcAnywhere
the Reference Guide of WatchGuard 6.0 (which has TCP 65301 too). Only the guide has ports 1300 and
11720 of H.323, 2428 of MGCP, 2512 and 2513 of Citrix, and 2001 and 2002 of Skinny. What `ip nbar
port-map` of a config says goes before these rows.
"""

from __future__ import annotations

from qosc.fields import Field
from qosc.ir import AllOf, AnyOf, Interval, Predicate, Test
from qosc.source import Span

__all__ = ["likely"]

_IP = {
    "icmp": "1",
    "igmp": "2",
    "ipinip": "4",
    "tcp": "6",
    "egp": "8",
    "udp": "17",
    "rsvp": "46",
    "gre": "47",
    "ipsec": "50 51",
    "ipv6-icmp": "58",
    "eigrp": "88",
    "ospf": "89",
    "pim": "103",
    "vrrp": "112",
    "sctp": "132",
}
"""By IP protocol number. IPsec is ESP or AH; RSVP may be inside UDP, too (RFC 2205, appendix C)."""

_TCP = {
    "bgp": "179",
    "cifs": "139 445",
    "citrix": "1494 2512 2513 2598",
    "finger": "79",
    "ftp": "20 21",
    "http": "80",
    "https": "443",
    "netbios": "137 139",
    "pcanywhere": "5631",
    "pptp": "1723",
    "rcmd": "512-514",
    "secure-ftp": "989 990",
    "secure-http": "443",
    "secure-telnet": "992",
    "skinny": "2000-2002",
    "smtp": "25",
    "socks": "1080",
    "sqlserver": "1433",
    "ssh": "22",
    "telnet": "23",
    "xwindows": "6000-6003",
}
"""Skinny: the guide has 2000 to 2002, IANA 2000. X Windows: the guide has four displays."""

_UDP = {
    "capwap-control": "5246",
    "capwap-data": "5247",
    "citrix": "1604",
    "dhcp": "67 68",
    "hsrp": "1985",
    "isakmp": "500",
    "l2tp": "1701",
    "netbios": "137 138",
    "pcanywhere": "5632",
    "radius": "1812 1813",
    "rip": "520",
    "ripng": "521",
    "streamwork": "1558",
    "syslog": "514",
    "tftp": "69",
}

_BOTH = {
    "cuseeme": "7648 7649",
    "dns": "53",
    "gopher": "70",
    "h323": "1300 1718-1720 11720",
    "imap": "143 220",
    "irc": "194",
    "kerberos": "88 749",
    "ldap": "389",
    "ldp": "646",
    "mgcp": "2427 2428 2727",
    "nfs": "2049",
    "nntp": "119",
    "notes": "1352",
    "novadigm": "3460-3465",
    "ntp": "123",
    "pop3": "110",
    "printer": "515",
    "rsvp": "1698 1699",
    "rtsp": "554",
    "secure-imap": "993",
    "secure-irc": "994",
    "secure-ldap": "636",
    "secure-nntp": "563",
    "secure-pop3": "995",
    "sip": "5060",
    "snmp": "161 162",
    "sqlnet": "1521",
    "sunrpc": "111",
    "tacacs": "49",
}
"""TCP and UDP alike. MGCP 2428 and SQL*Net 1521 are the guide's: IANA has other names for them."""

_TRANSPORTS = ((_TCP, (6,)), (_UDP, (17,)), (_BOTH, (6, 17)))


def likely(name: str, origin: Span) -> Predicate | None:
    """What a packet of the protocol looks like by its headers alone; None where they do not say.

    A packet to a port and one from it are both the protocol's: NBAR classifies flows both ways.
    """
    ways: list[Predicate] = []
    if name in _IP:
        ways.append(Test(Field.PROTOCOL, _numbers(_IP[name]), origin))
    for ports, protocols in _TRANSPORTS:
        if name in ports:
            values = _numbers(ports[name])
            ends = (Test(Field.SRC_PORT, values, origin), Test(Field.DST_PORT, values, origin))
            carrier = Test(Field.PROTOCOL, tuple(Interval(n, n) for n in protocols), origin)
            ways.append(AllOf((carrier, AnyOf(ends, origin)), origin))
    if len(ways) > 1:
        return AnyOf(tuple(ways), origin)
    return ways[0] if ways else None


def _numbers(text: str) -> tuple[Interval, ...]:
    intervals = []
    for word in text.split():
        low, _, high = word.partition("-")
        intervals.append(Interval(int(low), int(high or low)))
    return tuple(intervals)
