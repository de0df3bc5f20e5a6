"""Names of protocols, ports and messages in IOS access lists.

Sources: Cisco IOS Security Command Reference, `permit (IP)`, `permit (IPv6)` and `access-list (IP
extended)`, for which names exist; the IANA registries of protocol numbers, service names and ports,
ICMP types (RFC 792, RFC 950, RFC 1256, RFC 1393, RFC 1812), ICMPv6 types (RFC 4443, RFC 4861, RFC
2894, RFC 3775) and IGMP types (RFC 1112, RFC 2236, RFC 3376) for their numbers.
"""

from __future__ import annotations

__all__ = [
    "ICMP6_MESSAGES", "ICMP_MESSAGES", "IGMP_TYPES", "PROTOCOLS", "TCP_FLAGS", "TCP_PORTS",
    "UDP_PORTS",
]  # fmt: skip

PROTOCOLS = {
    "icmp": 1, "igmp": 2, "ipinip": 4, "tcp": 6, "igrp": 9, "udp": 17, "gre": 47, "esp": 50,
    "ahp": 51, "eigrp": 88, "ospf": 89, "nos": 94, "pim": 103, "pcp": 108, "sctp": 132,
}  # fmt: skip
"""`ip` is not among them: it means any. `nos` is KA9Q NOS IP over IP, `pcp` payload compression."""

TCP_PORTS = {
    "bgp": 179, "chargen": 19, "cmd": 514, "daytime": 13, "discard": 9, "domain": 53, "echo": 7,
    "exec": 512, "finger": 79, "ftp": 21, "ftp-data": 20, "gopher": 70, "hostname": 101,
    "ident": 113, "irc": 194, "klogin": 543, "kshell": 544, "login": 513, "lpd": 515, "msrpc": 135,
    "nntp": 119, "onep-plain": 15001, "onep-tls": 15002, "pim-auto-rp": 496, "pop2": 109,
    "pop3": 110, "smtp": 25, "sunrpc": 111, "syslog": 514, "tacacs": 49, "tacacs-ds": 49,
    "talk": 517, "telnet": 23, "time": 37, "uucp": 540, "whois": 43, "www": 80,
    "https": 443, "ldp": 646, "ssh": 22,
}  # fmt: skip

UDP_PORTS = {
    "biff": 512, "bootpc": 68, "bootps": 67, "discard": 9, "dnsix": 195, "domain": 53, "echo": 7,
    "isakmp": 500, "mobile-ip": 434, "nameserver": 42, "netbios-dgm": 138, "netbios-ns": 137,
    "netbios-ss": 139, "non500-isakmp": 4500, "ntp": 123, "pim-auto-rp": 496, "rip": 520,
    "ripv6": 521, "snmp": 161, "snmptrap": 162, "sunrpc": 111, "syslog": 514, "tacacs": 49,
    "talk": 517, "tftp": 69, "time": 37, "who": 513, "xdmcp": 177,
}  # fmt: skip

TCP_FLAGS = {"fin": 1, "syn": 2, "rst": 4, "psh": 8, "ack": 16, "urg": 32}

ICMP_MESSAGES: dict[str, tuple[int, int | None]] = {
    "administratively-prohibited": (3, 13), "alternate-address": (6, None),
    "conversion-error": (31, None), "dod-host-prohibited": (3, 10), "dod-net-prohibited": (3, 9),
    "echo": (8, None), "echo-reply": (0, None), "general-parameter-problem": (12, 0),
    "host-isolated": (3, 8), "host-precedence-unreachable": (3, 14), "host-redirect": (5, 1),
    "host-tos-redirect": (5, 3), "host-tos-unreachable": (3, 12), "host-unknown": (3, 7),
    "host-unreachable": (3, 1), "information-reply": (16, None), "information-request": (15, None),
    "mask-reply": (18, None), "mask-request": (17, None), "mobile-redirect": (32, None),
    "net-redirect": (5, 0), "net-tos-redirect": (5, 2), "net-tos-unreachable": (3, 11),
    "net-unreachable": (3, 0), "network-unknown": (3, 6), "no-room-for-option": (12, 2),
    "option-missing": (12, 1), "packet-too-big": (3, 4), "parameter-problem": (12, None),
    "port-unreachable": (3, 3), "precedence-unreachable": (3, 15), "protocol-unreachable": (3, 2),
    "reassembly-timeout": (11, 1), "redirect": (5, None), "router-advertisement": (9, None),
    "router-solicitation": (10, None), "source-quench": (4, None), "source-route-failed": (3, 5),
    "time-exceeded": (11, None), "timestamp-reply": (14, None), "timestamp-request": (13, None),
    "traceroute": (30, None), "ttl-exceeded": (11, 0), "unreachable": (3, None),
}  # fmt: skip
"""(type, code) of each message; no code means any."""

ICMP6_MESSAGES: dict[str, tuple[int, int | None]] = {
    "beyond-scope": (1, 2), "destination-unreachable": (1, 3), "echo-reply": (129, None),
    "echo-request": (128, None), "header": (4, 0), "hop-limit": (3, 0), "mld-query": (130, None),
    "mld-reduction": (132, None), "mld-report": (131, None), "nd-na": (136, None),
    "nd-ns": (135, None), "next-header": (4, 1), "no-admin": (1, 1), "no-route": (1, 0),
    "packet-too-big": (2, None), "parameter-option": (4, 2), "parameter-problem": (4, None),
    "port-unreachable": (1, 4), "reassembly-timeout": (3, 1), "renum-command": (138, 0),
    "renum-result": (138, 1), "renum-seq-number": (138, 255), "router-advertisement": (134, None),
    "router-renumbering": (138, None), "router-solicitation": (133, None),
    "time-exceeded": (3, None), "unreachable": (1, None),
}  # fmt: skip

IGMP_TYPES = {
    "host-query": 0x11, "host-report": 0x12, "dvmrp": 0x13, "pim": 0x14, "trace": 0x15,
    "v2-report": 0x16, "v2-leave": 0x17, "v3-report": 0x22,
}  # fmt: skip
