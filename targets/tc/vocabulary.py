"""Every key and argument that the back end can write: its type, and what reads it in iproute2.

`ROWS` is the one list of them: `write` looks a key up here, so that one without a row cannot be
written, and tests go through it row by row. Import it as `qosc.targets.tc.vocabulary`.

`reader` names the source file of iproute2, the function that reads the value and its base; the
same in all releases since 4.19, unless it says otherwise. Base 0 is C's: decimal, 0x, 0.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from qosc.fields import ICMP, ICMP6, TCP, UDP
from qosc.targets.tc.types import (
    ArgumentType,
    ClassId,
    Controls,
    Flag,
    HardwareAddress,
    Masked,
    Named,
    OfVersion,
    OneOf,
    Ports,
    Prefix,
    Probability,
    Spelt,
    Whole,
)

__all__ = ["ETHERTYPE", "ROWS", "Row", "UnknownArgumentError", "flower_key", "lookup", "write"]


class UnknownArgumentError(KeyError):
    """A key that the vocabulary does not have: a bug in the back end."""


class Row(NamedTuple):
    """One argument. `part` is the object that it belongs to, `key` the word before the value."""

    part: str
    key: str
    type: ArgumentType
    reader: str


_U8, _U16, _U32 = 0xFF, 0xFFFF, 0xFFFF_FFFF
_U64 = (1 << 64) - 1
_CHAIN_MOST = (1 << 28) - 1
"""Linux act_api.h, TC_ACT_EXT_VAL_MASK: what is left beside the verb `goto`."""

HEX_BYTE = Whole("byte", 0, _U8, 16, "{:#x}")
DEC_BYTE = Whole("byte", 0, _U8)
HEX_12 = Whole("number of 12 bits", 0, 0xFFF, 16, "{:#x}")
DEC_3 = Whole("number of 3 bits", 0, 7)
DEC_12 = Whole("number of 12 bits", 0, 0xFFF)
DEC_16 = Whole("number of 16 bits", 0, _U16)
DEC_32 = Whole("number of 32 bits", 0, _U32)
C_16 = Whole("number of 16 bits", 0, _U16, 0)
C_8_HEX = Whole("byte", 0, _U8, 0, "{:#x}")
HEX_16 = Whole("number of 16 bits", 0, _U16, 16, "{:#x}")
C_16_HEX = Whole("number of 16 bits", 0, _U16, 0, "{:#x}")
C_32_HEX = Whole("number of 32 bits", 0, _U32, 0, "{:#x}")
HEX_32 = Whole("number of 32 bits", 0, _U32, 16, "{:#x}")
BARE_HEX = Whole("minor number of a class", 0, _U16, 16, "{:x}")
SIGNED = Whole("number with a sign", -(1 << 31), (1 << 31) - 1)
RATE_64 = Whole("rate in bit/s", 8, (1 << 63) - 1, 10, "{}bit")
"""Read as a floating-point number and kept in bytes/s; below 8 bit/s it would be none."""
RATE_32 = Whole("rate in bit/s of 32 bits of bytes/s", 8, _U32 * 8 + 7, 10, "{}bit")
SIZE = Whole("size in bytes", 1, _U32, 10, "{}b")
PLAIN_SIZE = Whole("size in bytes", 1, _U32)
TIME = Whole("time in microseconds", 1, _U32, 10, "{}us")
CLASS = ClassId("class id")
QDISC = ClassId("handle of a qdisc")
CHAIN = Whole("chain", 0, _CHAIN_MOST)
CONTROL = Controls("control", ("ok", "drop", "pipe", "continue"), CHAIN)
ETHERTYPES = (
    (0x0800, "ip"),
    (0x86DD, "ipv6"),
    (0x0806, "arp"),
    (0x8100, "802.1Q"),
    (0x8847, "mpls_uc"),
)
ETHERTYPE = Named("Ethernet type", Whole("number", 0, _U16, 0, "{:#06x}"), ETHERTYPES)
IP_PROTOCOL = Whole("protocol of IP", 0, 254, 16, "{:#x}")
_WITH_PORTS = ((TCP, "tcp"), (UDP, "udp"), (132, "sctp"))
PROTOCOL = OfVersion(
    "protocol of IP",
    Named("protocol of IPv4", IP_PROTOCOL, (*_WITH_PORTS, (ICMP, "icmp"))),
    Named("protocol of IPv6", IP_PROTOCOL, (*_WITH_PORTS, (ICMP6, "icmpv6"))),
)
"""255 is what flower takes for none (tc/f_flower.c, `ip_proto = 0xff`)."""
ADDRESS = Prefix("prefix")
MAC = HardwareAddress("Ethernet address")
PORT = Ports("port", DEC_16, Masked("port under a mask", C_16, C_16_HEX))
ATM = OneOf("link layer", ("atm",))
PROTOCOL_NAME = Spelt("Ethernet type", ETHERTYPE, ("all",))
INNER_NAME = Spelt("Ethernet type", ETHERTYPE, ())
TOS = Masked("byte under a mask", HEX_BYTE, HEX_BYTE)
TTL = Masked("byte under a mask", DEC_BYTE, HEX_BYTE)
ICMP_BYTE = Masked("byte under a mask", DEC_BYTE, DEC_BYTE)
TCP_FLAGS = Masked("flags under a mask", HEX_12, HEX_12)
FRAGMENTS = OneOf("flags", ("nofrag", "firstfrag", "frag/nofirstfrag"))
MARK = Masked("mark under a mask", C_32_HEX, C_32_HEX)
MARK_APART = Masked("mark under a mask", C_32_HEX, C_32_HEX, " ")
RAW_8 = Masked("raw bits", C_8_HEX, HEX_BYTE, " ")
RAW_16 = Masked("raw bits", C_16_HEX, HEX_16, " ")
RAW_32 = Masked("raw bits", C_32_HEX, HEX_32, " ")

_TWO_BASES = "tc/f_flower.c, get_u8: base 10, or else 16; the mask: base 16"
_MAC_READER = "tc/f_flower.c, ll_addr_a2n; a mask of digits alone is a length"
_PORT_READER = "tc/f_flower.c, get_be16: base 10; with a mask, both: base 0"
_RAW_READER = "tc/f_u32.c, get_u32: base 0; the mask: base 16"
_CODEL, _CAKE = "tc/q_fq_codel.c", "tc/q_cake.c"
_SIZED = "get_size: decimal with a unit, 1024 to a kB"

ROWS: tuple[Row, ...] = (
    Row("qdisc", "root", Flag(), "tc/tc_qdisc.c"),
    Row("qdisc", "parent", CLASS, "tc/tc_qdisc.c, get_tc_classid: base 16"),
    Row("qdisc", "handle", QDISC, "tc/tc_qdisc.c, get_qdisc_handle: base 16"),
    Row("stab", "linklayer", ATM, "tc/tc_stab.c, get_linklayer"),
    Row("stab", "overhead", SIGNED, "tc/tc_stab.c, get_integer: base 10, bytes"),
    Row("stab", "mtu", DEC_32, "tc/tc_stab.c, get_u32: base 10, bytes"),
    Row("stab", "tsize", DEC_32, "tc/tc_stab.c, get_u32: base 10, slots"),
    Row("htb", "default", BARE_HEX, "tc/q_htb.c, get_u32: base 16"),
    Row("class", "parent", CLASS, "tc/tc_class.c, get_tc_classid: base 16"),
    Row("class", "classid", CLASS, "tc/tc_class.c, get_tc_classid: base 16"),
    Row("htb class", "rate", RATE_64, "tc/q_htb.c, get_rate64: bit/s, kept as bytes/s"),
    Row("htb class", "ceil", RATE_64, "tc/q_htb.c, get_rate64: bit/s, kept as bytes/s"),
    Row("htb class", "burst", SIZE, f"tc/q_htb.c, get_size_and_cell, {_SIZED}"),
    Row("htb class", "cburst", SIZE, f"tc/q_htb.c, get_size_and_cell, {_SIZED}"),
    Row("htb class", "prio", DEC_3, "tc/q_htb.c, get_u32: base 10; Linux sch_htb.c: below 8"),
    Row("htb class", "quantum", DEC_32, "tc/q_htb.c, get_u32: base 10, bytes"),
    Row("htb class", "overhead", DEC_16, "tc/q_htb.c, get_u16: base 10, bytes"),
    Row("htb class", "linklayer", ATM, "tc/q_htb.c, get_linklayer"),
    Row("pfifo", "limit", PLAIN_SIZE, "tc/q_fifo.c, get_size without a unit: packets"),
    Row("bfifo", "limit", SIZE, f"tc/q_fifo.c, {_SIZED}"),
    Row("prio", "bands", Whole("bands", 2, 16), "tc/q_prio.c, get_integer: base 10"),
    Row("prio", "priomap", Whole("band", 0, 15), "tc/q_prio.c, get_unsigned: base 10, 16 of them"),
    Row("red", "limit", SIZE, f"tc/q_red.c, {_SIZED}"),
    Row("red", "min", SIZE, f"tc/q_red.c, {_SIZED}"),
    Row("red", "max", SIZE, f"tc/q_red.c, {_SIZED}"),
    Row("red", "avpkt", PLAIN_SIZE, f"tc/q_red.c, {_SIZED}"),
    Row("red", "burst", Whole("packets", 1, _U32, 0), "tc/q_red.c, get_unsigned: base 0, packets"),
    Row("red", "bandwidth", RATE_32, "tc/q_red.c, get_rate: bit/s, kept as 32 bits of bytes/s"),
    Row("red", "probability", Probability("probability"), "tc/q_red.c, sscanf %lg"),
    Row("red", "ecn", Flag(), "tc/q_red.c"),
    Row("red", "harddrop", Flag(), "tc/q_red.c"),
    Row("sfq", "limit", Whole("packets", 2, _U32, 0), "tc/q_sfq.c, get_u32: base 0, above 1"),
    Row("sfq", "depth", Whole("packets", 1, 127, 0), "tc/q_sfq.c, get_u32: base 0; sch_sfq.c"),
    Row("sfq", "flows", Whole("flows", 1, 65_408, 0), "tc/q_sfq.c, get_u32: base 0; sch_sfq.c"),
    Row("sfq", "divisor", Whole("slots", 1, 65_536, 0), "tc/q_sfq.c, get_u32: base 0; sch_sfq.c"),
    Row("sfq", "quantum", PLAIN_SIZE, f"tc/q_sfq.c, {_SIZED}"),
    Row("fq_codel", "limit", Whole("packets", 1, _U32, 0), f"{_CODEL}, get_unsigned: base 0"),
    Row("fq_codel", "flows", Whole("flows", 1, 65_536, 0), f"{_CODEL}, get_unsigned: base 0"),
    Row("fq_codel", "target", TIME, f"{_CODEL}, get_time"),
    Row("fq_codel", "interval", TIME, f"{_CODEL}, get_time"),
    Row("fq_codel", "quantum", Whole("bytes", 256, _U32, 0), f"{_CODEL}; sch_fq_codel.c: 256"),
    Row("fq_codel", "memory_limit", SIZE, f"{_CODEL}, {_SIZED}"),
    Row("fq_codel", "ecn", Flag(), _CODEL),
    Row("fq_codel", "noecn", Flag(), _CODEL),
    Row("cake", "unlimited", Flag(), _CAKE),
    Row("cake", "besteffort", Flag(), _CAKE),
    Row("cake", "flows", Flag(), _CAKE),
    Row("cake", "rtt", TIME, f"{_CAKE}, get_time; the target is a twentieth of it"),
    Row("cake", "memlimit", SIZE, f"{_CAKE}, {_SIZED}"),
    Row("filter", "chain", CHAIN, "tc/tc_filter.c, get_u32: base 0"),
    Row("filter", "pref", Whole("pref", 1, _U16, 0), "tc/tc_filter.c, get_u32: base 0"),
    Row("filter", "protocol", PROTOCOL_NAME, "tc/tc_filter.c, ll_proto_a2n: a name, or base 0"),
    Row("flower", "src_mac", MAC, _MAC_READER),
    Row("flower", "dst_mac", MAC, _MAC_READER),
    Row("flower", "vlan_ethtype", INNER_NAME, "tc/f_flower.c, ll_proto_a2n: a name, or base 0"),
    Row("flower", "vlan_id", DEC_12, "tc/f_flower.c, get_u16: base 10"),
    Row("flower", "vlan_prio", DEC_3, "tc/f_flower.c, get_u8: base 10"),
    Row("flower", "mpls_tc", DEC_3, "tc/f_flower.c, get_u8: base 10"),
    Row("flower", "ip_proto", PROTOCOL, "tc/f_flower.c, a name, or get_u8: base 16"),
    Row("flower", "src_ip", ADDRESS, "tc/f_flower.c, get_prefix; the length: base 0"),
    Row("flower", "dst_ip", ADDRESS, "tc/f_flower.c, get_prefix; the length: base 0"),
    Row("flower", "ip_tos", TOS, _TWO_BASES),
    Row("flower", "ip_ttl", TTL, _TWO_BASES),
    Row("flower", "ip_flags", FRAGMENTS, "tc/f_flower.c, flower_parse_matching_flags"),
    Row("flower", "src_port", PORT, _PORT_READER),
    Row("flower", "dst_port", PORT, _PORT_READER),
    Row("flower", "tcp_flags", TCP_FLAGS, "tc/f_flower.c, get_u16: base 16, the mask too"),
    Row("flower", "type", ICMP_BYTE, "tc/f_flower.c, get_u8: base 10, the mask too"),
    Row("flower", "code", ICMP_BYTE, "tc/f_flower.c, get_u8: base 10, the mask too"),
    Row("u32", "mark", MARK_APART, "tc/f_u32.c, get_u32: base 0, the mask too"),
    Row("u32", "u8", RAW_8, _RAW_READER),
    Row("u32", "u16", RAW_16, _RAW_READER),
    Row("u32", "u32", RAW_32, _RAW_READER),
    Row("u32", "at", SIGNED, "tc/f_u32.c, get_integer: base 0, bytes"),
    Row("gact", "", CONTROL, "tc/m_gact.c; goto chain: get_u32, base 10"),
    Row("police", "index", Whole("index", 1, _U32), "tc/m_police.c, get_u32: base 10"),
    Row("police", "rate", RATE_64, "tc/m_police.c, get_rate64; before 5.5 get_rate, 32 bits"),
    Row("police", "burst", SIZE, f"tc/m_police.c, get_size_and_cell, {_SIZED}"),
    Row("police", "pkts_rate", Whole("packets/s", 1, _U64), "tc/m_police.c, get_u64: base 10"),
    Row("police", "pkts_burst", Whole("packets", 1, _U64), "tc/m_police.c, get_u64: base 10"),
    Row("police", "mtu", PLAIN_SIZE, f"tc/m_police.c, get_size_and_cell, {_SIZED}"),
    Row("police", "overhead", DEC_16, "tc/m_police.c, get_u16: base 10, bytes"),
    Row("police", "conform-exceed", CONTROL, "tc/m_police.c, parse_action_control_slash"),
    Row("pedit", "ip dsfield set", HEX_BYTE, "tc/p_ip.c and tc/m_pedit.c, get_u32: base 0"),
    Row("pedit", "ip6 traffic_class set", HEX_BYTE, "tc/p_ip6.c, tc/m_pedit.c, get_u32: base 0"),
    Row("pedit", "retain", HEX_BYTE, "tc/m_pedit.c, get_u32: base 0"),
    Row("csum", "ip4h", Flag(), "tc/m_csum.c"),
    Row("skbedit", "priority", CLASS, "tc/m_skbedit.c, get_tc_classid: base 16"),
    Row("skbedit", "mark", MARK, "tc/m_skbedit.c, get_u32: base 0, the mask too"),
)

_BY_KEY = {(row.part, row.key): row for row in ROWS}


def lookup(part: str, key: str) -> Row:
    """The row of a key. Raises UnknownArgumentError."""
    row = _BY_KEY.get((part, key))
    if row is None:
        raise UnknownArgumentError(f"{part} {key}: no such argument in the vocabulary")
    return row


def write(part: str, key: str, value: Any = None) -> list[str]:
    """The words of an argument: its key and its value (none for a flag).

    Raises OutOfRangeError for a value that tc does not take, UnknownArgumentError for a key that
    has no row.
    """
    return [*key.split(), *lookup(part, key).type.write(value).split()]


def flower_key(key: str, value: Any) -> tuple[str, str]:
    """A key of flower with the text of its value, as `model.Flower` holds them."""
    return key, lookup("flower", key).type.write(value)
