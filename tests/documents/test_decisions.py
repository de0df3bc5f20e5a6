"""Decisions have a status and a date, and the index has all of them."""

from __future__ import annotations

import re
from pathlib import Path

ADR = Path(__file__).parents[2] / "docs" / "adr"
PAGES = sorted(ADR.glob("[0-9]*.md"))
STATUS = re.compile(r"Status: (accepted|superseded by \[ADR \d+\]\([^)]+\)), \d{4}-\d\d-\d\d\.")


def test_each_decision_has_a_number_a_status_and_a_date() -> None:
    assert len(PAGES) >= 20
    wrong = []
    for page in PAGES:
        title, _, status, *_ = page.read_text(encoding="utf-8").splitlines()
        if not title.startswith(f"# {int(page.name[:4])}. ") or not STATUS.fullmatch(status):
            wrong.append(page.name)
    assert not wrong


def test_the_index_lists_the_decisions_in_order_by_their_titles() -> None:
    index = (ADR / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^(\d+)\. \[(.+)\]\((.+)\)$", index, re.MULTILINE)
    titles = [page.read_text(encoding="utf-8").splitlines()[0] for page in PAGES]
    assert [f"# {number}. {title}" for number, title, _ in listed] == titles
    assert [name for _, _, name in listed] == [page.name for page in PAGES]
