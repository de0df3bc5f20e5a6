"""A statement that is parsed by its form gives the phrase that the automaton gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qosc.frontends.cisco.statements.engine import Grammar
from qosc.frontends.cisco.statements.tables import load
from qosc.frontends.cisco.statements.words import Word, split

GRAMMARS = ("class_map", "policy_map", "police", "rate_limit", "interface", "access_extended")
LINES = (
    "match ip dscp ef af21 46",
    "MATCH not access-group name VOICE",
    "class-map match-any m",
    "policy-map P",
    "class VOICE insert-before X",
    "bandwidth remaining percent 20",
    "priority",
    "police cir 64000 bc 8000 conform-action set-dscp-transmit ef exceed-action drop",
    "rate-limit input access-group 105 1000000 8000 16000 conform-action transmit exceed-action d",
    "description text  of   any kind",
    "access-list 101 permit tcp any host 1.2.3.4 eq www",
    "access-list 101 permit udp 10.0.0.0 0.0.0.255 any range 1 2 log",
    "pvc 0/108",
    "random-detect dscp af21 24 40 10",
    "queue-limit 40",
    "set ip precedence critical",
)
WORDS = sorted({word for line in LINES for word in line.split()} | {"con", "s", "", '"a b"', "é"})


@pytest.mark.parametrize("name", GRAMMARS)
@given(st.data())
def test_forms_change_nothing(name: str, data: st.DataObject) -> None:
    grammar = Grammar(load(name))
    for _ in range(5):
        start = data.draw(st.sampled_from(LINES)).split()
        cut = data.draw(st.integers(0, len(start)))
        more = data.draw(st.lists(st.sampled_from(WORDS), max_size=3))
        text = " ".join([*start[:cut], *more, *start[cut + len(more) :]])
        text = text.upper() if data.draw(st.booleans()) else text
        words = split(text)
        whole = grammar.parse(list(words), text)
        assert (grammar.by_form(words, text) or whole) == whole


@pytest.mark.parametrize("repeated", [38, 39, 40, 400])
def test_long_repetitions_too(repeated: int) -> None:
    grammar = Grammar(load("class_map"))
    text = "match ip dscp" + " ef" * repeated
    words: list[Word] = split(text)
    whole = grammar.parse(list(words), text)
    assert (grammar.by_form(words, text) or whole) == whole
