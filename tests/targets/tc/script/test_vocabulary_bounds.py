"""The least and the greatest value of each argument of tc, as they are written, and those beyond.

The ranges are those of iproute2's parsers and, where they are narrower, of the kernel: a rate is
kept in whole bytes/s, a class id has two numbers of 16 bits, a chain 28 bits, sfq at most 127
packets a flow and 65408 flows (Linux sch_sfq.c), prio 16 bands, HTB eight levels.
"""

from __future__ import annotations

from typing import Any

import pytest

from qosc.targets.tc.model import Control, Handle
from qosc.targets.tc.types import Bits, OutOfRangeError, Range
from qosc.targets.tc.vocabulary import ROWS, lookup, write

U8, U16, U32, U64 = 0xFF, 0xFFFF, 0xFFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF

WHOLE: list[tuple[str, str, int, str, int, str]] = [
    ("stab", "overhead", -(1 << 31), "-2147483648", (1 << 31) - 1, "2147483647"),
    ("stab", "mtu", 0, "0", U32, "4294967295"),
    ("stab", "tsize", 0, "0", U32, "4294967295"),
    ("htb", "default", 0, "0", U16, "ffff"),
    ("htb class", "rate", 8, "8bit", (1 << 63) - 1, "9223372036854775807bit"),
    ("htb class", "ceil", 8, "8bit", (1 << 63) - 1, "9223372036854775807bit"),
    ("htb class", "burst", 1, "1b", U32, "4294967295b"),
    ("htb class", "cburst", 1, "1b", U32, "4294967295b"),
    ("htb class", "prio", 0, "0", 7, "7"),
    ("htb class", "quantum", 0, "0", U32, "4294967295"),
    ("htb class", "overhead", 0, "0", U16, "65535"),
    ("pfifo", "limit", 1, "1", U32, "4294967295"),
    ("bfifo", "limit", 1, "1b", U32, "4294967295b"),
    ("prio", "bands", 2, "2", 16, "16"),
    ("prio", "priomap", 0, "0", 15, "15"),
    ("red", "limit", 1, "1b", U32, "4294967295b"),
    ("red", "min", 1, "1b", U32, "4294967295b"),
    ("red", "max", 1, "1b", U32, "4294967295b"),
    ("red", "avpkt", 1, "1", U32, "4294967295"),
    ("red", "burst", 1, "1", U32, "4294967295"),
    # 32 bits of bytes/s: 4294967295 bytes/s and seven bits more.
    ("red", "bandwidth", 8, "8bit", 34_359_738_367, "34359738367bit"),
    ("red", "probability", 1, "0.000000001", 999_999_999, "0.999999999"),
    ("sfq", "limit", 2, "2", U32, "4294967295"),
    ("sfq", "depth", 1, "1", 127, "127"),
    ("sfq", "flows", 1, "1", 65_408, "65408"),
    ("sfq", "divisor", 1, "1", 65_536, "65536"),
    ("sfq", "quantum", 1, "1", U32, "4294967295"),
    ("fq_codel", "limit", 1, "1", U32, "4294967295"),
    ("fq_codel", "flows", 1, "1", 65_536, "65536"),
    # The kernel raises a smaller one to 256 (Linux sch_fq_codel.c).
    ("fq_codel", "quantum", 256, "256", U32, "4294967295"),
    ("fq_codel", "memory_limit", 1, "1b", U32, "4294967295b"),
    ("fq_codel", "target", 1, "1us", U32, "4294967295us"),
    ("fq_codel", "interval", 1, "1us", U32, "4294967295us"),
    ("cake", "rtt", 1, "1us", U32, "4294967295us"),
    ("cake", "memlimit", 1, "1b", U32, "4294967295b"),
    ("filter", "chain", 0, "0", 268_435_455, "268435455"),
    ("filter", "pref", 1, "1", U16, "65535"),
    ("flower", "vlan_id", 0, "0", 4095, "4095"),
    ("flower", "vlan_prio", 0, "0", 7, "7"),
    ("flower", "mpls_tc", 0, "0", 7, "7"),
    ("flower", "src_port", 1, "1", U16, "65535"),
    ("flower", "dst_port", 1, "1", U16, "65535"),
    ("u32", "at", -(1 << 31), "-2147483648", (1 << 31) - 1, "2147483647"),
    ("police", "index", 1, "1", U32, "4294967295"),
    ("police", "rate", 8, "8bit", (1 << 63) - 1, "9223372036854775807bit"),
    ("police", "burst", 1, "1b", U32, "4294967295b"),
    ("police", "pkts_rate", 1, "1", U64, "18446744073709551615"),
    ("police", "pkts_burst", 1, "1", U64, "18446744073709551615"),
    ("police", "mtu", 1, "1", U32, "4294967295"),
    ("police", "overhead", 0, "0", U16, "65535"),
    ("pedit", "ip dsfield set", 0, "0x0", U8, "0xff"),
    ("pedit", "ip6 traffic_class set", 0, "0x0", U8, "0xff"),
    ("pedit", "retain", 0, "0x0", U8, "0xff"),
]
_MAC = "ff:ff:ff:ff:ff:ff/ff:ff:ff:ff:ff:ff"
_MAC_BITS = "00:00:00:00:00:10/00:00:00:00:00:fc"
MASKED: list[tuple[str, str, int, str, str]] = [
    # The widths of the fields, and a value under a mask: each in the base that its parser reads.
    ("flower", "ip_tos", 8, "0xff/0xff", "0x10/0xfc"),
    ("flower", "ip_ttl", 8, "255/0xff", "16/0xfc"),
    ("flower", "type", 8, "255/255", "16/252"),
    ("flower", "code", 8, "255/255", "16/252"),
    ("flower", "tcp_flags", 12, "0xfff/0xfff", "0x10/0xfc"),
    ("flower", "src_port", 16, "65535/0xffff", "16/0xfc"),
    ("flower", "dst_port", 16, "65535/0xffff", "16/0xfc"),
    ("flower", "src_mac", 48, _MAC, _MAC_BITS),
    ("flower", "dst_mac", 48, _MAC, _MAC_BITS),
    ("u32", "mark", 32, "0xffffffff 0xffffffff", "0x10 0xfc"),
    ("u32", "u8", 8, "0xff 0xff", "0x10 0xfc"),
    ("u32", "u16", 16, "0xffff 0xffff", "0x10 0xfc"),
    ("u32", "u32", 32, "0xffffffff 0xffffffff", "0x10 0xfc"),
    ("skbedit", "mark", 32, "0xffffffff/0xffffffff", "0x10/0xfc"),
]
OTHERS: list[tuple[str, str, Any, str]] = [
    ("qdisc", "root", None, ""),
    ("qdisc", "parent", Handle(1, 0x10), "1:10"),
    ("qdisc", "parent", Handle(0xFFFF, 0xFFFF), "ffff:ffff"),
    ("qdisc", "handle", Handle(0xFFFF), "ffff:"),
    ("class", "parent", Handle(1), "1:"),
    ("class", "classid", Handle(1, 0xA), "1:a"),
    ("skbedit", "priority", Handle(1, 0xFFFF), "1:ffff"),
    ("stab", "linklayer", "atm", "atm"),
    ("htb class", "linklayer", "atm", "atm"),
    ("red", "ecn", None, ""),
    ("red", "harddrop", None, ""),
    ("fq_codel", "ecn", None, ""),
    ("fq_codel", "noecn", None, ""),
    ("cake", "unlimited", None, ""),
    ("cake", "besteffort", None, ""),
    ("cake", "flows", None, ""),
    ("csum", "ip4h", None, ""),
    ("filter", "protocol", "all", "all"),
    ("filter", "protocol", "ip", "ip"),
    ("filter", "protocol", "ipv6", "ipv6"),
    ("filter", "protocol", "arp", "arp"),
    ("filter", "protocol", "802.1Q", "802.1Q"),
    ("filter", "protocol", "mpls_uc", "mpls_uc"),
    ("filter", "protocol", "0x88cc", "0x88cc"),
    ("flower", "vlan_ethtype", "ip", "ip"),
    ("flower", "vlan_ethtype", "0xffff", "0xffff"),
    ("flower", "ip_proto", (4, 1), "icmp"),
    ("flower", "ip_proto", (4, 6), "tcp"),
    ("flower", "ip_proto", (6, 6), "tcp"),
    ("flower", "ip_proto", (4, 17), "udp"),
    ("flower", "ip_proto", (6, 17), "udp"),
    ("flower", "ip_proto", (4, 132), "sctp"),
    ("flower", "ip_proto", (6, 132), "sctp"),
    ("flower", "ip_proto", (6, 58), "icmpv6"),
    ("flower", "ip_proto", (4, 47), "0x2f"),
    ("flower", "ip_proto", (4, 0), "0x0"),
    ("flower", "ip_proto", (6, 254), "0xfe"),
    ("flower", "src_ip", (4, Bits(0x0A000000, 0xFF000000)), "10.0.0.0/8"),
    ("flower", "dst_ip", (6, Bits(0x20010DB8 << 96, 0xFFFFFFFF << 96)), "2001:db8::/32"),
    ("flower", "ip_flags", "nofrag", "nofrag"),
    ("flower", "ip_flags", "firstfrag", "firstfrag"),
    ("flower", "ip_flags", "frag/nofirstfrag", "frag/nofirstfrag"),
    ("flower", "src_port", 0, "0/0xffff"),
    ("flower", "dst_port", Range(1, 2), "1-2"),
    ("flower", "dst_port", Range(1024, 65_535), "1024-65535"),
    ("gact", "", Control("ok"), "ok"),
    ("gact", "", Control("drop"), "drop"),
    ("gact", "", Control("pipe"), "pipe"),
    ("gact", "", Control("continue"), "continue"),
    ("gact", "", Control("goto", 0), "goto chain 0"),
    ("police", "conform-exceed", Control("goto", 268_435_455), "goto chain 268435455"),
]
REFUSED: list[tuple[str, str, Any]] = [
    ("qdisc", "parent", Handle(0, 1)),
    ("class", "classid", Handle(1, 0x10000)),
    ("stab", "linklayer", "ethernet"),
    ("filter", "protocol", "any"),
    ("filter", "protocol", "0x0800"),
    ("flower", "ip_proto", (4, 255)),
    ("flower", "ip_proto", (4, -1)),
    ("flower", "src_ip", (4, Bits(1 << 32, 0))),
    ("flower", "src_port", Range(2, 1)),
    ("flower", "src_port", Range(1, 65_536)),
    ("gact", "", Control("goto", 268_435_456)),
    ("gact", "", Control("reclassify")),
]


