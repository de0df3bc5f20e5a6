"""Rules that judge what is in force have nothing to say where nothing is."""

from __future__ import annotations

import pytest

from qosc import frontends
from qosc.datapath import with_defaults
from qosc.lint import all_rules
from qosc.lint.engine.index import index
from qosc.lint.engine.pages import examples
from qosc.lint.engine.placed import PLACED
from qosc.lint.engine.registry import ROWS, Row, load
from qosc.lint.engine.rule import Context
from qosc.lint.engine.run import as_written
from qosc.profiles import DEFAULT, profile
from qosc.source import SourceText


def _without_ports(text: str) -> str:
    """A text of IOS without its interfaces."""
    kept: list[str] = []
    inside = False
    for line in text.splitlines():
        if not line.startswith((" ", "\t", "!")):
            inside = line.startswith("interface ")
        if not inside:
            kept.append(line)
    return "\n".join(kept) + "\n"


@pytest.fixture(scope="module")
def contexts() -> list[Context]:
    """The examples of all rules without ports, where nothing is in force then."""
    found = []
    for example in (one for rule in all_rules() for one in examples(rule, "Example")):
        source = SourceText("law.cfg", _without_ports(example.text))
        device = frontends.load(source, None)
        facts = profile(device.platform or DEFAULT)
        device = as_written(with_defaults(device, facts))
        known = index(device)
        if not known.busy and not device.rule_lists:
            found.append(Context(device, facts, known, source))
    return found


def test_many_examples_are_left_with_policies_and_no_ports(contexts: list[Context]) -> None:
    assert sum(bool(one.device.policies) for one in contexts) > 50


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.code in PLACED], ids=lambda row: row.code
)
def test_a_rule_on_what_is_in_force_is_silent_without_ports(
    row: Row, contexts: list[Context]
) -> None:
    for context in contexts:
        assert not list(load(row).check(context)), context.source
