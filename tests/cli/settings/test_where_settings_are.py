"""The nearest settings file above a config speaks for it; the search ends at the repository."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from .conftest import Run

BAD = "interface Serial0/0\n service-policy output A\n"
QUIET = 'ignore = ["QOS002"]\n'


def test_each_config_has_the_nearest_file(qosc: Run, tmp_path: Path) -> None:
    for name in ("a/x/r.cfg", "b/r.cfg"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(BAD)
    (tmp_path / "qosc.toml").write_text('select = ["QOS002"]\n')
    (tmp_path / "a" / "qosc.toml").write_text(QUIET)
    out = qosc("check", ".", "--format", "concise", status=1).out
    assert "b/r.cfg" in out
    assert "a/x" not in out


def test_the_table_of_pyproject(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(BAD)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "qosc-configs"\n')
    qosc("check", "r.cfg", status=1)
    (tmp_path / "pyproject.toml").write_text(f"[tool.other]\nx = 1\n[tool.qosc]\n{QUIET}")
    qosc("check", "r.cfg")
    # Its own file wins, and another tool's table is nobody's fault.
    (tmp_path / "qosc.toml").write_text('fail-on = "warning"\n')
    qosc("check", "r.cfg", status=1)


def test_the_search_ends_at_the_repository(qosc: Run, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    (inner / ".git").mkdir(parents=True)
    (inner / "r.cfg").write_text(BAD)
    (tmp_path / "qosc.toml").write_text(QUIET)
    qosc("check", "inner/r.cfg", status=1)
    (inner / ".git").rmdir()
    qosc("check", "inner/r.cfg")


def test_a_named_file_alone_counts(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(BAD)
    (tmp_path / "qosc.toml").write_text(QUIET)
    (tmp_path / "ci.toml").write_text('[severity]\nQOS002 = "error"\n')
    assert "error[QOS002]" in qosc("check", "r.cfg", "--settings", "ci.toml", status=1).out
    told = qosc("check", "r.cfg", "--settings", "ci.toml", "--isolated", status=2).err
    assert "exclude each other" in told
    assert "No such file" in qosc("check", "r.cfg", "--settings", "no.toml", status=2).err
    assert "empty here" in qosc("check", "r.cfg", "--settings", "", status=2).err


def test_standard_input_has_the_settings_of_its_name(
    qosc: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io
    import sys

    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "qosc.toml").write_text(QUIET)

    def piped() -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BAD.encode())))

    piped()
    qosc("check", "-", status=1)
    piped()
    qosc("check", "-", "--stdin-filename", "a/r.cfg")


def test_files_of_a_folder_are_chosen(qosc: Run, tmp_path: Path) -> None:
    for name in ("old/r.cfg", "new/r.cfg", "new/data.yml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(BAD)

    def files(*paths: str) -> tuple[list[str], int]:
        found = json.loads(qosc("check", *paths, "--format", "json", "--fail-on", "never").out)
        return found["files"], found["passed_over"]

    (tmp_path / "qosc.toml").write_text('exclude = ["old"]\n')
    assert files(".") == (["./new/r.cfg"], 3)
    # A file that is named is checked; one that a hook hands over is not named by anybody.
    assert files("old/r.cfg") == (["old/r.cfg"], 0)
    assert files("--skip-others", "old/r.cfg") == ([], 1)
    (tmp_path / "qosc.toml").write_text('include = ["new/*.yml"]\n')
    assert files(".") == (["./new/data.yml"], 3)
    (tmp_path / "qosc.toml").write_text('exclude = ["*"]\n')
    told = qosc("check", ".", status=2).err
    assert "the settings pass over all that is in it (2 configs)" in told


@pytest.mark.parametrize("name", ["qosc.toml", "pyproject.toml"])
@pytest.mark.parametrize("kind", ["folder", "broken link", "named pipe"])
def test_settings_that_cannot_be_read_are_not_passed_over(
    qosc: Run, tmp_path: Path, name: str, kind: str
) -> None:
    (tmp_path / "r.cfg").write_text("hostname r\n")
    path = tmp_path / name
    if kind == "folder":
        path.mkdir()
    elif kind == "broken link":
        path.symlink_to("../site/qosc.toml")
    else:
        os.mkfifo(path)
    told = qosc("check", "r.cfg", status=2).err
    words = {"folder": "Is a directory", "named pipe": "named pipe"}
    assert f"cannot read '{name}': " in told
    assert words.get(kind, "a link to a file that does not exist") in told
    qosc("check", "r.cfg", "--isolated", "--ignore", "QOS009")
