"""The statement grammars: kept tables, abbreviation, tables of names."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from qosc import grammars
from qosc.fields import DSCP_NAMES, PRECEDENCE_NAMES
from qosc.frontends.cisco.acl import ip_names as tables_ip
from qosc.frontends.cisco.statements import Failure, Node, parse
from qosc.frontends.cisco.statements.engine import Grammar
from qosc.frontends.cisco.statements.tables import compile_grammar, digest, load
from qosc.frontends.cisco.statements.words import split

FOLDER = Path(grammars.__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.lark"))

STATEMENTS = {
    "class_map": "match ip dscp af11 ef",
    "policy_map": "bandwidth remaining percent 30",
    "police": "police cir 8000 bc 1500 conform-action transmit exceed-action drop",
    "rate_limit": "rate-limit input 64000 8000 8000 conform-action drop exceed-action transmit",
    "interface": "service-policy output p",
    "queue_lists": "queue-list 1 queue 3 byte-count 3000 limit 40",
    "frame_relay": "service-policy output P",
    "switch_qos": "srr-queue bandwidth share 10 20 30 40",
    "route_map": "set ip tos 8",
    "set": "set mpls experimental imposition dscp table t",
    "port_queues": "traffic-shape rate 128000 8000 8000 1000",
    "access_standard": "permit 10.0.0.0 0.0.0.255",
    "access_extended": "permit tcp any gt 1023 host 10.0.0.1 eq www established",
    "access_ipv6": "permit tcp any 2001:db8::/32 eq bgp",
}


@pytest.mark.parametrize("name", NAMES)
def test_the_kept_table_fits_its_grammar(name: str) -> None:
    source = (FOLDER / f"{name}.lark").read_bytes()
    kept = json.loads((FOLDER / f"{name}.json").read_bytes())
    assert kept["digest"] == digest(source), "run scripts/compile_grammars.py"


@pytest.mark.parametrize("name", NAMES)
def test_a_table_made_on_the_spot_reads_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = STATEMENTS[name]
    kept = parse(name, "", text)
    assert isinstance(kept, Node)
    monkeypatch.setattr("qosc.frontends.cisco.statements.tables._FORMAT", 0)
    load.cache_clear()
    try:
        assert Grammar(load(name)).parse(split(text), text) == kept
    finally:
        load.cache_clear()


@pytest.mark.parametrize("name", NAMES)
def test_every_grammar_is_tried(name: str) -> None:
    assert compile_grammar((FOLDER / f"{name}.lark").read_bytes())["states"]
    assert name in STATEMENTS


@pytest.mark.parametrize("name", NAMES)
def test_any_unambiguous_beginning_of_a_keyword_is_the_keyword(name: str) -> None:
    text = STATEMENTS[name]
    whole = parse(name, "", text)
    assert isinstance(whole, Node)
    for word in split(text)[1:]:
        for end in range(1, len(word.text)):
            short = text[: word.start + end] + text[word.end :]
            found = parse(name, "", short)
            if isinstance(found, Failure) or not re.fullmatch(r"[a-z-]+", word.text):
                continue
            assert shape(found) == shape(whole), short


def shape(node: Node) -> object:
    """A phrase without places."""
    return node.name, [
        shape(child) if isinstance(child, Node) else child.text for child in node.children
    ]


def test_an_ambiguous_beginning_is_refused_and_says_between_what() -> None:
    found = parse("class_map", "match", "match pr ip")
    assert isinstance(found, Failure)
    assert found.reason == "`pr` can mean precedence or protocol"
    assert (found.start, found.end) == (6, 8)


def test_keywords_are_found_in_any_case_and_names_kept_as_they_are() -> None:
    found = parse("class_map", "class-map", "Class-Map MATCH-ANY MixedCase")
    assert isinstance(found, Node)
    assert found.word() == "MixedCase"


def test_a_keyword_is_whole_words_only() -> None:
    # A lexer that works on characters would read `ip` `dscp`.
    assert isinstance(parse("class_map", "match", "match ipdscp ef"), Failure)
    assert isinstance(parse("class_map", "match", "match ip dscpef"), Failure)


@pytest.mark.parametrize(
    ("grammar", "rule", "table"),
    [
        ("access_extended", "tcp_port", tables_ip.TCP_PORTS),
        ("access_extended", "udp_port", tables_ip.UDP_PORTS),
        ("access_ipv6", "tcp_port", tables_ip.TCP_PORTS),
        ("access_ipv6", "udp_port", tables_ip.UDP_PORTS),
        ("access_extended", "icmp_message", tables_ip.ICMP_MESSAGES),
        ("access_ipv6", "icmp6_message", tables_ip.ICMP6_MESSAGES),
        ("access_extended", "igmp_type", tables_ip.IGMP_TYPES),
        ("class_map", "dscp_value", DSCP_NAMES),
        ("policy_map", "dscp_value", DSCP_NAMES),
        ("police", "dscp_value", DSCP_NAMES),
        ("rate_limit", "dscp_value", DSCP_NAMES),
        ("access_extended", "dscp_value", DSCP_NAMES),
        ("class_map", "precedence_value", PRECEDENCE_NAMES),
        ("access_extended", "precedence_value", PRECEDENCE_NAMES),
    ],
)
def test_the_names_of_a_grammar_are_those_of_the_table(
    grammar: str, rule: str, table: dict[str, object]
) -> None:
    source = (FOLDER / f"{grammar}.lark").read_text()
    found = re.search(rf"^!{rule}:(.*?)(?=\n\S|\n\n)", source, re.DOTALL | re.MULTILINE)
    assert found is not None
    assert set(re.findall(r'"([^"]+)"', found[1])) == set(table)


def test_port_numbers_agree_with_the_system_where_it_knows_the_name() -> None:
    import socket

    same_name = {"www": "http", "pop3": "pop3", "lpd": "printer", "nntp": "nntp"}
    checked = 0
    for protocol, table in (("tcp", tables_ip.TCP_PORTS), ("udp", tables_ip.UDP_PORTS)):
        for name, number in table.items():
            # In /etc/services these names mean something else.
            if name in ("who", "talk", "cmd", "tacacs-ds", "time", "mobile-ip", "rip"):
                continue
            try:
                known = socket.getservbyname(same_name.get(name, name), protocol)
            except OSError:
                continue
            assert known == number, name
            checked += 1
    if not checked:
        pytest.skip("this system has no table of services")


def test_dscp_names_follow_from_their_bits() -> None:
    for cls in range(1, 5):
        for drop in range(1, 4):
            assert DSCP_NAMES[f"af{cls}{drop}"] == int(f"{cls:03b}{drop:02b}0", 2)
    for selector in range(1, 8):
        assert DSCP_NAMES[f"cs{selector}"] == int(f"{selector:03b}000", 2)
    assert DSCP_NAMES["ef"] == 0b101110
    assert DSCP_NAMES["default"] == 0


def test_half_a_keyword_before_a_name_is_a_keyword_and_at_the_end_a_name() -> None:
    found = parse("class_map", "class-map", "class-map match-an VOICE")
    assert isinstance(found, Node)
    assert shape(found) == ("class_map", [("kind", ["match-any"]), "VOICE"])
    alone = parse("class_map", "class-map", "class-map m")
    assert isinstance(alone, Node)
    assert shape(alone) == ("class_map", ["m"])