def name(row: tuple[Any, ...]) -> str:
    return " ".join(map(str, row[:3])).replace("(", "").replace(")", "")


@pytest.mark.parametrize(
    ("part", "key", "low", "first", "high", "last"), WHOLE, ids=map(name, WHOLE)
)
def test_the_ends_of_a_range(
    part: str, key: str, low: int, first: str, high: int, last: str
) -> None:
    words = key.split()
    assert write(part, key, low) == [*words, first]
    assert write(part, key, high) == [*words, last]
    for beyond in (low - 1, high + 1):
        # Port 0 has a notation of its own.
        if not (key.endswith("_port") and beyond == 0):
            with pytest.raises(OutOfRangeError):
                write(part, key, beyond)


@pytest.mark.parametrize(("part", "key", "width", "full", "some"), MASKED, ids=map(name, MASKED))
def test_a_value_under_a_mask(part: str, key: str, width: int, full: str, some: str) -> None:
    every = (1 << width) - 1
    assert write(part, key, Bits(every, every)) == [key, *full.split()]
    assert write(part, key, Bits(0x10, 0xFC)) == [key, *some.split()]
    # The kernel itself leaves out bits of an Ethernet address that its mask does not have.
    outside = () if width == 48 else (Bits(1, 2),)
    for wrong in (*outside, Bits(0, every + 1), Bits(every + 1, every + 1)):
        with pytest.raises(OutOfRangeError):
            write(part, key, wrong)


