"""Names that the two dialects have for numbers, written from RFCs, IANA and the vendors' manuals.

DSCP: RFC 2474, 2597 and 3246. Protocols and ports of IOS: "IP Addressing Services Command
Reference", `permit (IP)`; of JunOS: "Firewall Filter Match Conditions for IPv4 Traffic".
"""

from __future__ import annotations

DSCP = {
    "default": 0,
    **{f"cs{number}": 8 * number for number in range(1, 8)},
    **{f"af{group}{drop}": 8 * group + 2 * drop for group in range(1, 5) for drop in range(1, 4)},
    "ef": 46,
}

PRECEDENCE = {
    "routine": 0,
    "priority": 1,
    "immediate": 2,
    "flash": 3,
    "flash-override": 4,
    "critical": 5,
    "internet": 6,
    "network": 7,
}

IOS_PROTOCOLS = {
    "icmp": 1,
    "igmp": 2,
    "ipinip": 4,
    "tcp": 6,
    "udp": 17,
    "gre": 47,
    "esp": 50,
    "ahp": 51,
    "eigrp": 88,
    "ospf": 89,
    "nos": 94,
    "pim": 103,
    "pcp": 108,
}

JUNOS_PROTOCOLS = {
    "icmp": 1,
    "igmp": 2,
    "ipip": 4,
    "tcp": 6,
    "egp": 8,
    "udp": 17,
    "rsvp": 46,
    "gre": 47,
    "esp": 50,
    "ah": 51,
    "icmp6": 58,
    "ospf": 89,
    "pim": 103,
    "vrrp": 112,
    "sctp": 132,
}

UNNAMED_PROTOCOLS = (8, 33, 46, 58, 99, 112, 132, 136, 255)
"""Written as numbers in IOS."""

IOS_PORTS = {
    6: {
        "ftp-data": 20,
        "ftp": 21,
        "telnet": 23,
        "smtp": 25,
        "domain": 53,
        "www": 80,
        "pop3": 110,
        "nntp": 119,
        "bgp": 179,
    },
    17: {
        "domain": 53,
        "bootps": 67,
        "bootpc": 68,
        "tftp": 69,
        "ntp": 123,
        "snmp": 161,
        "snmptrap": 162,
        "isakmp": 500,
        "syslog": 514,
        "rip": 520,
    },
}

JUNOS_PORTS = {
    "ftp-data": 20,
    "ftp": 21,
    "ssh": 22,
    "telnet": 23,
    "smtp": 25,
    "domain": 53,
    "tftp": 69,
    "http": 80,
    "ntp": 123,
    "snmp": 161,
    "bgp": 179,
    "https": 443,
}

ICMP = {
    "echo-reply": (0, None),
    "unreachable": (3, None),
    "host-unreachable": (3, 1),
    "port-unreachable": (3, 3),
    "packet-too-big": (3, 4),
    "redirect": (5, None),
    "echo": (8, None),
    "time-exceeded": (11, None),
    "ttl-exceeded": (11, 0),
}
"""IOS: name of a message to its type and, where the name fixes it, its code (RFC 792)."""

FIN, SYN, RST, PSH, ACK, URG = 1, 2, 4, 8, 16, 32
FLAGS = {"fin": FIN, "syn": SYN, "rst": RST, "psh": PSH, "ack": ACK, "urg": URG}


def name_of(table: dict[str, int], value: int) -> str | None:
    """The first name of a number in a table."""
    return next((name for name, number in table.items() if number == value), None)
