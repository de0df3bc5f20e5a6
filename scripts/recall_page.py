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
UNLISTED = """
## Mistakes that no list had

{all} small devices with one mistake each, whose kinds were thought of without a look at the rules
or at the lists above. Told at the line at fault: {first} by the rules as they were on that day
({loud} of them at warning or error), {now} by the rules of today ({loud_now}). Only the first
figure says what to expect of configs that nobody has seen: the rules that make the difference were
written after these devices.

What most of the misses need: which packets a port lets in at all (access lists on ports, default
routes of marks); what a class of the network itself means for the sites behind it (a description
and the name of a policy that do not go together); Frame Relay, whose map-classes are in the model
only where the port shapes; and for JunOS what `family inet6` and the forwarding classes of the
router's own packets bring. A text cannot tell the day, so that a `time-range` which is over is
refused.

| mistake | first | today |
| --- | --- | --- |
{rows}"""
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
    return "".join(parts) + _unlisted()


def _unlisted() -> str:
    """The section on mistakes that no list had."""
    from tests.rules.mistakes.sixty import mistakes

    known = mistakes()
    first, now = ([one.first for one in known], [one.now for one in known])
    rows = "".join(f"| {one.mistake} | {_said(one.first)} | {_said(one.now)} |\n" for one in known)
    return UNLISTED.format(
        all=len(known),
        first=sum(map(bool, first)),
        loud=sum(map(_is_loud, first)),
        now=sum(map(bool, now)),
        loud_now=sum(map(_is_loud, now)),
        rows=rows,
    )


def _is_loud(said: str) -> bool:
    return bool(said) and not said.endswith(" info")


def _said(said: str) -> str:
    code, _, severity = said.partition(" ")
    return f"[{code}](rules/{code}.md), {severity}" if said else "nothing"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.relative_to(ROOT))
