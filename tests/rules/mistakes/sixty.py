"""Sixty devices with one mistake each, of kinds that no list had, written before the rules were
looked at. `first` is what the rules of that day said at the line, `now` what they say today.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
DEVICES = HERE / "devices"


class Mistake(NamedTuple):
    """A device with a mistake: the lines at fault, and the rule with its severity; else empty."""

    file: str
    mistake: str
    lines: list[int]
    first: str
    now: str


def mistakes() -> list[Mistake]:
    """All of them, in the order in which they were written."""
    return [Mistake(**row) for row in json.loads((HERE / "mistakes.json").read_text())]
