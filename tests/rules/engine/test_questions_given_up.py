"""Questions on packets that are given up: each rule that asks some says of what, and where.

The budget is spent before the first question, so that a rule has no answer on the bad example of
its own page. What is named, and the line, are read off the example.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.diagnostics import NOT_DECIDED
from qosc.lint import all_rules
from qosc.lint.engine import undecided
from qosc.lint.engine.pages import examples
from qosc.lint.engine.registry import ROWS
from tests.rules.test_rule_pages import findings

RULES = Path(__file__).resolve().parents[3] / "compiler" / "lint" / "rules"
TOLD = {
    "QOS101": ("class VOICE of policy-map WAN", " class VOICE"),
    "QOS102": ("class VIDEO of policy-map WAN", " class VIDEO"),
    "QOS103": ("class-map VOICE", "class-map match-all VOICE"),
    "QOS104": ("access-list 110", "access-list 110 permit udp any any range 16384 32767"),
    "QOS105": ("filter inet classify", "        filter classify {"),
    "QOS107": ("filter inet edge", "        filter edge {"),
    "QOS110": ("policy-map QUEUES inside other classes", "policy-map QUEUES"),
    "QOS112": ("class VOICE of policy-map WAN", " class VOICE"),
    "QOS116": ("policy-map WAN", " class VOICE"),
    "QOS117": ("filter inet edge", "            term dns {"),
    "QOS130": ("Policy Agent", "ServicePolicyRules terminals"),
    "QOS201": ("class CAMERAS of policy-map LAN-IN", "  set dscp af41"),
    "QOS316": ("policy-map COPP", "policy-map COPP"),
    "QOS317": ("filter inet protect", "        filter protect {"),
    "QOS319": ("policy-map COPP", "policy-map COPP"),
}


@pytest.mark.parametrize("code", TOLD)
def test_a_question_without_an_answer_is_told_with_its_place(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undecided, "_spent", lambda _: [10**15])
    what, line = TOLD[code]
    (rule,) = (each for each in all_rules() if each.code == code)
    (example,) = examples(rule, "Example")
    found = [one for one in findings(example) if one.message.startswith(f"{code} ")]
    assert [(one.code, one.message) for one in found] == [
        (NOT_DECIDED, f"{code} {rule.name} is not decided for {what}")
    ]
    assert example.text.splitlines()[found[0].primary.line - 1] == line


def test_each_rule_that_asks_is_here() -> None:
    asking = {
        row.code
        for row in ROWS
        if "deciding(" in (RULES / f"{row.module.replace('.', '/')}.py").read_text("utf-8")
    }
    assert asking == TOLD.keys()
