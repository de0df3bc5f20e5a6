"""The history of docs/review.md: what each of its commits is, and that all make the same one."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from scripts.review_history import NAME, STEPS, make, texts
from tests.judged.black_box import run

SILENT = ("Call the class of orders by its new name", "Sort the classes by name")


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
def test_a_commit_changes_what_its_subject_says(number: int, tmp_path: Path) -> None:
    found = texts()
    (tmp_path / "old.cfg").write_text(found[number - 1])
    (tmp_path / "new.cfg").write_text(found[number])
    arguments = (str(tmp_path / "old.cfg"), str(tmp_path / "new.cfg"), "--format", "json")
    status, out, err = run("diff", *arguments)
    silent = STEPS[number - 1].subject in SILENT
    assert status == int(not silent), err
    assert json.loads(out)["changed"] is not silent


def test_the_repository_is_the_same_wherever_it_is_made(tmp_path: Path) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    heads = []
    for name in ("one", "two"):
        make(tmp_path / name)
        shown = subprocess.run(
            ["git", "rev-parse", "v10"],
            cwd=tmp_path / name,
            capture_output=True,
            text=True,
            check=True,
        )
        heads.append(shown.stdout)
        assert (tmp_path / name / NAME).read_text() == texts()[-1]
    assert heads[0] == heads[1]
