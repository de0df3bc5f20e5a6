"""A case: some configs, and the file with what is expected of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

__all__ = ["Case", "Text", "difference", "expectations", "folder", "joined", "stored"]

_HERE = Path(__file__).parent
_BESIDE_READERS = ("cisco", "junos")
"""Groups whose configs and answers stand beside the tests of their reader."""

_HEADING = re.compile(r"^======== (\S+)\n", re.MULTILINE)
_MOST_LINES = 40


class Text(NamedTuple):
    """A config. `label` tells it from the others of its case; `name` is what findings call it."""

    config: str
    name: str
    platform: str = ""
    label: str = ""


class Case(NamedTuple):
    """A name such as `cisco/wred`, its configs, and the sections that are asked for."""

    name: str
    texts: tuple[Text, ...]
    sections: tuple[str, ...]

    @property
    def file(self) -> Path:
        """Where the expectation is."""
        group, _, name = self.name.partition("/")
        return folder(group) / f"{name}.expect"


def folder(group: str) -> Path:
    """Where the expectations of a group are, and its configs, where it has files of its own."""
    if group in _BESIDE_READERS:
        return _HERE.parent / "frontends" / group / "cases"
    return _HERE / group


def expectations() -> set[Path]:
    """All files with answers."""
    folders = (*map(folder, _BESIDE_READERS), *_HERE.iterdir())
    return {path for each in folders for path in each.glob("*.expect")}


def stored(case: Case) -> dict[str, str]:
    """The sections of the file of a case; none where there is no file."""
    if not case.file.exists():
        return {}
    parts = _HEADING.split(case.file.read_text(encoding="utf-8"))
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def joined(sections: Mapping[str, str]) -> str:
    """The text of a file with these sections."""
    for text in sections.values():
        assert not _HEADING.search(text), "an answer has a line like the heading of a section"
    return "".join(f"======== {name}\n{text}" for name, text in sections.items())


def difference(case: Case, section: str, made: str) -> str:
    """Empty where an answer is as expected; else a diff, and how to accept the change."""
    expected = stored(case).get(section)
    if expected == made:
        return ""
    if expected is None:
        what = [f"{case.file.name} has no section {section}"]
    else:
        old, new = expected.splitlines(), made.splitlines()
        what = list(unified_diff(old, new, "expected", "answered", lineterm="", n=2))
    if len(what) > _MOST_LINES:
        what = [*what[: _MOST_LINES - 1], f"... and {len(what) - _MOST_LINES + 1} lines more"]
    accept = f"python scripts/cases.py --write {case.name}"
    return "\n".join((f"{case.name}, {section}:", *what, f"If that is right: {accept}"))
