"""A folder that is searched does not lead to what git ignores."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from qosc.cli import main

CONFIG = "hostname {}\npolicy-map WAN\n class VOICE\n  priority 100\n"


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True)


def checked(capsys: pytest.CaptureFixture[str], *paths: Path) -> tuple[list[str], int]:
    with pytest.raises(SystemExit):
        main(["check", "--format", "json", *map(str, paths)])
    report = json.loads(capsys.readouterr().out)
    return [Path(path).name for path in report["files"]], report["passed_over"]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Suffixless files, as Oxidized and RANCID write them, and what is ignored beside them."""
    git(tmp_path, "init", "-q")
    (tmp_path / ".gitignore").write_text("old/\n*.bak.cfg\nheld.cfg\n")
    for name in (
        "core-rtr-01",
        "hq.example.net",
        "x.bak.cfg",
        "held.cfg",
        "old/r9.cfg",
        ".d/r8.cfg",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(CONFIG.format("r"))
    git(tmp_path, "add", "-f", "held.cfg")
    return tmp_path


def test_what_is_ignored_is_passed_over_unless_git_holds_it(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checked(capsys, tree) == (["core-rtr-01", "held.cfg", "hq.example.net"], 1)


def test_who_names_a_file_or_a_folder_means_it(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checked(capsys, tree / "old") == (["r9.cfg"], 0)
    assert checked(capsys, tree / "x.bak.cfg") == (["x.bak.cfg"], 0)


def test_without_git_all_is_found(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert "x.bak.cfg" in checked(capsys, tree)[0]
