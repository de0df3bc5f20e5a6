"""A statement that is filled in from another one's phrase is what the automaton makes of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qosc.frontends.cisco.statements import Node, parse
from qosc.frontends.cisco.statements.engine import Grammar
from qosc.frontends.cisco.statements.tables import load
from qosc.frontends.cisco.statements.templates import blind, fill, marked, template_of
from qosc.frontends.cisco.statements.words import Word, split

LIMIT = (
    "rate-limit input access-group 105 1000000 8000 16000 "
    "conform-action set-prec-transmit 5 exceed-action drop"
)
STATEMENTS = (
    ("class_map", "class-map", "class-map match-any VOICE-17", 0),
    ("class_map", "match", "match ip dscp af21 46 cs1", 0),
    ("class_map", "match", "match access-group name A1", 0),
    ("class_map", "match", "no match vlan 10 20-30", 1),
    ("policy_map", "class", 'class "a 1 b"', 0),
    ("policy_map", "bandwidth", "bandw remaining percent 20", 0),
    ("policy_map", "description", "description 4 lines of 12", 0),
    ("policy_map", "shape", "shape average 1500k 8000 0", 0),
    ("policy_map", "random-detect", "random-detect dscp 10 24 40 10", 0),
    ("police", "police", "police cir 64000 bc 8000 conform-action set-dscp-transmit af11", 0),
    ("rate_limit", "rate-limit", LIMIT, 0),
    ("interface", "pvc", "pvc 0/108", 0),
    ("access_extended", "", "access-list 101 permit tcp any host 1.2.3.4 eq 443", 2),
    ("access_extended", "", "10 permit udp 10.0.0.0 0.0.0.255 any range 1 2 log", 1),
    ("access_ipv6", "", "permit tcp 2001:db8::/32 any eq pop3 sequence 10", 0),
    ("set", "set", "set ip dscp 46", 0),
    ("switch_qos", "mls qos", "mls qos map dscp-cos 8 10 to 1", 0),
)


DIGIT = st.sampled_from("0123456789")
ENGINES = {name: Grammar(load(name)) for name in {statement[0] for statement in STATEMENTS}}


def _automaton(grammar: str, keyword: str, text: str, skip: int) -> object:
    words = split(text)[skip:]
    for index, full in enumerate(keyword.split()):
        words[index] = Word(full, words[index].start, words[index].end)
    return ENGINES[grammar]._parse(words, text)


@pytest.mark.parametrize(("grammar", "keyword", "text", "skip"), STATEMENTS)
@given(st.data())
def test_other_digits_give_what_the_automaton_gives(
    grammar: str, keyword: str, text: str, skip: int, data: st.DataObject
) -> None:
    other = "".join(data.draw(DIGIT) if c.isdigit() else c for c in text)
    for one in (text, other):
        assert parse(grammar, keyword, one, skip) == _automaton(grammar, keyword, one, skip)


@pytest.mark.parametrize("name", sorted(ENGINES))
@given(st.data())
def test_no_pattern_tells_one_digit_from_another(name: str, data: st.DataObject) -> None:
    for pattern in load(name).patterns.values():
        word = data.draw(st.from_regex(pattern, fullmatch=True))
        alike = blind(word).decode("utf-8", "surrogatepass")
        assert pattern.fullmatch(alike), (word, pattern)


def test_a_template_takes_the_words_of_the_other_text() -> None:
    keywords = marked(load("class_map").keywords.values())
    first = parse("class_map", "class-map", "class-map match-all DATA-123")
    assert isinstance(first, Node)
    template = template_of(first, "class-map match-all DATA-123", keywords)
    assert template is not None
    assert fill(template, "class-map match-all DATA-987").word() == "DATA-987"


@pytest.mark.parametrize("text", ["match dscp af21", "match dscp ef", "match ipv4"])
def test_keywords_with_digits_and_texts_without_make_none(text: str) -> None:
    keywords = marked(load("class_map").keywords.values())
    node = Node("match", (Word(text.split()[1], 6, 10),), 0, len(text))
    assert template_of(node, text, keywords) is None
