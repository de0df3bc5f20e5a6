"""Header fields, their widths and overlaps, and the names of their code points.

Precedence, DSCP, ECN and the old four-bit TOS are views of one byte (RFC 791, RFC 1349, RFC 2474,
RFC 3168): `DS_VIEWS` says which bits each of them is, so that everything else asks about the byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

__all__ = [
    "DSCP_NAMES",
    "DS_VIEWS",
    "ICMP",
    "ICMP6",
    "IGMP",
    "LOSS_PRIORITIES",
    "PORT_PROTOCOLS",
    "PRECEDENCE_NAMES",
    "PROTOCOL_NAMES",
    "TCP",
    "TCP_FLAG_NAMES",
    "TOS_NAMES",
    "UDP",
    "WIDTHS",
    "Field",
    "code_point_name",
    "ds_bits",
    "ds_byte",
    "mac_text",
]


class Field(StrEnum):
    """What a classifier can look at and a marker can write."""

    # Link layer
    SRC_MAC = "src-mac"
    DST_MAC = "dst-mac"
    ETHERTYPE = "ethertype"
    VLAN = "vlan"
    VLAN_INNER = "vlan-inner"
    COS = "cos"
    COS_INNER = "cos-inner"
    MPLS_EXP = "mpls-exp"
    # IP. VERSION is 4 or 6; addresses are of one version each.
    VERSION = "ip-version"
    SRC4 = "src4"
    DST4 = "dst4"
    SRC6 = "src6"
    DST6 = "dst6"
    PROTOCOL = "protocol"
    DSCP = "dscp"
    PRECEDENCE = "precedence"
    TOS = "tos"
    ECN = "ecn"
    TTL = "ttl"
    LENGTH = "length"
    """Length of the IP packet in bytes, without any link layer."""
    FRAGMENT = "fragment"
    """1 for a fragment other than the first, which carries no ports; else 0."""
    FIRST_FRAGMENT = "first-fragment"
    """1 for the first of several fragments, which carries the ports; else 0."""
    # Transport
    SRC_PORT = "src-port"
    DST_PORT = "dst-port"
    TCP_FLAGS = "tcp-flags"
    """FIN 1, SYN 2, RST 4, PSH 8, ACK 16, URG 32."""
    ICMP_TYPE = "icmp-type"
    ICMP_CODE = "icmp-code"
    IGMP_TYPE = "igmp-type"
    # What a device keeps beside the packet
    INPUT_INTERFACE = "input-interface"
    QOS_GROUP = "qos-group"
    DISCARD_CLASS = "discard-class"
    TRAFFIC_CLASS = "traffic-class"
    FORWARDING_CLASS = "forwarding-class"
    LOSS_PRIORITY = "loss-priority"
    ATM_CLP = "atm-clp"
    FR_DE = "fr-de"
    FR_DLCI = "fr-dlci"


WIDTHS: dict[Field, int] = {
    Field.SRC_MAC: 48,
    Field.DST_MAC: 48,
    Field.ETHERTYPE: 16,
    Field.VLAN: 12,
    Field.VLAN_INNER: 12,
    Field.COS: 3,
    Field.COS_INNER: 3,
    Field.MPLS_EXP: 3,
    Field.VERSION: 4,
    Field.SRC4: 32,
    Field.DST4: 32,
    Field.SRC6: 128,
    Field.DST6: 128,
    Field.PROTOCOL: 8,
    Field.DSCP: 6,
    Field.PRECEDENCE: 3,
    Field.TOS: 4,
    Field.ECN: 2,
    Field.TTL: 8,
    Field.LENGTH: 16,
    Field.FRAGMENT: 1,
    Field.FIRST_FRAGMENT: 1,
    Field.SRC_PORT: 16,
    Field.DST_PORT: 16,
    Field.TCP_FLAGS: 6,
    Field.ICMP_TYPE: 8,
    Field.ICMP_CODE: 8,
    Field.IGMP_TYPE: 8,
    Field.QOS_GROUP: 10,
    Field.DISCARD_CLASS: 3,
    Field.TRAFFIC_CLASS: 3,
    Field.ATM_CLP: 1,
    Field.FR_DE: 1,
    Field.FR_DLCI: 10,
}
"""Width in bits of each field that holds a number. The others hold names."""

LOSS_PRIORITIES = ("low", "medium-low", "medium-high", "high")
"""The names that LOSS_PRIORITY holds, by number from 0 (JunOS). The last are dropped first."""

DS_VIEWS: dict[Field, tuple[int, int]] = {
    Field.PRECEDENCE: (5, 0xE0),
    Field.DSCP: (2, 0xFC),
    Field.TOS: (1, 0x1E),
    Field.ECN: (0, 0x03),
}
"""Views of the DS byte: how far the value is shifted left, and the bits it covers."""


def ds_bits(view: Field, value: int) -> tuple[int, int]:
    """The (value, mask) of the DS byte that a value of one of its views stands for.

    >>> [hex(n) for n in ds_bits(Field.PRECEDENCE, 5)]
    ['0xa0', '0xe0']
    """
    shift, mask = DS_VIEWS[view]
    return (value << shift) & mask, mask


def ds_byte(values: Mapping[Field, int | str]) -> int:
    """The DS byte of a header that holds it as DSCP and ECN."""
    return int(values[Field.DSCP]) << 2 | int(values[Field.ECN])


PRECEDENCE_NAMES = {
    "routine": 0,
    "priority": 1,
    "immediate": 2,
    "flash": 3,
    "flash-override": 4,
    "critical": 5,
    "internet": 6,
    "network": 7,
}
"""RFC 791, section 3.1, in the spelling of IOS."""

DSCP_NAMES = {
    "default": 0,
    "ef": 46,
    **{f"cs{n}": 8 * n for n in range(1, 8)},
    **{f"af{c}{d}": 8 * c + 2 * d for c in range(1, 5) for d in range(1, 4)},
}
"""RFC 2474 (class selectors), RFC 2597 (AF), RFC 3246 (EF), in the spelling of IOS."""

TOS_NAMES = {
    "normal": 0,
    "min-monetary-cost": 1,
    "max-reliability": 2,
    "max-throughput": 4,
    "min-delay": 8,
}
"""RFC 1349, section 4, in the spelling of IOS."""

ICMP, IGMP, TCP, UDP, ICMP6 = 1, 2, 6, 17, 58
PORT_PROTOCOLS = (TCP, UDP, 33, 132, 136)
"""TCP, UDP, DCCP, SCTP and UDP-Lite begin with two 16-bit ports. IANA, Protocol Numbers."""

PROTOCOL_NAMES = {
    ICMP: "icmp",
    IGMP: "igmp",
    TCP: "tcp",
    UDP: "udp",
    47: "gre",
    50: "esp",
    51: "ah",
    ICMP6: "icmpv6",
    88: "eigrp",
    89: "ospf",
    103: "pim",
    132: "sctp",
}
"""IANA, Protocol Numbers: those that are told by name; the others by number."""

TCP_FLAG_NAMES = ("fin", "syn", "rst", "psh", "ack", "urg")
"""RFC 9293, section 3.1, from bit 0 on."""

_NAMES_OF: dict[Field, dict[int, str]] = {
    Field.PRECEDENCE: {v: k for k, v in PRECEDENCE_NAMES.items()},
    Field.DSCP: {v: k for k, v in DSCP_NAMES.items()},
    Field.TOS: {v: k for k, v in TOS_NAMES.items()},
}


def mac_text(value: int) -> str:
    """A MAC address as IOS writes it: 0001.0203.0405."""
    return ".".join(f"{value >> shift & 0xFFFF:04x}" for shift in (32, 16, 0))


def code_point_name(field: Field, value: int) -> str:
    """The name of a code point, or its number where it has none: `5 (critical)`, `46 (ef)`."""
    name = _NAMES_OF.get(field, {}).get(value)
    return f"{value} ({name})" if name else str(value)
