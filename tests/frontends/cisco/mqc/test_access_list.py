"""Access lists: addresses, operators, options, order and numbering."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

import pytest

from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import (
    AccessEntry,
    AllOf,
    Device,
    Interval,
    Masked,
    Opaque,
    Predicate,
    SupportState,
    Test,
)
from qosc.source import SourceText

ALL = 0xFFFFFFFF


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def eq(field: Field, *values: int) -> Test:
    return Test(field, tuple(Interval(value, value) for value in values))


def ip(field: Field, address: str, mask: int = ALL) -> Test:
    return Test(field, (Masked(int(IPv4Address(address)), mask),))


def spans(field: Field, *pairs: tuple[int, int]) -> Test:
    return Test(field, tuple(Interval(low, high) for low, high in pairs))


def flags(*pairs: tuple[int, int]) -> Test:
    return Test(Field.TCP_FLAGS, tuple(Masked(value, mask) for value, mask in pairs))


def entry(line: str, kind: str = "ip access-list extended") -> AccessEntry:
    found = device(f"{kind} X\n {line}\n")
    assert found.residue == (), found.residue
    (only,) = found.access_lists["X"].entries
    return only


def parts_of(line: str, kind: str = "ip access-list extended") -> list[Predicate]:
    match = entry(line, kind).match
    return list(match.operands) if isinstance(match, AllOf) else [match]


V4 = eq(Field.VERSION, 4)
TCP, UDP, ICMP = (eq(Field.PROTOCOL, number) for number in (6, 17, 1))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("permit ip any any", [V4]),
        ("permit tcp any any", [V4, TCP]),
        ("permit 88 any any", [V4, eq(Field.PROTOCOL, 88)]),
        ("permit eigrp any any", [V4, eq(Field.PROTOCOL, 88)]),
        ("permit ip host 10.0.0.1 any", [ip(Field.SRC4, "10.0.0.1")]),
        ("permit ip any 10.1.2.3 0.0.0.255", [ip(Field.DST4, "10.1.2.0", 0xFFFFFF00)]),
        ("permit ip 10.0.0.1 255.255.255.255 any", [V4]),
        # a mask that is not contiguous: odd third octet
        ("permit ip 10.0.1.0 0.0.254.255 any", [ip(Field.SRC4, "10.0.1.0", 0xFFFF0100)]),
        ("permit tcp any any eq 80 443", [V4, TCP, eq(Field.DST_PORT, 80, 443)]),
        ("permit tcp any eq www any", [V4, TCP, eq(Field.SRC_PORT, 80)]),
        ("permit udp any any eq snmp", [V4, UDP, eq(Field.DST_PORT, 161)]),
        ("permit tcp any any neq 25", [V4, TCP, spans(Field.DST_PORT, (0, 24), (26, 65535))]),
        ("permit tcp any any neq 0", [V4, TCP, spans(Field.DST_PORT, (1, 65535))]),
        ("permit tcp any any gt 1023", [V4, TCP, spans(Field.DST_PORT, (1024, 65535))]),
        ("permit tcp any any gt 65535", [V4, TCP, spans(Field.DST_PORT)]),
        ("permit udp any any lt 1024", [V4, UDP, spans(Field.DST_PORT, (0, 1023))]),
        ("permit udp any any range 16384 32767", [V4, UDP, spans(Field.DST_PORT, (16384, 32767))]),
        ("permit tcp any any established", [V4, TCP, flags((16, 16), (4, 4))]),
        ("permit tcp any any syn", [V4, TCP, flags((2, 2))]),
        ("permit tcp any any match-all +syn -ack", [V4, TCP, flags((2, 18))]),
        ("permit tcp any any match-any +syn -ack", [V4, TCP, flags((2, 2), (0, 16))]),
        ("permit ip any any precedence network", [V4, eq(Field.PRECEDENCE, 7)]),
        ("permit ip any any prec 5", [V4, eq(Field.PRECEDENCE, 5)]),
        ("permit ip any any dscp ef", [V4, eq(Field.DSCP, 46)]),
        ("permit ip any any tos min-delay", [V4, eq(Field.TOS, 8)]),
        ("permit ip any any fragments", [V4, eq(Field.FRAGMENT, 1)]),
        ("permit ip any any ttl lt 5", [V4, spans(Field.TTL, (0, 4))]),
        ("permit icmp any any echo", [V4, ICMP, eq(Field.ICMP_TYPE, 8)]),
        ("permit icmp any any 3", [V4, ICMP, eq(Field.ICMP_TYPE, 3)]),
        (
            "permit icmp any any 3 4",
            [V4, ICMP, AllOf((eq(Field.ICMP_TYPE, 3), eq(Field.ICMP_CODE, 4)))],
        ),
        (
            "permit icmp any any packet-too-big",
            [V4, ICMP, AllOf((eq(Field.ICMP_TYPE, 3), eq(Field.ICMP_CODE, 4)))],
        ),
        ("permit igmp any any host-query", [V4, eq(Field.PROTOCOL, 2), eq(Field.IGMP_TYPE, 0x11)]),
        ("permit ip any any time-range work", [V4, Opaque("time-range", "work")]),
        ("evaluate back", [Opaque("evaluate", "back")]),
        ("dynamic door permit ip any any", [Opaque("dynamic", "door permit ip any any")]),
        ("permit ip any any option timestamp", [V4, Opaque("ip-option", "timestamp")]),
        (
            "permit ip object-group LAN any",
            [V4, Opaque("object-group", "source LAN")],
        ),
    ],
)
def test_what_an_extended_entry_tests(line: str, expected: list[Predicate]) -> None:
    assert parts_of(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("permit any", [V4]),
        ("permit 10.1.1.1", [ip(Field.SRC4, "10.1.1.1")]),
        ("permit host 10.1.1.1", [ip(Field.SRC4, "10.1.1.1")]),
        ("permit 10.0.0.0 0.255.255.255 log", [ip(Field.SRC4, "10.0.0.0", 0xFF000000)]),
    ],
)
def test_a_standard_entry_tests_the_source(line: str, expected: list[Predicate]) -> None:
    assert parts_of(line, "ip access-list standard") == expected


def test_ipv6_entries() -> None:
    text = (
        "ipv6 access-list V6\n permit tcp 2001:db8::/32 any eq bgp\n"
        " permit icmp any host 2001:db8::1 echo-request\n deny ipv6 any any\n"
    )
    first, second, third = device(text).access_lists["V6"].entries
    net = int(IPv6Address("2001:db8::"))
    assert first.match == AllOf(
        (
            TCP,
            Test(Field.SRC6, (Masked(net, 0xFFFFFFFF << 96),)),
            eq(Field.DST_PORT, 179),
        )
    )
    assert isinstance(second.match, AllOf)
    assert second.match.operands[0] == eq(Field.PROTOCOL, 58)
    assert second.match.operands[2] == eq(Field.ICMP_TYPE, 128)
    assert (third.permit, third.match) == (False, eq(Field.VERSION, 6))


def test_log_does_not_change_what_matches() -> None:
    found = entry("deny ip any any log-input")
    assert (found.permit, found.match, found.options) == (False, V4, ("log-input",))


def test_lines_of_one_number_add_up_wherever_they_stand() -> None:
    text = (
        "access-list 101 permit tcp any any\ninterface Ethernet0\n"
        "access-list 101 remark the rest\naccess-list 101 deny ip any any\n"
    )
    entries = device(text).access_lists["101"].entries
    assert [(e.permit, e.label) for e in entries] == [(True, "10"), (False, "30")]


def test_entries_stand_in_the_order_of_their_numbers() -> None:
    text = (
        "ip access-list extended X\n 20 permit udp any any\n 10 permit tcp any any\n"
        " permit icmp any any\n 15 deny ip any any\n"
    )
    labels = [e.label for e in device(text).access_lists["X"].entries]
    assert labels == ["10", "15", "20", "30"]


def test_the_same_entry_twice_is_one_entry() -> None:
    text = "access-list 101 permit tcp any any eq 80\naccess-list 101 permit tcp any any eq www\n"
    assert len(device(text).access_lists["101"].entries) == 1


def test_a_named_list_that_is_opened_again_is_added_to() -> None:
    text = (
        "ip access-list extended X\n permit tcp any any\nip access-list extended X\n"
        " permit udp any any\n no permit tcp any any\n"
    )
    assert [e.label for e in device(text).access_lists["X"].entries] == ["20"]


def test_no_takes_an_entry_by_number_or_the_whole_list() -> None:
    text = "ip access-list extended X\n 10 permit tcp any any\n 20 permit udp any any\n no 10\n"
    assert [e.label for e in device(text).access_lists["X"].entries] == ["20"]
    assert device(text + "no ip access-list extended X\n").access_lists == {}
    numbered = "access-list 101 permit ip any any\nno access-list 101\n"
    assert device(numbered).access_lists == {}


def test_the_spans_of_a_test_are_those_of_its_words() -> None:
    text = "access-list 101 permit tcp any host 10.0.0.1 eq 80\n"
    (only,) = device(text).access_lists["101"].entries
    assert isinstance(only.match, AllOf)
    words = {
        test.field: text[test.origin.column - 1 : test.origin.end_column - 1]
        for test in only.match.operands
        if isinstance(test, Test)
    }
    assert words == {
        Field.PROTOCOL: "tcp",
        Field.DST4: "host 10.0.0.1",
        Field.DST_PORT: "eq 80",
    }


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("permit tcp any any eq 70000", "70000"),
        ("permit ip any any dscp 64", "64"),
        ("permit ip any host 10.0.0.256", "10.0.0.256"),
        ("permit ip any any eq 80", "eq"),
        ("permit xyz any any", "xyz"),
        ("permit ip any", ""),
    ],
)
def test_an_entry_that_is_not_understood_keeps_its_place(line: str, word: str) -> None:
    text = f"access-list 101 {line}\naccess-list 101 permit ip any any\n"
    found = device(text)
    first, second = found.access_lists["101"].entries
    assert isinstance(first.match, Opaque)
    assert second.match == V4
    (residue,) = found.residue
    assert residue.state is SupportState.UNKNOWN
    shown = text.splitlines()[0][residue.origin.column - 1 : residue.origin.end_column - 1]
    assert shown == word


def test_a_list_that_only_a_packet_filter_uses_is_left_alone() -> None:
    text = (
        "interface Ethernet0\n ip access-group 102 in\n"
        "access-list 102 permit ip any any nonsense\naccess-list 103 permit ip any any\n"
    )
    found = device(text)
    assert list(found.access_lists) == ["103"]
    assert found.mentions == frozenset({"102"})
    assert found.residue == ()


def test_lists_of_other_protocols_are_reported() -> None:
    found = device("access-list 700 permit 0011.2233.4455 0000.0000.0000\n")
    (residue,) = found.residue
    assert residue.state is SupportState.RECOGNISED
    # The list exists; only what it matches is not known.
    (only,) = found.access_lists["700"].entries
    assert (only.permit, isinstance(only.match, Opaque)) == (True, True)


def test_sequence_numbers_of_ipv6_lists_stand_before_or_behind() -> None:
    text = (
        "ipv6 access-list V6\n permit udp any any sequence 30\n sequence 5 permit tcp any any\n"
        " sequence 40 deny ipv6 any any\n no sequence 40\n"
    )
    found = device(text)
    assert found.residue == ()
    assert [e.label for e in found.access_lists["V6"].entries] == ["5", "30"]


def test_another_entry_under_the_same_number_is_refused() -> None:
    text = (
        "ip access-list extended X\n 10 permit tcp any any\n 10 permit udp any any\n"
        " 10 permit tcp any any\n"
    )
    found = device(text)
    assert [e.label for e in found.access_lists["X"].entries] == ["10"]
    residue, again = found.residue
    assert (again.origin.line, again.state) == (4, SupportState.RECOGNISED)
    assert (residue.origin.line, residue.state) == (3, SupportState.UNKNOWN)
    assert "sequence number 10" in residue.reason


def test_the_next_number_counts_from_the_highest_that_is_left() -> None:
    text = (
        "ip access-list extended X\n permit tcp any any\n 50 permit udp any any\n"
        " no 50\n permit icmp any any\n"
    )
    assert [e.label for e in device(text).access_lists["X"].entries] == ["10", "20"]


def test_flags_side_by_side_are_alternatives() -> None:
    assert parts_of("permit tcp any any ack rst") == [V4, TCP, flags((16, 16), (4, 4))]
