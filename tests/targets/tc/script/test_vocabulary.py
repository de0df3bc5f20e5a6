"""Every argument is written so that tc reads the same value, and no other can be written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qosc.targets.tc.arguments import arguments
from qosc.targets.tc.model import Control, Fifo, Filter, Flower, Gact, Handle, Hook
from qosc.targets.tc.types import Bits, OutOfRangeError, Range
from qosc.targets.tc.vocabulary import ROWS, UnknownArgumentError, flower_key, write
from tests.targets import iproute2_parsers as tc

U8, U16, U32, U64 = tc.U8, tc.U16, tc.U32, tc.U64


class Case(NamedTuple):
    """Values of an argument, what of them tc is to read, and how tc reads its words."""

    values: st.SearchStrategy[Any]
    read: Callable[[list[str]], Any]
    wanted: Callable[[Any], Any] = lambda value: value


def whole(low: int, high: int, base: int, most: int = U32) -> Case:
    return Case(st.integers(low, high), lambda words: tc.get_unsigned(words[0], base, most))


def bits(width: int) -> st.SearchStrategy[Bits]:
    numbers = st.integers(0, (1 << width) - 1)
    return st.builds(lambda value, mask: Bits(value & mask, mask), numbers, numbers)


def masked(width: int, base: int, mask_base: int) -> Case:
    most = (1 << width) - 1
    return Case(bits(width), lambda words: tc.masked(words[0], base, mask_base, most))


def apart(width: int, mask_base: int) -> Case:
    most = (1 << width) - 1
    return Case(
        bits(width),
        lambda words: (
            tc.get_unsigned(words[0], 0, most),
            tc.get_unsigned(words[1], mask_base, most),
        ),
    )


def prefixes() -> st.SearchStrategy[tuple[int, Bits]]:
    def made(version: int, number: int, length: int) -> tuple[int, Bits]:
        width = 32 if version == 4 else 128
        length %= width + 1
        mask = ((1 << length) - 1) << (width - length)
        return version, Bits(number & mask, mask)

    numbers = st.integers(0, (1 << 128) - 1)
    return st.builds(made, st.sampled_from((4, 6)), numbers, st.integers(0, 128))


def sizes(low: int = 1) -> Case:
    return Case(st.integers(low, U32), lambda words: tc.get_size(words[0]))


TIMES = Case(st.integers(1, U32), lambda words: tc.get_time(words[0]))
RATE_64 = Case(
    # strtod holds 53 bits: above, tc itself rounds.
    st.integers(8, 1 << 53),
    lambda words: tc.get_rate64(words[0]),
    lambda value: value // 8,
)
CLASSES = Case(
    st.builds(Handle, st.integers(1, U16), st.integers(0, U16)),
    lambda words: Handle(*tc.get_tc_classid(words[0])),
)
QDISCS = CLASSES._replace(values=st.builds(Handle, st.integers(1, U16)))
FLAG = Case(st.just(None), lambda words: words, lambda _: [])
ATM = Case(st.just("atm"), lambda words: words[0])
BYTE_MASKED = masked(8, 10, 10)
TOS = Case(bits(8), lambda words: tc.tos_or_ttl(words[0]))
PREFIX = Case(
    prefixes(),
    lambda words: tc.get_prefix(words[0], 6 if ":" in words[0] else 4),
    lambda value: value[1],
)
MAC = Case(
    bits(48),
    lambda words: (
        tc.ll_addr_a2n(words[0].partition("/")[0]),
        tc.mac_mask(words[0].partition("/")[2]),
    ),
)
PORTS = st.one_of(
    st.integers(0, U16),
    bits(16),
    st.tuples(st.integers(1, U16), st.integers(1, U16))
    .filter(lambda ends: ends[0] < ends[1])
    .map(lambda ends: Range(*ends)),
)


def port_wanted(value: int | Bits | Range) -> tuple[str, int, int]:
    if isinstance(value, int):
        return "bits", value, U16
    return ("bits" if isinstance(value, Bits) else "range", *value)


PORT = Case(PORTS, lambda words: tc.port(words[0]), port_wanted)
ETHERTYPE = Case(
    st.sampled_from(("ip", "ipv6", "arp", "802.1Q", "mpls_uc", "0x88cc", "0x0003")),
    lambda words: tc.ll_proto_a2n(words[0]),
    lambda name: {
        "ip": 0x800,
        "ipv6": 0x86DD,
        "arp": 0x806,
        "802.1Q": 0x8100,
        "mpls_uc": 0x8847,
        "0x88cc": 0x88CC,
        "0x0003": 3,
    }[name],
)
VERBS = st.sampled_from(("ok", "drop", "pipe", "continue"))
CONTROLS = Case(
    st.one_of(
        st.builds(Control, VERBS),
        st.builds(Control, st.just("goto"), st.integers(0, (1 << 28) - 1)),
    ),
    lambda words: (
        Control(words[0])
        if len(words) == 1
        else Control(words[0], tc.get_unsigned(words[2], 10, U32))
    ),
)
CASES = {
    ("qdisc", "root"): FLAG,
    ("qdisc", "parent"): CLASSES,
    ("qdisc", "handle"): QDISCS,
    ("stab", "linklayer"): ATM,
    ("stab", "overhead"): Case(st.integers(-64, 64), lambda words: tc.get_integer(words[0], 10)),
    ("stab", "mtu"): whole(0, U32, 10),
    ("stab", "tsize"): whole(0, U32, 10),
    ("htb", "default"): whole(0, U16, 16),
    ("class", "parent"): CLASSES,
    ("class", "classid"): CLASSES,
    ("htb class", "rate"): RATE_64,
    ("htb class", "ceil"): RATE_64,
    ("htb class", "burst"): sizes(),
    ("htb class", "cburst"): sizes(),
    ("htb class", "prio"): whole(0, 7, 10),
    ("htb class", "quantum"): whole(0, U32, 10),
    ("htb class", "overhead"): whole(0, U16, 10, U16),
    ("htb class", "linklayer"): ATM,
    ("pfifo", "limit"): sizes(),
    ("bfifo", "limit"): sizes(),
    ("prio", "bands"): whole(2, 16, 10),
    ("prio", "priomap"): whole(0, 15, 10),
    ("red", "limit"): sizes(),
    ("red", "min"): sizes(),
    ("red", "max"): sizes(),
    ("red", "avpkt"): sizes(),
    ("red", "burst"): whole(1, U32, 0),
    ("red", "ecn"): FLAG,
    ("red", "harddrop"): FLAG,
    ("red", "bandwidth"): Case(
        st.integers(8, U32 * 8 + 7), lambda words: tc.get_rate(words[0]), lambda value: value // 8
    ),
    ("red", "probability"): Case(
        st.integers(1, 999_999_999), lambda words: round(float(words[0]) * 1e9)
    ),
    ("sfq", "limit"): whole(2, U32, 0),
    ("sfq", "depth"): whole(1, 127, 0),
    ("sfq", "flows"): whole(1, 65_408, 0),
    ("sfq", "divisor"): whole(1, 65_536, 0),
    ("sfq", "quantum"): sizes(),
    ("fq_codel", "limit"): whole(1, U32, 0),
    ("fq_codel", "flows"): whole(1, 65_536, 0),
    ("fq_codel", "target"): TIMES,
    ("fq_codel", "interval"): TIMES,
    ("fq_codel", "quantum"): whole(256, U32, 0),
    ("fq_codel", "memory_limit"): sizes(),
    ("fq_codel", "ecn"): FLAG,
    ("fq_codel", "noecn"): FLAG,
    ("cake", "unlimited"): FLAG,
    ("cake", "besteffort"): FLAG,
    ("cake", "flows"): FLAG,
    ("cake", "rtt"): TIMES,
    ("cake", "memlimit"): sizes(),
    ("filter", "chain"): whole(0, (1 << 28) - 1, 0),
    ("filter", "pref"): whole(1, U16, 0),
    ("filter", "protocol"): ETHERTYPE,
    ("flower", "src_mac"): MAC,
    ("flower", "dst_mac"): MAC,
    ("flower", "vlan_ethtype"): ETHERTYPE,
    ("flower", "vlan_id"): whole(0, 0xFFF, 10, U16),
    ("flower", "vlan_prio"): whole(0, 7, 10, U8),
    ("flower", "mpls_tc"): whole(0, 7, 10, U8),
    ("flower", "ip_proto"): Case(
        st.tuples(st.sampled_from((4, 6)), st.integers(0, 254)),
        lambda words: tc.ip_proto(words[0]),
        lambda value: value[1],
    ),
    ("flower", "src_ip"): PREFIX,
    ("flower", "dst_ip"): PREFIX,
    ("flower", "ip_tos"): TOS,
    ("flower", "ip_ttl"): TOS,
    ("flower", "ip_flags"): Case(
        st.sampled_from(("nofrag", "firstfrag", "frag/nofirstfrag")), lambda words: words[0]
    ),
    ("flower", "src_port"): PORT,
    ("flower", "dst_port"): PORT,
    ("flower", "tcp_flags"): masked(12, 16, 16),
    ("flower", "type"): BYTE_MASKED,
    ("flower", "code"): BYTE_MASKED,
    ("u32", "mark"): apart(32, 0),
    ("u32", "u8"): apart(8, 16),
    ("u32", "u16"): apart(16, 16),
    ("u32", "u32"): apart(32, 16),
    ("u32", "at"): Case(st.integers(-14, 1500), lambda words: tc.get_integer(words[0], 0)),
    ("gact", ""): CONTROLS,
    ("police", "conform-exceed"): CONTROLS,
    ("police", "index"): whole(1, U32, 10),
    ("police", "rate"): RATE_64,
    ("police", "burst"): sizes(),
    ("police", "mtu"): sizes(),
    ("police", "pkts_rate"): whole(1, U64, 10, U64),
    ("police", "pkts_burst"): whole(1, U64, 10, U64),
    ("police", "overhead"): whole(0, U16, 10, U16),
    ("pedit", "ip dsfield set"): whole(0, U8, 0),
    ("pedit", "retain"): whole(0, U8, 0),
    ("pedit", "ip6 traffic_class set"): whole(0, U8, 0),
    ("csum", "ip4h"): FLAG,
    ("skbedit", "priority"): CLASSES,
    ("skbedit", "mark"): masked(32, 0, 0),
}
"""One for each row: a row without one fails."""


def test_every_row_is_tried_and_no_key_has_two() -> None:
    assert {(row.part, row.key) for row in ROWS} == set(CASES)
    assert len(ROWS) == len(CASES)


@pytest.mark.parametrize("part_and_key", CASES, ids=" ".join)
def test_tc_reads_the_value_that_was_written(part_and_key: tuple[str, str]) -> None:
    part, key = part_and_key
    case = CASES[part_and_key]

    @given(case.values)
    def check(value: Any) -> None:
        words = write(part, key, value)
        names = key.split()
        assert words[: len(names)] == names
        assert case.read(words[len(names) :]) == case.wanted(value)
        assert all(word.isascii() and not set(word) & set(" \t\n'\"$`\\;&|<>()") for word in words)

    check()


@pytest.mark.parametrize(
    ("part", "key", "value"),
    [
        ("flower", "ip_proto", (4, 255)),
        ("flower", "ip_proto", (6, -1)),
        ("flower", "vlan_prio", 8),
        ("flower", "src_port", Range(0, 9)),
        ("flower", "src_port", Range(9, 9)),
        ("flower", "ip_tos", Bits(0x100, 0x1FF)),
        ("flower", "ip_tos", Bits(0x02, 0xFC)),
        ("flower", "src_ip", (4, Bits(0, 0xFF00FF00))),
        ("flower", "ip_flags", "frag"),
        ("flower", "vlan_ethtype", "all"),
        ("filter", "protocol", "ip; reboot"),
        ("filter", "pref", 0),
        ("filter", "pref", 65_536),
        ("red", "bandwidth", (1 << 35) + 8),
        ("red", "probability", 1_000_000_000),
        ("sfq", "limit", 1),
        ("fq_codel", "target", 1 << 32),
        ("htb class", "prio", 8),
        ("htb class", "rate", 7),
        ("htb class", "burst", 1 << 32),
        ("police", "index", 0),
        ("pedit", "retain", 256),
        ("skbedit", "mark", Bits(1, 1 << 32)),
        ("gact", "", Control("reclassify")),
        ("qdisc", "handle", Handle(0x10000)),
    ],
)
def test_what_tc_would_refuse_or_cut_off_cannot_be_written(part: str, key: str, value: Any) -> None:
    with pytest.raises(OutOfRangeError):
        write(part, key, value)


def test_an_icmp_has_a_name_with_its_own_version_of_ip_only() -> None:
    pairs = ((4, 1), (6, 58), (4, 58), (6, 1))
    words = [write("flower", "ip_proto", pair)[1] for pair in pairs]
    assert words == ["icmp", "icmpv6", "0x3a", "0x1"]


def test_a_key_without_a_row_cannot_be_written() -> None:
    with pytest.raises(UnknownArgumentError):
        write("flower", "ct_state", "+trk")
    with pytest.raises(UnknownArgumentError):
        flower_key("enc_key_id", 7)
    unknown = Filter(Hook.INGRESS, 0, 1, "ip", Flower((("skip_sw", ""),)), (Gact(Control("ok")),))
    with pytest.raises(UnknownArgumentError):
        arguments(unknown)


def test_a_value_out_of_range_in_a_command_is_no_text() -> None:
    with pytest.raises(OutOfRangeError):
        arguments(Fifo(Handle(1, 10), Handle(16), 0))
