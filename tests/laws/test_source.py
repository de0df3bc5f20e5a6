"""Texts and places: what an editor would show at the same line and column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qosc.source import SourceText, decode


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ()),
        ("a", ("a",)),
        ("a\n", ("a",)),
        ("a\r\nb\r\n", ("a", "b")),
        ("a\rb", ("a", "b")),
        ("a\n\nb", ("a", "", "b")),
        ("a\x0bb\x0cc\x85d\u2028e", ("a\x0bb\x0cc\x85d\u2028e",)),
    ],
)
def test_lines(text: str, lines: tuple[str, ...]) -> None:
    assert SourceText("x", text).lines == lines


def test_a_span_counts_from_one_and_ends_before_its_end() -> None:
    span = SourceText("r.cfg", "bandwidth 800").span(1, 10, 13)
    assert (span.line, span.column, span.end_column) == (1, 11, 14)
    assert str(span) == "r.cfg:1:11"


def test_a_line_that_is_not_there_is_empty() -> None:
    source = SourceText("x", "a")
    assert (source.line(0), source.line(2)) == ("", "")


@given(st.binary())
def test_decoding_never_fails_and_keeps_ascii(data: bytes) -> None:
    text, doubt = decode(data)
    assert isinstance(text, str)
    assert doubt is None or text == ""
    if all(0 < byte < 0x80 for byte in data):
        assert text.encode() == data
        assert doubt is None


@given(st.text(st.characters(min_codepoint=9, max_codepoint=126), min_size=1))
def test_what_is_all_ascii_needs_no_mark_in_utf16(text: str) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"):
        assert decode(text.encode(encoding)) == (text, None)


def test_a_bad_byte_is_replaced() -> None:
    assert decode(b"ab\xffc") == ("ab\N{REPLACEMENT CHARACTER}c", None)


def test_utf16_with_a_mark_and_utf8_with_a_mark() -> None:
    assert decode("a\u00e9".encode("utf-16"))[0] == "a\u00e9"
    assert decode("a\u00e9".encode("utf-8-sig"))[0] == "a\u00e9"
