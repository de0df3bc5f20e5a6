"""Statements that go on in the next line of a text, and where their words then stand."""

from __future__ import annotations

import pytest

from tests.frontends.cisco.ios_tree import CAR, PATH, dedent, only_text, outline, reading


@pytest.mark.parametrize(
    "text",
    [
        f"{CAR}\nexceed-action drop",
        f"{CAR}\n  exceed-action drop",
        f"{CAR}\n\nexceed-action drop /* Robin traffic */",
        f"{CAR}\n! a comment\nexceed-action drop",
        f"{CAR.replace(' 1000000', chr(10) + '1000000')}\nexceed-action drop",
        f"{CAR.replace(' conform', chr(10) + ' conform')}\n exceed-action drop",
        f"{CAR.replace(' 7', chr(10) + '7')} exceed-action\ndrop",
    ],
)
def test_a_wrapped_rate_limit_is_one_statement(text: str) -> None:
    assert only_text(f"interface Fa0/0\n{text}\n") == f"{CAR} exceed-action drop"


@pytest.mark.parametrize(
    "text",
    [
        "access-list 101 permit tcp 10.0.0.0 0.0.0.255 host\n10.1.1.1 eq www",
        "access-list 101 permit tcp 10.0.0.0 0.0.0.255\n  host 10.1.1.1 eq www",
        "access-list 101 permit tcp 10.0.0.0\n0.0.0.255 host 10.1.1.1 eq www",
        "access-list 101 permit tcp 10.0.0.0 0.0.0.255 host 10.1.1.1\neq www",
        "access-list 101 permit tcp 10.0.0.0 0.0.0.255 host 10.1.1.1 eq\nwww",
    ],
)
def test_a_wrapped_access_list_entry_is_one_statement(text: str) -> None:
    wanted = "access-list 101 permit tcp 10.0.0.0 0.0.0.255 host 10.1.1.1 eq www"
    assert only_text(f"{text}\n") == wanted


def test_what_follows_a_complete_statement_does_not_continue_it() -> None:
    text = f"interface Fa0/0\n{CAR} exceed-action drop\nexceed-action drop\n100 200\n"
    assert only_text(text) == f"{CAR} exceed-action drop"
    prose = "access-list 101 permit ip any any\nany traffic that is left is dropped\n"
    assert only_text(prose) == "access-list 101 permit ip any any"


def test_a_police_line_broken_before_its_action_is_joined() -> None:
    text = dedent(
        """
        policy-map P
         class A
          police 8000 1500 2000 conform-action
            set-prec-transmit 3 exceed-action drop
        """
    )
    assert outline(text).endswith(
        "police: police 8000 1500 2000 conform-action set-prec-transmit 3 exceed-action drop\n"
    )


def test_the_action_lines_of_a_one_line_police_are_children() -> None:
    text = "policy-map P\nclass A\npolice 8000 conform-action transmit\nexceed-action drop\n"
    police = reading(text).roots[0].children[0].children[0]
    assert police.text == "police 8000 conform-action transmit"
    assert [line.text for line in police.children] == ["exceed-action drop"]


def test_spans_lead_through_wraps_and_comments() -> None:
    text = f"interface Fa0/0\n  {CAR}\n    exceed-action drop\n"
    line = reading(text).roots[0].children[0]
    start = line.text.index("exceed-action")
    span = line.span(start, start + len("exceed-action"))
    assert (span.line, span.column, span.end_line, span.end_column) == (3, 5, 3, 18)
    whole = line.span()
    assert (whole.line, whole.column, whole.end_line, whole.end_column) == (2, 3, 3, 23)
    assert (whole.path, line.height, line.numbers()) == (PATH, 2, (2, 3))


def test_a_span_behind_a_comment_in_the_middle() -> None:
    line = reading("class-map C\n match ip dscp af11 /* and */ af12\n").roots[0].children[0]
    assert line.text == "match ip dscp af11 af12"
    span = line.span(line.text.index("af12"))
    assert (span.line, span.column, span.end_column) == (2, 31, 35)
    assert line.height == 1


def test_a_word_that_asks_for_another_takes_the_next_line_unless_it_is_prose() -> None:
    start = "interface Fa0/0\nrate-limit input access-group"
    assert only_text(f"{start}\nLAN 8000 1500 2000\n").endswith("access-group LAN 8000 1500 2000")
    assert only_text(f"{start} 7\ndrop is what the router does\n").endswith("access-group 7")


@pytest.mark.parametrize("action", ["set-frde-transmit", "set-clp-transmit"])
def test_an_action_without_a_value_takes_nothing_from_the_next_line(action: str) -> None:
    text = f"""\
policy-map P
 class A
  police 8000 1500 2000 conform-action transmit exceed-action {action}
interface Fa0/0
 bandwidth 1544
"""
    assert f"exceed-action {action}\n" in outline(text)
    assert "interface: interface Fa0/0\n" in outline(text)
