"""Kinds of mistakes, from the texts in `kinds`: each is found by a rule, refused, or open.

A kind begins with `## ` and what the mistake is. `rule: CODE`, `refused: REASON` or `open: REASON`
follows, then `platform: NAME` where it is not ios-15, then a config in which lines that end in
`<<<` are those at fault.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "kinds"
STATES = ("rule", "refused", "open")
MARK = "<<<"


class Kind(NamedTuple):
    """A kind of mistake. `told` is the rule's code, or the reason; `lines` are those at fault."""

    group: str
    mistake: str
    state: str
    told: str
    platform: str
    text: str
    lines: tuple[int, ...]


def kinds() -> list[Kind]:
    """All kinds, group by group."""
    return [
        _kind(path.stem, block)
        for path in sorted(FOLDER.glob("*.txt"))
        for block in path.read_text(encoding="utf-8").split("## ")[1:]
    ]


def _kind(group: str, block: str) -> Kind:
    mistake, said, *rest = block.rstrip().split("\n")
    state, _, told = said.partition(": ")
    platform = "ios-15"
    if rest and rest[0].startswith("platform: "):
        platform = rest.pop(0).removeprefix("platform: ")
    lines = tuple(number for number, line in enumerate(rest, start=1) if line.endswith(MARK))
    text = "".join(line.removesuffix(MARK).rstrip() + "\n" for line in rest)
    return Kind(group, mistake, state, told, platform, text, lines)
