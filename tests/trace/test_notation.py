"""Packets as people write them."""

from __future__ import annotations

import pytest

from qosc.trace.notation import NotationError, asked

UDP = "udp, from 10.0.0.1, source port 5060, to 192.0.2.7, port 16400, dscp 46 (ef), length 200"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("udp 10.0.0.1:5060 > 192.0.2.7:16400 dscp ef len 200", UDP),
        ("udp 10.0.0.1:5060>192.0.2.7:16400 dscp ef len 200", UDP),
        ("udp 10.0.0.1:5060 -> 192.0.2.7:16400 DSCP=46 length=200", UDP),
        ("proto=17 src=10.0.0.1:5060 dst=192.0.2.7:16400 dscp=ef len=200", UDP),
        ("tcp 10.1.2.3/16 > any:443 flags syn", "tcp, from 10.1.0.0/16, port 443, tcp-flags 2"),
        ("*:53 > *", "source port 53"),
        ("ip6 2001:db8::1 > any", "IPv6, from 2001:db8::1"),
        ("udp any > any", "udp"),
        ("udp any > any:53", "udp, port 53"),
        ("udp any -> 10.0.0.1", "udp, to 10.0.0.1"),
        (
            "[2001:db8::1]:5060 > 2001:db8:7::/48",
            "from 2001:db8::1, source port 5060, to 2001:db8:7::/48",
        ),
        ("dscp af41,cs1 frag later", "dscp 34 (af41) or 8 (cs1), non-initial fragment"),
        ("dport 16384-32767", "port 16384 to 32767"),
        ("cos 5 vlan 10", "cos 5, vlan 10"),
    ],
)
def test_a_packet_is_told_in_full(text: str, words: str) -> None:
    assert asked(text).words == f"{words}, no MPLS label"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "any packet"),
        ("any", "any packet"),
        ("exp 5", "mpls-exp 5"),
        ("dscp ef exp any", "dscp 46 (ef)"),
        ("class VOICE", "taken by class VOICE"),
        ("not matched", "taken by default classes only"),
    ],
)
def test_packets_of_which_no_header_is_named_may_have_a_label(text: str, words: str) -> None:
    assert asked(text).words == words


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dscp eff", "column 6: 'eff' is no value of dscp"),
        ("dcsp ef", "column 1: 'dcsp' is not understood; did you mean 'dscp'?"),
        ("udp 10.0.0.300 > any", "column 5: '10.0.0.300' is no address"),
        ("udp 10.0.0.1 >", "ends where an address behind '>' is expected"),
        ("len 70000", "'70000' is no value of length: a number from 0 to 65535"),
        ("dport 20-10", "'20-10' is no value of dst-port"),
        ("tcp flags sin", "'sin' is no TCP flag; there are fin, syn"),
        ("frag last", "frag is one of no, first, later"),
        ("dscp", "the packet ends where a value behind 'dscp' is expected"),
        ("loss-priority red", "loss-priority is one of low"),
        ("dscp -1", "'-1' is no value of dscp"),
        ("sport ٣", "is no value of src-port"),
    ],
)
def test_what_is_no_packet_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=None) as told:
        asked(text)
    assert message in str(told.value)
