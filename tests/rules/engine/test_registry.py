"""A row of the registry is the rule that its module holds, and is found by code and name."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from qosc import frontends
from qosc.datapath import with_defaults
from qosc.lint import all_rules, check, rules
from qosc.lint.engine.pages import RuleInfo, examples
from qosc.lint.engine.registry import ROWS, Row, find, load, matches
from qosc.profiles import DEFAULT, profile
from qosc.source import SourceText


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.code}-{row.name}" for row in ROWS])
def test_a_row_is_the_rule_of_its_module(row: Row) -> None:
    rule = load(row).RULE
    assert (rule.code, rule.name) == (row.code, row.name)
    assert re.fullmatch(r"QOS\d{3}", row.code)


def test_each_module_of_a_rule_has_a_row() -> None:
    """A rule that no row names is never run."""
    folder = Path(rules.__file__).parent
    modules = {
        f"{path.parent.name}.{path.stem}"
        for path in folder.glob("*/*.py")
        if re.search(r"^RULE\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert modules == {row.module for row in ROWS}


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.code}-{row.name}" for row in ROWS])
def test_a_rule_is_found_and_selected_by_its_code_and_its_name(row: Row) -> None:
    assert find(row.code) is find(row.code.lower()) is row
    assert find(row.name) is find(row.name.upper()) is row
    for selector in (
        "ALL",
        "all",
        "Q",
        "qos",
        row.code,
        row.code.lower(),
        row.name,
        f" {row.code} ",
    ):
        assert matches(row, selector)
    for selector in ("", " ", "QOS999", "X", row.code[1:], f"{row.code}0", row.name[:-1]):
        assert not matches(row, selector)


ALONE = [rule for rule in all_rules() if rule.code not in ("QOS090", "QOS091")]
"""The two others speak of what rules beside them tell."""


@pytest.mark.parametrize("rule", ALONE, ids=[f"{rule.code}-{rule.name}" for rule in ALONE])
def test_a_rule_is_asked_about_its_own_example(rule: RuleInfo) -> None:
    """Selected alone it tells of its example, so that it is asked for what the example has."""
    for example in examples(rule, "Example"):
        source = SourceText("example.cfg", example.text)
        device = frontends.load(source, example.platform or None)
        facts = profile(device.platform or DEFAULT)
        said = partial(frontends.junos_statements, source)
        whole = with_defaults(device, facts)
        found = check(whole, facts, source, select=(rule.code,), statements=said)
        assert rule.code in {each.code for each in found}


def test_unknown_words_find_nothing() -> None:
    assert find("QOS999") is None
    assert find("") is None
    assert len({row.code for row in ROWS}) == len({row.name for row in ROWS}) == len(ROWS)
