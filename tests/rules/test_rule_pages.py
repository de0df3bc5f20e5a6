"""Each rule's page: its form, and its examples, which are executed."""

from __future__ import annotations

import importlib.util
import re
from functools import partial
from pathlib import Path

import pytest

from qosc import frontends
from qosc.datapath import with_defaults
from qosc.diagnostics import Diagnostic
from qosc.lint import all_rules, check, find_rule, page, unknown_selectors
from qosc.lint.engine.pages import Example, RuleInfo, examples, sections
from qosc.lint.engine.registry import ROWS, load
from qosc.lint.engine.rule import SECTIONS
from qosc.profiles import DEFAULT, profile
from qosc.source import SourceText

RULES = all_rules()
IDIOMS = re.compile(
    r"\b(?:asks? for|looks? for|in vain|promise[sd]?|to be had|refuse[sd]?|in so many words"
    r"|(?:treats?|takes?|gets?) no packet|takes? them all|sorts? packets?)\b",
    re.IGNORECASE,
)
"""Instead: matches, guaranteed, available, rejects, explicitly, is unreachable, assigns."""
ROOT = Path(__file__).resolve().parents[2]


def findings(example: Example) -> tuple[Diagnostic, ...]:
    source = SourceText("example.cfg", example.text)
    device = frontends.load(source, example.platform or None)
    platform = profile(device.platform or DEFAULT)
    said = partial(frontends.junos_statements, source)
    return check(with_defaults(device, platform), platform, source, statements=said)


def cases(section: str) -> list[tuple[str, Example]]:
    return [
        pytest.param(rule.code, example, id=f"{rule.code}-{number}")
        for rule in RULES
        for number, example in enumerate(examples(rule, section), start=1)
    ]


@pytest.mark.parametrize(("code", "example"), cases("Example"))
def test_the_bad_example_raises_this_rule_and_no_other(code: str, example: Example) -> None:
    assert {finding.code for finding in findings(example)} == {code}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_page_is_free_of_idioms(rule: RuleInfo) -> None:
    text = " ".join((rule.summary, *sections(rule).values()))
    found = IDIOMS.search(re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    assert found is None, found


@pytest.mark.parametrize(("code", "example"), cases("Use instead"))
def test_the_good_example_is_clean(code: str, example: Example) -> None:
    assert findings(example) == (), f"the good example of {code} has findings"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_page_has_its_sections_in_order_and_both_examples(rule: RuleInfo) -> None:
    assert tuple(sections(rule)) == SECTIONS
    assert all(sections(rule).values())
    assert examples(rule, "Example")
    assert examples(rule, "Use instead")
    assert rule.summary[0].isupper()
    assert len(rule.summary) <= 90


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_finding_has_a_short_title_in_the_words_of_the_field(rule: RuleInfo) -> None:
    for example in examples(rule, "Example"):
        for finding in findings(example):
            words = (finding.message, *finding.notes, finding.primary_label, finding.help)
            for said in (*words, *(label.message for label in finding.related)):
                assert not said.endswith(".")
                assert IDIOMS.search(said) is None, said
            assert len(finding.message) <= 90
            assert ", so " not in finding.message, "the effect is a note"
            line = example.text.splitlines()[finding.primary.line - 1]
            marked = line[finding.primary.column - 1 : finding.primary.end_column - 1]
            assert marked.strip(), "the finding marks nothing"


def test_codes_and_names_are_unique_and_well_formed() -> None:
    codes, names = [row.code for row in ROWS], [row.name for row in ROWS]
    assert len(set(codes)) == len(codes)
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"QOS\d{3}", code) for code in codes)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", name) for name in names)
    assert codes[-1] == "QOS090", "unused suppressions are looked for last"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_a_row_tells_what_its_module_says(row) -> None:
    rule = load(row).RULE
    assert (rule.code, rule.name) == (row.code, row.name)
    assert row.module.rpartition(".")[2] == row.name.replace("-", "_")
    assert row.traits


def test_every_rule_file_is_in_the_list() -> None:
    folder = ROOT / "compiler" / "lint" / "rules"
    files = {
        f"{path.parent.name}.{path.stem}"
        for path in folder.glob("*/*.py")
        if path.stem != "__init__"
    }
    assert files == {row.module for row in ROWS}


def test_a_rule_is_found_by_code_and_by_name_in_any_case() -> None:
    found = find_rule("qos003")
    assert found is not None
    assert found == find_rule("Undefined-Access-List")
    assert page(found).startswith("# QOS003 undefined-access-list\n")
    assert find_rule("QOS999") is None


def test_selectors_are_known_or_told() -> None:
    assert unknown_selectors(("ALL", "QOS", "QOS0", "qos301", "mixed-units")) == ()
    assert unknown_selectors(("QOS88", "nonsense", "")) == ("QOS88", "nonsense", "")


def test_the_pages_in_docs_are_what_the_rules_say() -> None:
    spec = importlib.util.spec_from_file_location("gen_docs", ROOT / "scripts" / "gen_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    written = {path.name: path.read_text() for path in (ROOT / "docs" / "rules").glob("*.md")}
    assert written == module.pages(), "run scripts/gen_docs.py"
