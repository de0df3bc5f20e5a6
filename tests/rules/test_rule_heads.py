"""What the page of a rule says of it: severity and version, by the page that is checked in."""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc import __version__
from qosc.lint import all_rules

PAGES = Path(__file__).resolve().parents[2] / "docs" / "rules"
VERSIONS = {__version__.rpartition(".")[0]}
"""The releases there are, as rules name them: nothing was released before this one. To add one at a
release is to say which rules it brought.
"""


@pytest.mark.parametrize("code", [rule.code for rule in all_rules()])
def test_the_page_of_a_rule_has_its_severity_and_its_version(code: str) -> None:
    (rule,) = [each for each in all_rules() if each.code == code]
    title, _, head, *_ = (PAGES / f"{code}.md").read_text(encoding="utf-8").split("\n")
    assert title == f"# {code} {rule.name}"
    assert head == f"Severity: {rule.severity}. Since version {rule.since}."
    assert rule.since in VERSIONS
