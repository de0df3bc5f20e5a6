"""Write docs/rules-recall.md: kinds of mistakes, and whether a rule finds them.

python scripts/recall_page.py

The kinds are in tests/rules/recall/kinds, where a test holds each of them.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rules-recall.md"

HEAD = """# Mistakes and rules

Kinds of mistakes that engineers make, as guides and vendors' documents name them, and what
`qosc check` says of each. Found: {found}. Refused, with the reason: {refused}. Open: {open}.

A test runs a small config of each kind that is found: the rule must fire at the line, and no other
rule of warning or above. One of a kind that is open must have no finding there. The configs are in
`tests/rules/recall/kinds`; `scripts/recall_page.py` writes this page.
"""
TITLES = {
    "references": "References and lines",
    "classification": "Classification",
    "marking": "Marking",
    "policing": "Policing and the control plane",
    "queueing": "Queueing and scheduling",
    "switches": "Switches",
    "generated": "What qosc writes",
}


def page() -> str:
    """The text of the page."""
    sys.path.insert(0, str(ROOT))
    from tests.rules.recall.kinds_of_mistakes import STATES, kinds

    found = kinds()
    words = {"rule": "found"}
    counts = {
        words.get(state, state): sum(kind.state == state for kind in found) for state in STATES
    }
    parts = [HEAD.format(**counts)]
    for group, title in TITLES.items():
        parts.append(f"\n## {title}\n\n| mistake | finding |\n| --- | --- |\n")
        for kind in found:
            if kind.group == group:
                told = f"[{kind.told}](rules/{kind.told}.md)"
                if kind.state != "rule":
                    told = f"{kind.state}: {kind.told}"
                parts.append(f"| {kind.mistake} | {told} |\n")
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.relative_to(ROOT))
