"""The cases: stored configs, and those that other parts of the project hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from qosc.lint.engine.pages import all_rules, examples
from tests.cases.answers import SECTIONS
from tests.cases.case import Case, Text, folder
from tests.targets.verify.verify_configs import CONFIGS, ROOT

__all__ = ["cases"]

_PLATFORM = re.compile(r"^[!#] platform: (\S+)$", re.MULTILINE)
_USUAL = tuple(name for name in SECTIONS if name != "tc-4.19")
_OF_A_PAGE = ("findings", "model", "ledger-tc", "tc")
_GENERATED = ("findings", "show", "model", "ledger-tc", "tc")
_OWN = (*_GENERATED, "ledger-sim", "scenario")
_GROUPS = {"cisco": _OWN, "junos": _OWN, "generated": _GENERATED}


@cache
def cases() -> dict[str, Case]:
    """Every case by its name."""
    made = (*_stored(), *_pages(), *_examples(), *_texts())
    return {case.name: case for case in made}


def _stored() -> Iterator[Case]:
    """`NAME.cfg` beside `NAME.expect`; a comment may name the platform."""
    for group, sections in _GROUPS.items():
        for path in sorted(folder(group).glob("*.cfg")):
            config = path.read_text(encoding="utf-8")
            asked = _PLATFORM.search(config)
            text = Text(config, path.name, asked[1] if asked else "")
            yield Case(f"{group}/{path.stem}", (text,), sections)


def _pages() -> Iterator[Case]:
    """The examples of each rule's page, bad and good."""
    for rule in all_rules():
        texts = tuple(
            Text(example.text, "example.cfg", example.platform, f"{word} {number}")
            for word, section in (("bad", "Example"), ("good", "Use instead"))
            for number, example in enumerate(examples(rule, section), start=1)
        )
        yield Case(f"rules/{rule.code}", texts, _OF_A_PAGE)


def _examples() -> Iterator[Case]:
    """The configs of `examples/`."""
    for path in sorted((ROOT / "examples").glob("*/*")):
        if path.suffix in (".cfg", ".conf", ".ios", ".junos"):
            name = f"{path.parent.name}-{path.stem}".removeprefix("constructs-")
            text = Text(path.read_text(encoding="utf-8"), path.name)
            yield Case(f"examples/{name}", (text,), _USUAL)


def _texts() -> Iterator[Case]:
    """The configs that use every construct of a tc script."""
    for name, (config, platform) in CONFIGS.items():
        sections = tuple(SECTIONS)
        text = Text(config, "router.cfg", platform or "")
        yield Case(f"texts/{name.replace(' ', '-')}", (text,), sections)
