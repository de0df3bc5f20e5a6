"""Many patterns asked at once give what each of them gives alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qosc.frontends.junos.tree.wildcard import Patterns, matches, stem

WORDS = st.text(alphabet="ge-01/*?[]!", max_size=8)
PATTERNS = WORDS | WORDS.map(lambda word: f"<{word}>")


@given(st.lists(PATTERNS, max_size=12), WORDS)
def test_patterns_asked_at_once_are_those_that_match(patterns: list[str], word: str) -> None:
    found = Patterns((pattern, number) for number, pattern in enumerate(patterns)).matching(word)
    assert found == [number for number, each in enumerate(patterns) if matches(each, word)]


@given(PATTERNS, WORDS)
def test_what_matches_begins_with_the_stem(pattern: str, word: str) -> None:
    assert not matches(pattern, word) or word.startswith(stem(pattern))


def test_a_word_of_the_pattern_s_letters_is_found_behind_a_long_list() -> None:
    many = Patterns((f"<ge-{number}/*>", number) for number in range(1000))
    assert many.matching("ge-77/0/1") == [77]
