"""Every statement of a class that the grammar takes is read by one function, and `no` undoes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import pytest
from lark import Lark
from lark.grammar import NonTerminal, Rule, Terminal

import qosc
from qosc.frontends.cisco.mqc.class_lines import CLEARED
from qosc.frontends.cisco.mqc.class_statements import READ
from qosc.frontends.cisco.mqc.marks import COPIES
from qosc.frontends.cisco.statements.tables import grammar_path
from qosc.frontends.cisco.table import statements
from qosc.frontends.cisco.table.mode import Mode
from qosc.ir import TrafficClass


def phrases(grammar: str, rule: str) -> Iterator[tuple[str, str]]:
    """The phrases that a rule can come to, as lark reads the grammar: first keyword and name."""
    lark = Lark(grammar_path(grammar).read_text(encoding="utf-8"), parser="lalr", start="start")
    words = {one.name: one.pattern.value for one in lark.terminals}
    by_rule: dict[str, list[Rule]] = {}
    for one in lark.rules:
        by_rule.setdefault(one.origin.name, []).append(one)
    waiting = [rule]
    while waiting:
        name = waiting.pop()
        for one in by_rule[name]:
            first = one.expansion[0]
            if len(one.expansion) == 1 and isinstance(first, NonTerminal) and not one.alias:
                waiting.append(first.name)
                continue
            assert isinstance(first, Terminal)
            yield words[first.name], one.alias or name


STATEMENTS = sorted(set(phrases("policy_map", "statement")))


def test_every_phrase_of_a_class_is_read_and_no_other() -> None:
    assert READ.keys() == {name for _, name in STATEMENTS}


def test_every_copy_of_a_field_is_told_from_other_marks_by_name() -> None:
    lark = Lark(grammar_path("set").read_text(encoding="utf-8"), parser="lalr", start="start")
    names = {rule.alias for rule in lark.rules if rule.alias}
    assert COPIES.keys() == {name for name in names if name.startswith("copy_")}


def test_no_takes_away_what_each_keyword_of_the_grammar_gives() -> None:
    assert CLEARED.keys() == {keyword for keyword, _ in STATEMENTS} | {"set"}


ROWS = {row.keyword: row for row in statements(Mode.POLICY_CLASS) if row.keyword in CLEARED}


def read(*lines: str) -> TrafficClass:
    below = "\n".join(f"  {line}" for line in lines)
    text = f"class-map match-any V\n match dscp ef\npolicy-map P\n class V\n{below}\n"
    policy = qosc.loads(text, platform="ios-15").device.policies["P"]
    return policy.classes[0]


@pytest.mark.parametrize("keyword", CLEARED)
def test_the_example_of_a_row_fills_in_what_the_row_says_and_nothing_else(keyword: str) -> None:
    before, after = read(), read(ROWS[keyword].example)
    changed = {
        one.name
        for one in fields(TrafficClass)
        if getattr(before, one.name) != getattr(after, one.name)
    }
    assert changed
    assert changed <= {name.partition(".")[2] for name in ROWS[keyword].gives.split()}


@pytest.mark.parametrize("keyword", CLEARED)
def test_no_and_the_keyword_leave_an_empty_class(keyword: str) -> None:
    assert read(ROWS[keyword].example, f"no {keyword}") == read()
