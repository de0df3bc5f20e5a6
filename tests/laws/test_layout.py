"""What holds of the source tree as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("compiler", "targets", "grammars", "tests", "scripts", "benchmarks")
MARK = re.compile(r"#\s*fmt:\s*(?:skip|off)")


def marks() -> Iterator[str]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                if MARK.search(line):
                    yield f"{path.relative_to(ROOT)}:{number}"


def test_the_formatter_is_kept_off_at_most_twenty_places() -> None:
    found = list(marks())
    assert len(found) <= 20, "\n".join(found)
