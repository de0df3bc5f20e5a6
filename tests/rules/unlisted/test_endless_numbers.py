"""A number of thousands of digits: Python refuses to make one of it, and a rule must not try."""

from __future__ import annotations

import re

import pytest

from qosc.lint.engine.pages import all_rules, examples
from tests.rules.linting import lint

RULES = [rule for rule in all_rules() if rule.code.startswith("QOS")]
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_no_rule_ends_in_an_error_by_an_endless_number(rule: object) -> None:
    for example in examples(rule, "Example"):  # type: ignore[arg-type]
        platform = example.platform or ("junos-mx" if "{" in example.text else "ios-15")
        for number in sorted(set(_NUMBER.findall(example.text)))[:14]:
            text = re.sub(rf"(?<![\w.]){number}(?![\w.])", "9" * 5000, example.text)
            lint(text, platform)
