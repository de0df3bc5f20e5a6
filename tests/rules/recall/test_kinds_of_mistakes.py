"""Each kind of mistake on the page of recall is found at its line, or is not."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from qosc.diagnostics import Severity
from qosc.lint.engine.registry import ROWS
from tests.rules.linting import lint
from tests.rules.recall.kinds_of_mistakes import STATES, Kind, kinds

ROOT = Path(__file__).resolve().parents[3]
KINDS = kinds()
FOUND = [kind for kind in KINDS if kind.state == "rule"]
OPEN = [kind for kind in KINDS if kind.state == "open" and kind.text]


@pytest.mark.parametrize("kind", FOUND, ids=lambda kind: f"{kind.told}-{kind.mistake[:40]}")
def test_the_rule_fires_at_the_line_and_no_louder_one_elsewhere(kind: Kind) -> None:
    found = lint(kind.text, kind.platform)
    assert kind.lines, "no line is marked"
    loud = {
        (one.code, one.primary.line)
        for one in found
        if one.severity is not Severity.INFO or one.code == kind.told
    }
    assert loud == {(kind.told, line) for line in kind.lines}, [
        (one.code, one.primary.line, one.message) for one in found
    ]


@pytest.mark.parametrize("kind", OPEN, ids=lambda kind: kind.mistake[:40])
def test_what_is_said_to_be_open_is_not_found(kind: Kind) -> None:
    """Else the page is behind: the row is to name the rule."""
    loud = {one.primary.line for one in lint(kind.text, kind.platform) if _is_loud(one.severity)}
    assert not loud & set(kind.lines)


def _is_loud(severity: Severity) -> bool:
    return severity is not Severity.INFO


def test_each_kind_has_a_state_and_each_rule_there_is_one() -> None:
    codes = {row.code for row in ROWS}
    for kind in KINDS:
        assert kind.state in STATES, kind.mistake
        assert kind.told.strip()
        assert kind.state != "rule" or kind.told in codes
    assert len({kind.mistake for kind in KINDS}) == len(KINDS)


def test_the_page_is_what_the_kinds_say() -> None:
    path = ROOT / "scripts" / "pages" / "recall_page.py"
    spec = importlib.util.spec_from_file_location("recall", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    written = (ROOT / "docs" / "rules-recall.md").read_text(encoding="utf-8")
    assert written == module.page(), "run scripts/pages/recall_page.py"
