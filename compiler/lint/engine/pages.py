"""The pages of the rules: what `qosc explain` prints and `docs/rules` holds."""

from __future__ import annotations

import re
from typing import NamedTuple

from qosc.diagnostics import Severity
from qosc.lint.engine import registry
from qosc.lint.engine.rule import SECTIONS
from qosc.patterns import pattern

__all__ = ["Example", "RuleInfo", "all_rules", "examples", "find_rule", "page", "sections"]

_HEADING = pattern(r"^## (.+)", re.MULTILINE)
_FENCE = pattern(r"^```(.*)\n", re.MULTILINE)


class RuleInfo(NamedTuple):
    """A rule as the lists show it. `text` is its documentation, in Markdown."""

    code: str
    name: str
    severity: Severity
    since: str
    summary: str
    text: str


class Example(NamedTuple):
    """A config on a rule's page. `platform` is empty where any will do."""

    text: str
    platform: str


def all_rules() -> tuple[RuleInfo, ...]:
    """Every rule, in the order of the codes. Imports all of them."""
    return tuple(_info(row) for row in sorted(registry.all_rows()))


def find_rule(word: str) -> RuleInfo | None:
    """The rule with a code or a name, or None."""
    row = registry.find(word)
    return None if row is None else _info(row)


def page(rule: RuleInfo) -> str:
    """A rule's whole page, in Markdown."""
    head = f"# {rule.code} {rule.name}"
    facts = f"Severity: {rule.severity}. Since version {rule.since}."
    return f"{head}\n\n{facts}\n\n{rule.text}"


def sections(rule: RuleInfo) -> dict[str, str]:
    """The sections of a rule's page by their headings."""
    parts = _HEADING.split(rule.text)
    return {heading: text.strip() for heading, text in zip(parts[1::2], parts[2::2], strict=True)}


def examples(rule: RuleInfo, section: str) -> tuple[Example, ...]:
    """The configs in one section of a page: `Example` or `Use instead`.

    A block that opens with "```ios ios-xe" is for that platform only.
    """
    text = sections(rule).get(section, "") if section in SECTIONS else ""
    # Fences come in pairs: what is between is theirs, and what the first says is of the language.
    parts = _FENCE.split(text + "\n")
    return tuple(
        Example(body, language.partition(" ")[2].strip())
        for language, body in zip(parts[1::4], parts[2::4], strict=True)
        if language.partition(" ")[0] in ("ios", "junos", "policy-agent")
    )


def _info(row: registry.Row) -> RuleInfo:
    module = registry.load(row)
    rule, text = module.RULE, (module.__doc__ or "").strip()
    summary = text.partition("\n\n")[0].replace("\n", " ").rstrip(".")
    return RuleInfo(rule.code, rule.name, rule.severity, rule.since, summary, text)
