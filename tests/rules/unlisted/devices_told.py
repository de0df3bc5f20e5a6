"""Small devices with one mistake each, and what the rules say of them.

`devices/*.txt` has a block for each: its number and the mistake, then the config, where a star
stands before each line at which a finding is at the right place. They were written before the
rules that find them; none had a finding of use then.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "devices"


class Told(NamedTuple):
    """A device with a mistake: its text without the stars, and the lines that had one."""

    number: str
    mistake: str
    text: str
    lines: list[int]


def devices_told() -> list[Told]:
    """All of them, in the order of their numbers."""
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").split("## ")[1:]:
            head, _, body = block.partition("\n")
            number, _, mistake = head.partition(" | ")
            lines = body.splitlines()
            marked = [at for at, line in enumerate(lines, start=1) if line.startswith("*")]
            text = "".join(f"{line.removeprefix('*')}\n" for line in lines)
            found.append(Told(number, mistake, text, marked))
    return found