@pytest.mark.parametrize(("part", "key", "value", "text"), OTHERS, ids=map(name, OTHERS))
def test_the_text_of_a_value(part: str, key: str, value: Any, text: str) -> None:
    assert write(part, key, value) == [*key.split(), *text.split()]


@pytest.mark.parametrize(("part", "key", "value"), REFUSED, ids=map(name, REFUSED))
def test_what_has_no_text(part: str, key: str, value: Any) -> None:
    with pytest.raises(OutOfRangeError):
        write(part, key, value)


def test_each_argument_is_in_one_of_the_tables() -> None:
    rows = [*WHOLE, *MASKED, *OTHERS]
    assert {(row.part, row.key) for row in ROWS} == {(row[0], row[1]) for row in rows}


@pytest.mark.parametrize(
    ("part", "key", "base"),
    [
        ("flower", "ip_tos", 16),
        ("flower", "ip_ttl", 10),
        ("flower", "tcp_flags", 16),
        ("flower", "type", 10),
        ("u32", "u16", 0),
        ("skbedit", "mark", 0),
    ],
)
def test_the_base_that_the_documentation_gives(part: str, key: str, base: int) -> None:
    assert lookup(part, key).type.value.base == base  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("part", "key", "base"),
    [
        ("stab", "overhead", 10),
        ("htb", "default", 16),
        ("htb class", "prio", 10),
        ("red", "burst", 0),
        ("sfq", "limit", 0),
        ("sfq", "depth", 0),
        ("sfq", "flows", 0),
        ("sfq", "divisor", 0),
        ("filter", "pref", 0),
        ("police", "index", 10),
        ("pedit", "retain", 16),
    ],
)
def test_the_base_of_a_whole_number(part: str, key: str, base: int) -> None:
    assert lookup(part, key).type.base == base  # type: ignore[attr-defined]
