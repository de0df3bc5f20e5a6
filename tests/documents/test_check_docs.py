"""The check of the pages puts true transcripts in, and never one of a program that breaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import check_docs


def a_page(folder: Path, command: str, *printed: str) -> Path:
    path = folder / "page.md"
    body = "\n".join([f"$ {command}", *printed])
    path.write_text(f"# Page\n\n```console\n{body}\n```\n", encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_docs, "ROOT", tmp_path)


def test_what_a_command_prints_now_is_written(tmp_path: Path) -> None:
    path = a_page(tmp_path, "echo new", "old")
    assert check_docs.page(path, write=True) == []
    assert path.read_text(encoding="utf-8") == "# Page\n\n```console\n$ echo new\nnew\n```\n"


def test_gaps_that_the_command_prints_itself_are_written(tmp_path: Path) -> None:
    path = a_page(tmp_path, "printf 'new\\n...\\nend\\n'", "old", "...", "end")
    assert check_docs.page(path, write=True) == []
    assert "\nnew\n...\nend\n" in path.read_text(encoding="utf-8")


def test_a_gap_of_the_page_stays(tmp_path: Path) -> None:
    path = a_page(tmp_path, "printf 'first\\nmiddle\\nend\\n'", "first", "...")
    before = path.read_bytes()
    assert check_docs.page(path, write=True) == []
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        "qosc: internal error (KeyError): please report it",
        "Internal error",
        "Traceback (most recent call last):",
    ],
)
def test_what_a_broken_program_prints_is_not_written(tmp_path: Path, words: str) -> None:
    path = a_page(tmp_path, f"echo '{words}' >&2", "what was true")
    before = path.read_bytes()
    (problem,) = check_docs.page(path, write=True)
    assert words in problem
    assert path.read_bytes() == before


def test_a_page_that_has_it_already_is_not_true(tmp_path: Path) -> None:
    path = a_page(tmp_path, "echo internal error", "internal error")
    for write in (False, True):
        assert len(check_docs.page(path, write=write)) == 1
    path = a_page(tmp_path, "echo internal error", "...")
    assert len(check_docs.page(path, write=False)) == 1
