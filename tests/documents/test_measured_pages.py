"""Pages of figures name the commit that they were measured at."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.figures import measured
from scripts.figures.agreement import again

DOCS = Path(__file__).parents[2] / "docs"
LINE = re.compile(
    r"^Measured at commit ([0-9a-f]{8}) of 2\d{3}-\d\d-\d\d[^.]*\. "
    r"`git log \1\.\. -- compiler targets` lists what changed since\.$",
    re.MULTILINE,
)


@pytest.mark.parametrize(
    ("page", "times"),
    [("agreement", 1), ("coverage", 1), ("papers", 1), ("tc-releases", 1), ("verify", 2)],
)
def test_a_page_of_figures_names_the_commit_before_the_first_figure(page: str, times: int) -> None:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    found = list(LINE.finditer(text))
    assert len(found) >= times
    begins = {"tc-releases": "\n## ", "papers": "\n| paper |"}  # a table of words is above
    table = text.find("\n| ", text.find(begins[page]) if page in begins else 0)
    assert found[0].start() < table or table < 0


def test_the_line_is_that_of_the_tree_and_of_what_was_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = {"log": "0123abcd 2026-11-21", "status": ""}
    monkeypatch.setattr(measured, "_git", lambda command, *_: answers[command])
    assert LINE.fullmatch(measured.line())
    assert "2026-11-21: car, mark. `git" in measured.line("car", "mark")
    answers["status"] = " M compiler/units.py"
    assert "2026-11-21, with changes that are in no commit. `git" in measured.line()
    assert LINE.fullmatch(measured.line())


def test_rows_that_are_measured_again_leave_the_line_of_the_others() -> None:
    page = "# Head\n\nMeasured at commit a.\n\n| construct |\n| car |\n"
    once = again(page, "Measured at commit b: car.")
    assert once == (
        "# Head\n\nMeasured at commit a.\n\nMeasured at commit b: car.\n\n| construct |\n| car |\n"
    )
    assert again(once, "Measured at commit c: mark.").count("\n\nMeasured at commit ") == 3
