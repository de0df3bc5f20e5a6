"""Texts with one kind of thing alone of those by which a rule is asked, each with its finding.

They are in `asked_by_one_kind.txt`: behind `## `, the code of the rule, the kind and the platform.
"""

from __future__ import annotations

from pathlib import Path

_FILE = Path(__file__).with_suffix(".txt")


def _pair(block: str) -> tuple[str, str, str, str]:
    head, _, text = block.partition("\n")
    code, trait, platform = head.split()
    return code, trait, platform, text.rstrip() + "\n"


PAIRS = [_pair(block) for block in _FILE.read_text(encoding="utf-8").split("## ")[1:]]
"""The rule, what the text has alone, the platform, and the text."""
