"""A rule that is not imported for a device would have had nothing to say about it."""

from __future__ import annotations

from functools import partial

import pytest

from qosc import frontends
from qosc.datapath import with_defaults
from qosc.ir import RefKind
from qosc.lint import all_rules, check
from qosc.lint.engine.causes import one_cause
from qosc.lint.engine.guest_rules import OTHER_TRAITS
from qosc.lint.engine.index import index
from qosc.lint.engine.junos_words import WORDS
from qosc.lint.engine.pages import examples
from qosc.lint.engine.registry import ROWS, load
from qosc.lint.engine.rule import Context
from qosc.lint.engine.run import as_written
from qosc.lint.engine.traits import TRAITS
from qosc.profiles import DEFAULT, NAMES, profile
from qosc.source import SourceText

TEXTS = [
    example.text.replace("qosc: ignore", "ignore")  # every rule is run without comments, too
    for rule in all_rules()
    for section in ("Example", "Use instead")
    for example in examples(rule, section)
]


@pytest.mark.parametrize("platform", NAMES)
def test_running_every_rule_finds_no_more_than_running_those_that_apply(platform: str) -> None:
    for text in TEXTS:
        source = SourceText("law.cfg", text)
        facts = profile(platform)
        device = with_defaults(frontends.load(source, platform), facts)
        device = as_written(device)
        said = partial(frontends.junos_statements, source) if facts.takes.junos_statements else None
        context = Context(device, facts, index(device), source, statements=said)
        unchosen = [finding for row in ROWS for finding in load(row).check(context)]
        everything = set(one_cause(unchosen, device))
        chosen = {
            finding
            for finding in check(device, facts, source, statements=said)
            if finding.code != "QOS090"
        }
        assert everything == chosen, text


def test_registry_and_devices_speak_of_the_traits_that_are_listed() -> None:
    kinds = {str(kind) for kind in RefKind}
    known = (
        TRAITS.keys()
        | WORDS.keys()
        | kinds
        | {f"{word}-{kind}" for word in ("undefined", "unused") for kind in kinds}
    )
    asked = {trait for row in ROWS for trait in row.traits}
    assert asked - known == {"name", "suppression", "odd-text", "asa", "given-up"}
    assert asked <= TRAITS.keys() | OTHER_TRAITS, "new_rule.py and rows of others may have it"
    found: set[str] = set()
    for text in TEXTS:
        device = frontends.load(SourceText("law.cfg", text), None)
        found |= index(with_defaults(device, profile(device.platform or DEFAULT))).traits
    assert found <= known | {"name"}
    assert TRAITS.keys() <= found


def test_all_examples_in_one_text_end_with_findings_and_no_exception() -> None:
    source = SourceText("all.cfg", "\n".join(TEXTS))
    facts = profile("ios-12")
    found = check(with_defaults(frontends.load(source, "ios-12"), facts), facts, source)
    assert {finding.code for finding in found} >= {"QOS001", "QOS010", "QOS303"}
