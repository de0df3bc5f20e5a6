"""QOS521: policy-rejected-by-switch."""

from __future__ import annotations

import pytest

from qosc.lint import find_rule
from qosc.lint.engine.pages import examples
from tests.rules.linting import lint


@pytest.mark.parametrize(("section", "codes"), [("Example", {"QOS521"}), ("Use instead", set())])
def test_the_page_shows_what_is_reported_and_what_is_not(section: str, codes: set[str]) -> None:
    rule = find_rule("QOS521")
    assert rule is not None
    assert "TODO" not in rule.text
    for example in examples(rule, section):
        assert {found.code for found in lint(example.text, example.platform or "ios-15")} == codes
